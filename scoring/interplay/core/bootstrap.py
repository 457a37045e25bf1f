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

    Pair = tuple[NDArray[np.float64], NDArray[np.float64]]

METHOD = "percentile bootstrap over"
LEVEL = 0.95
_CHUNK = 500_000
"""Weights held in memory at a time, and means."""


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


def bootstrap_parts(parts: "Sequence[Pair]", resamples: int, seed: int) -> "list[Pair]":
    """Return what ``bootstrap`` returns for the totals and counts of each of *parts*.

    Parts of equally many clusters are resampled with the same weights, so that these are drawn once for many parts.
    """
    import numpy as np  # noqa: PLC0415  only scoring needs it

    bounds: dict[int, Pair] = {}
    for places in _batches(parts, resamples):
        totals, counts = (np.hstack([parts[place][side] for place in places]) for side in (0, 1))
        low, high = bootstrap(totals, counts, resamples, seed)
        ends = np.cumsum([parts[place][0].shape[1] for place in places])[:-1]
        bounds |= zip(places, zip(np.split(low, ends), np.split(high, ends), strict=True), strict=True)
    return [bounds[place] for place in range(len(parts))]


def _batches(parts: "Sequence[Pair]", resamples: int) -> Iterator[list[int]]:
    """Yield the places of parts with equally many clusters, as many as may be in memory at a time."""
    by_size: dict[int, list[int]] = {}
    for place, (totals, _) in enumerate(parts):
        by_size.setdefault(len(totals), []).append(place)
    for places in by_size.values():
        widest = max(parts[place][0].shape[1] for place in places)
        step = max(1, _CHUNK // max(1, resamples * widest))
        yield from (places[start : start + step] for start in range(0, len(places), step))


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
    both, parts = np.hstack([totals[:, enough], counts[:, enough]]), []
    for weights in resampled(n, resamples, seed):
        sums, over = np.hsplit(weights @ both, 2)
        with np.errstate(invalid="ignore", divide="ignore"):
            parts.append(sums / over)
    tail = (1 - level) / 2
    low[enough], high[enough] = _quantiles(np.concatenate(parts), [tail, 1 - tail])
    return low, high


def _quantiles(values: "NDArray[np.float64]", shares: list[float]) -> "NDArray[np.float64]":
    """Return the quantiles of each column without its NaNs, in the shape (shares, columns)."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    found = np.quantile(values, shares, axis=0)
    holed = np.isnan(values).any(axis=0)
    if holed.any():  # nanquantile goes column by column, which takes longer than the rest of the bootstrap
        found[:, holed] = np.nanquantile(values[:, holed], shares, axis=0)
    return found


def resampled(n: int, resamples: int, seed: int) -> "Iterator[NDArray[np.float64]]":
    """Yield how often each of *n* clusters is drawn, in arrays of the shape (some of the resamples, n)."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    bits = np.random.PCG64(seed)
    step = max(1, _CHUNK // max(n, 1))
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        picked = bits.random_raw(rows * n).reshape(rows, n)
        picked >>= np.uint64(32)
        picked *= np.uint64(n)
        picked >>= np.uint64(32)
        picked += np.arange(0, rows * n, n, dtype=np.uint64)[:, None]
        flat = picked.ravel().view(np.int64)
        yield np.bincount(flat, minlength=rows * n).reshape(rows, n).astype(np.float64)
