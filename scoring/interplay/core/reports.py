"""Records of a report: the scores of one submission with everything that determined them."""

import math
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from interplay.core.errors import UnknownName
from interplay.core.records import Finding, Record, Selection, System
from interplay.core.text import nearest, quoted

Row = dict[str, str | int | float | None]
"""A line of a table: column -> value."""

REPORT: Final = "interplay-report/3"
EXACT: Final = "deterministic: this bot has the same score on every item by construction"
"""Why a metric has no interval where there is nothing to estimate: its value is known for every item."""


def rounded(value: float) -> float:
    """Drop the digits that may differ between machines, or with the order of a sum."""
    return float(f"{value:.12g}") + 0.0  # never -0.0


def bound(value: float | None) -> float | None:
    """Return a value or a bound as reports hold it: ``None`` for one that is undefined, or not a number."""
    return None if value is None or math.isnan(value) else rounded(value)


_NUMBERS = ("value", "low", "high", "standard_error", "n", "n_missing", "n_error", "n_unparsed", "reason")
"""The columns of a metric in flat rows."""


class Beyond(Record, frozen=True):
    """The interval of a mean over a population of similar units, such as games, from which ``n`` were sampled.

    A metric's own interval applies only to these ``n``.
    """

    unit: str
    n: int
    low: float
    high: float


class Trials(Record, frozen=True, omit_defaults=True):
    """The variation of a metric over repeated trials, by one-way random effects.

    Standard deviations between items and within an item between its trials, and the standard error of the mean if there
    were twice as many trials.
    """

    sd_between_items: float
    sd_within_items: float
    standard_error_if_doubled: float | None = None


class Metric(Record, frozen=True, omit_defaults=True):
    """One number of a report, with what is needed to judge it; JSON omits what is ``null`` or 0.

    ``value`` is ``null`` where the metric is undefined, and ``reason`` says why. ``n`` counts the items behind the
    value; ``low`` and ``high`` bound the 95% interval for the items' games, families and so on; without one,
    ``unbounded`` says why. ``beyond`` is the interval for similar ones; ``trials`` is about repeated trials.
    A number with a format of its own has ``shown``, value and interval as text, and its interval's level in
    ``ci_method``; where it lies above the range of the items, ``value`` is ``null`` and ``above`` is the bound.
    """

    name: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    standard_error: float | None = None
    n: int = 0
    n_missing: int = 0
    n_error: int = 0
    n_unparsed: int = 0
    ci_method: str | None = None
    unbounded: str | None = None
    beyond: Beyond | None = None
    trials: Trials | None = None
    reason: str | None = None
    text: str | None = msgspec.field(name="shown", default=None)
    above: float | None = None

    @property
    def standing(self) -> float:
        """What systems are ordered by: the value, the bound that it lies above, or 0 where it is undefined."""
        return self.value or self.above or 0.0

    def __str__(self) -> str:
        """Return name, value and interval, such as ``kappa 0.53 [0.41, 0.66]``."""
        if self.text is not None:
            return f"{self.name} {self.text}"
        if self.value is None:
            return f"{self.name} is undefined: {self.reason}"
        bounds = "" if self.low is None or self.high is None else f" [{self.low:.4g}, {self.high:.4g}]"
        return f"{self.name} {self.value + 0.0:.4g}{bounds}"  # no -0

    def __repr__(self) -> str:
        """Return what ``str`` says, and the number of items behind it."""
        return f"Metric({self}, n={self.n})"


class Group(Record, frozen=True, omit_defaults=True):
    """The metrics of one part of the items; an empty ``where`` means all of them."""

    where: dict[str, str]
    counts: dict[str, int]
    metrics: tuple[Metric, ...]


class Budget(Record, frozen=True, omit_defaults=True):
    """The score, with its 95% interval ``ci``, when replies may have so many ``tokens``; the ``reason`` for none."""

    tokens: int
    score: float | None
    ci: tuple[float, float] | None = None
    reason: str | None = None


class HalfScore(Record, frozen=True, omit_defaults=True):
    """The fewest ``tokens`` of a reply with which half of the score at the largest budget is reached."""

    tokens: int | None = None
    ci: tuple[int, int] | None = None
    reason: str | None = None


class ItemScore(Record, frozen=True, omit_defaults=True):
    """What one item scored: metric values averaged over its trials, and how many trials ended in which way."""

    item_id: str
    where: dict[str, str]
    counts: dict[str, int]
    values: dict[str, float | None]
    reasons: dict[str, str] = {}


class Statistic(Record, frozen=True, omit_defaults=True, kw_only=True):
    """One finding of a track's own analyses: a ratio of sums or a quantile, over ``n`` cases of the part ``where``."""

    where: dict[str, str]
    name: str
    title: str
    kind: Literal["ratio", "median", "mean"]
    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: float


def statistic(
    where: Mapping[str, str],
    name: str,
    title: str,
    kind: Literal["ratio", "median", "mean"],
    value: float | None,
    n: float,
    bounds: Sequence[float | None] = (None, None),
) -> Statistic:
    """Return a statistic over *n* cases with its interval, which is left out where value or bounds are undefined."""
    low, high = (None if value is None else bound(end) for end in bounds)
    return Statistic(where=dict(where), name=name, title=title, kind=kind, value=bound(value), low=low, high=high, n=n)


class Report(Record, frozen=True, omit_defaults=True, kw_only=True):
    """Scores of one submission, recomputed from its raw text, with everything that determined them."""

    format: Literal["interplay-report/3"]
    track: str
    headline_name: str = msgspec.field(name="headline")
    release: str
    manifest_sha256: str
    track_sha256: str
    modified_dataset: bool = False
    submission_sha256: str
    submission_release: str
    package_version: str
    judge_digest: str | None = None
    comparability_key: str
    system: System
    splits: tuple[str, ...]
    selection: Selection | None = None
    selected: str = ""
    """Which items the scores are about, in words; empty where they are all items of the splits."""
    trials: int
    counts: dict[str, int]
    groups: tuple[Group, ...]
    budgets: tuple[Budget, ...] = ()
    """The headline, in horizon the share of correct reports; empty in tracks of several replies."""
    half_score: HalfScore | None = None
    lower_bound_share: float | None = None
    """The share of replies of whose tokens only a lower bound is known."""
    statistics: tuple[Statistic, ...] = ()
    per_item: tuple[ItemScore, ...] = ()
    """The values of every item; in files only where they are asked for, with ``interplay score --items``."""
    warnings: tuple[Finding, ...] = ()
    bibtex: str

    @property
    def headline(self) -> Metric:
        """The metric that systems are compared by, over all items."""
        return self.metric(self.headline_name)

    def metric(self, name: str, **where: str) -> Metric:
        """Return a metric over all items, or over the part of them that *where* names.

        Args:
            name: The metric, such as ``score`` or ``kappa``.
            **where: The part, such as ``split="base"``, as ``groups`` lists them.

        Returns:
            The metric with its interval; its ``value`` is ``None`` where it is undefined.

        Raises:
            UnknownName: The report holds no such metric or no such part.

        Example:
            >>> import interplay
            >>> root = interplay.open_release().root
            >>> report = interplay.score(root / "baselines/bot-random/scorekeeping.jsonl.gz")
            >>> report.metric("kappa", split="base")
            Metric(kappa -0.01345 [-0.05715, 0.03024], n=50)
        """
        group = self._group(where)
        metrics = {metric.name: metric for metric in group.metrics}
        if name not in metrics:
            raise UnknownName(
                f"no metric {quoted(name)}{nearest(name, metrics)}; {self.track} has {', '.join(metrics)}"
            )
        return metrics[name]

    def _group(self, where: Mapping[str, str]) -> Group:
        """Return the part *where*; raise ``UnknownName`` when it is not among those reported."""
        for group in self.groups:
            if group.where == where:
                return group
        known: dict[str, list[str]] = {}
        for group in self.groups:
            for key, value in group.where.items():
                known.setdefault(key, []).append(value)
        for key, value in where.items():
            if key not in known:
                parts = f"parts are named by {', '.join(known)}"
                raise UnknownName(f"no parts by {quoted(key)}{nearest(key, known)}; {parts}")
            if value not in known[key]:
                values = ", ".join(dict.fromkeys(known[key]))
                raise UnknownName(
                    f"no part with {key} {quoted(value)}{nearest(value, known[key])}; it is one of {values}"
                )
        sets = dict.fromkeys(" and ".join(group.where) for group in self.groups if group.where)
        raise UnknownName(f"no part with {' and '.join(where)} together; parts are by {', by '.join(sets)}")

    def to_rows(self) -> list[Row]:
        """Return the metrics of all parts as flat rows, as ``pandas.DataFrame`` and ``polars.DataFrame`` take them.

        Returns:
            One dictionary for each part and metric, all with the same keys: ``track``, ``system``, one column for each
            key by which items are grouped (``None`` where a row is about all of them), ``metric``, ``value``, ``low``,
            ``high``, ``standard_error``, ``n``, ``n_missing``, ``n_error``, ``n_unparsed`` and ``reason``.

        Example:
            >>> import interplay
            >>> root = interplay.open_release().root
            >>> rows = interplay.score(root / "baselines/bot-random/scorekeeping.jsonl.gz").to_rows()
            >>> [rows[0][key] for key in ("system", "split", "metric", "value", "n")]
            ['bot-random', None, 'score', 1.23456790123, 36]
        """
        keys = tuple(dict.fromkeys(key for group in self.groups for key in group.where))
        about: Row = {"track": self.track, "system": self.system.name}
        return [
            {
                **about,
                **{key: group.where.get(key) for key in keys},
                "metric": metric.name,
                **{name: getattr(metric, name) for name in _NUMBERS},
            }
            for group in self.groups
            for metric in group.metrics
        ]

    def __repr__(self) -> str:
        """Return track, system, headline and what it is about; ``groups`` and ``per_item`` hold the rest."""
        counts = f"{self.counts['played']} of {self.counts['episodes']} episodes played"
        about = f"; {self.selected}" if self.selected else ""
        return f"Report({self.track}, {quoted(self.system.name)}: {self.headline}, {counts}{about})"
