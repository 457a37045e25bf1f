"""Average scores by system and game."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from interplay.core.records import Record
from interplay.ratings.arrays import FloatArray, IntArray
from interplay.ratings.ledger import Ledger
from interplay.ratings.matches import SUM_TOLERANCE, Result
from interplay.ratings.rows import rounded

POINTS = "points of its own"
"""The unit of returns that are no shares of one win."""


class Average(Record, frozen=True):
    """A mean return over *n* matches; ``None`` with a reason where there is none."""

    game: str
    mean: float | None
    n: int
    reason: str | None = None


class SystemAverage(Record, frozen=True):
    """The average score of one system over all its matches, and in each game."""

    system: str
    overall: Average
    games: tuple[Average, ...]


class AverageTable(Record, frozen=True):
    """Average scores of all systems, best first.

    ``units`` says what a score of each game is: a share of one win between two sides or more, or points of its own.
    ``n_unscored`` matches of more than two sides had ranks only.
    """

    kind: Literal["average score"]
    games: tuple[str, ...]
    units: tuple[str, ...]
    systems: tuple[SystemAverage, ...]
    n_unscored: int


def average_scores(ledger: Ledger) -> AverageTable:
    """Return what each system scored on average: its total return divided by the matches it played.

    A match with ranks only counts 1, 0.5 or 0 for two sides, and is left out and counted for more. Scores in unlike
    units have no mean, neither over games nor within one.
    """
    names, games = ledger.systems, ledger.games
    total, n = np.zeros((len(names), len(games))), np.zeros((len(names), len(games)), dtype=np.int64)
    unscored, units_of = 0, [set[str]() for _ in games]
    for result, count in ledger.counted():
        scores, game = _scores(result), games.index(result.game)
        unscored += 0 if scores else count
        units_of[game] |= {_unit(scores)} if scores and count else set()
        for side, score in zip(result.sides, scores, strict=False):
            for name in side:
                cell = names.index(name), game
                total[cell] += score * count
                n[cell] += count
    units = tuple(POINTS if POINTS in kinds else " and ".join(sorted(kinds)) for kinds in units_of)
    rows = [_system(name, games, units, total[i], n[i]) for i, name in enumerate(names)]
    rows.sort(key=lambda row: (row.overall.mean is None, -(row.overall.mean or 0), row.system))
    return AverageTable(kind="average score", games=games, units=units, systems=tuple(rows), n_unscored=unscored)


def _system(name: str, games: tuple[str, ...], units: tuple[str, ...], total: FloatArray, n: IntArray) -> SystemAverage:
    averages = [_average(game, unit, float(t), int(k)) for game, unit, t, k in zip(games, units, total, n, strict=True)]
    shared = {unit for unit, game in zip(units, averages, strict=True) if game.n}
    if len(shared) > 1 or (len(games) > 1 and shared == {POINTS}):
        return SystemAverage(system=name, overall=_unlike("all", units, int(n.sum())), games=tuple(averages))
    overall = _average("all", next(iter(shared), ""), float(total.sum()), int(n.sum()))
    return SystemAverage(system=name, overall=overall, games=tuple(averages))


def _unit(scores: tuple[float, ...]) -> str:
    """Return in what a match paid: a share is of one win, and what shares are worth depends on how many there are."""
    return f"share of a win between {len(scores)}" if abs(sum(scores) - 1) <= SUM_TOLERANCE else POINTS


def _scores(result: Result) -> tuple[float, ...]:
    if result.returns is not None:
        return result.returns
    if len(result.sides) > 2:
        return ()
    return (0.5, 0.5) if result.is_draw else tuple(float(rank == 1) for rank in result.ranks)


def _average(game: str, unit: str, total: float, n: int) -> Average:
    if not n:
        return Average(game=game, mean=None, n=0, reason="no scored matches")
    if " and " in unit:
        return _unlike(game, (unit,), n)
    return Average(game=game, mean=rounded(total / n), n=n)


def _unlike(game: str, units: Sequence[str], n: int) -> Average:
    named = "; ".join(dict.fromkeys(filter(None, units)))
    return Average(game=game, mean=None, n=n, reason=f"scores in different units have no mean ({named})")
