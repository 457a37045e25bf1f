"""The difference of two headlines on the same items, and how large a difference so many clusters would show."""

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from interplay.core import intervals, student
from interplay_lab.compare.records import ALPHA

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FEW_DIFFER = 15
"""Clusters that differ below which equivalence rests on their number, too."""
DUST = 1e-7
"""Differences below this many points count as zero."""
POWER = 0.8
MOST = 2**23
"""Clusters beyond which it makes no sense to say how many."""


@dataclass(frozen=True)
class PairedScores:
    """Scores of two systems on the same n items: ``scores`` and ``weights`` (n, 2), ``strata`` and ``clusters`` (n,).

    The weights are those of the headlines; the two systems' weights can differ if their items are siblings instead of
    the same. An item counts for both systems or for neither. ``strata`` and ``clusters`` are numbered from 0, and each
    cluster is in one stratum.
    """

    scores: Floats
    weights: Floats
    strata: Integers
    clusters: Integers

    def only(self, chosen: NDArray[np.bool_]) -> "PairedScores":
        """Return the items selected by the mask *chosen* (n,), with strata and clusters renumbered."""
        strata, clusters = (np.unique(ids[chosen], return_inverse=True)[1] for ids in (self.strata, self.clusters))
        return PairedScores(
            self.scores[chosen], self.weights[chosen], strata.astype(np.int64), clusters.astype(np.int64)
        )


@dataclass(frozen=True)
class Effect:
    """Difference of two means (first minus second) with its standard error.

    ``error`` is NaN with too few clusters; ``freedom`` are its degrees of freedom. ``sums`` (K,) is the contribution of
    each cluster to ``value``, by cluster number. ``max_difference`` is the largest possible difference of a cluster.
    ``possible`` are the least and the greatest value, ``room`` is the effective sample size at the most, and
    ``is_share``: one of the two systems is known exactly, and all scores of the other are at an end of the scale.
    """

    value: float
    error: float
    freedom: float
    clusters: int
    sums: Floats
    max_difference: float = intervals.MAX_DIFFERENCE
    possible: tuple[float, float] = field(default=intervals.UNBOUNDED, kw_only=True)
    room: float = field(default=math.nan, kw_only=True)
    is_share: bool = field(default=False, kw_only=True)

    @property
    def is_zero_everywhere(self) -> bool:
        """Whether the difference is zero in every cluster."""
        return bool((np.abs(self.sums) <= DUST).all())

    @property
    def is_constant_nonzero(self) -> bool:
        """Whether all clusters differ by the same amount, so that their variance cannot be estimated."""
        return self.error < DUST and not self.is_zero_everywhere

    def bounds(self, level: float) -> tuple[float, float]:
        """Return the bounds of the confidence interval at *level*; NaN if there is none.

        That of a score on the scale of what is possible: Student's t, or Wilson's near the ends (decision 0092). If no
        cluster differs: the binomial upper bound on the share of differing clusters, times the largest difference.
        """
        if math.isnan(self.error) or self.is_constant_nonzero:
            return math.nan, math.nan
        if self.is_zero_everywhere and not self.is_share:
            reach = self.max_difference * (1 - ((1 - level) / 2) ** (1 / self.clusters))
            return max(-reach, self.possible[0]), min(reach, self.possible[1])
        numbers = self.value, self.error, self.freedom, self.clusters, self.room
        moments = intervals.Moments(*(np.array([number]) for number in numbers))
        ends = intervals.interval(moments, 0, "", self.possible, is_share=self.is_share, level=level)
        return (math.nan, math.nan) if ends.low is None or ends.high is None else (ends.low, ends.high)

    @property
    def p(self) -> float:
        """Two-sided p of no difference by Student's t over clusters; NaN with too few clusters."""
        if math.isnan(self.error) or self.is_constant_nonzero:
            return math.nan
        return 1.0 if self.is_zero_everywhere else 2 * student.tail(abs(self.value) / self.error, self.freedom)

    def equivalence(self, margin: float) -> float:
        """Return the p of a difference of *margin* or more: the larger p of two one-sided tests (TOST).

        Where few clusters differ, as near the end of a scale, their variance is often underestimated. p is then at
        least the probability that so few do, if as many differ as a difference of *margin* takes.
        """
        if math.isnan(self.error) or self.is_constant_nonzero:
            return math.nan
        differing, rare = int((np.abs(self.sums) > DUST).sum()), 0.0
        if differing < min(FEW_DIFFER, self.clusters / 4):
            share, n = min(1.0, margin / self.max_difference), self.clusters
            rare = sum(math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(differing + 1))
        if self.is_zero_everywhere:
            return rare
        inside = (margin - abs(self.value)) / self.error
        beyond = student.tail(abs(inside), self.freedom)
        return max(rare, beyond if inside >= 0 else 1 - beyond)


def effect(pairs: PairedScores) -> Effect:
    """Return the difference of the means of two systems.

    Cluster-robust variance of the item differences (``interplay.core.intervals``). If the systems weight items
    differently, use each item's contribution to the difference.

    Raises:
        ValueError: An item has weight for one system only, or no item has weight.
    """
    mask = np.asarray((pairs.weights > 0).all(axis=1))
    if ((pairs.weights > 0).any(axis=1) != mask).any() or not mask.any():
        raise ValueError(f"found {mask.sum()} items that count for both systems, expected the same ones for each")
    share = intervals.shares(pairs.weights, pairs.strata)
    mass = np.bincount(pairs.strata, share[:, 0])
    safe = np.where(mass > 0, mass, 1.0)
    inside = np.stack([np.bincount(pairs.strata, share[:, s] * pairs.scores[:, s]) for s in (0, 1)], axis=1)
    means = inside / safe[:, None]
    away = share * (pairs.scores - means[pairs.strata])
    differences = np.divide(away[:, 0] - away[:, 1], share[:, 0], out=np.zeros(len(mask)), where=mask)
    differences += np.where(mask, (means[:, 0] - means[:, 1])[pairs.strata], 0.0)
    max_difference = np.array([intervals.MAX_DIFFERENCE])
    moments = intervals.moments(
        differences[:, None], pairs.weights[:, :1], pairs.strata, pairs.clusters, max_difference
    )
    sums = np.bincount(pairs.clusters, share[:, 0] * differences).astype(np.float64)
    freedom = max(float(moments.freedom[0]), 1.0)
    error, value = float(moments.error[0]), float((share * pairs.scores).sum(axis=0) @ (1.0, -1.0))
    if not np.abs(sums).max() > DUST and not math.isnan(error):
        error = 0.0
    return Effect(value, error, freedom, int(moments.clusters[0]), sums, room=float(moments.room[0]))


def detectable(error: float, freedom: float) -> float:
    """Return the difference that a two-sided t test at ``ALPHA`` finds with probability ``POWER``."""
    return (student.quantile(1 - ALPHA / 2, freedom) + student.quantile(POWER, freedom)) * error


def equivalent_within(error: float, freedom: float) -> float:
    """Return the margin within which two one-sided tests find equal systems equal with probability ``POWER``."""
    return (student.quantile(1 - ALPHA, freedom) + student.quantile((1 + POWER) / 2, freedom)) * error


def needed(
    size: float, error: float, freedom: float, clusters: int, least: Callable[[float, float], float] = detectable
) -> int | None:
    """Return with how many clusters like these a difference of this *size* would be found with probability ``POWER``.

    The standard error *error* was found with *clusters* and *freedom* degrees of freedom; *least* is what is found with
    such numbers. Nothing is returned for no difference, or where more than ``MOST`` would be needed.
    """
    if not abs(size) > 0 or not math.isfinite(error):
        return None

    def is_enough(number: int) -> bool:
        degrees = max(freedom * number / clusters, 1.0)
        return least(error * math.sqrt(clusters / number), degrees) <= abs(size)

    numbers = range(2, MOST + 1)
    index = bisect_left(numbers, True, key=is_enough)  # noqa: FBT003  the first that is enough
    return numbers[index] if index < len(numbers) else None
