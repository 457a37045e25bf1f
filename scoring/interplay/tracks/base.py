"""The interface of a track, and how tracks are found: a package of interplay with a module ``track``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from interplay.core.driver import Ask, Steps
from interplay.core.records import Record
from interplay.core.release import Release
from interplay.core.reports import Report, Statistic

Status = Literal["played", "aborted", "error"]

I = TypeVar("I")  # noqa: E741  an item
P = TypeVar("P")


Cell = tuple[Mapping[str, str], tuple[float | None, ...]]
"""What an item is grouped by, and its values in some metrics."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number about several items together that is no mean of theirs, or the ``reason`` why there is none.

    ``low`` and ``high`` bound the interval that ``method`` names. Where the number lies above what the items can tell,
    ``value`` is ``None`` and ``above`` is their bound. ``shown`` is how text writes all this.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    error: float | None = None
    method: str | None = None
    above: float | None = None
    shown: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Pooled:
    """How a metric follows from the values of its items in the metrics called ``of``."""

    of: tuple[str, ...]
    estimate: Callable[[Sequence[Cell]], Estimate]


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric of a track. ``missing`` is the value of an episode not submitted: 0, or ``None`` to leave it out.

    ``heading`` is its column in tables, with ``digits`` after the point; without one it is in the full report only.
    ``most`` is the greatest value of a share, whose least is 0; a metric without it has no bounds. ``unit_of`` is the
    key of ``where`` that says in which unit its values are: over parts of several units it is undefined. A ``pooled``
    metric is no mean, and single items have none. Intervals are of ``percent``.
    """

    name: str
    title: str
    missing: float | None = None
    heading: str = ""
    digits: int = 2
    most: float | None = None
    unit_of: str = ""
    pooled: Pooled | None = None
    percent: int = 95


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Where a track's scale ends, and where there is room for systems that reach its end.

    ``top`` is the greatest headline, or that of the strongest player at hand; ``None`` where the scale goes on, but
    items end. ``room`` completes the sentence "there is room in ..." for a person.
    """

    top: float | None
    room: str


Values = dict[str, float | None]
"""Metric -> value; a metric that is left out is undefined."""


class Grade(Struct, frozen=True):
    """Scores of one prediction; ``detail`` is the track's record, ``source`` is what the track's analyst looks at."""

    item_id: str
    trial: int
    status: Status
    values: Values
    reason: str | None = None
    detail: object = None
    source: object = None


class PredictionError(Exception):
    """A well-formed prediction that cannot be graded; ``path`` is the JSON path at fault."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__(message)


class Track(Protocol[I, P]):
    """What the rest of the package needs to know of a track: items, how they are run, how they are graded."""

    name: str
    scoring_version: int
    """Changes whenever the same submission would score differently; part of the comparability key."""
    metrics: tuple[MetricSpec, ...]
    """The first one is the headline."""

    @property
    def headline(self) -> MetricSpec:
        """The metric that systems are compared by."""
        ...

    legend: str
    """What the columns of a table mean."""
    shown_by: tuple[str, ...]
    """What a table has a line for: values of these keys of ``where``, together; none means one line for everything."""
    summary_by: tuple[str, ...]
    """The same for the short tables of ``interplay demo``."""
    noted_by: tuple[tuple[str, ...], ...]
    """Keys of ``where`` that together make the parts which the notes below a table speak of."""
    also_by: tuple[tuple[str, ...], ...]
    """Further keys of ``where`` that together make parts of a report."""
    spread_by: tuple[str, ...]
    """The keys whose values samples are spread over and costs were measured by; ``shown_by`` where there are none."""
    cluster_unit: str
    """What ``cluster`` names, in the plural: items, setups."""
    equal: str
    """The key of ``where`` whose values count alike in every mean, however many items each has; empty for none."""
    drawn_from: str
    """The key of ``where`` whose values are a sample of others that there might be, such as games or families."""
    exact: frozenset[str]
    """Names of bots whose scores follow from how they are made, so that there is nothing to estimate."""
    analyses_in_tables: bool
    """Whether a table needs the analyst's statistics; otherwise they are computed for full reports only."""
    blind: frozenset[str]
    """Names of bots that look at nothing of an item's content: no score of theirs is an achievement."""
    ceiling: Ceiling
    """Where the scale of the headline ends, and what tells apart systems that reach its end."""
    reply_tokens: int
    """Length of a reply to which a run limits models unless it is told otherwise."""
    item: type[I]
    prediction: type[P]

    @property
    def bots(self) -> Mapping[str, Callable[[Ask], str]]:
        """Its bots by name, each a function from an ask to a reply."""
        ...

    def items(self, release: Release) -> Iterator[I]:
        """Yield the items of all splits, in the release's order."""
        ...

    def item_id(self, item: I) -> str:
        """Return the item's id."""
        ...

    def where(self, item: I) -> dict[str, str]:
        """Return what the item can be grouped by; always its ``split``."""
        ...

    def cluster(self, item: I) -> str:
        """Return what the item shares with others that are not independent of it; intervals resample these."""
        ...

    def calls(self, item: I) -> tuple[int, int]:
        """Return the fewest and the most requests that running the item can take."""
        ...

    def episode(self, item: I, trial: int) -> Steps[P]:
        """Return the driver of one trial of the item."""
        ...

    def failed(self, item: I, trial: int, error: str) -> P:
        """Return the prediction that records a trial which broke off."""
        ...

    def identity(self, prediction: P) -> tuple[str, int]:
        """Return the item id and trial of a prediction."""
        ...

    def is_error(self, prediction: P) -> bool:
        """Return whether the prediction records a trial that broke off."""
        ...

    def is_final(self, error: Exception) -> bool:
        """Return whether a trial that broke off with *error* is written as it is, as it always would break off."""
        ...

    def replies(self, item: I, prediction: P) -> Iterator[str]:
        """Yield the raw replies of a prediction in the order in which they were asked for."""
        ...

    def grader(self, item: I) -> Callable[[P], Grade]:
        """Return the function that grades predictions of the item; it raises ``PredictionError``."""
        ...

    def trusting_grader(self, item: I) -> Callable[[P], Grade]:
        """Return the same function for submissions that a verified hash covers: it recomputes no opponent's move."""
        ...

    def undefined(self, item: I) -> tuple[str, ...]:
        """Return the names of the metrics that an item has for nobody, so that it counts towards none of them."""
        ...

    def weight(self, item: I) -> float:
        """Return what the item's headline counts for among items of the same part; 1 unless a track says otherwise."""
        ...

    def lost(self, item: I) -> float:
        """Return the headline of an episode of the item that was not played, or broke off: no better than playing."""
        ...

    def altered(self, item: I, options: Mapping[str, int]) -> I | None:
        """Return the item with other *options* of its rules, nothing where it lacks one of them.

        Raises ``ValueError`` for a value that an option cannot have.
        """
        ...

    def options(self, item: I) -> frozenset[str]:
        """Return the names of the options with which the item can be had."""
        ...

    def accepted(self) -> tuple[type[Record], ...]:
        """Return the record types of a submission, header first."""
        ...

    def main_splits(self, splits: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of a release's *splits* are run when none are named."""
        ...

    def analyst(self) -> "Analyst | None":
        """Return what draws more than the metrics from graded episodes, or nothing."""
        ...

    def told(self, report: Report) -> tuple[str, ...]:
        """Return lines below a table about what it does not say of a report."""
        ...


class Defaults:
    """What tracks answer that have nothing special to say."""

    metrics: tuple[MetricSpec, ...]

    noted_by: tuple[tuple[str, ...], ...] = ()
    also_by: tuple[tuple[str, ...], ...] = ()
    spread_by: tuple[str, ...] = ()
    equal = ""
    drawn_from = ""
    exact: frozenset[str] = frozenset()
    blind: frozenset[str] = frozenset()
    analyses_in_tables = True

    @property
    def headline(self) -> MetricSpec:
        return self.metrics[0]

    def main_splits(self, splits: tuple[str, ...]) -> tuple[str, ...]:
        return splits

    def altered(self, item: Any, options: Mapping[str, int]) -> Any | None:
        """Return the item where no options are asked for, and otherwise nothing: it has none."""
        return None if options else item

    def options(self, item: Any) -> frozenset[str]:  # noqa: ARG002  the interface's signature
        return frozenset()

    def undefined(self, item: Any) -> tuple[str, ...]:  # noqa: ARG002  the interface's signature
        return ()

    def weight(self, item: Any) -> float:  # noqa: ARG002  the interface's signature
        return 1.0

    def lost(self, item: Any) -> float:  # noqa: ARG002  the interface's signature
        return 0.0

    def analyst(self) -> "Analyst | None":
        return None

    def trusting_grader(self, item: Any) -> Callable[[Any], Grade]:
        """Return the usual grader: nothing in a submission has been computed by others than the system."""
        return self.grader(item)

    def grader(self, item: Any) -> Callable[[Any], Grade]:
        """Return the function that grades predictions of the item."""
        raise NotImplementedError

    def is_final(self, error: Exception) -> bool:  # noqa: ARG002  the interface's signature
        """Return that it is not: the next time there may be a reply."""
        return False

    def told(self, report: Report) -> tuple[str, ...]:  # noqa: ARG002  the interface's signature
        return ()


class Analyst(Protocol):
    """Adds up what graded episodes show beside their metrics."""

    def add(self, grade: Grade) -> None:
        """Take in one graded episode."""
        ...

    def merge(self, other: Any) -> None:
        """Take in what another analyst of the same track has added up."""
        ...

    def statistics(self) -> tuple[Statistic, ...]:
        """Return what was found, with intervals."""
        ...
