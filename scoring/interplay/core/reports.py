"""Records of a report: the scores of one submission with everything that determined them."""

from typing import Final, Literal

from interplay.core.findings import Finding
from interplay.core.records import Record, System

REPORT: Final = "interplay-report/1"


class Metric(Record, frozen=True):
    """One number of a report, with what is needed to distrust it.

    ``value`` is ``null`` where the metric is undefined, and ``reason`` says why. ``n`` counts the items behind the
    value; ``low`` and ``high`` bound the interval; ``trial_sd`` is the standard deviation of the value between trials.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    n_missing: int
    n_error: int
    n_unparsed: int
    ci_method: str | None
    seed: int | None
    trial_sd: float | None = None
    reason: str | None = None


class Group(Record, frozen=True):
    """The metrics of one part of the items; an empty ``where`` means all of them."""

    where: dict[str, str]
    counts: dict[str, int]
    metrics: tuple[Metric, ...]


class ItemScore(Record, frozen=True):
    """What one item scored: metric values averaged over its trials, and how many trials ended in which way."""

    item_id: str
    where: dict[str, str]
    counts: dict[str, int]
    values: dict[str, float | None]
    reasons: dict[str, str]


class Statistic(Record, frozen=True):
    """One finding of a track's own analyses: a ratio of sums or a quantile, over ``n`` cases of the part ``where``."""

    where: dict[str, str]
    name: str
    title: str
    kind: Literal["ratio", "median", "mean"]
    value: float | None
    low: float | None
    high: float | None
    n: float


class Report(Record, frozen=True):
    """Scores of one submission, recomputed from its raw text, with everything that determined them."""

    format: Literal["interplay-report/1"]
    track: str
    headline: str
    release: str
    manifest_sha256: str
    track_sha256: str
    modified_dataset: bool
    submission_sha256: str
    submission_release: str
    package_version: str
    judge_digest: str | None
    comparability_key: str
    system: System
    splits: tuple[str, ...]
    trials: int
    counts: dict[str, int]
    groups: tuple[Group, ...]
    statistics: tuple[Statistic, ...]
    per_item: tuple[ItemScore, ...]
    warnings: tuple[Finding, ...]
    bibtex: str
