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
    """The means of a system on each part of the scripts, and on each task, by its kind and name.

    ``lost`` is the share of replies without a verdict.
    """

    label: str
    parts: Mapping[str, Metric]
    tasks: Mapping[tuple[str, str], float]
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """A way to measure replies: its names, its number of digits, and the function that computes it.

    ``needed`` names what is missing where nothing is measured; ``lost`` is the column of replies without a verdict, if
    there can be any.
    """

    name: str
    axis: str
    digits: int
    needed: str
    rows: Callable[[Given], list[Measured]]
    lost: tuple[Column, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes below its exhibits."""
        return tuple(WORDS[self.name].values())

    def absent(self, given: Given) -> Missing:
        """Return the missing exhibit for want of submissions, or of what measures their replies."""
        return MISSING[self.needed if given.on(TRACK) else "submission"]


def by_checks(given: Given) -> list[Measured]:
    """Return the share of scripts that every system passed, of those that a program decides, from 0 to 100."""
    rows = []
    for entry in given.on(TRACK):
        by_task: dict[tuple[str, str], list[float]] = {}
        for item in entry.report.per_item:
            if (value := item.values["score"]) is not None:
                by_task.setdefault((item.where["kind"], item.where["task"]), []).append(value)
        tasks = {task: sum(values) / len(values) for task, values in by_task.items()}
        rows.append(Measured(entry.label, {part: _score(entry, where) for part, where in PARTS.items()}, tasks))
    return rows


def _score(entry: Scored, where: Mapping[str, str]) -> Metric:
    try:
        return entry.report.metric("score", **where)
    except UnknownName:  # the submission has no script of this kind
        return Metric(name="score")


def by_ratings(given: Given) -> list[Measured]:
    """Return the mean ratings of every system by every judge that rated it."""
    rows = []
    for entry, judge, statistics in judged(given, "rating"):
        parts, tasks, lost = dict.fromkeys(PARTS, Metric(name="rating")), dict[tuple[str, str], float](), None
        for s in statistics:
            if s.name == "rating_unscored" and s.where["part"] == "all":
                lost = s.value
            elif s.name == "rating" and "part" in s.where:
                parts[s.where["part"]] = Metric(name=s.name, value=s.value, low=s.low, high=s.high, n=round(s.n))
            elif s.name == "rating" and s.value is not None:
                tasks[s.where["kind"], s.where["task"]] = s.value
        rows.append(Measured(f"{entry.label} by {judge[1]} ({judge[0]})", parts, tasks, lost))
    return rows


def judged(given: Given, name: str) -> Iterator[tuple[Scored, Judge, list[Statistic]]]:
    """Yield each submission with each judge that has a statistic *name* in it, and all statistics of this judge."""
    for entry in given.on(TRACK):
        for judge in dict.fromkeys(judge_of(s.where) for s in entry.report.statistics if s.name == name):
            yield entry, judge, [s for s in entry.report.statistics if judge_of(s.where) == judge]


CHECKS: Final = Measure("checks", "score", 1, "submission", by_checks)
JUDGE: Final = Measure("judge", "rating", 2, "rating", by_ratings, columns("percent", "unscored", digits=1))
