"""Running sums of a submission's grades. Memory does not grow with the number of predictions."""

from dataclasses import dataclass, field

from interplay.submissions.reading import Submission
from interplay.tracks.base import Grade, MetricSpec

STATUSES = ("played", "aborted", "error")

Means = dict[str, tuple[float | None, ...]]
"""Item id -> the mean of each metric over its trials."""


@dataclass(slots=True)
class _ItemSums:
    """Running sums of one item over its trials."""

    sums: list[float]
    squares: list[float]
    counts: list[int]
    statuses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))
    reason: str | None = None


class Tally:
    """Sums of grades by item, and what is known of each item: its part, cluster, weight, and the worth of losing it."""

    def __init__(self, submission: Submission) -> None:
        self.metrics: tuple[MetricSpec, ...] = submission.track.metrics
        self.trials = submission.header.trials
        self.where: dict[str, dict[str, str]] = {
            item_id: submission.track.where(item) for item_id, item in submission.items.items()
        }
        self.clusters = {i: submission.track.cluster(item) for i, item in submission.items.items()}
        self.weights = {i: submission.track.weight(item) for i, item in submission.items.items()}
        self.lost = {i: submission.track.lost(item) for i, item in submission.items.items()}
        self.cluster_unit = submission.track.cluster_unit
        self.equal, self.drawn_from = submission.track.equal, submission.track.drawn_from
        known = {spec.name: index for index, spec in enumerate(self.metrics)}
        self.undefined = {
            item_id: frozenset(known[name] for name in submission.track.undefined(item))
            for item_id, item in submission.items.items()
        }
        width = len(self.metrics)
        self.items = {item_id: _ItemSums([0.0] * width, [0.0] * width, [0] * width) for item_id in self.where}

    def add(self, grade: Grade) -> None:
        """Add a grade."""
        item = self.items[grade.item_id]
        item.statuses[grade.status] += 1
        item.reason = grade.reason or item.reason
        for index, value in enumerate(grade.values):
            if value is not None:
                item.sums[index] += value
                item.squares[index] += value * value
                item.counts[index] += 1

    def merge(self, other: "Tally") -> None:
        """Take in the sums of another tally of the same submission."""
        for item_id, theirs in other.items.items():
            own = self.items[item_id]
            own.sums = [a + b for a, b in zip(own.sums, theirs.sums, strict=True)]
            own.squares = [a + b for a, b in zip(own.squares, theirs.squares, strict=True)]
            own.counts = [a + b for a, b in zip(own.counts, theirs.counts, strict=True)]
            own.statuses = {status: own.statuses[status] + theirs.statuses[status] for status in STATUSES}
            own.reason = theirs.reason or own.reason

    def means(self) -> Means:
        """Return the mean of each metric over the trials of each item, missing ones as the metric says."""
        return {item_id: self.means_of(item_id) for item_id in self.items}

    def means_of(self, item_id: str) -> tuple[float | None, ...]:
        """Return the mean of each metric over the trials of one item; the headline of a missing one is a lost one's."""
        item, absent, undefined = self.items[item_id], self.missing(item_id), self.undefined[item_id]
        means: list[float | None] = []
        for index, (spec, total, count) in enumerate(zip(self.metrics, item.sums, item.counts, strict=True)):
            if index in undefined:
                means.append(None)
            elif spec.missing is None:
                means.append(total / count if count else None)
            else:
                means.append((total + self._missing(item_id, index) * absent) / self.trials)
        return tuple(means)

    def _missing(self, item_id: str, index: int) -> float:
        return self.metrics[index].missing or 0.0 if index else self.lost[item_id]

    def trial_variance(self, item_id: str, index: int) -> float | None:
        """Return the variance of a metric between the trials of one item; nothing where it has fewer than two."""
        item, absent = self.items[item_id], self.missing(item_id)
        added = absent if self.metrics[index].missing is not None else 0
        value, count = self._missing(item_id, index), item.counts[index] + added
        if count < 2:
            return None
        total, squares = item.sums[index] + added * value, item.squares[index] + added * value * value
        return max(0.0, (squares - total * total / count) / (count - 1))

    def stratum(self, item_id: str) -> str:
        """Return the part that counts as much as every other one in means."""
        return self.where[item_id][self.equal] if self.equal else ""

    def unit(self, item_id: str) -> str:
        """Return that of which the item's part of the track is a sample."""
        return self.where[item_id][self.drawn_from] if self.drawn_from else ""

    def missing(self, item_id: str) -> int:
        """Return how many trials of an item were not submitted."""
        return self.trials - sum(self.items[item_id].statuses.values())
