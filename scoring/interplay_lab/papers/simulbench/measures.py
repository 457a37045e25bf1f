"""Scores of systems on each kind of script, the columns of Table 4: by checks, or by a judge's ratings."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from interplay.core.errors import UnknownName
from interplay.core.reports import Metric, Statistic
from interplay.tables.simulated import PARTS
from interplay.tables.table import Column
from interplay_lab.judging.tables import Judge, judge_of
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Missing, columns, words_of

TRACK: Final = "simulation"
WORDS: Final = words_of(__package__)
MISSING: Final = {name: Missing(reason=reason) for name, reason in WORDS["missing"].items()}


@dataclass(frozen=True, slots=True)
class Measured:
    """The means of a system on each part of the scripts; ``lost`` is the share of replies without a verdict."""

    label: str
    parts: Mapping[str, Metric]
    lost: float | None = None


Tasks = tuple[str, dict[tuple[str, str], float]]
"""The label of a system, and its mean on each task, by kind and name of the task."""


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
    tasks: Callable[[Given], list[Tasks]]
    notes: tuple[str, ...]
    lost: tuple[Column, ...] = ()

    def absent(self, given: Given) -> Missing:
        """Return the missing exhibit for want of submissions, or of what measures their replies."""
        return self.missing if given.on(TRACK) else MISSING["submission"]


def by_checks(given: Given) -> list[Measured]:
    """Return the share of passed scripts of every system, as a score from 0 to 100."""
    return [Measured(e.label, {part: _score(e, where) for part, where in PARTS.items()}) for e in given.on(TRACK)]


def _score(entry: Scored, where: Mapping[str, str]) -> Metric:
    try:
        return entry.report.metric("score", **where)
    except UnknownName:  # the submission has no script of this kind
        return Metric(name="score")


def by_ratings(given: Given) -> list[Measured]:
    """Return the mean ratings of every system by every judge that rated it."""
    rows = []
    for entry, judge, statistics in judged(given, "rating"):
        parts = dict.fromkeys(PARTS, Metric(name="rating"))
        for s in statistics:
            if s.name == "rating" and "part" in s.where:
                parts[s.where["part"]] = Metric(name=s.name, value=s.value, low=s.low, high=s.high, n=round(s.n))
        lost = next((s.value for s in statistics if s.name == "rating_unscored" and s.where["part"] == "all"), None)
        rows.append(Measured(f"{entry.label} by {judge[1]} ({judge[0]})", parts, lost))
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
        systems.append((entry.label, {task: sum(values) / len(values) for task, values in by_task.items()}))
    return systems


def tasks_by_ratings(given: Given) -> list[Tasks]:
    """Return the mean rating of each rated task."""
    systems = []
    for entry, judge, statistics in judged(given, "rating"):
        rated = [s for s in statistics if s.name == "rating" and "task" in s.where]
        means = {(s.where["kind"], s.where["task"]): s.value for s in rated if s.value is not None}
        systems.append((f"{entry.label} by {judge[1]} ({judge[0]})", means))
    return systems


def judged(given: Given, name: str) -> Iterator[tuple[Scored, Judge, list[Statistic]]]:
    """Yield each submission with each judge that has a statistic *name* in it, and all statistics of this judge."""
    for entry in given.on(TRACK):
        for judge in dict.fromkeys(judge_of(s.where) for s in entry.report.statistics if s.name == name):
            yield entry, judge, [s for s in entry.report.statistics if judge_of(s.where) == judge]


CHECKS: Final = Measure(
    "checks", "score", 1, MISSING["submission"], by_checks, tasks_by_checks, tuple(WORDS["checks"].values())
)
JUDGE: Final = Measure(
    "judge", "rating", 2, MISSING["rating"], by_ratings, tasks_by_ratings, tuple(WORDS["judge"].values()),
    lost=columns("percent", "unscored", digits=1),
)  # fmt: skip
