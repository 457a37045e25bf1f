"""How much one factor explains where there is none: a parallel analysis (Horn 1965).

With few systems one factor finds something common in any numbers. So scores without any relation are drawn for the
same systems and games, with the same gaps, and analysed in the same way.
"""

import numpy as np

from interplay.core.records import Record
from interplay.ratings.arrays import BoolArray, FloatArray
from interplay.ratings.rows import rounded
from interplay.ratings.streams import stream

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
