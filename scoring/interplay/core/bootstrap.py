"""Bootstrap intervals over clusters, the same for the same data and seed on every machine.

Resampling uses the raw bit stream of PCG64, which numpy guarantees to be stable; numpy's distributions are not.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from interplay.core.reports import Statistic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

METHOD = "percentile bootstrap over"
LEVEL = 0.95
_CHUNK = 500_000
"""Weights held in memory at a time."""


def rounded(value: float) -> float:
    """Drop the digits that may differ between machines, or with the order of a sum."""
    return float(f"{value:.12g}")


def bound(value: float) -> float | None:
    """Return a bound of an interval as reports hold it: ``None`` for one that is not a number."""
    return None if math.isnan(value) else rounded(value)


def statistic(
    where: Mapping[str, str],
    name: str,
    title: str,
    kind: Literal["ratio", "median", "mean"],
    value: float | None,
    n: float,
    bounds: Sequence[float] = (math.nan, math.nan),
) -> Statistic:
    """Return a statistic over *n* cases with its interval, which is left out where value or bounds are undefined."""
    low, high = (None if value is None else bound(one) for one in bounds)
    shown = None if value is None else rounded(value)
    return Statistic(where=dict(where), name=name, title=title, kind=kind, value=shown, low=low, high=high, n=n)


def bootstrap(
    totals: "NDArray[np.float64]",
    counts: "NDArray[np.float64]",
    resamples: int,
    seed: int,
    level: float = LEVEL,
) -> tuple["NDArray[np.float64]", "NDArray[np.float64]"]:
    """Return the lower and upper bounds of ``totals.sum() / counts.sum()`` under resampling of clusters.

    Both arrays have the shape (clusters, metrics): what a cluster adds to a metric's sum, and how many cases it adds.
    The bounds have the shape (metrics,) and are NaN where fewer than two clusters have a case.
    """
    import numpy as np  # noqa: PLC0415  only scoring needs it

    n, width = totals.shape
    low, high = np.full(width, np.nan), np.full(width, np.nan)
    enough = (counts > 0).sum(axis=0) >= 2
    if not enough.any():
        return low, high
    both, parts = np.hstack([totals, counts]), []
    for weights in resampled(n, resamples, seed):
        sums = weights @ both
        with np.errstate(invalid="ignore", divide="ignore"):
            parts.append(sums[:, :width] / sums[:, width:])
    tail = (1 - level) / 2
    low[enough], high[enough] = np.nanquantile(np.concatenate(parts)[:, enough], [tail, 1 - tail], axis=0)
    return low, high


def resampled(n: int, resamples: int, seed: int) -> "Iterator[NDArray[np.float64]]":
    """Yield how often each of *n* clusters is drawn, in arrays of the shape (some of the resamples, n)."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    bits = np.random.PCG64(seed)
    step = max(1, _CHUNK // max(n, 1))
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        words = bits.random_raw(rows * n).reshape(rows, n)
        picked = (words >> np.uint64(32)) * np.uint64(n) >> np.uint64(32)
        flat = picked.astype(np.int64) + np.arange(rows, dtype=np.int64)[:, None] * n
        yield np.bincount(flat.ravel(), minlength=rows * n).reshape(rows, n).astype(np.float64)
