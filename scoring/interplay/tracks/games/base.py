"""The interface that every game implements, and the values that pass through it."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.records import Policy, Setup
from interplay.tracks.games.verdicts import Outcome, Verified

LABELS = (
    "abstract strategy", "chance", "hidden information", "language", "social deduction", "cooperation", "negotiation",
    "simultaneous moves", "spatial reasoning",
)  # fmt: skip
"""Our own labels of what a game asks for, beside the categories of the paper it comes from."""

S = TypeVar("S")
A = TypeVar("A")


class Prompt(Struct, frozen=True):
    """All and only what a seat may know, in three parts: the rules, the observation, what to reply.

    ``again`` is the last part as it follows a reply that was not a move; empty where the whole part is repeated.
    """

    system: str
    observation: str
    action: str
    again: str = ""


class Open(Struct, frozen=True):
    """Free text is legal, up to a number of characters."""

    longest: int


class Game(Protocol[S, A]):
    """Pure rules: no I/O, no randomness, no clock; states are frozen values.

    ``version`` changes whenever the same moves from the same setup could end differently. ``longest`` bounds the
    rounds of a match. ``keeps_history`` says whether a player's own earlier prompts and replies stay in the
    conversation.
    """

    name: str
    title: str
    version: int
    suite: str
    """The benchmark that the game comes from: ``llmarena`` or ``gamebench``."""
    seats: int
    categories: tuple[str, ...]
    labels: tuple[str, ...]
    longest: int
    keeps_history: bool
    rated: bool
    """Whether its matches are won and lost; a sum of money or of fireworks is compared by its mean instead."""
    unit: str
    """The unit of a match's result: points, chips, value, share, fireworks."""
    paid: str
    """In what an outcome's returns are, or ``points`` where its points say more: chips, dollars, value, fireworks."""
    about_worth: str
    """What ``worth`` counts where that is not what a seat got in the end; empty where it is."""
    setups: int
    """Setups of a split: as many as it takes to distinguish players."""
    policy: Policy
    """What follows replies that are not moves: a forbidden move costs no more than a reply that cannot be read."""
    compat_policy: Policy
    """The same in profile ``compat``, which keeps the way of the paper's code."""
    short: Mapping[str, int]
    """Options that keep a match short for who pays for each move; none for a game that is short by itself."""

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw every chance outcome from named streams of *seed*; builders only."""
        ...

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the sides of a match: the name and the seats of each. A system plays one side at a time."""
        ...

    def start(self, setup: Setup) -> S:
        """Return the first state; raise ``ValueError`` for a setup that the game cannot have dealt."""
        ...

    def to_move(self, state: S) -> tuple[int, ...]:
        """Return the seats that must act now, ascending: several when simultaneous, none when over."""
        ...

    def prompt(self, state: S, seat: int) -> Prompt:
        """Return everything that *seat* may know, as text."""
        ...

    def legal(self, state: S, seat: int) -> Sequence[A] | Open:
        """Return the legal actions in canonical order, or ``Open``."""
        ...

    def parse(self, state: S, seat: int, text: str) -> A:
        """Read an action from a reply; raise ``UnparsableMove`` or ``IllegalMove``."""
        ...

    def explain(self, state: S, seat: int, text: str) -> str | None:
        """Return the explanation that a reply asks for, ``None`` for a reply that asks for none that there is."""
        ...

    def write(self, state: S, seat: int, action: A) -> str:
        """Return a reply that parses to *action*, as a bot or a well-behaved model sends it."""
        ...

    def plain(self, action: A) -> A:
        """Return the action without a message that goes with it and changes nothing of the state but what is heard."""
        ...

    def encode(self, action: A) -> str:
        """Return the action's canonical text, such as ``play:0``."""
        ...

    def decode(self, text: str) -> A:
        """Return the action of a canonical text; raise ``ValueError`` for any other."""
        ...

    def apply(self, state: S, actions: Mapping[int, A]) -> S:
        """Return the state after the seats to move have acted."""
        ...

    def outcome(self, state: S) -> Outcome:
        """Return the result of a finished game."""
        ...

    def worth(self, match: Verified) -> float:
        """Return the result of a verified match for the system's seats, in ``unit``, from which its score is computed.

        An unbiased estimate of the expected result will do, such as one from which luck of the cards is taken away.
        """
        ...

    def forfeit(self, state: S, seat: int) -> Outcome:
        """Return the result when *seat* forfeits in this state."""
        ...

    def fallback(self, state: S, seat: int) -> Sequence[A]:
        """Return the actions to draw from uniformly when all attempts failed; never empty."""
        ...

    def flags(self, state: S, seat: int, action: A, text: str) -> tuple[str, ...]:
        """Return names of what is worth counting about a valid reply, such as ``overbid``."""
        ...

    def show(self, state: S) -> str:
        """Return the whole position for a person who replays the match: boards drawn, cards, bids, talk."""
        ...


class TwoSeats:
    """Two sides of one seat each, named after the order in which they begin."""

    seats = 2

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:  # noqa: ARG002  the interface's signature
        return (("first", (0,)), ("second", (1,)))


class PaidInPoints:
    """What the games share in which a match is worth the points that its outcome gives.

    Two sides of 50 setups give a standard error of at most 5% on a win rate.
    """

    keeps_history = False
    rated = True
    unit = paid = "points"
    about_worth = ""
    setups = 50
    short: Mapping[str, int] = MappingProxyType({})

    def plain(self, action: Any) -> Any:
        return action

    def flags(self, state: Any, seat: int, action: Any, text: str) -> tuple[str, ...]:  # noqa: ARG002  as the protocol has it
        return ()

    def worth(self, match: Verified) -> float:
        return match.mean(match.verdict.outcome.points)


class Unexplained(PaidInPoints):
    """What the games share that explain nothing beyond their prompts."""

    suite = "llmarena"
    policy = Policy(attempts=3, illegal="retry", exhausted="substitute")
    compat_policy = Policy(attempts=3, illegal="forfeit", exhausted="substitute")

    def explain(self, state: object, seat: int, text: str) -> str | None:  # noqa: ARG002  as the protocol has it
        return None

    def fallback(self: Game[Any, Any], state: Any, seat: int) -> Sequence[Any]:
        """Return every legal action; an empty text where text is free."""
        legal = self.legal(state, seat)
        return [""] if isinstance(legal, Open) else legal


def policy_of(game: Game[Any, Any], profile: str) -> Policy:
    """Return what follows failed replies in matches of *profile*."""
    return game.compat_policy if profile == "compat" else game.policy


STRENGTHS = ("random", "competent", "strong")
"""What bots are called by their strength, from 0."""


class Bot(Struct, frozen=True):
    """A player that is a function of the setup and the moves so far, so that its moves can be recomputed.

    ``move`` returns the reply of a seat; random choices come from its stream, which is this decision's own. It may use
    of the state only what its seat may know. ``strength`` is 0 for random moves, 1 for competent play, 2 for strong
    play. ``BOTS`` of a game holds its competent bot, then its strong one. Where how an opponent plays matters more than
    how well, a game may have several competent bots of different styles, which take turns as opponents; the first of
    them is who plays as a system. One that ``opposes`` a strength is its opponent in place of the bot that has it. Bots
    of strength 0, before these, are uninformed baselines stronger than random moves.
    """

    name: str
    version: int
    strength: int
    move: Callable[[Game[Any, Any], Any, int, Stream], str]
    opposes: str = ""


def choosing(choose: Callable[[Any, int, Stream], Any]) -> Callable[[Game[Any, Any], Any, int, Stream], str]:
    """Return the ``move`` of a bot that sends the action which *choose* returns for a state, a seat and a stream."""
    return lambda game, state, seat, stream: game.write(state, seat, choose(state, seat, stream))
