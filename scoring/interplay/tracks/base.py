"""What a track is: items that are played, grades of what was played, and how these are shown.

A track is a folder with a module ``track`` that defines ``TRACK``: in this package, or in one that another distribution
names as an entry point of the group ``interplay.tracks``. Its class derives from ``Track``; what is not said here to be
different from track to track has a default. Metrics and the texts of tables are in the folder's ``metrics.toml``.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, TypeVar, cast

from msgspec import Struct

from interplay.core.driver import Ask, Steps
from interplay.core.errors import PathError
from interplay.core.packaged import table
from interplay.core.records import Header, Record, Rule
from interplay.core.release import Release
from interplay.core.reports import Metric, Report, Statistic
from interplay.core.tokens import Tokens

Status = Literal["played", "aborted", "error"]

I = TypeVar("I", bound="Item")  # noqa: E741  an item
P = TypeVar("P", bound="Prediction")
I_contra = TypeVar("I_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


class Item(Protocol):
    """An item of any track: one thing to play. The records of the tracks have more fields."""

    @property
    def item_id(self) -> str:
        """Its id, stable between releases."""

    @property
    def split(self) -> str:
        """The split that it belongs to."""


class Prediction(Protocol):
    """What a system sent when one item was played; the records of the tracks hold the raw text."""

    @property
    def item_id(self) -> str:
        """The item's id."""

    @property
    def trial(self) -> int:
        """Which run of the item it is, counted from 0."""


Cell = tuple[Mapping[str, str], tuple[float | None, ...]]
"""What an item is grouped by, and its values in some metrics."""


@dataclass(frozen=True, slots=True)
class Pooled:
    """How a metric follows from the values of its items in the metrics called ``of``.

    The estimate has no counts; its ``reason`` also says why there is no interval.
    """

    of: tuple[str, ...]
    estimate: Callable[[Sequence[Cell]], Metric]


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric of a track. ``missing`` is the value of an episode not submitted: 0, or ``None`` to leave it out.

    ``heading`` is its column in tables, with ``digits`` after the point; without one it is in the full report only.
    ``most`` is the greatest value of a share, whose least is 0; ``ends`` are the least and greatest values of other
    metrics. Intervals are truncated there. ``unit_of`` is the key of ``where`` that says in which unit its values are:
    over parts of several units it is undefined. A ``pooled`` metric is no mean, and single items have none. Intervals
    are of ``percent``.
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
    ends: tuple[float, float] = (-math.inf, math.inf)

    @property
    def scale(self) -> tuple[float, float]:
        """The least and the greatest value."""
        return self.ends if self.most is None else (0.0, self.most)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The maximum of a track's headline, at which it is saturated, and what to use to compare stronger systems.

    ``top`` is ``None`` where the scale goes on, but items end, and infinite where neither does.
    """

    beyond: str
    top: float | None = None


class Tables(Record, frozen=True):
    """What the file ``metrics.toml`` in the folder of a track says: its metrics, and the texts of its tables."""

    metrics: tuple[MetricSpec, ...]
    legend: str
    ceiling: Ceiling
    basic: str = ""


def tables_of(package: str) -> Tables:
    """Return what ``metrics.toml`` in the *package* of a track says."""
    return table(package, "metrics.toml", Tables)


EVERYTHING: Final = Rule()


@dataclass(frozen=True, slots=True)
class Part:
    """What a run of a fixed size has of a track: *splits*, the main ones where none are named, and a rule for items."""

    splits: tuple[str, ...] = ()
    rule: Rule = EVERYTHING


Values = dict[str, float | None]
"""Metric -> value; a metric that is left out is undefined."""


class Grade(Struct, frozen=True):
    """Scores of one prediction; printing it says what they are, and why.

    ``status`` is ``played`` for every reply, ``error`` where there is none, ``aborted`` for a dialogue that broke off.
    ``values`` has the track's metrics; ``reasoning_blocks`` counts blocks of reasoning that were removed before the
    reply was read. ``reason`` says what is wrong with the reply; ``interplay.grade`` always has one. ``detail`` is the
    track's record, ``source`` what its analyst needs. In tracks with budgets a reply has ``tokens``, and was cut off
    at a ``limit`` where that is known.
    """

    item_id: str
    trial: int
    status: Status
    values: Values
    reason: str | None = None
    detail: object = None
    source: object = None
    tokens: Tokens | None = None
    limit: int | None = None

    def __str__(self) -> str:
        """Return item, score and reason in one line."""
        name = next((name for name in ("score", "passed", "accuracy") if name in self.values), "score")
        value = self.values.get(name)
        number = "undefined" if value is None else f"{value + 0.0:.4g}"
        return f"{self.item_id}: {name} {number}" + (f"; {self.reason}" if self.reason else "")


class PredictionError(PathError):
    """A well-formed prediction that cannot be graded; ``path`` is the JSON path at fault."""


class Analyst(Protocol):
    """Adds up what graded episodes show beside their metrics."""

    def add(self, grade: Grade) -> None:
        """Take in one graded episode."""

    def merge(self, other: Any) -> None:
        """Take in what another analyst of the same track has added up."""

    def statistics(self) -> tuple[Statistic, ...]:
        """Return ratios, medians and means, with intervals."""


class Task(Protocol[I, P]):
    """What is played: the items of a track, how a system is asked, and what is recorded of it."""

    name: str
    item: type[I]
    other_items: tuple[type[I], ...] = ()
    """Further types of items."""
    prediction: type[P]
    reply_tokens: int
    """Length of a reply to which a run limits models unless another is given."""
    spread_by: tuple[str, ...]
    """Keys of ``where``: samples are spread over their values, and costs were measured by them."""
    random_bot: str = "random"
    """Which of its bots ``bot:random`` is: an uninformed one where none has that name."""
    parts: Mapping[str, Part] = MappingProxyType({})
    """What runs of a fixed size have of it, by the name of the rule; without one, a run has everything."""
    front: tuple[str, ...] = ()
    """The split that the headline is about where a release has it, and the one that tables show as basic, if any."""

    @property
    def bots(self) -> Mapping[str, Callable[[Ask], str]]:
        """Its bots by name, each a function from an ask to a reply."""

    def items(self, release: Release) -> Iterator[I]:
        """Yield the items of all splits, in the release's order."""

    def item_id(self, item: I) -> str:
        """Return the item's id."""
        return item.item_id

    def where(self, item: I) -> dict[str, str]:
        """Return what the item can be grouped by; always its ``split``."""

    def calls(self, item: I) -> tuple[int, int]:
        """Return the fewest and the most requests that running the item can take."""

    def episode(self, item: I, trial: int) -> Steps[P]:
        """Return the driver of one trial of the item."""

    def failed(self, item: I, trial: int, error: str) -> P:
        """Return the prediction that records a trial which broke off."""

    def identity(self, prediction: P) -> tuple[str, int]:
        """Return the item id and trial of a prediction."""
        return prediction.item_id, prediction.trial

    def is_error(self, prediction: P) -> bool:
        """Return whether the prediction records a trial that broke off."""

    def is_final(self, error: Exception) -> bool:  # noqa: ARG002
        """Return whether a trial that broke off with *error* is written as it is, as it always would break off."""
        return False

    def replies(self, item: I, prediction: P) -> Iterator[str]:
        """Yield the raw replies of a prediction in the order in which they were asked for."""

    def accepted(self) -> tuple[type[Record], ...]:
        """Return the record types of a submission, header first."""
        return Header, cast("type[Record]", self.prediction)

    def main_splits(self, splits: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of a release's *splits* are run when none are named, and what the headline is about."""
        return next(((split,) for split in self.front if split in splits), splits)

    def altered(self, item: I, options: Mapping[str, int]) -> I | None:
        """Return the item with other *options* of its rules, ``None`` where it lacks one of them.

        Raises ``ValueError`` for a value that an option cannot have.
        """
        return None if options else item

    def options(self, item: I) -> frozenset[str]:  # noqa: ARG002
        """Return the names of the options with which the item can be had."""
        return frozenset()


class Grading(Protocol[I_contra, P_contra]):
    """What is measured: metrics, the grades of predictions, and how items count in means and intervals."""

    scoring_version: int
    """Changes whenever the same submission would score differently; part of the comparability key."""
    metrics: tuple[MetricSpec, ...]
    """The first one is the headline."""
    cluster_unit: str
    """What ``cluster`` names, in the plural: items, setups."""
    equal: str = ""
    """The key of ``where`` whose values count alike in every mean, however many items each has; empty for none."""
    drawn_from: str = ""
    """The key of ``where`` whose values are a sample of others that there might be, such as games or families."""
    deterministic: frozenset[str] = frozenset()
    """Names of bots whose scores follow from how they are made, so that there is nothing to estimate."""
    uninformed: frozenset[str] = frozenset()
    """Names of bots that look at nothing of an item's content: no score of theirs is an achievement."""
    at_budgets: str = ""
    """The metric that is also stated at budgets of reply tokens; empty where items take several replies."""
    analyses_in_tables: bool = True
    """Whether a table needs the analyst's statistics; otherwise they are computed for full reports only."""

    @property
    def headline(self) -> MetricSpec:
        """The metric by which systems are compared."""
        return self.metrics[0]

    def grader(self, item: I_contra) -> Callable[[P_contra], Grade]:
        """Return the function that grades predictions of the item; it raises ``PredictionError``."""

    def trusting_grader(self, item: I_contra) -> Callable[[P_contra], Grade]:
        """Return the same function for submissions that a verified hash covers: it recomputes no opponent's move."""
        return self.grader(item)

    def cluster(self, item: I_contra) -> str:
        """Return what the item shares with others that are not independent of it; intervals resample these."""

    def undefined(self, item: I_contra) -> tuple[str, ...]:  # noqa: ARG002
        """Return the names of the metrics that an item has for nobody, so that it counts towards none of them."""
        return ()

    def weight(self, item: I_contra) -> float:  # noqa: ARG002
        """Return what the item's headline counts for among items of the same part."""
        return 1.0

    def lost(self, item: I_contra) -> float:  # noqa: ARG002
        """Return the headline of an episode of the item that was not played, or broke off: no better than playing."""
        return 0.0

    def form(self, item: I_contra) -> str:  # noqa: ARG002
        """Return in a few words what a reply to the item must contain, as its prompt asks for it."""
        return "another form; see its messages"

    def explain(self, item: I_contra, grade: Grade) -> str | None:  # noqa: ARG002
        """Return why a reply to the item has its grade, in words."""
        return grade.reason

    def analyst(self) -> Analyst | None:
        """Return what draws more than the metrics from graded episodes, if anything does."""
        return None


class Presentation(Protocol):
    """What tables show of a track."""

    legend: str
    """What the columns of a table mean."""
    table_by: tuple[str, ...]
    """What a table has a line for: values of these keys of ``where``, together; none means one line for everything."""
    summary_by: tuple[str, ...] = ()
    """The same for the short tables of ``interplay demo``."""
    notes_by: tuple[tuple[str, ...], ...] = ()
    """Keys of ``where`` that together make the parts which the notes below a table speak of."""
    also_by: tuple[tuple[str, ...], ...] = ()
    """Further keys of ``where`` that together make parts of a report."""
    ceiling: Ceiling
    """Where the headline is saturated."""
    basic: str = ""
    """Why the whole track stands in the basic column of summaries, and what to use instead; empty for others."""

    def notes(self, report: Report) -> tuple[str, ...]:  # noqa: ARG002
        """Return lines below a table about what it does not say of a report."""
        return ()


class Track(Task[I, P], Grading[I, P], Presentation, Protocol[I, P]):
    """What the rest of the package needs to know of a track.

    ``running`` needs the task alone, ``scoring`` the grading, too, and ``report`` the presentation.
    """
