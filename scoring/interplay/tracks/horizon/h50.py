"""H50: the level at which half of the items of several families succeed, by a posterior on a grid and draws from it.

An item at level x (a logarithm to the base 2 of its load) succeeds with the probability

    (1 - lapse) * curve((x - threshold) / spread)

where the curve is ``2 ** -(2 ** d)`` (survival) or ``1 / (1 + e ** d)`` (logistic), equally likely before the data are
seen. Survival with a spread of 1 and no lapses is what a fixed chance of failure per unit of load gives:
``(1 - p) ** (2 ** x)``; logistic curves come from limits that lie about as far above as below their middle. The
smallest spread is a step; lapses are failures that have nothing to do with the load. Each family has a threshold of its
own, normal around a common one with a standard deviation that may be 0, which is one threshold for all; curve, spread
and lapse are common. Priors are weak: flat for the common threshold, see the constants for the rest.

What is estimated is the level at which half of the items of *these* families succeed, families counting alike and
lapses included. It has no closed form, so the posterior is drawn from: cells of the grid systematically, thresholds of
families by the named streams of ``interplay.core.randomness``. Where results jump from passed to failed between two
levels, nothing is known of the levels between them, so intervals hold both. Decisions 0060 and 0086 have the reasons.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from interplay.core.randomness import Stream

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Counts = NDArray[np.int64] | NDArray[np.float64]

LEVEL = 0.9
STEP = 0.125
"""Width of the cells of thresholds, in levels; none is wider than the smallest deviation between families."""
MARGIN = 4.0
"""How far below the lowest and above the highest level thresholds are looked for, in levels."""
SPREADS = ((2**-10, 2), (2**-3, 1), *((2 ** (n / 2), 2 * 2 ** -((n / 2) ** 2 / 1.4)) for n in range(-4, 5)))
"""Spreads in levels with their prior weights: steps, and 1/8 to 4 around 1."""
LAPSES = ((0, 5), (0.01, 5), (0.02, 5), (0.04, 4), (0.08, 3), (0.12, 2), (0.16, 2), (0.22, 2), (0.32, 1))
"""Lapse rates with their prior weights."""
BETWEEN = ((0.0, 6), (0.125, 3), (0.25, 4), (0.5, 4), (1.0, 4), (2.0, 2))
"""Standard deviations of families' thresholds in levels with their prior weights."""
DRAWS = 2_000
_HALVINGS = 13
_TINY = 1e-12
_LEAST = -300.0  # the logarithm of a likelihood that counts as 0, as products of smaller ones are slow


@dataclass(frozen=True, slots=True)
class H50:
    """The level at which half succeed: posterior median, standard deviation and ends of the 90% interval, in levels.

    ``beyond`` is 1 where the median lies above the highest level that was tried, -1 below the lowest, else 0.
    """

    value: float
    error: float
    low: float
    high: float
    beyond: int


@dataclass(frozen=True, slots=True)
class Posterior:
    """Draws from what is known after the data: ``halfway`` (D,), the level at which half succeed, and the ``chances``.

    These (D, F, K) are the chances of success of the families at the levels, from ``_TINY`` to 1 less that. ``lowest``
    and ``highest`` (D,) are the same as ``halfway`` with the ends of the gap for all within it (``_gap``).
    """

    halfway: Floats
    lowest: Floats
    highest: Floats
    chances: Floats


@dataclass(frozen=True, slots=True)
class _Grid:
    """The posterior's cells: thresholds (T,), curves (S,) with their spreads, and lapses (L,)."""

    thresholds: Floats
    spreads: Floats
    survival: NDArray[np.bool_]
    """(S,): which curves are survival; the others are logistic."""
    lapses: Floats
    prior: Floats
    """(R, T): families' thresholds given the standard deviation between them and the common threshold."""
    shared: NDArray[np.bool_]
    rows: Floats
    """(R,): which rows are one threshold for all families, and the logarithms of their own prior."""
    weights: Floats
    """(S, L): logarithms of the prior of curve and lapse."""


def h50(levels: Floats, passed: Counts, tried: Counts) -> H50:
    """Return the level at which half of the items of these families succeed.

    Args:
        levels: Shape (K,), increasing: the logarithms to the base 2 of the loads that were tried.
        passed: Shape (F, K): how many items of each family and level succeeded, an item of several trials for the share
            of them that did.
        tried: Shape (F, K): how many there were; families without any are left out.

    Raises:
        ValueError: The shapes do not fit, counts are impossible, or no item was tried.

    Example:
        >>> import numpy as np
        >>> found = h50(np.array([3.0, 4, 5, 6]), np.array([[9, 8, 5, 1]]), np.array([[10, 10, 10, 10]]))
        >>> f"{2 ** found.value:.0f} [{2 ** found.low:.0f}, {2 ** found.high:.0f}]"
        '31 [21, 47]'
    """
    _check(levels, passed, tried)
    known = tried.sum(axis=1) > 0
    drawn = posterior(levels, passed[known], tried[known])
    value = np.median(drawn.halfway)
    low, high = np.quantile(drawn.lowest, (1 - LEVEL) / 2), np.quantile(drawn.highest, (1 + LEVEL) / 2)
    asked = levels[tried.sum(axis=0) > 0]
    beyond = int(value > asked[-1]) - int(value < asked[0])
    return H50(float(value), float(drawn.halfway.std()), float(low), float(high), beyond)


def posterior(levels: Floats, passed: Counts, tried: Counts) -> Posterior:
    """Return draws of what ``h50`` sums up; it takes the same, with items of each family, and raises the same."""
    _check(levels, passed, tried)
    if not tried.sum(axis=1).all():
        raise ValueError(f"found families without items among {tried.sum(axis=1).tolist()}, expected some of each")
    grid = _grid(float(levels[0]), float(levels[-1]))
    likelihood, greatest = _likelihood(grid, levels, passed, tried)
    shape, lapse, row = _cells(grid, likelihood, greatest)
    thresholds = _thresholds(grid, likelihood, shape, lapse, row)
    distance = (levels - thresholds[:, :, None]) / grid.spreads[shape][:, None, None]
    chances = _curve(distance, grid.survival[shape]) * (1 - grid.lapses[lapse])[:, None, None]
    halfway, gap = _halfway(grid, thresholds, shape, lapse), _gap(levels, passed.sum(axis=0), tried.sum(axis=0))
    low, high = (np.where((gap[0] <= halfway) & (halfway <= gap[1]), end, halfway) for end in gap)
    return Posterior(halfway, low, high, np.clip(chances, _TINY, 1 - _TINY))


def _gap(levels: Floats, passed: Floats, tried: Floats) -> tuple[float, float]:
    """Return the last level passed and the first failed, NaN where results do not jump between two levels.

    They do where no item above passed, and the last level's as often as those below, within two standard errors.
    """
    levels, passed, tried = (column[tried > 0] for column in (levels, passed, tried))
    last = int(np.flatnonzero(passed).max(initial=-1))
    share = passed.sum() / max(tried[: last + 1].sum(), 1)
    least = tried[last] * share - 2 * math.sqrt(tried[last] * share * (1 - share))
    is_jump = 0 <= last < len(levels) - 1 and passed[last] >= least
    return (float(levels[last]), float(levels[last + 1])) if is_jump else (math.nan, math.nan)


def _check(levels: Floats, passed: Counts, tried: Counts) -> None:
    if passed.shape != tried.shape or passed.ndim != 2 or passed.shape[1:] != levels.shape:
        shapes = f"passed {passed.shape}, tried {tried.shape}, levels {levels.shape}"
        raise ValueError(f"found the shapes {shapes}, expected (F, K), (F, K) and (K,)")
    if (passed < 0).any() or (passed > tried).any() or not tried.sum():
        raise ValueError(f"found {passed.sum()} passed of {tried.sum()}, expected 0 to all of at least 1 in each cell")
    if (np.diff(levels) <= 0).any():
        raise ValueError(f"found the levels {levels.tolist()}, expected them to increase")


@lru_cache(maxsize=16)
def _grid(lowest: float, highest: float) -> _Grid:
    thresholds = np.arange(lowest - MARGIN, highest + MARGIN, STEP) + STEP / 2
    pairs = [(sd, weight, middle) for sd, weight in BETWEEN for middle in thresholds[:: 2 if sd > 2 * STEP else 1]]
    deviations, likely, common = np.array(pairs).T
    likely *= np.where(deviations > 2 * STEP, 2, 1)  # fewer cells that are as much wider
    distance = (thresholds[None, :] - common[:, None]) / np.maximum(deviations, _TINY)[:, None]
    prior = np.where(-(distance**2) / 2 > _LEAST, np.exp(-np.minimum(distance**2, 600.0) / 2), 0.0)
    spreads, favoured = (np.tile(column, 2) for column in np.array(SPREADS).T)
    survival = np.arange(len(spreads)) < len(SPREADS)
    lapses, shares = np.array(LAPSES).T
    weights = np.log(favoured)[:, None] + np.log(shares)[None, :]
    rows = prior / prior.sum(axis=1, keepdims=True)
    return _Grid(thresholds, spreads, survival, lapses, rows, deviations == 0, np.log(likely), weights)


def _curve(distance: Floats, survival: NDArray[np.bool_]) -> Floats:
    """Return the chance of success without lapses so many spreads above the threshold; *survival* is by first axis."""
    curve = np.empty_like(distance)
    curve[survival] = np.exp2(-np.exp2(np.minimum(distance[survival], 12.0)))
    curve[~survival] = 1 / (1 + np.exp(np.minimum(distance[~survival], 100.0)))
    return curve


def _likelihood(grid: _Grid, levels: Floats, passed: Counts, tried: Counts) -> tuple[Floats, Floats]:
    """Return likelihoods (S, L, F, T) of families' thresholds, 1 at the greatest, and the logarithm (S, L) of that."""
    distance = (levels[None, None, :] - grid.thresholds[None, :, None]) / grid.spreads[:, None, None]
    chance = _curve(distance, grid.survival)[:, None] * (1 - grid.lapses)[None, :, None, None]
    chance = np.clip(chance, _TINY, 1 - _TINY)
    logs = np.log(chance) @ passed.T.astype(np.float64) + np.log1p(-chance) @ (tried - passed).T.astype(np.float64)
    logs = np.swapaxes(logs, 2, 3)
    greatest = logs.max(axis=3, keepdims=True)
    logs -= greatest
    return np.where(logs > _LEAST, np.exp(logs), 0.0), greatest.sum(axis=(2, 3))


def _cells(grid: _Grid, likelihood: Floats, greatest: Floats) -> tuple[Integers, ...]:
    """Return curves, lapses and rows of the prior at ``DRAWS`` evenly spaced points of the posterior's running sum."""
    evidence = np.log(np.maximum(likelihood @ grid.prior.T, 1e-300)).sum(axis=2)
    logs = evidence + (greatest + grid.weights)[:, :, None] + grid.rows
    running = np.cumsum(np.exp(logs - logs.max()))
    return np.unravel_index(np.searchsorted(running, (np.arange(DRAWS) + 0.5) / DRAWS * running[-1]), logs.shape)


def _thresholds(grid: _Grid, likelihood: Floats, shape: Integers, lapse: Integers, row: Integers) -> Floats:
    """Return thresholds (DRAWS, F) of the families in the cells drawn."""
    families, size = likelihood.shape[2:]
    thresholds, uniform = np.empty((DRAWS, families)), _uniform(families)
    uniform = np.where(grid.shared[row][:, None], uniform[:, :1], uniform)
    (shapes, lapses, rows), cell = np.unique(np.stack([shape, lapse, row]), axis=1, return_inverse=True)
    for family in range(families):
        mass = np.cumsum(likelihood[shapes, lapses, family] * grid.prior[rows], axis=1)
        mass /= np.maximum(mass[:, -1:], 1e-300)
        wanted = uniform[:, family]
        index = np.searchsorted((mass + np.arange(len(mass))[:, None]).ravel(), cell + wanted) - cell * size
        index = np.clip(index, 0, size - 1)
        before = np.where(index > 0, mass[cell, index - 1], 0.0)
        inside = (wanted - before) / np.maximum(mass[cell, index] - before, 1e-300)
        thresholds[:, family] = grid.thresholds[index] + (inside - 0.5) * STEP
    return thresholds


@lru_cache(maxsize=64)
def _uniform(families: int) -> Floats:
    """Return numbers from 0 to 1 (DRAWS, F); those of a family do not depend on how many families there are."""
    streams = (Stream("thresholds", family, "posterior") for family in range(families))
    return np.array([[stream.below(2**53) / 2**53 for _ in range(DRAWS)] for stream in streams]).T


def _halfway(grid: _Grid, thresholds: Floats, shape: Integers, lapse: Integers) -> Floats:
    """Return for each draw the level at which the mean of its families' curves is a half, by bisection."""
    low = np.full(len(thresholds), grid.thresholds[0] - MARGIN)
    high = np.full(len(thresholds), grid.thresholds[-1] + MARGIN)
    spread, survival, kept = grid.spreads[shape], grid.survival[shape], 1 - grid.lapses[lapse]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        distance = (middle[:, None] - thresholds) / spread[:, None]
        mean = _curve(distance, survival).mean(axis=1) * kept
        low, high = np.where(mean > 0.5, middle, low), np.where(mean > 0.5, high, middle)
    return np.asarray((low + high) / 2)
