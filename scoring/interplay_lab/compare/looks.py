"""Significance levels for looks at results that are still growing: 5% over all looks (decision 0092).

Each side spends ``2 - 2 Phi(q / sqrt(t))`` of its 2.5% up to the share *t* of the results, as O'Brien and Fleming's
boundaries do (Lan and DeMets 1983). The boundaries follow by recursive integration (Armitage, McPherson and Rowe 1969).
"""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from interplay_lab.compare.records import ALPHA, Look

MOST = 20
"""Looks at the most."""
_GRID = 401
_NORMAL = NormalDist()


def look_of(look: tuple[int, int]) -> Look:
    """Return the boundary of look k of n, ``(k, n)``, at equal steps of results.

    Raises ``ValueError`` for looks that there are not.

    Example:
        >>> round(look_of((2, 5)).z, 2)
        3.36
    """
    number, of = look
    if not 1 <= number <= of <= MOST:
        raise ValueError(f"look: found {number} of {of}, expected K of N with 1 <= K <= N <= {MOST}")
    z = boundaries(of)[number - 1]
    return Look(number=number, of=of, z=z, alpha=ALPHA if of == 1 else math.erfc(z / math.sqrt(2)))


@lru_cache(maxsize=MOST)
def boundaries(of: int) -> tuple[float, ...]:
    """Return the z that a difference must exceed at each of so many looks."""
    quantile = _NORMAL.inv_cdf(1 - ALPHA / 4)
    spent = [0.0, *(2 * math.erfc(quantile * math.sqrt(of / look / 2)) for look in range(1, of + 1))]
    points, mass, ends = np.zeros(1), np.ones(1), []
    for look in range(1, of + 1):
        ends.append(_end(points, mass, spent[look] - spent[look - 1], 10 * math.sqrt(look)))
        steps = np.linspace(-ends[-1], ends[-1], _GRID)
        simpson = np.r_[1, np.tile([4, 2], _GRID // 2)[:-1], 1] * (steps[1] - steps[0]) / 3
        density = np.exp(-((steps[:, None] - points) ** 2) / 2) @ mass / math.sqrt(2 * math.pi)
        points, mass = steps, density * simpson
    return tuple(end / math.sqrt(look) for look, end in enumerate(ends, 1))


def _end(points: NDArray[np.float64], mass: NDArray[np.float64], error: float, high: float) -> float:
    """Return the sum that one more standard normal step exceeds, up or down, with a probability of *error*."""
    low = 0.0
    for _ in range(50):
        middle = (low + high) / 2
        # as the density is symmetric, both tails are equal
        tail = sum(
            m * math.erfc((middle - x) / math.sqrt(2)) for x, m in zip(points.tolist(), mass.tolist(), strict=True)
        )
        low, high = (middle, high) if tail > error else (low, middle)
    return low
