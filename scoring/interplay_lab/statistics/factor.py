"""The general factor: how much of the differences between systems one common ability explains.

With few systems one factor finds something common in any numbers. So scores without any relation are drawn for the
same systems and games, with the same gaps, and analysed in the same way: a parallel analysis (Horn 1965).
"""

import warnings as python_warnings
from collections.abc import Iterator

import numpy as np

from interplay.core.extras import require
from interplay.core.records import Record
from interplay.ratings.arrays import BoolArray, FloatArray, stream
from interplay.ratings.averages import AverageTable
from interplay.ratings.rows import rounded

MIN_SYSTEMS = 20
"""With fewer systems than this, a factor analysis describes these systems and no others."""
DRAWS = 100
TOLERANCE = 1e-6
MOST_ROUNDS = 5000
"""A fit ends when a round gains less log-likelihood than ``TOLERANCE``, or after so many rounds."""
SMALL = 1e-12


class Noise(Record, frozen=True):
    """What one factor explains of ``draws`` tables of unrelated scores: the median, and the 5th and 95th percentile."""

    median: float
    low: float
    high: float
    draws: int


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
    means = [[np.nan if a.mean is None else a.mean for a in row.games] for row in table.systems]
    values = np.array(means, dtype=np.float64).reshape(len(table.systems), len(table.games))
    usable = np.array([_varies(column) for column in values.T], dtype=bool)
    kept = tuple(game for game, use in zip(table.games, usable, strict=True) if use)
    excluded = tuple(game for game, use in zip(table.games, usable, strict=True) if not use)
    if len(kept) < 3 or len(table.systems) < 3:
        reason = "a factor analysis needs at least three systems, and three games in which they differ"
        return FactorTable(None, None, len(table.systems), len(kept), excluded_games=excluded, reason=reason)
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


def baseline(missing: BoolArray) -> Noise:
    """Return what one factor explains of noise in a table (systems x games) with the same scores *missing*."""
    n_systems, n_games = missing.shape
    source = stream(0, f"noise of {n_systems} systems in {n_games} games")
    scores = np.where(missing, np.nan, source.standard_normal((DRAWS, n_systems, n_games)))
    filled = np.where(missing, np.nanmean(scores, axis=1, keepdims=True), scores)
    standard = (filled - filled.mean(axis=1, keepdims=True)) / filled.std(axis=1, keepdims=True)
    explained = (loadings(standard) ** 2).sum(axis=1) / n_games
    low, median, high = np.quantile(explained, [0.05, 0.5, 0.95])
    return Noise(median=rounded(median), low=rounded(low), high=rounded(high), draws=DRAWS)


def loadings(standard: FloatArray) -> FloatArray:
    """Return the loadings (B x games) on one factor of *standard* (B x systems x games), each column standardised.

    Maximum likelihood by the rounds that scikit-learn's ``FactorAnalysis`` makes, for all tables side by side.
    """
    n_systems = standard.shape[1]
    related = standard.swapaxes(1, 2) @ standard / n_systems
    unique, estimates = np.ones(related.shape[:2]), np.zeros(related.shape[:2])
    likelihood, active = np.full(len(related), -np.inf), np.arange(len(related))
    for _ in range(MOST_ROUNDS):
        root = np.sqrt(unique[active]) + SMALL
        values, vectors = np.linalg.eigh(related[active] / root[:, :, None] / root[:, None, :])
        top = np.maximum(values[:, -1], SMALL)
        estimates[active] = np.sqrt(np.maximum(top - 1, 0))[:, None] * vectors[:, :, -1] * root
        rest = values[:, :-1].sum(axis=1) + np.log(unique[active]).sum(axis=1)
        reached = -n_systems / 2 * (np.log(top) + rest)
        unique[active] = np.maximum(1 - estimates[active] ** 2, SMALL)
        done = reached - likelihood[active] < TOLERANCE
        likelihood[active] = reached
        active = active[~done]
        if not len(active):
            break
    return estimates
