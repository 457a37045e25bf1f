"""All tables and figures of the SimulBench paper in its order, by checks and by a judge."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from interplay.core.text import counted
from interplay.tables.simulated import HEADINGS, PARTS
from interplay.tables.table import Cell, Table
from interplay_lab.judging.tables import EXTREMES
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Exhibit, Figure, Missing, columns, columns_of, series_of
from interplay_lab.papers.simulbench import pairs
from interplay_lab.papers.simulbench.measures import (
    CHECKS,
    JUDGE,
    MISSING,
    TRACK,
    WORDS,
    Measure,
    Measured,
    Tasks,
    judged,
)

NAMES: Final = dict(zip(PARTS, HEADINGS, strict=True))
"""Part of the scripts -> its heading."""
HOME: Final = "standard"
"""The split whose scripts are of all kinds of the paper."""
FIRST, HARD = WORDS["kinds"]["first"], WORDS["kinds"]["hard"]
_TYPES: Final = ("last_only", "first_challenging", "subsequent_challenging")


def _both(number: str, title: str, make: Callable[[Measure, Given], Content]) -> list[Exhibit]:
    """Return an exhibit by checks, and the same by the judge."""
    return [Exhibit(f"{number} ({m.name})", f"{title}, by {m.axis}", partial(make, m)) for m in (CHECKS, JUDGE)]


def by_kind(measure: Measure, given: Given) -> Content:
    """Return Table 4: a row for each system, a column for each part of the scripts."""
    rows = measure.rows(given)
    if not rows:
        return measure.absent(given)
    lost = 1 if measure.lost else 0
    numbers = columns("number", *HEADINGS, digits=measure.digits)
    cells = ((r.label, *(r.parts[part].value for part in PARTS), r.parts["all"].n, *[r.lost] * lost) for r in rows)
    return Table(
        columns=(*columns("text", "system"), *numbers, *columns("count", "scripts"), *measure.lost),
        rows=tuple(cells),
        notes=(*measure.notes, FIRST, f"{HARD} Figures 2 and 3 have intervals.", *_notes(given, rows)),
    )


def figure(measure: Measure, given: Given, parts: Sequence[str]) -> Content:
    """Return a figure of *parts*: bars side by side for each system, with intervals over tasks."""
    rows = measure.rows(given)
    if not rows:
        return measure.absent(given)
    if all(row.parts[part].value is None for row in rows for part in parts):
        named = " and ".join(NAMES[part] for part in parts)
        return Missing(reason=f"the submissions have no scripts that are {named}; needed: a run of the split {HOME}")
    kinds = [*[FIRST] * ("stateless" in parts), *[HARD] * ("hard" in parts)]
    series = tuple(series_of(NAMES[part], (row.parts[part] for row in rows)) for part in parts)
    about = (*measure.notes, "95% intervals over tasks.", *kinds, *_notes(given, rows))
    places = tuple(row.label for row in rows)
    return Figure("bars", "system", measure.axis, places, series, digits=measure.digits, notes=about)


def _notes(given: Given, rows: list[Measured]) -> tuple[str, ...]:
    """Return notes on selections of items and on kinds of scripts that systems lack."""
    lacking: dict[str, list[str]] = {}
    for row in rows:
        if kinds := [NAMES[part] for part in PARTS if not row.parts[part].n]:
            lacking.setdefault(", ".join(kinds[:-1]) + " and " * (len(kinds) > 1) + kinds[-1], []).append(row.label)
    lines = [f"No script of {kinds}: {', '.join(labels)}." for kinds, labels in lacking.items()]
    if lacking and any(HOME not in entry.report.splits for entry in given.on(TRACK)):
        lines.append(f"The paper's kinds of scripts are those of the split {HOME} (interplay run --split {HOME}).")
    return (*given.selections(TRACK), *lines)


def tasks(measure: Measure, given: Given) -> Content:
    """Return Table 2: the ten tasks of each kind with the highest and the lowest means over all systems.

    With fewer than twenty tasks, half of them are easy and half are hard, so that none is both.
    """
    systems = measure.tasks(given)
    if not systems:
        return measure.absent(given)
    means, left = common(systems)
    rows, ties = [], []
    for kind in ("stateless", "stateful"):
        extremes, tied = _extremes(kind, {task: mean for (of, task), mean in means.items() if of == kind})
        rows += extremes
        ties += tied
    if not rows:
        return Missing(reason="no kind has two tasks that all systems were given; needed: runs of all scripts")
    labels = ", ".join(label for label, _ in systems)
    about = f"Means over {counted(len(systems), 'systems')}, weighted equally: {labels}."
    omitted = [f"{left} tasks are omitted because not all systems have a mean on them."] if left else []
    mean = columns("number", f"mean {measure.axis}", digits=measure.digits)
    notes = (*measure.notes, about, *omitted, *ties, *given.selections(TRACK))
    return Table((*columns("text", "kind", "list", "task"), *mean), tuple(rows), notes)


def common(systems: Sequence[Tasks]) -> tuple[dict[tuple[str, str], float], int]:
    """Return the mean over systems of each task that all have, and the number of tasks that only some have."""
    every = sorted({task for _, means in systems for task in means})
    shared = [task for task in every if all(task in means for _, means in systems)]
    means = {task: sum(means[task] for _, means in systems) / len(systems) for task in shared}
    return means, len(every) - len(shared)


def _extremes(kind: str, means: Mapping[str, float]) -> tuple[list[tuple[Cell, ...]], list[str]]:
    """Return the rows of one kind, and a note where the end of a list cuts through tied tasks."""
    count = min(EXTREMES, len(means) // 2)
    order = sorted(means, key=lambda task: (-means[task], task))
    rows: list[tuple[Cell, ...]] = []
    notes = []
    for name, chosen in (("easiest", order[:count]), ("hardest", order[::-1][:count])):
        rows += [(kind, name, task, means[task]) for task in chosen]
        alike = sum(means[task] == means[chosen[-1]] for task in order if task not in chosen) if chosen else 0
        if alike:
            are = f"{alike} more {'task has' if alike == 1 else 'tasks have'}"
            notes.append(f"{kind}: {are} the same mean as the last of the {name}; ties are in alphabetical order.")
    return rows, notes


def _reasonable(given: Given) -> Content:
    """Return how far a judge agrees with the checks; in the paper a person reviews 100 of its outputs."""
    names = ("rated_good_though_wrong", "band_agreement", "band_kappa")
    rows = []
    for entry, judge, statistics in judged(given, names[0]):
        by_name = {statistic.name: statistic for statistic in statistics}
        good, same, kappa = (by_name[name] for name in names)
        rows.append((entry.label, judge[1], good.value, round(good.n), same.value, kappa.value, round(same.n)))
    if not rows:
        return JUDGE.absent(given)
    return Table(columns_of(WORDS["reasonable_columns"]), tuple(rows), tuple(WORDS["reasonable"].values()))


EXHIBITS: Final = (
    Exhibit("Figure 1", "Examples of simulation tasks", lambda _: MISSING["examples"]),
    *_both("Figure 2", "All scripts and hard ones", partial(figure, parts=("all", "hard"))),
    Exhibit("Table 1 (checks)", "Pairs of systems on the hard scripts, by checks", pairs.by_checks),
    Exhibit("Table 1 (judge)", "Pairs of systems on the hard scripts, compared by a judge", pairs.by_judge),
    *_both("Figure 3a", "Kinds of tasks", partial(figure, parts=("stateless", "stateful"))),
    *_both("Figure 3b", "Types of scripts", partial(figure, parts=_TYPES)),
    *_both("Table 2", "Easiest and hardest tasks", tasks),
    Exhibit("Section 4.3", "Whether the judge is reasonable", _reasonable),
    Exhibit("Table 3", "Toxicity of tasks and scripts by six attributes", lambda _: MISSING["toxicity"]),
    *_both("Table 4", "Every kind of script", by_kind),
)
"""All numbered tables and figures of the paper, and the human evaluation of its section 4.3."""
