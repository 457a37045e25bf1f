"""Running sums of a submission's grades. Memory does not grow with the number of predictions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import stdev
from typing import TYPE_CHECKING

from interplay.submissions.reading import Submission
from interplay.tracks.base import Grade, MetricSpec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STATUSES = ("played", "aborted", "error")

Means = dict[str, tuple[float | None, ...]]
"""Item id -> the mean of each metric over its trials."""


@dataclass(slots=True)
class _ItemSums:
    """Running sums of one item over its trials."""

    sums: list[float]
    counts: list[int]
    statuses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))
    reason: str | None = None


class Tally:
    """Sums of grades by item, and by trial within each split."""

    def __init__(self, submission: Submission) -> None:
        self.metrics: tuple[MetricSpec, ...] = submission.track.metrics
        self.trials = submission.header.trials
        self.where: dict[str, dict[str, str]] = {
            item_id: submission.track.where(item) for item_id, item in submission.items.items()
        }
        self.clusters = {i: submission.track.cluster(item) for i, item in submission.items.items()}
        self.cluster_unit = submission.track.cluster_unit
        known = {spec.name: index for index, spec in enumerate(self.metrics)}
        self.undefined = {
            item_id: frozenset(known[name] for name in submission.track.undefined(item))
            for item_id, item in submission.items.items()
        }
        width = len(self.metrics)
        self.items = {item_id: _ItemSums([0.0] * width, [0] * width) for item_id in self.where}
        self.by_trial: dict[tuple[str, int], tuple[list[float], list[int]]] = {}

    def add(self, grade: Grade) -> None:
        """Add a grade."""
        item = self.items[grade.item_id]
        item.statuses[grade.status] += 1
        item.reason = grade.reason or item.reason
        _add(item.sums, item.counts, grade.values)
        if self.trials > 1:
            key = (self.where[grade.item_id]["split"], grade.trial)
            if key not in self.by_trial:
                self.by_trial[key] = ([0.0] * len(self.metrics), [0] * len(self.metrics))
            _add(*self.by_trial[key], grade.values)

    def merge(self, other: "Tally") -> None:
        """Take in the sums of another tally of the same submission."""
        for item_id, theirs in other.items.items():
            own = self.items[item_id]
            own.sums = [a + b for a, b in zip(own.sums, theirs.sums, strict=True)]
            own.counts = [a + b for a, b in zip(own.counts, theirs.counts, strict=True)]
            own.statuses = {status: own.statuses[status] + theirs.statuses[status] for status in STATUSES}
            own.reason = theirs.reason or own.reason
        for key, (sums, counts) in other.by_trial.items():
            held, seen = self.by_trial.get(key, ([0.0] * len(sums), [0] * len(counts)))
            added = [a + b for a, b in zip(held, sums, strict=True)]
            self.by_trial[key] = (added, [a + b for a, b in zip(seen, counts, strict=True)])

    def means(self) -> Means:
        """Return the mean of each metric over the trials of each item, missing ones as the metric says."""
        return {item_id: self._means(item_id) for item_id in self.items}

    def _means(self, item_id: str) -> tuple[float | None, ...]:
        item, absent, undefined = self.items[item_id], self.missing(item_id), self.undefined[item_id]
        means: list[float | None] = []
        for index, (spec, total, count) in enumerate(zip(self.metrics, item.sums, item.counts, strict=True)):
            if index in undefined:
                means.append(None)
            elif spec.missing is None:
                means.append(total / count if count else None)
            else:
                means.append((total + spec.missing * absent) / self.trials)
        return tuple(means)

    def by_cluster(self, chosen: Sequence[str], values: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the sums of rows of *values* (one for each item of *chosen*) over the clusters of the items."""
        import numpy as np  # noqa: PLC0415  only scoring needs it

        place: dict[str, int] = {}
        index = [place.setdefault(self.clusters[item_id], len(place)) for item_id in chosen]
        if len(place) == len(chosen):
            return values
        sums = np.zeros((len(place), values.shape[1]))
        np.add.at(sums, index, values)
        return sums

    def missing(self, item_id: str) -> int:
        """Return how many trials of an item were not submitted."""
        return self.trials - sum(self.items[item_id].statuses.values())

    def trial_sd(self, splits: Iterable[str], chosen: Sequence[str], index: int) -> float | None:
        """Return the standard deviation of a metric between trials of *chosen*, which are all items of *splits*."""
        n_items = sum(index not in self.undefined[item_id] for item_id in chosen)
        values = []
        for trial in range(self.trials if self.trials > 1 else 0):
            parts = [self.by_trial[key] for split in splits if (key := (split, trial)) in self.by_trial]
            total, count = sum(sums[index] for sums, _ in parts), sum(counts[index] for _, counts in parts)
            if self.metrics[index].missing is not None and n_items:
                values.append(total / n_items)
            elif count:
                values.append(total / count)
        return stdev(values) if len(values) > 1 else None


def _add(sums: list[float], counts: list[int], values: Iterable[float | None]) -> None:
    for index, value in enumerate(values):
        if value is not None:
            sums[index] += value
            counts[index] += 1
