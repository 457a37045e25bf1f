"""Intervals for ratings and for differences of ratings, from resamples, influences, or both.

A quantity is a linear function of the centred strengths. Four methods, all at the same level:

- ``percentile``: quantiles of the resampled values; what the GameBench paper does.
- ``basic``: the percentile interval mirrored at the estimate (Davison and Hinkley 1997, 5.2).
- ``bca``: quantiles corrected for bias and acceleration (Efron 1987); the acceleration comes from the influences.
- ``wald``: estimate plus and minus normal quantiles of the standard error from the influences (the sandwich form).

The influence of a cell is how far the estimate moves, to first order, when the cell occurs once more; it needs no
resampling and takes clusters, weights and the prior into account.
"""

from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import FloatArray, IntArray
from interplay.ratings.pairwise.cells import Cells
from interplay.ratings.pairwise.fit import Prior, expected_share, incidence, information
from interplay.ratings.pairwise.tables import IntervalMethod

MIN_RESAMPLES = 20
"""With fewer defined resamples than this, intervals that need resamples are undefined."""


@dataclass(frozen=True)
class Evidence:
    """An estimate (n, centred), its resamples (B x n, centred), and the influence of each cell (U x n)."""

    estimate: FloatArray
    replicates: FloatArray
    influence: FloatArray
    chance: FloatArray
    size: IntArray

    def bounds(self, weights: FloatArray, method: IntervalMethod, level: float) -> tuple[FloatArray, FloatArray]:
        """Return the lower and upper bounds (K each) of the quantities ``weights @ strengths`` (K x n); NaN if none."""
        tails = np.array([(1 - level) / 2, (1 + level) / 2])
        centre = weights @ self.estimate
        if method == "wald":
            from scipy.special import ndtri  # noqa: PLC0415  a default table needs no scipy, which is slow to import

            reach = ndtri(tails[1]) * self.standard_errors(weights)
            return centre - reach, centre + reach
        if len(self.replicates) < MIN_RESAMPLES:
            return np.full(len(weights), np.nan), np.full(len(weights), np.nan)
        values = np.sort(self.replicates @ weights.T, axis=0)
        if method == "bca":
            return self._accelerated(values, centre, weights, tails)
        low, high = np.quantile(values, tails, axis=0)
        return (low, high) if method == "percentile" else (2 * centre - high, 2 * centre - low)

    def standard_errors(self, weights: FloatArray) -> FloatArray:
        """Return the standard errors (K) of ``weights @ strengths``; 0 where nothing could have come out otherwise."""
        correction = self.size / np.maximum(self.size - 1, 1)
        error: FloatArray = np.sqrt((self.chance * self.size * correction) @ (self.influence @ weights.T) ** 2)
        return error

    def _accelerated(
        self, values: FloatArray, centre: FloatArray, weights: FloatArray, tails: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        from scipy.special import ndtr, ndtri  # noqa: PLC0415

        moved = self.influence @ weights.T
        second = (self.chance * self.size) @ moved**2
        third = (self.chance * self.size) @ moved**3
        acceleration = np.divide(third, 6 * second**1.5, out=np.zeros_like(third), where=second > 1e-18)
        below = ((values < centre).mean(axis=0) + (values <= centre).mean(axis=0)) / 2
        edge = 0.5 / len(values)
        bias = ndtri(np.clip(below, edge, 1 - edge))
        shifted = bias + ndtri(tails)[:, None]
        level = ndtr(bias + shifted / np.maximum(1 - acceleration * shifted, 0.1))
        return _quantile(values, level[0]), _quantile(values, level[1])


def _quantile(ordered: FloatArray, level: FloatArray) -> FloatArray:
    """Return for each column of *ordered* (B x K) the quantile at its own *level* (K), interpolated linearly."""
    place = level * (len(ordered) - 1)
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, len(ordered) - 1)
    columns = np.arange(ordered.shape[1])
    low, high = ordered[below, columns], ordered[above, columns]
    value: FloatArray = low + (place - below) * (high - low)
    return value


def influences(cells: Cells, prior: Prior, strengths: FloatArray) -> FloatArray:
    """Return the influence (U x n) of each cell on the centred estimate, at *strengths* (n, not centred)."""
    n, pairs = len(cells.systems), cells.pairs
    matrix = incidence(pairs, n)
    gap = strengths[pairs[:, 0]] - strengths[pairs[:, 1]]
    share = expected_share(gap)
    _, totals = cells.expected
    curvature = information(totals * share * expected_share(-gap), pairs[:, 0], pairs[:, 1], matrix)[0]
    if prior.kind == "luce":
        curvature += np.diag(prior.strength * n * np.exp(strengths))
    elif prior.kind == "normal":
        curvature += np.eye(n) * prior.strength**-2
    else:
        curvature += 1 / n
    score = cells.tallies.surplus(share, matrix, len(cells.weight)) * cells.weight[:, None]
    moved = score @ np.linalg.pinv(curvature, hermitian=True)
    moved -= moved.mean(axis=1, keepdims=True)
    mean = np.zeros((len(cells.strata), n))
    np.add.at(mean, cells.stratum, cells.chance[:, None] * moved)
    centred: FloatArray = moved - mean[cells.stratum]
    return centred
