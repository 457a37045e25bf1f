"""Means over cases, with intervals over their clusters."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from interplay.core import intervals
from interplay.core.reports import Statistic, statistic


@dataclass(frozen=True, slots=True)
class Case:
    """What one case adds: a value with a weight, from a cluster of cases that are not independent."""

    cluster: str
    value: float
    weight: float = 1


def mean_of(
    where: Mapping[str, str],
    name: str,
    title: str,
    cases: Iterable[Case],
    scale: tuple[float, float] = intervals.UNBOUNDED,
    *,
    is_share: bool = False,
) -> Statistic:
    """Return the weighted mean of *cases* on a *scale* with its interval; undefined without cases."""
    cases = list(cases)
    values = np.array([case.value for case in cases], dtype=np.float64)[:, None]
    weights = np.array([case.weight for case in cases], dtype=np.float64)[:, None]
    clusters = np.unique([case.cluster for case in cases], return_inverse=True)[1]
    of = intervals.moments(values, weights, np.zeros(len(cases), dtype=np.int64), clusters, np.zeros(1))
    ends = intervals.interval(of, 0, "clusters", scale, is_share=is_share)
    kind: Literal["ratio", "mean"] = "ratio" if is_share else "mean"
    n = sum(case.weight for case in cases)
    return statistic(where, name, title, kind, float(of.mean[0]), n, (ends.low, ends.high))


def share(where: Mapping[str, str], name: str, title: str, cases: Iterable[Case]) -> Statistic:
    """Return a share of cases with its interval, which is Wilson's."""
    return mean_of(where, name, title, cases, (0.0, 1.0), is_share=True)
