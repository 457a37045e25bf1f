"""Student's t distribution: the quantile that intervals need, without the fifth of a second for importing scipy.

Source: the incomplete beta function by its continued fraction (Abramowitz and Stegun 26.5.8), and Newton's method.
"""

import math
from functools import lru_cache
from statistics import NormalDist

_TINY = 1e-300
_STEPS = 500
_LOG_GAMMA_HALF = math.lgamma(0.5)


def tail(t: float, freedom: float) -> float:
    """Return the probability that a variable of Student's distribution with *freedom* degrees exceeds ``t >= 0``."""
    x = freedom / (freedom + t * t)
    a, b = freedom / 2, 0.5
    if x > (a + 1) / (a + b + 2):  # there the fraction of the other end converges faster
        return 0.5 * (1 - _beta(t * t / (freedom + t * t), b, a))
    return 0.5 * _beta(x, a, b)


def _log_half_step(a: float) -> float:
    """Return log gamma(a + 1/2) - log gamma(a); by its series where the difference would lose digits."""
    if a < 100:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    return 0.5 * math.log(a) - 1 / (8 * a) + 1 / (192 * a**3) - 1 / (640 * a**5)


def _beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function of ``0 <= x <= 1`` with a or b 1/2, by Lentz's method."""
    if x <= 0:
        return 0.0
    front = math.exp(a * math.log(x) + b * math.log1p(-x) + _log_half_step(max(a, b)) - _LOG_GAMMA_HALF) / a
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or _TINY)
    value = d
    for m in range(1, _STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + term * d) or _TINY)
            c = (1 + term / c) or _TINY
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value


@lru_cache(maxsize=4096)
def quantile(probability: float, freedom: float) -> float:
    """Return the quantile of Student's distribution for ``0.5 < probability < 1`` and ``freedom >= 1``."""
    wanted = 1 - probability
    z = NormalDist().inv_cdf(probability)
    t = z + (z**3 + z) / (4 * freedom)  # Cornish and Fisher's first term
    scale = _log_half_step(freedom / 2) - 0.5 * math.log(freedom * math.pi)
    for _ in range(100):
        density = math.exp(scale - (freedom + 1) / 2 * math.log1p(t * t / freedom))
        step = (tail(t, freedom) - wanted) / density
        t = max(t + step, t / 2)
        if abs(step) <= 1e-14 * t:
            break
    return t
