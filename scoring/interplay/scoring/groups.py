"""The metrics of the parts of a submission: all of it, each split, each game, and so on."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from interplay.core.bootstrap import METHOD, bootstrap_parts, bound, rounded
from interplay.core.reports import Group, Metric
from interplay.scoring.tally import STATUSES, Means, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bounds = tuple[NDArray[np.float64], NDArray[np.float64]]

Part = tuple[dict[str, str], tuple[str, ...]]
"""What items have in common, and their ids."""


def groups(tally: Tally, means: Means, shown_by: tuple[str, ...], resamples: int, seed: int) -> tuple[Group, ...]:
    """Return every part of *tally* that a report shows, given the means of its items; the first one is everything."""
    parts = list(_parts(tally.where, shown_by))
    bounds = _bounds(tally, means, [chosen for _, chosen in parts], resamples, seed)
    return tuple(_group(tally, means, where, chosen, bounds[chosen], seed) for where, chosen in parts)


def _parts(all_where: Mapping[str, Mapping[str, str]], shown_by: tuple[str, ...]) -> Iterator[Part]:
    """Yield the parts to report: everything, each value of each key, what tables show, and each combination of all."""
    keys = tuple(next(iter(all_where.values()), ()))
    for names in dict.fromkeys([(), *((key,) for key in keys), shown_by, keys]):
        held: dict[tuple[str, ...], list[str]] = {}
        for item_id, where in all_where.items():
            held.setdefault(tuple(where[name] for name in names), []).append(item_id)
        yield from ((dict(zip(names, values, strict=True)), tuple(chosen)) for values, chosen in held.items())


def _bounds(
    tally: Tally, means: Means, choices: Sequence[tuple[str, ...]], resamples: int, seed: int
) -> "dict[tuple[str, ...], Bounds]":
    """Return the bounds of all metrics over each choice of items; many parts of a track are of the same items."""
    import numpy as np  # noqa: PLC0415  only scoring needs it

    row = {item_id: index for index, item_id in enumerate(means)}
    values = np.array([[math.nan if value is None else value for value in own] for own in means.values()])
    defined = ~np.isnan(values)
    counts, totals = defined.astype(np.float64), np.where(defined, values, 0.0)
    different = dict.fromkeys(choices)
    sums = []
    for chosen in different:
        rows = [row[item_id] for item_id in chosen]
        sums.append((tally.by_cluster(chosen, totals[rows]), tally.by_cluster(chosen, counts[rows])))
    return dict(zip(different, bootstrap_parts(sums, resamples, seed), strict=True))


def _group(
    tally: Tally, means: Means, where: dict[str, str], chosen: Sequence[str], bounds: "Bounds", seed: int
) -> Group:
    counts = _counts(tally, chosen)
    splits = sorted({tally.where[i]["split"] for i in chosen}) if set(where) <= {"split"} else []
    columns = zip(*(means[item_id] for item_id in chosen), strict=True)
    metrics = []
    for index, (spec, column, low, high) in enumerate(zip(tally.metrics, columns, *bounds, strict=True)):
        held = [value for value in column if value is not None]
        ends = bound(float(low)), bound(float(high))
        bounded = ends[0] is not None
        metrics.append(
            Metric(
                name=spec.name,
                value=rounded(math.fsum(held) / len(held)) if held else None,
                low=ends[0],
                high=ends[1],
                n=len(held),
                n_missing=counts["missing"],
                n_error=counts["error"],
                n_unparsed=counts["aborted"],
                ci_method=f"{METHOD} {tally.cluster_unit}" if bounded else None,
                seed=seed if bounded else None,
                trial_sd=tally.trial_sd(splits, chosen, index) if splits else None,
                reason=None if held else "no episode defines it",
            )
        )
    return Group(where=where, counts=counts, metrics=tuple(metrics))


def _counts(tally: Tally, chosen: Sequence[str]) -> dict[str, int]:
    counts = {"items": len(chosen), "episodes": len(chosen) * tally.trials}
    counts |= {status: sum(tally.items[i].statuses[status] for i in chosen) for status in STATUSES}
    return counts | {"missing": counts["episodes"] - sum(counts[status] for status in STATUSES)}
