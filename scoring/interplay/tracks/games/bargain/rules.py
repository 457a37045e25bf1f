"""Bargain: two players with private values split hats, balls and apples by turns of talk and proposals.

After LLMArena (arXiv 2402.16499), whose game is that of Lewis et al. (2017). A proposal names what the speaker keeps;
only the latest one can be accepted. After 20 turns without a deal both get nothing. Asking for more than the pool
holds, and accepting before there is a proposal, are illegal. Returns are the values that the players get, and the own
value is all that a match is worth; points are the paper's win, draw or loss by the difference.

Of a reply, only its message is shown to the other player, as ``shared.speech`` makes it safe; see ``replies``.
Options: ``prior``, whether the rules say how values are drawn (default 0); ``twin``, whether the pool is of jobs, of
which players name those they would do and "keep" the others. Profile ``compat`` reads replies as the released code
does (one digit an item, number words, "deal" anywhere accepts, a message of one line) and may substitute an acceptance.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from interplay.core.errors import IllegalMove
from interplay.core.randomness import Stream
from interplay.core.text import counted
from interplay.tracks.games.bargain import replies
from interplay.tracks.games.bargain.instances import (
    Instance,
    Triple,
    instances,
    possible,
    rest,
    splits,
    trades,
    value_of,
)
from interplay.tracks.games.bargain.replies import ITEMS
from interplay.tracks.games.base import Game, Prompt, TwoSeats, Unexplained
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.moves import asked_again
from interplay.tracks.games.shared.options import options_of, setup_of
from interplay.tracks.games.shared.rulebook import rulebook
from interplay.tracks.games.shared.speech import LONGEST, NAMES, clean
from interplay.tracks.games.verdicts import Outcome, Verified

TURNS = 20
_TURN = ((0,), (1,))
_THINGS = tuple(f"{item}s" for item in ITEMS)
_CANONICAL = re.compile(r"propose:([0-5]),([0-5]),([0-5])(?: say:(.+))?")


class Action(Struct, frozen=True, gc=False):
    """What the speaker would keep, with a message; or, with nothing to keep, the acceptance of the latest proposal."""

    keep: Triple | None
    message: str = ""


DEAL = Action(None)


class State(Struct, frozen=True, gc=False):
    """The instance and all actions so far; the seat to move is the parity of their number."""

    instance: Instance
    actions: tuple[Action, ...]
    prior: bool
    compat: bool
    jobs: bool = False

    def named(self, keep: Triple) -> Triple:
        """Return what a player names in order to keep *keep*, and the reverse: of jobs, those that it would do."""
        return rest(self.instance.pool, keep) if self.jobs else keep

    @property
    def agreed(self) -> bool:
        """Return whether the latest proposal has been accepted."""
        return bool(self.actions) and self.actions[-1].keep is None

    @property
    def latest(self) -> Action | None:
        """Return the latest proposal; it is the other player's."""
        proposals = self.actions[:-1] if self.agreed else self.actions
        return proposals[-1] if proposals else None


class Bargain(TwoSeats, Unexplained):
    """The rules of Bargain for two seats, after LLMArena: talk and proposals until both agree, or 20 turns are over.

    An action is an ``Action``: what the speaker keeps with a message, or the acceptance ``DEAL``. Returns are values, 0
    to 10; a match is worth the player's value.
    """

    name = "bargain"
    title = "Bargain"
    version = 3
    categories: tuple[str, ...] = ("numerical reasoning", "communication", "opponent modelling")
    labels: tuple[str, ...] = ("hidden information", "language", "negotiation")
    longest = TURNS
    keeps_history = True
    rated = False
    unit = paid = "value"

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        chosen = options_of({"prior": (0, 1)}, options, profile)
        dealt = instances() if any(option.value for option in chosen) else trades()
        drawn = Stream(self.name, seed, "instance").choice(dealt)
        first, second = drawn.values
        return setup_of(self, seed, profile, chosen, pool=drawn.pool, values_0=first, values_1=second)

    def start(self, setup: Setup) -> State:
        pool, first, second = (_triple(setup.drawn(name)) for name in ("pool", "values_0", "values_1"))
        instance = Instance(pool, (first, second))
        if not possible(instance):
            raise ValueError(f"found pool {pool} with values {first} and {second}, which is none of the instances")
        prior, jobs = bool(setup.option("prior")), bool(setup.option("twin"))
        return State(instance, (), prior, setup.profile == "compat", jobs)

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.agreed or len(state.actions) == TURNS else _TURN[len(state.actions) % 2]

    def prompt(self, state: State, seat: int) -> Prompt:
        rules = RULES + (_COMPAT_LIMITS if state.compat else _LIMITS) + (_PRIOR if state.prior else "")
        observation, accept = _observation(state, seat), state.latest is not None
        if state.compat:
            return Prompt(rules, observation, _compat_action(NAMES[seat], accept=accept))
        action = _action(NAMES[seat], accept=accept)
        again = asked_again(action, self.policy.attempts, "a proposal is drawn at random for you")
        return Prompt(rules, observation, action, again)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        """Return every proposal, without a message, by hats, balls and apples kept; then the deal if it is open."""
        proposals = [Action(keep) for keep in splits(state.instance.pool)]
        return proposals if state.latest is None else [*proposals, DEAL]

    def parse(self, state: State, seat: int, text: str) -> Action:
        read = replies.read_compat(seat, text) if state.compat else replies.read(state.instance.pool, seat, text)
        action = DEAL if read[0] is None else Action(*read)
        if action.keep is None:
            if not state.actions:
                raise IllegalMove("found a deal, but there is no proposal yet to accept")
            return action
        for count, most, item in zip(action.keep, state.instance.pool, ITEMS, strict=True):
            if not 0 <= count <= most:
                amount = "over 99" if count > 99 else count
                raise IllegalMove(f"found {amount} for {item}s, expected 0 to {most}, which is all the pool holds")
        return Action(state.named(action.keep), action.message)

    def write(self, state: State, seat: int, action: Action) -> str:
        if action.keep is None:
            return f"{NAMES[seat]}: Deal."
        before = f"Message: {action.message}\n" if action.message else ""
        return f"{before}{NAMES[seat]}: {' '.join(map(counted, state.named(action.keep), _THINGS))}"

    def plain(self, action: Action) -> Action:
        return Action(action.keep)

    def encode(self, action: Action) -> str:
        """Return ``deal``, or ``propose:H,B,A`` with what the speaker keeps, then `` say:TEXT`` for a message."""
        if action.keep is None:
            return "deal"
        a, b, c = action.keep
        return f"propose:{a},{b},{c} say:{action.message}" if action.message else f"propose:{a},{b},{c}"

    def decode(self, text: str) -> Action:
        if text == "deal":
            return DEAL
        match = _CANONICAL.fullmatch(text)
        if match is None or (match[4] and clean(match[4]) != match[4]):
            raise ValueError(f"{text[:60]!r} is neither a proposal nor a deal")
        return Action((int(match[1]), int(match[2]), int(match[3])), match[4] or "")

    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        spoken = actions[len(state.actions) % 2]
        return State(state.instance, (*state.actions, spoken), state.prior, state.compat, state.jobs)

    def outcome(self, state: State) -> Outcome:
        """Return the values that both got, 0 and 0 without a deal."""
        if not state.agreed:
            return Outcome("stalemate", (0.0, 0.0), (0.5, 0.5))
        first, second = received(state)
        point = 0.5 if first == second else float(first > second)
        return Outcome("deal", (float(first), float(second)), (point, 1.0 - point))

    def worth(self, match: Verified) -> float:
        return match.mean(match.verdict.outcome.returns)

    def forfeit(self, state: State, seat: int) -> Outcome:
        """Return nothing for both, and the match to the other seat."""
        return Outcome("forfeit", (0.0, 0.0), (float(seat == 1), float(seat == 0)))

    def fallback(self, state: State, seat: int) -> Sequence[Action]:
        """Return the proposals (``compat``: and the deal if it is open)."""
        legal = self.legal(state, seat)
        return legal if state.compat else [action for action in legal if action.keep is not None]

    def show(self, state: State) -> str:
        pool, values = state.instance.pool, state.instance.values
        lines = [" " * 16 + "".join(f"{amount:>10}" for amount in map(counted, pool, _THINGS))]
        for name, amounts in zip(NAMES, values, strict=True):
            lines.append(f"{name} values" + " " + "".join(f"{value:>10}" for value in amounts))
        lines += ["", *(_line(state, turn) for turn in range(len(state.actions)))]
        return "\n".join([*lines, _ending(state)]).rstrip()


def parts(state: State, turn: int) -> tuple[Triple, Triple] | None:
    """Return what seat 0 and seat 1 would get by the action of a turn, ``None`` for one that accepts."""
    keep = state.actions[turn].keep
    if keep is None:
        return None
    other = rest(state.instance.pool, keep)
    return (other, keep) if turn % 2 else (keep, other)


def latest_parts(state: State) -> tuple[Triple, Triple]:
    """Return what both get if the latest proposal is accepted; nothing if there is none."""
    latest = len(state.actions) - 1 - state.agreed
    return (parts(state, latest) if latest >= 0 else None) or ((0, 0, 0), (0, 0, 0))


def received(state: State) -> tuple[int, int]:
    """Return what these parts are worth to seat 0 and seat 1."""
    first, second = map(value_of, state.instance.values, latest_parts(state))
    return first, second


def _triple(values: tuple[int, ...]) -> Triple:
    if len(values) != len(ITEMS):
        raise ValueError(f"found {values}, expected a number each for hats, balls and apples")
    return values[0], values[1], values[2]


def _observation(state: State, seat: int) -> str:
    pool, values = state.instance.pool, state.instance.values[seat]
    hat, ball, apple = values
    turn = len(state.actions) + 1
    start = (
        f"Round {(turn + 1) // 2} of {TURNS // 2}, turn {turn} of {TURNS}. You are {NAMES[seat]}.\n"
        f"The pool holds {_listed(pool)}. To you a hat is worth {hat}, a ball {ball} and an apple {apple}.\n"
    )
    latest, other = state.latest, NAMES[1 - seat]
    if latest is None or latest.keep is None:
        return start + "The game begins, and the first proposal is yours."
    theirs = state.named(latest.keep)
    mine = rest(pool, theirs)
    speech = f'{other} says: "{latest.message}"' if latest.message else f"{other} sends no message."
    gain = value_of(values, mine)
    offer = f"{other} would keep {_listed(theirs)}. You would get {_listed(mine)}, worth {gain} to you."
    return f"{start}{speech}\n{offer}"


def _action(name: str, *, accept: bool) -> str:
    deal = "To accept the proposal, end with the line\nAction: Deal\n" if accept else ""
    return (
        f"You may think first, in private. {deal}To make a {'new ' * accept}proposal, end with this line, which says "
        f"in digits what you, {name}, would keep; the other player would get the rest:\n"
        "Action: <number> hats <number> balls <number> apples\n"
        "To say something with it, put a line before that one; of your reply, the other player reads only this line:\n"
        f"Message: <{LONGEST} characters at most>\nDo not give away what an item is worth to you."
    )


def _compat_action(name: str, *, accept: bool) -> str:
    deal = f'Do you accept? Then reply with exactly "{name}: Deal." and nothing else. Otherwise make'
    start = deal if accept else "Make"
    return (
        f"{start} a proposal: write to the other player what you want to say, and end with your name, a colon and what "
        f'you would keep, all three items in digits, such as "{name}: 1 hat 0 balls 1 apple". The other player would '
        f"get the rest, and is shown what you write before your name, up to {LONGEST} characters. Do not give away "
        "what an item is worth to you."
    )


def _listed(counts: Triple) -> str:
    first, second, third = map(counted, counts, _THINGS)
    return f"{first}, {second} and {third}"


def _line(state: State, turn: int) -> str:
    """Return a turn: who spoke, the parts of seat 0 and seat 1 as letters, their values, and the message."""
    start, shares = f"{turn + 1:>2}  {NAMES[turn % 2]}", parts(state, turn)
    if shares is None:
        return f"{start} accepts"
    first, second = map(value_of, state.instance.values, shares)
    left, right = map(_letters, shares)
    message = state.actions[turn].message
    speech = f'  "{message}"' if message else ""
    return f"{start} proposes {left:>9} | {right:<9} {first:>2} : {second:<2}{speech}".rstrip()


def _letters(part: Triple) -> str:
    return " ".join(item[0].upper() * count for item, count in zip(ITEMS, part, strict=True) if count) or "-"


def _ending(state: State) -> str:
    if state.agreed:
        first, second = received(state)
        return f"Deal: {NAMES[0]} gets {first}, {NAMES[1]} gets {second}."
    return "No deal: both get nothing." if len(state.actions) == TURNS else ""


RULES, _ = rulebook("bargain")
"""The goal is stated only here; it agrees with ``Bargain.worth``."""
_LIMITS = " Nobody can keep more of an item than the pool holds, or accept before anything has been proposed."
_COMPAT_LIMITS = (
    " Asking for more of an item than the pool holds, or accepting before anything has been proposed, ends the game at "
    "once, and neither player gets anything."
)
_PRIOR = (
    " This is how the values were drawn: they are whole numbers from 0 to 10, and the whole pool is worth exactly 10 "
    "to each player. Each kind of item is worth something to at least one of you, and at least one kind to both. All "
    "values that fit this were equally likely."
)

GAME: Game[State, Action] = Bargain()
