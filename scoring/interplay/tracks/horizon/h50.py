"""H50: the level at which half of the items of several families succeed, by a posterior on a grid and draws from it.

An item at level x (a logarithm to the base 2 of its load) succeeds with the probability

    (1 - lapse) * curve((x - threshold) / spread)

where the curve is ``2 ** -(2 ** d)`` (survival) or ``1 / (1 + e ** d)`` (logistic), equally likely before the data are
seen. Survival with a spread of 1 and no lapses is what a fixed chance of failure per unit of load gives:
``(1 - p) ** (2 ** x)``; logistic curves come from limits that lie about as far above as below their middle. Smaller
spreads are steeper; lapses are failures that have nothing to do with the load. Items come in families, and each family
has a threshold of its own; the thresholds are normal around a common one (random effects, so that families lend each
other strength but need not be alike); curve, spread and lapse are common. Priors are weak: flat for the common
threshold, see the constants for the rest.

What is estimated is the level at which half of the items of *these* families succeed, families counting alike and
lapses included. It has no closed form, so the posterior is drawn from: cells of the grid systematically, thresholds of
families by the named streams of ``interplay.core.randomness``. Decision 0060 has the reasons and the simulations.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from interplay.core.randomness import Stream

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Counts = NDArray[np.int64] | NDArray[np.float64]
Link = Literal["survival", "logistic"]
LINKS: tuple[Link, ...] = ("survival", "logistic")

LEVEL = 0.9
STEP = 0.25
"""Width of the cells of thresholds, in levels."""
MARGIN = 4.0
"""How far below the lowest and above the highest level thresholds are looked for, in levels."""
SPREADS = tuple(2.0 ** (octave / 2) for octave in range(-4, 5))
"""Spreads in levels: 1/4 to 4, log-normal around 1 with a standard deviation of one octave."""
LAPSES = ((0.0, 6), (0.01, 6), (0.02, 6), (0.04, 5), (0.08, 3), (0.16, 2), (0.32, 1))
"""Lapse rates with their prior weights."""
BETWEEN = ((0.2, 6), (0.4, 4), (0.7, 3), (1.0, 2), (1.4, 2), (2.0, 1))
"""Standard deviations of families' thresholds in levels with their prior weights."""
DRAWS = 2_000
_HALVINGS = 16
_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class H50:
    """The level at which half succeed: posterior median, standard deviation and ends of the 90% interval, in levels.

    ``beyond`` is 1 where the median lies above the highest level that was tried, -1 where it lies below the lowest,
    0 otherwise: beyond what was tried there is no estimate but the bound. ``low`` and ``high`` may lie beyond.
    """

    value: float
    error: float
    low: float
    high: float
    beyond: int


@dataclass(frozen=True, slots=True)
class Posterior:
    """Draws from what is known after the data: ``halfway`` (D,), the level at which half succeed, and the ``chances``.

    These (D, F, K) are the chances of success of the families at the levels, from ``_TINY`` to 1 less that.
    """

    halfway: Floats
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
    """(B * C, T): families' thresholds given the standard deviation between them and the common threshold."""
    rows: Floats
    """(B * C,): logarithms of the prior of the standard deviation and the common threshold."""
    weights: Floats
    """(S, L): logarithms of the prior of curve and lapse."""


def h50(levels: Floats, passed: Counts, tried: Counts, links: tuple[Link, ...] = LINKS) -> H50:
    """Return the level at which half of the items of these families succeed.

    Args:
        levels: Shape (K,), increasing: the logarithms to the base 2 of the loads that were tried.
        passed: Shape (F, K): how many items of each family and level succeeded, an item of several trials for the share
            of them that did.
        tried: Shape (F, K): how many there were; families without any are left out.
        links: The forms of the curve; fewer than all are there to be compared with.

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
    drawn = posterior(levels, passed[known], tried[known], links=links).halfway
    value, low, high = np.quantile(drawn, (0.5, (1 - LEVEL) / 2, (1 + LEVEL) / 2))
    asked = levels[tried.sum(axis=0) > 0]
    beyond = int(value > asked[-1]) - int(value < asked[0])
    return H50(float(value), float(drawn.std()), float(low), float(high), beyond)


def posterior(levels: Floats, passed: Counts, tried: Counts, *, links: tuple[Link, ...] = LINKS) -> Posterior:
    """Return draws of what ``h50`` sums up; every family must have items.

    Args:
        levels: As ``h50`` takes them.
        passed: As there.
        tried: As there, with items of each family.
        links: As there.

    Raises:
        ValueError: As there, or a family has no items.

    Example:
        >>> import numpy as np
        >>> found = posterior(np.array([3.0, 4, 5, 6]), np.array([[9, 8, 5, 1]]), np.array([[10, 10, 10, 10]]))
        >>> f"{2 ** np.median(found.halfway):.0f}", found.chances.shape
        ('31', (2000, 1, 4))
    """
    _check(levels, passed, tried)
    if not tried.sum(axis=1).all():
        raise ValueError(f"found families without items among {tried.sum(axis=1).tolist()}, expected some of each")
    grid = _grid(float(levels[0]), float(levels[-1]), links)
    likelihood = _likelihood(grid, levels, passed, tried)
    weights, cells = _cells(grid, likelihood)
    shape, lapse, row = np.unravel_index(_systematic(weights), cells)
    thresholds = _thresholds(grid, likelihood, shape, lapse, row)
    distance = (levels - thresholds[:, :, None]) / grid.spreads[shape][:, None, None]
    chances = _curve(distance, grid.survival[shape][:, None, None]) * (1 - grid.lapses[lapse])[:, None, None]
    return Posterior(_halfway(grid, thresholds, shape, lapse), np.clip(chances, _TINY, 1 - _TINY))


def _check(levels: Floats, passed: Counts, tried: Counts) -> None:
    if passed.shape != tried.shape or passed.ndim != 2 or passed.shape[1:] != levels.shape:
        shapes = f"passed {passed.shape}, tried {tried.shape}, levels {levels.shape}"
        raise ValueError(f"found the shapes {shapes}, expected (F, K), (F, K) and (K,)")
    if (passed < 0).any() or (passed > tried).any() or not tried.sum():
        raise ValueError(f"found {passed.sum()} passed of {tried.sum()}, expected 0 to all of at least 1 in each cell")
    if (np.diff(levels) <= 0).any():
        raise ValueError(f"found the levels {levels.tolist()}, expected them to increase")


@lru_cache(maxsize=16)
def _grid(lowest: float, highest: float, links: tuple[Link, ...]) -> _Grid:
    thresholds = np.arange(lowest - MARGIN, highest + MARGIN + STEP / 2, STEP)
    common = thresholds
    deviations, likely = (np.repeat(column, len(common))[:, None] for column in np.array(BETWEEN).T)
    distance = (thresholds[None, :] - np.tile(common, len(BETWEEN))[:, None]) / deviations
    prior = np.exp(-(distance**2) / 2)
    spreads = np.tile(np.array(SPREADS), len(links))
    survival = np.repeat(np.array([link == "survival" for link in links]), len(SPREADS))
    lapses, shares = (np.array(column, dtype=np.float64) for column in zip(*LAPSES, strict=True))
    weights = -(np.log2(spreads) ** 2)[:, None] / 2 + np.log(shares)[None, :]
    rows = prior / prior.sum(axis=1, keepdims=True)
    return _Grid(thresholds, spreads, survival, lapses, rows, np.log(likely[:, 0]), weights)


def _curve(distance: Floats, survival: NDArray[np.bool_]) -> Floats:
    """Return the chance of success without lapses at so many spreads above the threshold."""
    bounded = np.minimum(distance, 100.0)
    return np.where(survival, np.exp2(-np.exp2(np.minimum(bounded, 12.0))), 1 / (1 + np.exp(bounded)))


def _likelihood(grid: _Grid, levels: Floats, passed: Counts, tried: Counts) -> Floats:
    """Return the likelihoods (S, L, F, T) of families' thresholds, each family's scaled to 1 at the greatest."""
    distance = (levels[None, None, :] - grid.thresholds[None, :, None]) / grid.spreads[:, None, None]
    chance = _curve(distance, grid.survival[:, None, None])[:, None] * (1 - grid.lapses)[None, :, None, None]
    chance = np.clip(chance, _TINY, 1 - _TINY)
    logs = np.log(chance) @ passed.T.astype(np.float64) + np.log1p(-chance) @ (tried - passed).T.astype(np.float64)
    logs = np.swapaxes(logs, 2, 3)
    return np.asarray(np.exp(logs - logs.max(axis=(0, 1, 3), keepdims=True)))


def _cells(grid: _Grid, likelihood: Floats) -> tuple[Floats, tuple[int, ...]]:
    """Return the posterior of spread, lapse and row of the prior, flattened, and its shape."""
    evidence = np.log(np.maximum(likelihood @ grid.prior.T, 1e-300)).sum(axis=2)
    logs = evidence + grid.weights[:, :, None] + grid.rows
    weights = np.exp(logs - logs.max())
    return (weights / weights.sum()).ravel(), weights.shape


def _systematic(weights: Floats) -> Integers:
    """Return the cells at ``DRAWS`` evenly spaced points of the cumulative *weights*."""
    points = (np.arange(DRAWS) + 0.5) / DRAWS
    return np.asarray(np.minimum(np.searchsorted(np.cumsum(weights), points), len(weights) - 1), dtype=np.int64)


def _thresholds(grid: _Grid, likelihood: Floats, shape: Integers, lapse: Integers, row: Integers) -> Floats:
    """Return thresholds (DRAWS, F) of the families in the cells drawn."""
    families = likelihood.shape[2]
    thresholds = np.empty((DRAWS, families))
    uniform = _uniform(families)
    for family in range(families):
        mass = np.cumsum(likelihood[shape, lapse, family] * grid.prior[row], axis=1)
        wanted = uniform[:, family] * mass[:, -1]
        index = np.minimum((mass < wanted[:, None]).sum(axis=1), mass.shape[1] - 1)
        every = np.arange(DRAWS)
        before = np.where(index > 0, mass[every, index - 1], 0.0)
        inside = (wanted - before) / np.maximum(mass[every, index] - before, 1e-300)
        thresholds[:, family] = grid.thresholds[index] + (inside - 0.5) * STEP
    return thresholds


@lru_cache(maxsize=64)
def _uniform(families: int) -> Floats:
    """Return numbers from 0 to 1 (DRAWS, F); those of a family do not depend on how many families there are."""
    columns = []
    for family in range(families):
        stream = Stream("thresholds", family, "posterior")
        columns.append([stream.below(2**53) / 2**53 for _ in range(DRAWS)])
    return np.array(columns).T


def _halfway(grid: _Grid, thresholds: Floats, shape: Integers, lapse: Integers) -> Floats:
    """Return for each draw the level at which the mean of its families' curves is a half, by bisection."""
    low = np.full(len(thresholds), grid.thresholds[0] - MARGIN)
    high = np.full(len(thresholds), grid.thresholds[-1] + MARGIN)
    spread, survival, kept = grid.spreads[shape], grid.survival[shape], 1 - grid.lapses[lapse]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        distance = (middle[:, None] - thresholds) / spread[:, None]
        mean = _curve(distance, survival[:, None]).mean(axis=1) * kept
        low, high = np.where(mean > 0.5, middle, low), np.where(mean > 0.5, high, middle)
    return np.asarray((low + high) / 2)
