"""Metrics that are no means: numbers about several items together, such as a horizon."""

from collections.abc import Mapping, Sequence

from interplay.core.reports import Metric, rounded
from interplay.tracks.base import Cell, MetricSpec, Pooled


def pooled(spec: MetricSpec, how: Pooled, cells: Sequence[Cell], counts: Mapping[str, int]) -> Metric:
    """Return a metric over the items of *cells*; *counts* are their trials by status."""
    estimate = how.estimate(cells)
    value, low, high, error, above = (
        None if number is None else rounded(number)
        for number in (estimate.value, estimate.low, estimate.high, estimate.error, estimate.above)
    )
    return Metric(
        name=spec.name,
        value=value,
        low=low,
        high=high,
        standard_error=error,
        n=sum(any(number is not None for number in values) for _, values in cells),
        n_missing=counts["missing"],
        n_error=counts["error"],
        n_unparsed=counts["aborted"],
        ci_method=estimate.method,
        unbounded=None if low is not None and high is not None else estimate.reason,
        reason=estimate.reason,
        text=estimate.text,
        above=above,
    )
