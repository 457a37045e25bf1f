"""Scores of systems on each kind of script, the columns of Table 4: by checks, or by a judge's ratings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from interplay.core.errors import UnknownName
from interplay.core.reports import Statistic
from interplay.tables.simulated import PARTS
from interplay.tables.table import Column
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Missing

TRACK: Final = "simulation"
NO_SUBMISSION: Final = Missing(
    reason="no submission on simulation was given; needed: one, as written by `interplay run --track simulation`"
)
NO_RATING: Final = Missing(
    reason="no ratings of replies were given; needed: --judgments with a file written by `interplay judge FILE --judge "
    "scoring`"
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over *n* scripts with its 95% interval over tasks; undefined without scripts."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """The estimates of a system on each part of the scripts; ``lost`` is the share of replies without a verdict."""

    label: str
    parts: Mapping[str, Estimate]
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """A way to measure replies: its names, its number of digits, and the functions that compute it.

    ``tasks`` returns the mean of each task for each system; ``lost`` is the column of replies without a verdict, if
    there can be any.
    """

    name: str
    axis: str
    digits: int
    missing: Missing
    rows: Callable[[Given], list[Measured]]
    tasks: Callable[[Given], list["Tasks"]]
    notes: tuple[str, ...]
    lost: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True)
class Tasks:
    """A system's mean on each task, by kind and name of the task."""

    label: str
    means: Mapping[tuple[str, str], float]


def by_checks(given: Given) -> list[Measured]:
    """Return the share of passed scripts of every system, as a score from 0 to 100."""
    return [Measured(e.label, {part: _score(e, where) for part, where in PARTS.items()}) for e in given.on(TRACK)]


def _score(entry: Scored, where: Mapping[str, str]) -> Estimate:
    try:
        metric = entry.report.metric("score", **where)
    except UnknownName:  # the submission has no script of this kind
        return Estimate()
    return Estimate(metric.value, metric.low, metric.high, metric.n)


def by_ratings(given: Given) -> list[Measured]:
    """Return the mean ratings of every system by every judge that rated it."""
    rows = []
    for entry, judge, statistics in _rated(given):
        parts = {s.where["part"]: _estimate(s) for s in statistics if s.name == "rating" and "part" in s.where}
        lost = next((s.value for s in statistics if s.name == "rating_unscored" and s.where["part"] == "all"), None)
        rows.append(Measured(_label(given, entry, judge), {p: parts.get(p, Estimate()) for p in PARTS}, lost))
    return rows


def tasks_by_checks(given: Given) -> list[Tasks]:
    """Return the score of each task over its scripts that a program decides."""
    systems = []
    for entry in given.on(TRACK):
        by_task: dict[tuple[str, str], list[float]] = {}
        for item in entry.report.per_item:
            value = item.values["score"]
            if value is not None:
                by_task.setdefault((item.where["kind"], item.where["task"]), []).append(value)
        systems.append(Tasks(entry.label, {task: sum(values) / len(values) for task, values in by_task.items()}))
    return systems


def tasks_by_ratings(given: Given) -> list[Tasks]:
    """Return the mean rating of each rated task."""
    return [
        Tasks(
            _label(given, entry, judge),
            {
                (s.where["kind"], s.where["task"]): s.value
                for s in statistics
                if s.name == "rating" and "task" in s.where and s.value is not None
            },
        )
        for entry, judge, statistics in _rated(given)
    ]


def _estimate(statistic: Statistic) -> Estimate:
    return Estimate(statistic.value, statistic.low, statistic.high, round(statistic.n))


Judge = tuple[str, str]
"""Name of the judge, name of its model."""


def judge_of(statistic: Statistic) -> Judge:
    """Return the judge of *statistic*."""
    return statistic.where.get("judge", ""), statistic.where.get("judge_model", "")


def _rated(given: Given) -> Iterator[tuple[Scored, Judge, list[Statistic]]]:
    """Yield each submission with each judge that rated its replies and all statistics of this judge."""
    for entry in given.on(TRACK):
        judges = dict.fromkeys(judge_of(s) for s in entry.report.statistics if s.name == "rating")
        for judge in judges:
            yield entry, judge, [s for s in entry.report.statistics if judge_of(s) == judge]


def _label(given: Given, entry: Scored, judge: Judge) -> str:
    """Return the label of a row: the system, and the judge if there are several."""
    judges = {judge_of(s) for other in given.on(TRACK) for s in other.report.statistics if s.name == "rating"}
    return entry.label if len(judges) == 1 else f"{entry.label} by {judge[1]} ({judge[0]})"


def selections(submissions: Sequence[Scored]) -> tuple[str, ...]:
    """Return a note for each submission that does not cover all items of its splits."""
    return tuple(f"{entry.label}: {entry.report.selected}." for entry in submissions if entry.report.selected)


CHECKS: Final = Measure(
    name="checks",
    axis="score",
    digits=1,
    missing=NO_SUBMISSION,
    rows=by_checks,
    tasks=tasks_by_checks,
    notes=(
        "Score: 100 x share of scripts whose reply passes all checks, of those that a program decides.",
        "The paper has a judge's ratings from 1 to 10 and different tasks and scripts.",
    ),
)
JUDGE: Final = Measure(
    name="judge",
    axis="rating",
    digits=2,
    missing=NO_RATING,
    rows=by_ratings,
    tasks=tasks_by_ratings,
    notes=(
        "Mean rating by the judge, 1 to 10; a missing reply counts as 1.",
        "The paper's judge is GPT-4, and its tasks and scripts are different.",
    ),
    lost=(Column(heading="unscored", kind="percent", digits=1),),
)
