"""How systems do on each kind of script, in the columns of Table 4: by programs' checks, or by a judge's ratings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from interplay.core.errors import UnknownName
from interplay.core.reports import Statistic
from interplay.judging.results.parts import PARTS
from interplay.tables.table import Column
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Missing

TRACK: Final = "simulation"
NO_SUBMISSION: Final = Missing(
    reason="no submission on simulation was given; needed: one, as `interplay run --track simulation` makes it"
)
NO_RATING: Final = Missing(
    reason="no ratings of replies were given; needed: --judgments with a file that `interplay judge FILE --judge "
    "scoring` made"
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
    """What a system, by its *label*, has on each part of the scripts; *lost* is the share without a verdict."""

    label: str
    parts: Mapping[str, Estimate]
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """A way to measure replies: what it is called, in how many digits it is told, and what it finds of what was given.

    ``tasks`` finds the mean of each task for each system; ``lost`` is the column of replies without a verdict, where
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
    return [Measured(one.label, {part: _score(one, where) for part, where in PARTS.items()}) for one in given.on(TRACK)]


def _score(one: Scored, where: Mapping[str, str]) -> Estimate:
    try:
        found = one.report.metric("score", **where)
    except UnknownName:  # the submission has no script of this kind
        return Estimate()
    return Estimate(found.value, found.low, found.high, found.n)


def by_ratings(given: Given) -> list[Measured]:
    """Return the mean ratings of every system by every judge that rated it."""
    found = []
    for one, judge, statistics in _rated(given):
        parts = {s.where["part"]: _estimate(s) for s in statistics if s.name == "rating" and "part" in s.where}
        lost = next((s.value for s in statistics if s.name == "rating_unscored" and s.where["part"] == "all"), None)
        found.append(Measured(_label(given, one, judge), {p: parts.get(p, Estimate()) for p in PARTS}, lost))
    return found


def tasks_by_checks(given: Given) -> list[Tasks]:
    """Return the score of each task, over the scripts of it that a program decides."""
    found = []
    for one in given.on(TRACK):
        held: dict[tuple[str, str], list[float]] = {}
        for item in one.report.per_item:
            value = item.values["score"]
            if value is not None:
                held.setdefault((item.where["kind"], item.where["task"]), []).append(value)
        found.append(Tasks(one.label, {task: sum(values) / len(values) for task, values in held.items()}))
    return found


def tasks_by_ratings(given: Given) -> list[Tasks]:
    """Return the mean rating of each task with a reply."""
    return [
        Tasks(
            _label(given, one, judge),
            {
                (s.where["kind"], s.where["task"]): s.value
                for s in statistics
                if s.name == "rating" and "task" in s.where and s.value is not None
            },
        )
        for one, judge, statistics in _rated(given)
    ]


def _estimate(found: Statistic) -> Estimate:
    return Estimate(found.value, found.low, found.high, round(found.n))


Judge = tuple[str, str]
"""Name of the judge, name of the model that plays it."""


def judge_of(found: Statistic) -> Judge:
    """Return whose verdicts *found* is about."""
    return found.where.get("judge", ""), found.where.get("judge_model", "")


def _rated(given: Given) -> Iterator[tuple[Scored, Judge, list[Statistic]]]:
    """Yield each submission with each judge that rated its replies, and all that this judge has to say of it."""
    for one in given.on(TRACK):
        judges = dict.fromkeys(judge_of(s) for s in one.report.statistics if s.name == "rating")
        for judge in judges:
            yield one, judge, [s for s in one.report.statistics if judge_of(s) == judge]


def _label(given: Given, one: Scored, judge: Judge) -> str:
    """Return what a row is called: the system, and the judge where there are several."""
    judges = {judge_of(s) for other in given.on(TRACK) for s in other.report.statistics if s.name == "rating"}
    return one.label if len(judges) == 1 else f"{one.label} by {judge[1]} ({judge[0]})"


def selections(submissions: Sequence[Scored]) -> tuple[str, ...]:
    """Return a note for each submission that is not about all items of its splits."""
    return tuple(f"{one.label}: {one.report.selected}." for one in submissions if one.report.selected)


CHECKS: Final = Measure(
    name="checks",
    axis="score",
    digits=1,
    missing=NO_SUBMISSION,
    rows=by_checks,
    tasks=tasks_by_checks,
    notes=(
        "Score: 100 x share of the scripts decided by a program whose reply passes all checks.",
        "The paper has a judge's ratings from 1 to 10, and other tasks and scripts.",
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
        "Mean rating by the judge, 1 to 10; a reply that was not given has 1.",
        "The paper's judge is GPT-4, and it has other tasks and scripts.",
    ),
    lost=(Column(heading="unscored", kind="percent", digits=1),),
)
