"""How large a difference could be found with these clusters, and how many would be needed for a given one."""

import math
from collections.abc import Callable

from interplay.core.student import quantile
from interplay_lab.compare.records import ALPHA

POWER = 0.8
MOST = 10_000_000
"""Clusters beyond which it makes no sense to say how many."""


def detectable(error: float, freedom: float) -> float:
    """Return the difference that a two-sided t test at ``ALPHA`` finds with probability ``POWER``."""
    return (quantile(1 - ALPHA / 2, freedom) + quantile(POWER, freedom)) * error


def equivalent_within(error: float, freedom: float) -> float:
    """Return the margin within which two one-sided tests find equal systems equal with probability ``POWER``."""
    return (quantile(1 - ALPHA, freedom) + quantile((1 + POWER) / 2, freedom)) * error


def needed_for_equivalence(margin: float, error: float, freedom: float, clusters: int) -> int | None:
    """Return with how many clusters like these equal systems would be found equal within *margin*, as ``needed``."""
    return needed(margin, error, freedom, clusters, equivalent_within)


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

    low, high = 1, 2
    while not is_enough(high):
        low, high = high, 2 * high
        if high > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
