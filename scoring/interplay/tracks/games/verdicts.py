"""What referees and replays find, and what analyses make of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from interplay.tracks.games.records import Item

Failure = Literal["unparsable", "illegal"]


class Outcome(Struct, frozen=True):
    """Why a game ended, and what each seat gets, in the game's own unit.

    ``points`` maps each seat's result to 0 (worst) to 1 (best): a win is 1, a draw 0.5, a loss 0; games that are
    about a sum of money or fireworks scale it.
    """

    reason: str
    returns: tuple[float, ...]
    points: tuple[float, ...]


class Reading(Struct, frozen=True):
    """What one reply is: a move with its action, an explanation asked for with its text, or a failure with the reason.

    A failure with ``forfeits`` ends the game for the seat.
    """

    kind: Literal["move", "explained", "unparsable", "illegal"]
    action: Any = None
    message: str = ""
    forfeits: bool = False

    @property
    def failed(self) -> bool:
        """Return whether the reply made no move that can be played, and asked for no explanation."""
        return self.kind in ("unparsable", "illegal")


class Decision(Struct, frozen=True):
    """What the replies to one decision amount to.

    ``readings`` are those of the replies that were looked at, in order. Then ``action`` is played (a ``substituted``
    one if no reply was a move), or the seat has ``forfeited``.
    """

    action: Any
    readings: tuple[Reading, ...]
    substituted: bool
    forfeited: bool

    @property
    def chosen(self) -> bool:
        """Return whether the player's reply was played, so that there was neither a substitute nor a forfeit."""
        return not self.substituted and not self.forfeited

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Return how replies failed, in order."""
        return tuple(r.kind for r in self.readings if r.kind == "unparsable" or r.kind == "illegal")  # noqa: PLR1714  mypy

    @property
    def message(self) -> str:
        """Return why the last failure was one; empty without any."""
        return next((r.message for r in reversed(self.readings) if r.failed), "")


class SeatCounts(Struct, frozen=True):
    """What happened at one seat: decisions, replies, those that were not moves, decisions with illegal ones, and so on.

    ``cut`` are failed replies that their server ended at the limit of tokens; they count neither as unparsable nor as
    illegal. ``reasoning`` are blocks of reasoning that were taken away from replies. ``flags`` are those of valid ones.
    """

    decisions: int
    replies: int
    unparsable: int
    illegal: int
    substituted: int
    forfeited: int
    cut: int
    reasoning: int
    flags: tuple[str, ...]


class Observed(Struct, frozen=True):
    """One decision of a match: its state, who made it, what the referee made of replies, and unverified workings."""

    state: Any
    round: int
    seat: int
    decision: Decision
    replies: tuple[str, ...]
    workings: tuple[str, ...] = ()


class Verdict(Struct, frozen=True):
    """What the referee found: how the match ended, in how many rounds, and what happened at each seat."""

    outcome: Outcome
    rounds: int
    seats: tuple[SeatCounts, ...]


class Verified(Struct, frozen=True):
    """A match that was verified: what analyses measure. ``seats`` are those of the system."""

    item: Item
    seats: tuple[int, ...]
    decisions: tuple[Observed, ...]
    verdict: Verdict

    @property
    def turns(self) -> list[Observed]:
        """Return the decisions of the system's seats, in order."""
        return [turn for turn in self.decisions if turn.seat in self.seats]

    def mean(self, values: Sequence[float]) -> float:
        """Return the mean over the system's seats of *values*, one a seat."""
        return sum(values[seat] for seat in self.seats) / len(self.seats)

    @property
    def unsound(self) -> bool:
        """Return whether the referee took over more than a tenth of the decisions of the system's seats."""
        counts = [self.verdict.seats[seat] for seat in self.seats]
        return 10 * sum(c.substituted for c in counts) > sum(c.decisions for c in counts)


class Measures(Struct, frozen=True):
    """What one match contributes.

    A ratio is (numerator, denominator); matches are added up before they are divided, so that each decision counts
    once. Samples are single values; their quantiles are reported.
    """

    ratios: Mapping[str, tuple[float, float]]
    samples: Mapping[str, tuple[float, ...]]


class Clue(Struct, frozen=True):
    """What a player said about a word, for a judge to say whether it describes it.

    ``role`` is the speaker's. One that says nothing (``speaks`` is false) describes nothing, and nobody is asked.
    """

    round: int
    seat: int
    role: str
    word: str
    text: str
    speaks: bool

    @property
    def part(self) -> str:
        """Return what distinguishes the clue from the others of its match."""
        return f"round {self.round}, seat {self.seat}"


class Analysis(Struct, frozen=True):
    """What the transcripts of a game show beside who won.

    ``titles`` say what each measure is, in one line for a person; names of measures are ``snake_case``. ``measure``
    returns what a match contributes for the system's seats; ratios without cases have a denominator of 0. ``clues``,
    in games in which players describe words, returns the clues that the system gave in a match, in order.
    """

    titles: Mapping[str, str]
    measure: Callable[[Verified], Measures]
    clues: Callable[[Verified], tuple[Clue, ...]] | None = None
