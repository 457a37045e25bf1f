"""The metrics of the parts of a submission: all of it, each split, each game, and so on."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interplay.core import intervals
from interplay.core.intervals import Bounds, Moments
from interplay.core.reports import EXACT, Beyond, Group, Metric
from interplay.core.rounding import rounded
from interplay.scoring.pooled import pooled
from interplay.scoring.repeats import repeats
from interplay.scoring.tally import STATUSES, Means, Tally
from interplay.tracks.base import Cell, MetricSpec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

Chosen = tuple[str, ...]
"""Ids of items."""
_SAME = 1e-9
"""What sums of floats may make of equal values, as a share of them."""


@dataclass(frozen=True)
class Sheet:
    """The means of n items in M metrics as arrays, and what they are grouped by, as numbers from 0.

    ``row`` and ``column`` are where items and metrics are in ``values`` and ``weights`` (n, M).
    """

    row: Mapping[str, int]
    column: Mapping[str, int]
    values: "Floats"
    weights: "Floats"
    strata: "Integers"
    clusters: "Integers"
    units: "Integers"


def groups(tally: Tally, means: Means, parts: tuple[tuple[str, ...], ...], *, exact: bool) -> tuple[Group, ...]:
    """Return the metrics of every part of *tally*, given the means of its items; *parts* are the keys that make them.

    With *exact* the system is a bot that is made to have the same headline in every item: where it does, this has no
    interval.
    """
    sheet = sheet_of(tally, means)
    metrics: dict[Chosen, tuple[Metric, ...]] = {}
    report_groups = []
    for where, chosen in _groups(tally.where, parts):
        if chosen not in metrics:  # many parts of a track are of the same items
            metrics[chosen] = _metrics(tally, sheet, chosen, exact=exact)
        report_groups.append(Group(where=where, counts=_counts(tally, chosen), metrics=metrics[chosen]))
    return tuple(report_groups)


def parts_of(tally: Tally, more: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return the keys of all parts of a report: of everything, each key alone, and *more*."""
    keys = next(iter(tally.where.values()), {})
    return tuple(dict.fromkeys([(), *((key,) for key in keys), *more]))


def _groups(
    all_where: Mapping[str, Mapping[str, str]], parts: tuple[tuple[str, ...], ...]
) -> Iterator[tuple[dict[str, str], Chosen]]:
    """Yield each part, by the values of its keys, with the items in it."""
    for names in dict.fromkeys(parts):
        items: dict[tuple[str, ...], list[str]] = {}
        for item_id, where in all_where.items():
            items.setdefault(tuple(where[name] for name in names), []).append(item_id)
        yield from ((dict(zip(names, values, strict=True)), tuple(chosen)) for values, chosen in items.items())


def sheet_of(tally: Tally, means: Means) -> Sheet:
    """Return the means of all items of *tally* as arrays; what is not defined is 0 with a weight of 0."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    column = {spec.name: index for index, spec in enumerate(tally.metrics)}
    values = np.array([[math.nan if row[name] is None else row[name] for name in column] for row in means.values()])
    weights = (~np.isnan(values)).astype(np.float64)
    weights[:, column[tally.headline.name]] *= [tally.weights[item_id] for item_id in means]
    strata = [tally.stratum(item_id) for item_id in means]
    return Sheet(
        row={item_id: index for index, item_id in enumerate(means)},
        column=column,
        values=np.nan_to_num(values),
        weights=weights,
        strata=_numbered(strata),
        clusters=_numbered([*zip(strata, (tally.clusters[item_id] for item_id in means), strict=True)]),
        units=_numbered([tally.unit(item_id) for item_id in means]),
    )


def _numbered(names: Sequence[object]) -> "Integers":
    import numpy as np  # noqa: PLC0415  only scoring needs it

    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def _metrics(tally: Tally, sheet: Sheet, chosen: Chosen, *, exact: bool) -> tuple[Metric, ...]:
    """Return the metrics over some items."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    rows = np.array([sheet.row[item_id] for item_id in chosen])
    values, weights = sheet.values[rows], sheet.weights[rows]
    strata, clusters, units = (_again(numbers[rows]) for numbers in (sheet.strata, sheet.clusters, sheet.units))
    spread = np.zeros(len(tally.metrics))
    spread[sheet.column[tally.headline.name]] = intervals.SPREAD
    narrow = intervals.moments(values, weights, strata, clusters, spread)
    wide = None
    if tally.drawn_from and units.max(initial=0):
        evened = intervals.shares(weights, strata)
        wide = intervals.moments(values, evened, np.zeros_like(units), units, np.zeros_like(spread))
    counts = _counts(tally, chosen)
    metrics = []
    for spec in tally.metrics:
        if spec.pooled is not None:
            columns = [sheet.column[name] for name in spec.pooled.of]
            cells = _cells(tally, chosen, values[:, columns], weights[:, columns])
            metrics.append(pooled(spec, spec.pooled, cells, counts))
            continue
        index = sheet.column[spec.name]
        column = _Column(tally, chosen, spec, index, values[:, index], weights[:, index])
        metrics.append(_metric(column, narrow, wide, counts, exact=exact))
    return tuple(metrics)


def _cells(tally: Tally, chosen: Chosen, values: "Floats", weights: "Floats") -> list[Cell]:
    """Return what pooled metrics look at: of each item its part and its *values*, ``None`` where a weight is 0."""
    return [
        (tally.where[i], tuple(value if weight else None for value, weight in zip(*row, strict=True)))
        for i, *row in zip(chosen, values.tolist(), weights.tolist(), strict=True)
    ]


def _again(numbers: "Integers") -> "Integers":
    """Return *numbers* counted from 0 without gaps."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    return np.asarray(np.unique(numbers, return_inverse=True)[1], dtype=np.int64)


@dataclass(frozen=True)
class _Column:
    """One metric of some items."""

    tally: Tally
    chosen: Chosen
    spec: MetricSpec
    index: int
    values: "Floats"
    weights: "Floats"

    @property
    def undefined(self) -> str:
        """Why the metric has no value; empty where it has one."""
        if not (self.weights > 0).any():
            return "no episode defines it"
        key = self.spec.unit_of
        if key and len({self.tally.where[i][key] for i, w in zip(self.chosen, self.weights, strict=True) if w}) > 1:
            return f"each {key} has a unit of its own"
        return ""

    def ends(self, moments: Moments) -> Bounds:
        """Return the interval: Wilson's for passed and failed, else Student's, within what values there can be."""
        mean, error, freedom = (float(array[self.index]) for array in (moments.mean, moments.error, moments.freedom))
        plain = intervals.bounds(mean, error, freedom, int(moments.clusters[self.index]), self.tally.cluster_unit)
        most = self.spec.most
        if most is None:
            return plain
        values = self.values[self.weights > 0]
        if plain.low is None or ((values == 0) | (values == most)).all():
            return intervals.share_bounds(plain, mean, error, freedom, most=most, room=float(moments.room[self.index]))
        return Bounds(max(0.0, plain.low), min(most, plain.high or 0.0), plain.method)

    @property
    def is_same(self) -> bool:
        """Whether all items that count have the same value."""
        values = self.values[self.weights > 0]
        return bool(len(values) and abs(values.max() - values.min()) <= _SAME * max(1.0, abs(values.max())))

    def beyond(self, wide: Moments | None, these: Bounds) -> Beyond | None:
        """Return the interval for other units like these, where there are enough of them.

        Other units differ by what items differ by, and more. Where these happen to be so alike that they show less than
        the items do, the interval is that for *these*.
        """
        if wide is None:
            return None
        mean, error, freedom = (float(array[self.index]) for array in (wide.mean, wide.error, wide.freedom))
        number, unit = int(wide.clusters[self.index]), self.tally.drawn_from
        ends = intervals.bounds(mean, error, freedom, number, unit)
        if ends.low is None or ends.high is None:
            return None
        top = math.inf if self.spec.most is None else self.spec.most
        bottom = -math.inf if self.spec.most is None else 0.0
        low, high = max(bottom, ends.low), min(top, ends.high)
        if these.low is not None and these.high is not None:
            low, high = min(low, these.low), max(high, these.high)
        return Beyond(unit=unit, n=number, low=rounded(low), high=rounded(high))


def _metric(column: _Column, moments: Moments, wide: Moments | None, counts: dict[str, int], *, exact: bool) -> Metric:
    why, exact = column.undefined, exact and column.spec.name == column.tally.headline.name and column.is_same
    value = None if why else rounded(float(moments.mean[column.index]))
    ends = Bounds(None, None, None, why) if why else Bounds(None, None, None, EXACT) if exact else column.ends(moments)
    error = float(moments.error[column.index]) if ends.error is None else ends.error
    bounded = ends.low is not None and ends.high is not None
    return Metric(
        name=column.spec.name,
        value=value,
        low=None if ends.low is None else rounded(ends.low),
        high=None if ends.high is None else rounded(ends.high),
        standard_error=rounded(error) if bounded and not math.isnan(error) else None,
        n=int((column.weights > 0).sum()),
        n_missing=counts["missing"],
        n_error=counts["error"],
        n_unparsed=counts["aborted"],
        ci_method=ends.method,
        unbounded=ends.reason,
        beyond=None if why or exact else column.beyond(wide, ends),
        trials=None if why else repeats(column.tally, column.chosen, column.spec, error),
        reason=why or None,
    )


def _counts(tally: Tally, chosen: Chosen) -> dict[str, int]:
    counts = {"items": len(chosen), "episodes": len(chosen) * tally.trials}
    counts |= {status: sum(tally.items[i].statuses[status] for i in chosen) for status in STATUSES}
    return counts | {"missing": counts["episodes"] - sum(counts[status] for status in STATUSES)}
