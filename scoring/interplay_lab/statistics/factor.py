"""The general factor: how much of the differences between systems one common ability explains."""

import warnings as python_warnings
from collections.abc import Iterator

import numpy as np

from interplay.core.extras import require
from interplay.core.records import Record
from interplay.ratings.arrays import FloatArray
from interplay.ratings.averages import AverageTable
from interplay.ratings.rows import rounded
from interplay_lab.statistics.noise import Noise, baseline

MIN_SYSTEMS = 20
"""With fewer systems than this, a factor analysis describes these systems and no others."""


class Loading(Record, frozen=True):
    """How a game relates to the factor: its loading, and the share of its variance that the factor explains."""

    game: str
    loading: float
    communality: float
    n_imputed: int


class FactorScore(Record, frozen=True):
    """Where a system stands on the factor, in standard deviations."""

    system: str
    score: float


class FactorTable(Record, frozen=True):
    """The general factor of average scores.

    ``explained`` is the share of the variance of the standardised scores that one factor explains, and ``noise`` what
    one explains of unrelated scores; ``None`` with a ``reason`` when there is nothing to analyse. ``n_imputed`` cells
    without matches were set to their game's mean.
    """

    explained: float | None
    noise: Noise | None
    n_systems: int
    n_games: int
    n_imputed: int = 0
    loadings: tuple[Loading, ...] = ()
    scores: tuple[FactorScore, ...] = ()
    excluded_games: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    reason: str | None = None


def general_factor(table: AverageTable) -> FactorTable:
    """Return the one-factor analysis of average scores by system and game, standardised within each game.

    A game in which fewer than three systems played, or all scored the same, says nothing and is left out. The sign is
    chosen so that the loadings add up to something positive.
    """
    values = np.array([[np.nan if a.mean is None else a.mean for a in row.games] for row in table.systems])
    if not values.size:
        return _undefined(table, table.games)
    usable = np.array([_varies(column) for column in values.T])
    kept = tuple(game for game, use in zip(table.games, usable, strict=True) if use)
    excluded = tuple(game for game, use in zip(table.games, usable, strict=True) if not use)
    if len(kept) < 3 or len(table.systems) < 3:
        return _undefined(table, excluded)
    values = values[:, usable]
    missing = np.isnan(values)
    filled = np.where(missing, np.nanmean(values, axis=0), values)
    standard = (filled - filled.mean(axis=0)) / filled.std(axis=0)
    loadings, scores, steady = _analyse(standard)
    explained, noise = rounded((loadings**2).sum() / len(kept)), baseline(missing)
    return FactorTable(
        explained=explained,
        noise=noise,
        n_systems=len(table.systems),
        n_games=len(kept),
        n_imputed=int(missing.sum()),
        loadings=tuple(
            Loading(game=game, loading=rounded(load), communality=rounded(load**2), n_imputed=int(gaps))
            for game, load, gaps in zip(kept, loadings, missing.sum(axis=0), strict=True)
        ),
        scores=tuple(
            FactorScore(system=row.system, score=rounded(score))
            for row, score in sorted(zip(table.systems, scores, strict=True), key=lambda pair: -pair[1])
        ),
        excluded_games=excluded,
        warnings=tuple(_warnings(len(table.systems), missing.mean(), is_above=explained > noise.high, steady=steady)),
    )


def _varies(column: FloatArray) -> bool:
    known = column[~np.isnan(column)]
    return len(known) >= 3 and float(known.std()) > 1e-9


def _analyse(standard: FloatArray) -> tuple[FloatArray, FloatArray, bool]:
    """Return loadings, scores, and whether the analysis converged."""
    require("sklearn", "factor analysis")
    # scikit-learn takes longer to import than a rating takes, and nothing else needs it
    from sklearn.decomposition import FactorAnalysis  # noqa: PLC0415
    from sklearn.exceptions import ConvergenceWarning  # noqa: PLC0415

    model = FactorAnalysis(n_components=1, svd_method="lapack", max_iter=5000, tol=1e-6)
    with python_warnings.catch_warnings(record=True) as caught:
        python_warnings.simplefilter("always", ConvergenceWarning)
        scores = np.asarray(model.fit_transform(standard))[:, 0]
    steady = not any(issubclass(warning.category, ConvergenceWarning) for warning in caught)
    loadings = np.asarray(model.components_)[0]
    sign = -1.0 if loadings.sum() < 0 else 1.0
    return sign * loadings, sign * scores, steady


def _undefined(table: AverageTable, excluded: tuple[str, ...]) -> FactorTable:
    return FactorTable(
        explained=None,
        noise=None,
        n_systems=len(table.systems),
        n_games=len(table.games) - len(excluded),
        excluded_games=excluded,
        reason="a factor analysis needs at least three systems, and three games in which they differ",
    )


def _warnings(systems: int, missing: float, *, is_above: bool, steady: bool) -> Iterator[str]:
    """Yield what to distrust; *is_above* where a factor explains more than of all but one in twenty tables of noise."""
    if not is_above:
        yield "one factor explains no more than in unrelated scores: no general factor"
    if systems < MIN_SYSTEMS:
        yield f"{systems} systems are too few (fewer than {MIN_SYSTEMS}): this is descriptive only"
    if missing > 0:
        yield f"{missing:.0%} of the scores are missing and were set to their game's mean, which weakens loadings"
    if not steady:
        yield "the analysis did not converge"
