"""The two corrections of a TrueSkill update for two players, one number at a time or a whole array at once.

With t the expected performance gap and e the draw margin, both in units of the gap's standard deviation, a win moves
the mean by v and shrinks the variance by w (Herbrich, Minka and Graepel 2007): for a win v = phi(t - e) / Phi(t - e)
and w = v (v + t - e). All forms stay finite where Phi underflows.
"""

import math
from typing import TypeVar

import numpy as np

from interplay.ratings.arrays import FloatArray

N = TypeVar("N", float, FloatArray)
_ROOT_2 = math.sqrt(2.0)
_LOG_ROOT_2_PI = 0.5 * math.log(2 * math.pi)
_ERFC = np.frompyfunc(math.erfc, 1, 1)
_FAR = 30.0  # beyond this many standard deviations the plain formulas lose digits or underflow


def win(t: float, e: float) -> tuple[float, float]:
    """Return v and w when the player expected to be ahead by *t* won."""
    x = t - e
    if x > -_FAR:
        v = math.exp(-x * x / 2 - _LOG_ROOT_2_PI) / (0.5 * math.erfc(-x / _ROOT_2))
    else:
        beyond = _beyond(x)
        return beyond - x, min(1.0, (beyond - x) * beyond)
    return v, min(1.0, v * (v + x))


def draw(t: float, e: float) -> tuple[float, float]:
    """Return v and w when the player expected to be ahead by *t* drew."""
    a = abs(t)
    if a - e > _FAR:
        v_far, w_far = draws(np.array([t]), np.array([e]))
        return float(v_far[0]), float(w_far[0])
    near, far = math.exp(-((e - a) ** 2) / 2 - _LOG_ROOT_2_PI), math.exp(-((e + a) ** 2) / 2 - _LOG_ROOT_2_PI)
    inside = 0.5 * (math.erfc((a - e) / _ROOT_2) - math.erfc((a + e) / _ROOT_2))
    v = (far - near) / inside
    w = v * v + ((e - a) * near + (e + a) * far) / inside
    return math.copysign(1.0, t) * v, min(1.0, w)


def _beyond(x: N) -> N:
    """Return v + x far below zero, by the expansion of Mills' ratio: the difference itself would be noise."""
    return -1 / x + 2 / x**3 - 10 / x**5 + 74 / x**7


def wins(t: FloatArray, e: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return v and w of ``win`` for each entry of *t*."""
    x = t - e
    far = x < -_FAR
    beyond = np.where(far, _beyond(np.minimum(x, -1.0)), 0.0)
    v = np.where(far, beyond - x, np.exp(-x * x / 2 - _LOG_ROOT_2_PI - _log_phi(x)))
    return v, np.clip(v * np.where(far, beyond, v + x), 0.0, 1.0)


def draws(t: FloatArray, e: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return v and w of ``draw`` for each entry of *t*."""
    a = np.abs(t)
    base = _log_phi(e - a)
    near = np.exp(-((e - a) ** 2) / 2 - _LOG_ROOT_2_PI - base)
    far = np.exp(-((e + a) ** 2) / 2 - _LOG_ROOT_2_PI - base)
    inside = -np.expm1(_log_phi(-e - a) - base)
    v = (far - near) / inside
    w = v * v + ((e - a) * near + (e + a) * far) / inside
    return np.copysign(1.0, t) * v, np.clip(w, 0.0, 1.0)


def _log_phi(x: FloatArray) -> FloatArray:
    """Return log Phi(x); far below zero by the expansion of Mills' ratio, where Phi itself underflows."""
    below = np.minimum(x, -_FAR)
    tails = np.asarray(_ERFC(np.abs(np.maximum(x, -_FAR)) / _ROOT_2), dtype=np.float64) / 2
    far = -below * below / 2 - _LOG_ROOT_2_PI - np.log(_beyond(below) - below)
    with np.errstate(divide="ignore"):
        return np.where(x < -_FAR, far, np.where(x < 0, np.log(tails), np.log1p(-tails)))
