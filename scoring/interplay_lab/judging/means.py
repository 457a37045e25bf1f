"""Means over cases, with intervals over their clusters."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from interplay.core.intervals import ratio_bounds
from interplay.core.reports import Statistic, statistic


@dataclass(frozen=True, slots=True)
class Case:
    """What one case adds: a value with a weight, from a cluster of cases that are not independent."""

    cluster: str
    value: float
    weight: float = 1.0


def mean_of(
    where: Mapping[str, str], name: str, title: str, cases: Iterable[Case], kind: Literal["ratio", "mean"] = "mean"
) -> Statistic:
    """Return the weighted mean of *cases* with its interval; undefined without cases."""
    import numpy as np  # noqa: PLC0415  only reports need it

    cases = list(cases)
    row = {cluster: index for index, cluster in enumerate(sorted({case.cluster for case in cases}))}
    sums = np.zeros((len(row), 2))
    for case in cases:
        sums[row[case.cluster]] += (case.value * case.weight, case.weight)
    low, high = ratio_bounds(sums[:, :1], sums[:, 1:])
    total = math.fsum(case.weight for case in cases)
    value = math.fsum(case.value * case.weight for case in cases) / total if total else None
    return statistic(where, name, title, kind, value, total, (float(low[0]), float(high[0])))


def share(where: Mapping[str, str], name: str, title: str, cases: Iterable[Case]) -> Statistic:
    """Return a share of cases with its interval."""
    return mean_of(where, name, title, cases, "ratio")
