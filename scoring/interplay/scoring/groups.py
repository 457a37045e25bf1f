"""The metrics of a submission by group of items: all of them, each split, each game, and so on."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np
from msgspec.structs import replace

from interplay.core import intervals
from interplay.core.intervals import Bounds, Floats, Integers, Moments
from interplay.core.reports import EXACT, Beyond, Group, Metric, Trials, bound, rounded
from interplay.scoring.tally import STATUSES, Means, Tally
from interplay.tracks.base import Cell, MetricSpec, Pooled

ItemIds = tuple[str, ...]
Keys = tuple[str, ...]
"""Names of grouping keys: one group for each combination of their values."""
_SAME = 1e-9  # relative tolerance for treating floats as equal


@dataclass(frozen=True)
class Sheet:
    """The item means of a submission as arrays: n items, M metrics.

    ``values`` and ``weights`` have shape (n, M); ``row`` and ``column`` map item ids and metric names to their indices.
    ``strata``, ``clusters`` and ``sampling_units`` (n,) are numbered from 0.
    """

    row: Mapping[str, int]
    column: Mapping[str, int]
    values: Floats
    weights: Floats
    strata: Integers
    clusters: Integers
    sampling_units: Integers


def groups(tally: Tally, means: Means, groupings: tuple[Keys, ...], *, deterministic: bool) -> tuple[Group, ...]:
    """Return the metrics of each group of items of *tally*; *means* are the item means.

    *groupings* are the combinations of keys to group by. *deterministic*: the system is a bot designed to score the
    same on every item. If it does, the headline gets no interval.
    """
    sheet = sheet_of(tally, means)
    metrics: dict[ItemIds, tuple[Metric, ...]] = {}
    report_groups = []
    for where, chosen in _groups(tally.where, groupings):
        if chosen not in metrics:  # several groups can have the same items
            metrics[chosen] = _metrics(tally, sheet, chosen, deterministic=deterministic)
        report_groups.append(Group(where=where, counts=_counts(tally, chosen), metrics=metrics[chosen]))
    return tuple(report_groups)


def groupings_of(tally: Tally, more: tuple[Keys, ...]) -> tuple[Keys, ...]:
    """Return the combinations of keys that a report groups by: no key (all items), each key alone, and *more*."""
    keys = next(iter(tally.where.values()), {})
    return tuple(dict.fromkeys([(), *((key,) for key in keys), *more]))


def _groups(
    all_where: Mapping[str, Mapping[str, str]], groupings: tuple[Keys, ...]
) -> Iterator[tuple[dict[str, str], ItemIds]]:
    for keys in dict.fromkeys(groupings):
        items: dict[tuple[str, ...], list[str]] = {}
        for item_id, where in all_where.items():
            items.setdefault(tuple(where[key] for key in keys), []).append(item_id)
        yield from ((dict(zip(keys, values, strict=True)), tuple(chosen)) for values, chosen in items.items())


def sheet_of(tally: Tally, means: Means) -> Sheet:
    """Return the item means of *tally* as arrays; an undefined mean is 0 with weight 0."""
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
        strata=numbered(strata),
        clusters=numbered([*zip(strata, (tally.clusters[item_id] for item_id in means), strict=True)]),
        sampling_units=numbered([tally.unit(item_id) for item_id in means]),
    )


def numbered(names: Sequence[object]) -> Integers:
    """Return a number for each name, counted from 0 in order of first appearance."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def _metrics(tally: Tally, sheet: Sheet, chosen: ItemIds, *, deterministic: bool) -> tuple[Metric, ...]:
    rows = np.array([sheet.row[item_id] for item_id in chosen])
    values, weights = sheet.values[rows], sheet.weights[rows]
    numberings = (sheet.strata, sheet.clusters, sheet.sampling_units)
    strata, clusters, units = (np.unique(numbers[rows], return_inverse=True)[1] for numbers in numberings)
    max_difference = np.zeros(len(tally.metrics))
    max_difference[sheet.column[tally.headline.name]] = intervals.MAX_DIFFERENCE
    moments = intervals.moments(values, weights, strata, clusters, max_difference)
    wide = None
    if tally.drawn_from and units.max(initial=0):
        shares = intervals.shares(weights, strata)
        wide = intervals.moments(values, shares, np.zeros_like(units), units, np.zeros_like(max_difference))
    counts = _counts(tally, chosen)
    metrics = []
    for spec in tally.metrics:
        if spec.pooled is not None:
            columns = [sheet.column[name] for name in spec.pooled.of]
            rows_of = zip(chosen, values[:, columns].tolist(), weights[:, columns].tolist(), strict=True)
            cells = [
                (tally.where[i], tuple(v if w else None for v, w in zip(*row, strict=True))) for i, *row in rows_of
            ]
            metrics.append(_pooled(spec, spec.pooled, cells, counts))
            continue
        index = sheet.column[spec.name]
        column = Column(tally, chosen, spec, index, values[:, index], weights[:, index])
        metrics.append(metric_of(column, moments, wide, counts, deterministic=deterministic))
    return tuple(metrics)


@dataclass(frozen=True)
class Column:
    """One metric over the chosen items."""

    tally: Tally
    chosen: ItemIds
    spec: MetricSpec
    index: int
    values: Floats
    weights: Floats

    @property
    def undefined(self) -> str:
        """The reason why the metric has no value, empty if it has one."""
        if not (self.weights > 0).any():
            return "no episode has a value"
        key = self.spec.unit_of
        if key and len({self.tally.where[i][key] for i, w in zip(self.chosen, self.weights, strict=True) if w}) > 1:
            return f"each {key} has its own unit"
        return ""

    def interval(self, moments: Moments) -> Bounds:
        """Use the Wilson interval for pass/fail metrics and near the ends of a scale, else Student's t."""
        values, most = self.values[self.weights > 0], self.spec.most
        is_share = most is not None and bool(((values == 0) | (values == most)).all())
        return intervals.interval(moments, self.index, self.tally.cluster_unit, self.spec.scale, is_share=is_share)

    @property
    def is_same(self) -> bool:
        """Whether all items with weight have the same value."""
        values = self.values[self.weights > 0]
        return bool(len(values) and abs(values.max() - values.min()) <= _SAME * max(1.0, abs(values.max())))

    def beyond(self, wide: Moments | None, these: Bounds) -> Beyond | None:
        """Return the interval that holds for unseen sampling units, or ``None`` with too few units.

        The interval is never narrower than *these*, because unseen units vary at least as much as items.
        """
        if wide is None:
            return None
        number, unit = int(wide.clusters[self.index]), self.tally.drawn_from
        bounds = intervals.interval(wide, self.index, unit).within(*self.spec.scale)
        if bounds.low is None or bounds.high is None:
            return None
        low, high = bounds.low, bounds.high
        if these.low is not None and these.high is not None:
            low, high = min(low, these.low), max(high, these.high)
        return Beyond(unit=unit, n=number, low=rounded(low), high=rounded(high))


def metric_of(
    column: Column, moments: Moments, wide: Moments | None, counts: dict[str, int], *, deterministic: bool
) -> Metric:
    """Return a metric from the *moments* of all columns."""
    why, is_headline = column.undefined, column.spec.name == column.tally.headline.name
    value = None if why else rounded(float(moments.mean[column.index]))
    no_interval = why or (EXACT if deterministic and is_headline and column.is_same else "")
    bounds = Bounds(None, None, None, no_interval) if no_interval else column.interval(moments)
    error = float(moments.error[column.index]) if bounds.error is None else bounds.error
    bounded = bounds.low is not None and bounds.high is not None
    return Metric(
        name=column.spec.name,
        value=value,
        low=bound(bounds.low),
        high=bound(bounds.high),
        standard_error=rounded(error) if bounded and not math.isnan(error) else None,
        n=int((column.weights > 0).sum()),
        **_unplayed(counts),
        ci_method=bounds.method,
        unbounded=bounds.reason,
        beyond=None if no_interval else column.beyond(wide, bounds),
        trials=None if why else _trials(column.tally, column.chosen, column.spec, error),
        reason=why or None,
    )


def _pooled(spec: MetricSpec, how: Pooled, cells: Sequence[Cell], counts: Mapping[str, int]) -> Metric:
    """Return a metric over the items of *cells*; *counts* are their trials by status."""
    estimate = how.estimate(cells)
    low, high = bound(estimate.low), bound(estimate.high)
    return replace(
        estimate,
        name=spec.name,
        value=bound(estimate.value),
        low=low,
        high=high,
        standard_error=bound(estimate.standard_error),
        n=sum(any(number is not None for number in values) for _, values in cells),
        **_unplayed(counts),
        unbounded=None if low is not None and high is not None else estimate.reason,
        above=bound(estimate.above),
    )


def _unplayed(counts: Mapping[str, int]) -> dict[str, Any]:
    return {"n_missing": counts["missing"], "n_error": counts["error"], "n_unparsed": counts["aborted"]}


def _trials(tally: Tally, chosen: ItemIds, spec: MetricSpec, error: float) -> Trials | None:
    """Return the components of variance of a metric over the items *chosen*; ``None`` without repeated trials.

    One-way random effects by item: within is the mean over items of the variance between trials; between is the
    variance of the items' means, around the mean of their stratum, less what the trials add to it. *error* is the
    standard error of the metric's mean, which twice the trials would make smaller by the part that is theirs.
    """
    if tally.trials < 2:
        return None
    items = [i for i in chosen if spec.name not in tally.undefined[i] and tally.trial_variance(i, spec) is not None]
    strata: dict[str, list[float]] = {}
    for item_id in items:
        mean = tally.means_of(item_id)[spec.name]
        strata.setdefault(tally.stratum(item_id), []).append(0.0 if mean is None else mean)
    freedom = len(items) - len(strata)
    if freedom < 1:
        return None
    within = fmean(tally.trial_variance(i, spec) or 0.0 for i in items)
    spread = sum(sum((value - fmean(means)) ** 2 for value in means) for means in strata.values()) / freedom
    between = max(0.0, spread - within / tally.trials)
    now, doubled = between + within / tally.trials, between + within / (2 * tally.trials)
    better = None if math.isnan(error) else rounded(error * math.sqrt(doubled / now)) if now else 0.0
    return Trials(
        sd_between_items=rounded(math.sqrt(between)),
        sd_within_items=rounded(math.sqrt(within)),
        standard_error_if_doubled=better,
    )


def _counts(tally: Tally, chosen: ItemIds) -> dict[str, int]:
    counts = {"items": len(chosen), "episodes": len(chosen) * tally.trials}
    counts |= {status: sum(tally.items[i].statuses[status] for i in chosen) for status in STATUSES}
    return counts | {"missing": counts["episodes"] - sum(counts[status] for status in STATUSES)}
