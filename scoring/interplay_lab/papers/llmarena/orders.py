"""Order statistics: quartiles with whiskers, and rank correlation."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import quantiles

REACH = 1.5
"""Whiskers reach the furthest value within this many times the box, after Tukey."""


def five(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    """Return whisker, lower quartile, median, upper quartile and whisker of one or more values.

    Quartiles are interpolated, as numpy does by default.

    Example:
        >>> five([1.0, 2.0, 3.0, 4.0, 100.0])
        (1.0, 2.0, 3.0, 4.0, 4.0)
    """
    ordered = sorted(values)
    if len(ordered) == 1:
        return (ordered[0],) * 5
    lower, median, upper = quantiles(ordered, n=4, method="inclusive")
    reach = REACH * (upper - lower)
    inside = [value for value in ordered if lower - reach <= value <= upper + reach]
    return inside[0], lower, median, upper, inside[-1]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, with mean ranks for ties, or ``None`` where one side is constant.

    Example:
        >>> rank_correlation([1.0, 2.0, 3.0], [10.0, 30.0, 20.0])
        0.5
    """
    a, b = _ranks(first), _ranks(second)
    middle = (len(a) + 1) / 2
    spread = sqrt(fsum((x - middle) ** 2 for x in a) * fsum((y - middle) ** 2 for y in b))
    return fsum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True)) / spread if spread else None


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    first = {value: rank for rank, value in reversed(list(enumerate(ordered, 1)))}
    last = {value: rank for rank, value in enumerate(ordered, 1)}
    return [(first[value] + last[value]) / 2 for value in values]
