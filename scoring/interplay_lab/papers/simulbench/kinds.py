"""Table 4 and Figures 2 and 3: scores of systems by kind of script and of task."""

from collections.abc import Sequence

from interplay.tables.simulated import HEADINGS, PARTS
from interplay.tables.table import Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Figure, Missing, columns, series_of
from interplay_lab.papers.simulbench.measures import TRACK, WORDS, Measure, Measured

NAMES = dict(zip(PARTS, HEADINGS, strict=True))
"""Part of the scripts -> its heading."""
HOME = "standard"
"""The split whose scripts are of all kinds of the paper."""
FIRST, HARD = WORDS["kinds"]["first"], WORDS["kinds"]["hard"]


def table(measure: Measure, given: Given) -> Content:
    """Return Table 4: a row for each system, a column for each part of the scripts."""
    rows = measure.rows(given)
    if not rows:
        return measure.absent(given)
    lost = 1 if measure.lost else 0
    return Table(
        columns=(
            *columns("text", "system"),
            *columns("number", *HEADINGS, digits=measure.digits),
            *columns("count", "scripts"),
            *measure.lost,
        ),
        rows=tuple(
            (row.label, *(row.parts[part].value for part in PARTS), row.parts["all"].n, *[row.lost] * lost)
            for row in rows
        ),
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
    return Figure(
        drawn="bars",
        x="system",
        y=measure.axis,
        places=tuple(row.label for row in rows),
        series=tuple(series_of(NAMES[part], (row.parts[part] for row in rows)) for part in parts),
        digits=measure.digits,
        notes=(*measure.notes, "95% intervals over tasks.", *kinds, *_notes(given, rows)),
    )


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
