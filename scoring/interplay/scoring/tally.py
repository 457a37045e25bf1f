"""Running sums of a submission's grades. Memory does not grow with the number of predictions."""

from collections import defaultdict
from dataclasses import dataclass, field
from math import inf

from interplay.submissions.reading import Submission
from interplay.tracks.base import Grade, MetricSpec

STATUSES = ("played", "aborted", "error")

Means = dict[str, dict[str, float | None]]
"""Item id -> metric -> its mean over the trials of the item."""


@dataclass(slots=True)
class _Sum:
    """Running sums of one metric of one item over its trials."""

    total: float = 0.0
    squares: float = 0.0
    count: int = 0

    def add(self, total: float, squares: float, count: int) -> None:
        self.total += total
        self.squares += squares
        self.count += count


@dataclass(slots=True)
class _ItemSums:
    """What the grades of one item add up to."""

    sums: dict[str, _Sum]
    statuses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))
    reason: str | None = None


class Tally:
    """Sums of grades by item, and what is known of each item: its part, cluster, weight, and the worth of losing it."""

    def __init__(self, submission: Submission) -> None:
        self.metrics: tuple[MetricSpec, ...] = submission.track.metrics
        self.headline = submission.track.headline
        self.at_budgets = next((spec for spec in self.metrics if spec.name == submission.track.at_budgets), None)
        self.gains = defaultdict[tuple[str, int], float](float)
        """What replies to an item, of so many tokens, add to the sum of the metric at budgets over lost trials."""
        self.replies = self.lower_bounds = 0
        self.limit: float = inf
        """The fewest tokens at which a reply was cut off."""
        self.trials = submission.header.trials
        self.where: dict[str, dict[str, str]] = {
            item_id: submission.track.where(item) for item_id, item in submission.items.items()
        }
        self.clusters = {i: submission.track.cluster(item) for i, item in submission.items.items()}
        self.weights = {i: submission.track.weight(item) for i, item in submission.items.items()}
        self.lost = {i: submission.track.lost(item) for i, item in submission.items.items()}
        self.cluster_unit = submission.track.cluster_unit
        self.equal, self.drawn_from = submission.track.equal, submission.track.drawn_from
        self.undefined = {i: frozenset(submission.track.undefined(item)) for i, item in submission.items.items()}
        self.items = {item_id: _ItemSums({spec.name: _Sum() for spec in self.metrics}) for item_id in self.where}

    def add(self, grade: Grade) -> None:
        """Add a grade."""
        item = self.items[grade.item_id]
        item.statuses[grade.status] += 1
        item.reason = grade.reason or item.reason
        for name, value in grade.values.items():
            if value is not None:
                item.sums[name].add(value, value * value, 1)
        spec, tokens = self.at_budgets, grade.tokens
        if spec and tokens and grade.status == "played" and (value := grade.values.get(spec.name)) is not None:
            self.gains[grade.item_id, tokens.used] += value - self.absent(grade.item_id, spec)
            self.replies += 1
            self.lower_bounds += tokens.is_bound
            self.limit = min(self.limit, grade.limit or inf)

    def merge(self, other: "Tally") -> None:
        """Take in the sums of another tally of the same submission."""
        for item_id, theirs in other.items.items():
            ours = self.items[item_id]
            for name, more in theirs.sums.items():
                ours.sums[name].add(more.total, more.squares, more.count)
            ours.statuses = {status: ours.statuses[status] + theirs.statuses[status] for status in STATUSES}
            ours.reason = theirs.reason or ours.reason
        for key, gain in other.gains.items():
            self.gains[key] += gain
        self.replies, self.lower_bounds = self.replies + other.replies, self.lower_bounds + other.lower_bounds
        self.limit = min(self.limit, other.limit)

    def means(self) -> Means:
        """Return the mean of each metric over the trials of each item, missing ones as the metric says."""
        return {item_id: self.means_of(item_id) for item_id in self.items}

    def means_of(self, item_id: str) -> dict[str, float | None]:
        """Return the mean of each metric over the trials of one item; the headline of a missing one is a lost one's."""
        absent = self.missing(item_id)
        means: dict[str, float | None] = {}
        for spec in self.metrics:
            total, count = self.items[item_id].sums[spec.name].total, self.items[item_id].sums[spec.name].count
            if spec.name in self.undefined[item_id]:
                means[spec.name] = None
            elif spec.missing is None:
                means[spec.name] = total / count if count else None
            else:
                means[spec.name] = (total + self.absent(item_id, spec) * absent) / self.trials
        return means

    def absent(self, item_id: str, spec: MetricSpec) -> float:
        """Return the value of a trial that was not submitted."""
        return self.lost[item_id] if spec.name == self.headline.name else spec.missing or 0.0

    def trial_variance(self, item_id: str, spec: MetricSpec) -> float | None:
        """Return the variance of a metric between the trials of one item; ``None`` where it has fewer than two."""
        sums = self.items[item_id].sums[spec.name]
        added = 0 if spec.missing is None else self.missing(item_id)
        value, count = self.absent(item_id, spec), sums.count + added
        if count < 2:
            return None
        total, squares = sums.total + added * value, sums.squares + added * value * value
        return max(0.0, (squares - total * total / count) / (count - 1))

    def stratum(self, item_id: str) -> str:
        """Return the part that counts as much as every other one in means."""
        return self.where[item_id][self.equal] if self.equal else ""

    def unit(self, item_id: str) -> str:
        """Return the population from which the item's part of the track is a sample."""
        return self.where[item_id][self.drawn_from] if self.drawn_from else ""

    def missing(self, item_id: str) -> int:
        """Return how many trials of an item were not submitted."""
        return self.trials - sum(self.items[item_id].statuses.values())
