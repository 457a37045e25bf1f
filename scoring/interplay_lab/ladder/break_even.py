"""Break-even: the level at which half of the attempts succeed, by Bayesian inference on a grid.

An attempt at level x succeeds with probability 1 / (1 + exp((x - threshold) / spread)). The prior of the threshold is
uniform from ``BEYOND`` levels below the lowest to ``BEYOND`` above the highest; that of the spread is log-uniform from
``SPREADS[0]`` to ``SPREADS[1]`` levels. A draw counts as half a success.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

BEYOND = 3.0
SPREADS = (0.2, 5.0)
STEP = 0.02
"""Distance of thresholds on the grid, in levels."""
_WIDTHS = 41


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The break-even level: the posterior's median, and the ends of its central interval of *mass*."""

    level: float
    low: float
    high: float
    mass: float


def break_even(
    levels: Sequence[float], successes: Sequence[float], *, lowest: float, highest: float, mass: float = 0.9
) -> BreakEven:
    """Return the level at which half of the attempts succeed.

    Args:
        levels: The level of each attempt, in any order; higher ones are harder.
        successes: The result of each attempt, from 0 (failed) to 1.
        lowest: The easiest level of the scale.
        highest: The hardest level of the scale.
        mass: The probability that the threshold lies in the interval.

    Returns:
        The median and the interval; both can lie up to ``BEYOND`` levels outside the scale.

    Raises:
        ValueError: The lists differ in length, a success is not from 0 to 1, or *mass* is not between 0 and 1.

    Example:
        >>> half = break_even([1, 1, 2, 2, 3, 3], [1, 1, 1, 0, 0, 0], lowest=1, highest=3)
        >>> round(half.level, 1)
        2.0
    """
    tried, points = np.asarray(levels, dtype=np.float64), np.asarray(successes, dtype=np.float64)
    if tried.shape != points.shape:
        raise ValueError(f"found {points.size} successes for {tried.size} levels, expected as many")
    if not ((points >= 0) & (points <= 1)).all():
        raise ValueError(f"found successes from {points.min():g} to {points.max():g}, expected 0 to 1")
    if not 0 < mass < 1:
        raise ValueError(f"mass is {mass:g}, expected more than 0 and less than 1")
    count = round((highest - lowest + 2 * BEYOND) / STEP) + 1
    at = np.linspace(lowest - BEYOND, highest + BEYOND, count)
    spread = np.geomspace(*SPREADS, _WIDTHS)
    known, where = np.unique(tried, return_inverse=True)
    won, lost = np.bincount(where, points, len(known)), np.bincount(where, 1 - points, len(known))
    log = np.zeros((count, _WIDTHS))
    for level, wins, losses in zip(known, won, lost, strict=True):
        odds = (level - at[:, None]) / spread
        log -= wins * np.logaddexp(0, odds) + losses * np.logaddexp(0, -odds)
    weight = np.exp(log - log.max()).sum(axis=1)
    share = np.cumsum(weight) / weight.sum()
    low, level, high = (float(at[np.searchsorted(share, q)]) for q in ((1 - mass) / 2, 0.5, (1 + mass) / 2))
    return BreakEven(level, low, high, mass)
