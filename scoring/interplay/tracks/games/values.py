"""Values of the moves of a match, in the games and states in which the package can compute them exactly."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from interplay.tracks.games.base import Game
from interplay.tracks.games.verdicts import Observed

MoveValues = Mapping[str, float]
"""Canonical text of a legal move -> what it is worth to the seat that may make it; higher is better.

It holds all legal moves, or as many as show what the best are worth.
"""


class Values(Struct, frozen=True):
    """The values of moves in one game: exact where there are any, and none otherwise.

    ``unit`` is what the numbers are, such as ``1 a win, 0 a draw, −1 a loss``; ``method`` says in one sentence how
    they are computed and what they assume. ``of`` returns for each decision of a match, in order, what its legal moves
    are worth, or nothing.
    """

    unit: str
    method: str
    of: Callable[[Sequence[Observed]], list[MoveValues | None]]


def each(valued: Callable[[Observed], MoveValues | None]) -> Callable[[Sequence[Observed]], list[MoveValues | None]]:
    """Return the ``of`` of values that depend on one decision alone."""
    return lambda decisions: [valued(turn) for turn in decisions]


class Choice(Struct, frozen=True):
    """A move beside the best ones: its value, theirs, which they are, and how much was lost."""

    value: float
    best: float
    moves: tuple[str, ...]

    @property
    def regret(self) -> float:
        """The value of the best move minus that of this move."""
        return self.best - self.value


def choices(game: Game[Any, Any], values: Values, decisions: Sequence[Observed]) -> list[Choice | None]:
    """Return for each decision how good the move was that was played, nothing where that is not known exactly."""
    return [
        None if known is None or turn.decision.forfeited else _choice(game, turn, known)
        for turn, known in zip(decisions, values.of(decisions), strict=True)
    ]


def _choice(game: Game[Any, Any], turn: Observed, known: MoveValues) -> Choice | None:
    value = known.get(game.encode(game.plain(turn.decision.action)))
    if value is None:
        return None
    best = max(known.values())
    return Choice(value, best, tuple(move for move, worth in known.items() if worth == best))
