"""Means of scored items with standard errors and intervals, the same on every machine: nothing is resampled.

A mean is that of the strata's means, each stratum counting alike; within a stratum it is weighted by item. Items of one
cluster are not independent of each other: the variance is that of the clusters' influences on the mean (Taylor
linearisation, as survey statistics have it: Cochran 1977, section 6; Korn and Graubard 1999, section 2), with as many
degrees of freedom as Satterthwaite's formula gives. Strata with fewer than ``FEWEST`` clusters are collapsed into one,
which errs on the wide side.

Shares of items that passed or failed have Wilson's interval with an effective sample size, after Korn and Graubard
(1998): what clustering leaves of the items, and never more than an intraclass correlation of ``CORRELATION`` would.
Other means close to the end of a scale have it, too, as few errors make a variance that is too small. A cluster then
counts as at most ``1 / CORRELATION`` items, as many items of that correlation would.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from interplay.core import student
from interplay.core.text import counted

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Scale = tuple[float, float]

LEVEL = 0.95
FEWEST = 5
"""Clusters that an interval needs."""
CORRELATION = 0.2
"""Intraclass correlation that shares are taken to have at least: tasks' scripts were measured at .16 to .30."""
UNBOUNDED = (-math.inf, math.inf)
CLOSE = 2.0
"""How many t intervals a mean must be away from the ends of its scale for them to hold as often as they say."""
MAX_DIFFERENCE = 100.0
"""Largest difference between clusters of a score in points, assumed where all observed clusters are equal."""
_DUST = 1e-7  # what sums of floats may leave of nothing: roots of rounding errors


@dataclass(frozen=True, slots=True)
class Moments:
    """Estimates of M metrics, in the shape (M,): mean, standard error, its degrees of freedom, clusters, and room.

    The mean is NaN where no item counts, the error where the clusters are too few. ``room`` is the effective sample
    size that a share has at the most.
    """

    mean: Floats
    error: Floats
    freedom: Floats
    clusters: Integers
    room: Floats


@dataclass(frozen=True, slots=True)
class Bounds:
    """The ends of an interval and how they were found; without ends, ``reason`` says why there are none.

    ``error`` is the standard error that the interval comes from, in place of that of the clusters' influences.
    """

    low: float | None
    high: float | None
    method: str | None
    reason: str | None = None
    error: float | None = None

    def within(self, least: float, most: float) -> "Bounds":
        """Return the interval truncated at the ends of the scale, beyond which no value lies (decision 0077)."""
        if self.low is None or self.high is None:
            return self
        return replace(self, low=max(least, self.low), high=min(most, self.high))


def moments(values: Floats, weights: Floats, strata: Integers, clusters: Integers, max_difference: Floats) -> Moments:
    """Return the estimates of M metrics over n items.

    Args:
        values: Shape (n, M); what is not defined may be anything finite, with a weight of 0.
        weights: Shape (n, M), not negative.
        strata: Shape (n,), numbers from 0.
        clusters: Shape (n,), numbers from 0; a cluster lies in one stratum.
        max_difference: Shape (M,): a stratum without variance is assumed to have one cluster, besides those observed,
            that differs by this much (Laplace's rule); 0 for metrics without such an assumption.
    """
    share = shares(weights, strata)
    home = np.zeros(int(clusters.max(initial=-1)) + 1, dtype=np.int64)
    home[clusters] = strata
    mass, n = _sums(share, strata, int(strata.max(initial=-1)) + 1), len(home)
    filled = np.maximum((mass > 0).sum(axis=0), 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(mass > 0, _sums(share * values, strata, len(mass)) / mass, 0.0)
    counted = _sums(share, clusters, n) > 0
    number = _sums(counted.astype(np.float64), home, len(mass))
    variances = _components(_sums(share * (values - means[strata]), clusters, n), number, home)
    variances = _assumed(variances, number, max_difference / filled, several=filled > 1)
    few = _too_few(number)
    together, freedom = _collapsed(share * few[strata], values, clusters, n)
    apart = np.where(few, 0.0, variances)
    variance = apart.sum(axis=0) + together
    squares = (apart**2 / np.maximum(number - 1, 1)).sum(axis=0) + together**2 / freedom
    total = counted.sum(axis=0)
    return Moments(
        mean=np.where(total > 0, (share * values).sum(axis=0), np.nan),
        error=np.where(total >= FEWEST, np.sqrt(variance), np.nan),
        freedom=np.where(squares > 0, variance**2 / np.where(squares > 0, squares, 1.0), np.maximum(total - filled, 1)),
        clusters=total,
        room=_room(_sums((weights > 0).astype(np.float64), clusters, n)),
    )


def shares(weights: Floats, strata: Integers) -> Floats:
    """Return the weights of items in the mean of the strata's means; a column adds up to 1, or to 0 without items."""
    mass = _sums(weights, strata, int(strata.max(initial=-1)) + 1)
    whole = (mass * (mass > 0).sum(axis=0))[strata]
    return np.where(weights > 0, weights / np.where(whole > 0, whole, 1.0), 0.0)


def _assumed(variance: Floats, number: Floats, max_difference: Floats, *, several: NDArray[np.bool_]) -> Floats:
    """Return the variances *found* in strata, with a variance by Laplace's rule for those in which nothing varied."""
    rule = 1 / (number + 2)
    assumed = max_difference**2 * rule * (1 - rule) / np.maximum(number, 1)
    silent = (number >= FEWEST) & several & (variance <= (_DUST * max_difference) ** 2)
    return np.where(silent, assumed, variance)


def _too_few(number: Floats) -> NDArray[np.bool_]:
    """Return which strata are collapsed: those of too few clusters, and all where these together have too few."""
    few = (number > 0) & (number < FEWEST)
    short = few.any(axis=0) & ((number * few).sum(axis=0) < FEWEST)
    return np.asarray(few | ((number > 0) & short))


def _room(sizes: Floats) -> Floats:
    """Return the effective sample size of clusters of some *sizes* (K x M) whose items correlate by ``CORRELATION``."""
    items = sizes.sum(axis=0)
    design = 1 + ((sizes**2).sum(axis=0) / np.maximum(items, 1) - 1) * CORRELATION
    return np.asarray(items / np.maximum(design, 1.0))


def _sums(values: Floats, groups: Integers, n: int) -> Floats:
    sums = np.zeros((n, values.shape[1]))
    np.add.at(sums, groups, values)
    return sums


def _components(influence: Floats, number: Floats, home: Integers) -> Floats:
    """Return what each stratum adds to the variances; influences of a stratum add up to 0."""
    squares = _sums(influence**2, home, len(number))
    return np.where(number > 1, squares * number / np.maximum(number - 1, 1), 0.0)


def _collapsed(share: Floats, values: Floats, clusters: Integers, n: int) -> tuple[Floats, Floats]:
    """Return variance and degrees of freedom of what strata add together that are taken for one."""
    whole = share.sum(axis=0)
    mean = (share * values).sum(axis=0) / np.where(whole > 0, whole, 1.0)
    number = (_sums(share, clusters, n) > 0).sum(axis=0)
    squares = (_sums(share * (values - mean), clusters, n) ** 2).sum(axis=0)
    more = np.maximum(number - 1, 1)
    return np.where(number > 1, squares * number / more, 0.0), more.astype(np.float64)


def quantile(freedom: float, level: float = LEVEL) -> float:
    """Return the quantile of Student's distribution at which a central interval of *level* ends."""
    return student.quantile((1 + level) / 2, max(freedom, 1.0))


def bounds(mean: float, error: float, freedom: float, clusters: int, unit: str, level: float = LEVEL) -> Bounds:
    """Return the t interval of a mean over *clusters* (called *unit*), none without enough of them or any variance."""
    if math.isnan(error):
        return Bounds(None, None, None, f"an interval needs at least {FEWEST} {unit}, found {clusters}")
    if error <= _DUST * max(1.0, abs(mean)):
        return Bounds(None, None, None, f"no variation over {counted(clusters, unit)}")
    half = quantile(freedom, level) * error
    return Bounds(mean - half, mean + half, f"t, {clusters:,} {unit}")


def interval(
    moments: Moments, index: int, unit: str, scale: Scale = UNBOUNDED, *, is_share: bool = False, level: float = LEVEL
) -> Bounds:
    """Return the interval of one metric of *moments* within its *scale*: Student's t, or Wilson's (decision 0092).

    Wilson's serves shares, and other metrics with two ends close to one of these: where a t interval ``CLOSE`` times as
    wide would leave the scale, or where nothing varied at its end (on a scale from 0, anywhere).
    """
    mean, error, freedom = (float(values[index]) for values in (moments.mean, moments.error, moments.freedom))
    plain = bounds(mean, error, freedom, int(moments.clusters[index]), unit, level)
    least, most = scale
    if math.isnan(error) or math.isinf(most - least):
        return plain.within(least, most)
    is_constant = plain.low is None
    half = _DUST * (most - least) if is_constant else CLOSE * (mean - (plain.low or 0.0))
    if not is_share and least + half < mean < most - half and not (is_constant and least == 0):
        return plain
    room = float(moments.room[index])
    most_effective = room if is_share else int(moments.clusters[index]) / CORRELATION
    return _wilson(mean, error, quantile(freedom, level), scale, room, most_effective)


def _wilson(mean: float, error: float, z: float, scale: Scale, room: float, most_effective: float) -> Bounds:
    """Return Wilson's interval of a mean on a *scale*, as that of a share of its length.

    Its effective sample size follows from the standard *error*, up to *most_effective*, and is *room* without any.
    The standard error is that of Wilson's middle, which shares of 0 and 1 have, too.
    """
    least, span = scale[0], scale[1] - scale[0]
    p = min(1.0, max(0.0, (mean - least) / span))
    effective = room
    if error > _DUST * span and 0 < p < 1:
        effective = min(most_effective, p * (1 - p) / (error / span) ** 2)
    middle = (p + z * z / (2 * effective)) / (1 + z * z / effective)
    error = math.sqrt(p * (1 - p) / effective + z * z / (4 * effective**2)) / (1 + z * z / effective)
    half = z * error
    low = 0.0 if p <= 0 else max(0.0, middle - half)
    high = 1.0 if p >= 1 else min(1.0, middle + half)
    method = f"Wilson, effective sample size {effective:.0f}"
    return Bounds(least + span * low, least + span * high, method, error=span * error)


def ratio_bounds(totals: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Return the ends of the intervals of ``totals.sum(axis=0) / counts.sum(axis=0)``, NaN where there are none.

    Both have the shape (clusters, ratios): what a cluster adds to a ratio's numerator, and to its denominator.
    """
    n, width = totals.shape
    values = np.divide(totals, counts, out=np.zeros_like(totals), where=counts > 0)
    alone, apart = np.zeros(n, dtype=np.int64), np.arange(n)
    means = moments(values, counts, alone, apart, np.zeros(width))
    each = (means.mean.tolist(), means.error.tolist(), means.freedom.tolist(), means.clusters.tolist())
    ends = [bounds(*ratio, "clusters") for ratio in zip(*each, strict=True)]
    low, high = (np.array([getattr(end, side) for end in ends], dtype=np.float64) for side in ("low", "high"))
    return low, high
