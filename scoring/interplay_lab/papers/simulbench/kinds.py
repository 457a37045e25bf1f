"""Table 4 and Figures 2 and 3: how systems do on kinds of scripts and of tasks."""

from collections.abc import Callable, Sequence

from interplay.judging.results.parts import PARTS
from interplay.tables.judged import HEADINGS
from interplay.tables.table import Column, Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Content, Figure, Missing, Series
from interplay_lab.papers.simulbench.measures import NO_SUBMISSION, TRACK, Measure, Measured, selections

NAMES = dict(zip(PARTS, HEADINGS, strict=True))
"""Part of the scripts -> its heading."""
FIRST = "Stateless and stateful are scripts of the first challenging turn alone, as in the paper."


def table(measure: Measure) -> Callable[[Given], Content]:
    """Return what makes Table 4: a row a system, a column a part of the scripts."""

    def make(given: Given) -> Content:
        rows = measure.rows(given)
        if not rows:
            return measure.missing if given.on(TRACK) else NO_SUBMISSION
        columns = [Column(heading=heading, digits=measure.digits) for heading in HEADINGS]
        lost = measure.lost
        return Table(
            columns=(
                Column(heading="system", kind="text"),
                *columns,
                Column(heading="scripts", kind="count"),
                *lost,
            ),
            rows=tuple(
                (one.label, *(one.parts[part].value for part in PARTS), one.parts["all"].n, *[one.lost][: len(lost)])
                for one in rows
            ),
            notes=(
                *measure.notes,
                FIRST,
                "Hard is all but last only. Intervals stand with Figures 2 and 3.",
                *_notes(given, rows),
            ),
        )

    return make


def figure(measure: Measure, *parts: str) -> Callable[[Given], Content]:
    """Return what makes a figure of *parts*: bars side by side for each system, with intervals over tasks."""

    def make(given: Given) -> Content:
        rows = measure.rows(given)
        if not rows:
            return measure.missing if given.on(TRACK) else NO_SUBMISSION
        if all(one.parts[part].value is None for one in rows for part in parts):
            named = " and ".join(NAMES[part] for part in parts)
            return Missing(reason=f"the submissions hold no scripts that are {named}; needed: a run of all scripts")
        return Figure(
            drawn="bars",
            x="system",
            y=measure.axis,
            places=tuple(one.label for one in rows),
            series=tuple(_series(part, rows) for part in parts),
            digits=measure.digits,
            notes=(*measure.notes, "Intervals are for 95%, over tasks.", *_kinds(parts), *_notes(given, rows)),
        )

    return make


def _kinds(parts: Sequence[str]) -> tuple[str, ...]:
    return (FIRST,) if "stateless" in parts else ()


def _series(part: str, rows: list[Measured]) -> Series:
    held = [one.parts[part] for one in rows]
    return Series(
        name=NAMES[part],
        values=tuple(one.value for one in held),
        low=tuple(one.low for one in held),
        high=tuple(one.high for one in held),
    )


def _notes(given: Given, rows: list[Measured]) -> tuple[str, ...]:
    """Return what is to be known of the submissions, and which kinds of scripts they lack."""
    lacking = [
        f"{one.label} has no script of: {', '.join(NAMES[p] for p in PARTS if not one.parts[p].n)}."
        for one in rows
        if any(not one.parts[p].n for p in PARTS)
    ]
    return (*selections(given.on(TRACK)), *lacking)
