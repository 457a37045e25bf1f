"""Average scores by system and game, and the same on a scale where the best is 100."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from interplay.core.records import Record
from interplay.ratings.ledger import Ledger
from interplay.ratings.matches import Result
from interplay.ratings.pairwise.tables import rounded


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
    """Average scores of all systems, best first. ``n_unscored`` matches of more than two sides had ranks only."""

    kind: Literal["average score"]
    games: tuple[str, ...]
    systems: tuple[SystemAverage, ...]
    n_unscored: int


def average_scores(ledger: Ledger) -> AverageTable:
    """Return what each system scored on average: its total return divided by the matches it played.

    A match with ranks only counts 1, 0.5 or 0 for two sides, and is left out and counted for more.
    """
    names, games = ledger.systems, ledger.games
    total, n = np.zeros((len(names), len(games))), np.zeros((len(names), len(games)), dtype=np.int64)
    unscored = 0
    times = np.bincount(ledger.sequence, minlength=len(ledger.results)).tolist()
    for result, count in zip(ledger.results, times, strict=True):
        scores = _scores(result)
        unscored += 0 if scores else count
        for side, score in zip(result.sides, scores, strict=False):
            for name in side:
                place = names.index(name), games.index(result.game)
                total[place] += score * count
                n[place] += count
    rows = [
        SystemAverage(
            system=name,
            overall=_average("all", float(total[i].sum()), int(n[i].sum())),
            games=tuple(_average(game, float(total[i, g]), int(n[i, g])) for g, game in enumerate(games)),
        )
        for i, name in enumerate(names)
    ]
    rows.sort(key=lambda row: (row.overall.mean is None, -(row.overall.mean or 0), row.system))
    return AverageTable(kind="average score", games=games, systems=tuple(rows), n_unscored=unscored)


def _scores(result: Result) -> tuple[float, ...]:
    if result.returns is not None:
        return result.returns
    if len(result.sides) > 2:
        return ()
    return (0.5, 0.5) if result.is_draw else tuple(float(rank == 1) for rank in result.ranks)


def _average(game: str, total: float, n: int) -> Average:
    if not n:
        return Average(game=game, mean=None, n=0, reason="no scored matches")
    return Average(game=game, mean=rounded(total / n), n=n)


def normalise(values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return *values* on the scale where the best is 100; all ``None`` when the best is not above 0.

    This is LLMArena's normalisation of one game: 100 x / best. A missing value stays missing and is never 0.
    """
    best = max((value for value in values if value is not None), default=0.0)
    if best <= 0:
        return tuple(None for _ in values)
    return tuple(None if value is None else rounded(100 * value / best) for value in values)


def mean_of_known(values: Sequence[float | None]) -> float | None:
    """Return the unweighted mean of *values*; ``None`` when one is missing, as a mean over fewer games is another."""
    known = [value for value in values if value is not None]
    return rounded(sum(known) / len(known)) if known and len(known) == len(values) else None
