"""The difference of two headlines over the same items: the same weights, strata and clusters as the headlines have."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from interplay.core import intervals

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DUST = 1e-7
"""What sums of floats may leave of nothing, in points."""


@dataclass(frozen=True)
class Pairs:
    """What two systems scored on the same n items: ``values`` and ``weights`` (n, 2), ``strata`` and ``clusters`` (n,).

    Both systems have the weights that their headlines have; these differ where items are siblings, not the same. An
    item counts for both or for neither. ``strata`` and ``clusters`` are numbers from 0; a cluster lies in one stratum.
    """

    values: Floats
    weights: Floats
    strata: Integers
    clusters: Integers

    def only(self, chosen: NDArray[np.bool_]) -> "Pairs":
        """Return the items that are *chosen* (n,), with strata and clusters counted anew."""
        strata, clusters = (np.unique(ids[chosen], return_inverse=True)[1] for ids in (self.strata, self.clusters))
        return Pairs(self.values[chosen], self.weights[chosen], strata.astype(np.int64), clusters.astype(np.int64))


@dataclass(frozen=True)
class Effect:
    """A difference, first less second, with what is known of its chance.

    ``error`` is NaN with too few clusters. ``sums`` (K,) is what each of the clusters adds to the difference, in the
    numbering that the pairs had. ``silent``: no cluster differs, so that only a bound is known, of ``spread``.
    """

    value: float
    error: float
    freedom: float
    clusters: int
    sums: Floats
    spread: float = intervals.SPREAD

    @property
    def silent(self) -> bool:
        """Whether no cluster differs."""
        return bool((np.abs(self.sums) <= DUST).all())

    @property
    def constant(self) -> bool:
        """Whether all clusters differ, and all of them alike: nothing is known of how others would vary."""
        return self.error < DUST and not self.silent

    def bounds(self, level: float) -> tuple[float, float]:
        """Return the ends of the interval that covers with probability *level*; NaN where there is none.

        Student's; where no cluster differs, what the share of clusters that do may be at the most (the exact binomial
        bound) times the most by which one can.
        """
        if math.isnan(self.error) or self.constant:
            return math.nan, math.nan
        if self.silent:
            reach = self.spread * (1 - ((1 - level) / 2) ** (1 / self.clusters))
            return -reach, reach
        reach = float(stdtrit(self.freedom, (1 + level) / 2)) * self.error
        return self.value - reach, self.value + reach

    @property
    def p(self) -> float:
        """Return the p of no difference by Student's t over clusters, two-sided; NaN with too few clusters."""
        if math.isnan(self.error) or self.constant:
            return math.nan
        return 1.0 if self.silent else 2 * float(stdtr(self.freedom, -abs(self.value) / self.error))

    def equivalence(self, margin: float) -> float:
        """Return the p of a difference of *margin* or more to either side: the greater of two one-sided tests."""
        if math.isnan(self.error) or self.constant:
            return math.nan
        if self.silent:
            return float(max(0.0, 1 - margin / self.spread) ** self.clusters)
        sides = (abs(self.value) - margin) / self.error
        return float(stdtr(self.freedom, sides))


def effect(pairs: Pairs) -> Effect:
    """Return the difference of the means of two systems.

    Its variance is that of the clusters' influences, as of one mean (``interplay.core.intervals``), applied to the
    differences of items; where the two weigh items differently, to what each item moves the difference by.

    Raises:
        ValueError: An item has weight for one system only, or none has any.
    """
    mask = np.asarray((pairs.weights > 0).all(axis=1))
    if ((pairs.weights > 0).any(axis=1) != mask).any() or not mask.any():
        raise ValueError(f"found {mask.sum()} items that count for both systems, expected the same ones for each")
    share = intervals.shares(pairs.weights, pairs.strata)
    mass = np.bincount(pairs.strata, share[:, 0])
    safe = np.where(mass > 0, mass, 1.0)
    inside = np.stack([np.bincount(pairs.strata, share[:, s] * pairs.values[:, s]) for s in (0, 1)], axis=1)
    means = inside / safe[:, None]
    away = share * (pairs.values - means[pairs.strata])
    apart = np.divide(away[:, 0] - away[:, 1], share[:, 0], out=np.zeros(len(mask)), where=mask)
    apart += np.where(mask, (means[:, 0] - means[:, 1])[pairs.strata], 0.0)
    spread = np.array([intervals.SPREAD])
    moments = intervals.moments(apart[:, None], pairs.weights[:, :1], pairs.strata, pairs.clusters, spread)
    sums = np.bincount(pairs.clusters, share[:, 0] * apart).astype(np.float64)
    freedom = max(float(moments.freedom[0]), 1.0)
    error, value = float(moments.error[0]), float((share * pairs.values).sum(axis=0) @ (1.0, -1.0))
    if not np.abs(sums).max() > DUST and not math.isnan(error):
        error = 0.0
    return Effect(value, error, freedom, int(moments.clusters[0]), sums)
