"""Where charts have their marks, in percent of their width: templates draw them as plain SVG, text stays text."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from interplay.core.reports import EXACT, Metric
from interplay.tables.numbers import minus

Bounds = tuple[float, float]
Exact = tuple[float | None, float | None, float | None]
"""A value and the ends of its interval, not rounded, as ``data-`` attributes give them to downloads."""
NO_NUMBER: Exact = (None, None, None)


class Axis(NamedTuple):
    """An axis from *low* to *high* with a few round numbers on it: places in percent, and texts."""

    low: float
    high: float
    ticks: tuple[tuple[float | None, str], ...]

    def at(self, value: float | None) -> float | None:
        """Return where *value* is, in percent: below 0 or above 100 where it is beyond the axis, ``None`` for none."""
        if value is None or not self.low <= value <= self.high:
            return None if value is None else -1.0 if value < self.low else 101.0
        return round(100 * (value - self.low) / (self.high - self.low), 2)


class Number(NamedTuple):
    """A line of a forest plot: who, the number as text, its value and the ends of its interval, ``None`` without."""

    label: str
    href: str
    text: str
    value: float | None
    low: float | None
    high: float | None
    look: str = ""
    tied: str = ""
    note: str = ""


class Forest(NamedTuple):
    """Numbers with intervals below each other, on one axis."""

    title: str
    axis: Axis
    rows: Sequence[Number]


class Point(NamedTuple):
    """A share from 0 to 1 with the ends of its interval, if it has one, and what it says in words."""

    share: float
    low: float | None
    high: float | None
    text: str


LABEL = 6.0
"""Height of a label of a curve, in percent."""
_NARROW = 1e-9
"""Values that differ by less are one value."""


def axis(values: Iterable[float], *, keep: Sequence[float] = ()) -> Axis:
    """Return an axis for *values*, and *keep*, whose ends are round numbers."""
    finite = [value for value in (*values, *keep) if math.isfinite(value)] or [0.0, 1.0]
    low, high = min(finite), max(finite)
    if high - low < _NARROW:
        low, high = low - 1, high + 1
    step = _step((high - low) / 4)
    first, last = math.floor(low / step), math.ceil(high / step)
    first, last = first - (first * step > low), last + (last * step < high)  # divisions are rounded
    scale = Axis(first * step, last * step, ())
    numbers = [n * step for n in range(first, last + 1)]
    return scale._replace(ticks=tuple((scale.at(number), _text(number, step)) for number in numbers))


def _step(rough: float) -> float:
    """Return 1, 2 or 5 times a power of 10, the least of these above *rough*."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)


def _text(number: float, step: float) -> str:
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return minus(f"{number:,.{digits}f}")


def forest(title: str, numbers: Sequence[Number], *, keep: Sequence[float] = ()) -> Forest:
    """Return the forest plot of *numbers*; *keep* are values that the axis holds in any case.

    A wide interval does not stretch the axis by more than a third of the range of the values at either side.
    """
    values = [number.value for number in numbers if number.value is not None] + [*keep]
    ends = [end for number in numbers for end in (number.low, number.high) if end is not None]
    least, most = min(values, default=-math.inf), max(values, default=math.inf)
    room = (most - least) / 3 or math.inf
    across = axis([*values, *(min(most + room, max(least - room, end)) for end in ends)])
    return Forest(title, across, numbers)


def spread(places: Sequence[float]) -> list[float]:
    """Return the *places* of labels, in percent from the top, moved apart where labels would overlap."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved, free = dict[int, float](), 0.0
    for rank, n in enumerate(order):
        moved[n] = max(free, min(places[n], 100 - LABEL * (len(order) - 1 - rank)))
        free = moved[n] + LABEL
    return [moved[n] for n in range(len(places))]


def bounds(metric: Metric) -> Bounds:
    """Return the ends of an interval for comparing systems; open where nothing bounds it."""
    if metric.value is None:
        if metric.above is not None:
            return metric.above if metric.low is None else metric.low, math.inf
        return -math.inf, -math.inf if metric.high is None else metric.high
    if metric.unbounded == EXACT:
        return metric.value, metric.value
    low = -math.inf if metric.low is None else metric.low
    return low, math.inf if metric.high is None else metric.high


def runs(bounds: Sequence[Bounds]) -> list[tuple[int, ...]]:
    """Return the runs of two or more intervals of *bounds*, best first, that all overlap.

    Runs are of neighbours, and as long as they can be.
    """
    ends: list[int] = []
    for first in range(len(bounds)):
        last = first
        while last + 1 < len(bounds) and all(_overlap(bounds[last + 1], bound) for bound in bounds[first : last + 1]):
            last += 1
        ends.append(last)
    former = [-1, *ends]
    return [tuple(range(n, last + 1)) for n, last in enumerate(ends) if last > max(n, former[n])]


def _overlap(first: Bounds, second: Bounds) -> bool:
    return first[0] <= second[1] and second[0] <= first[1]
