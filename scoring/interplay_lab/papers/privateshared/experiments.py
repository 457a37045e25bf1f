"""Main score by split, and kappa and slot filling by experiment."""

from collections.abc import Callable
from typing import Final

from interplay.core.reports import Group
from interplay.tables.table import Cell, Column, Table
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.privateshared.groups import (
    NO_SUBMISSION,
    PAPER,
    TRACK,
    episodes,
    experiments,
    metric,
    notes,
    played,
    splits,
)
from interplay_lab.papers.records import Content, Figure, Missing, Series

_COUNTS: Final = (Column(heading="episodes", kind="count"), Column(heading="played", kind="percent", digits=1))
_SCORES: Final = ("kappa", "truncated_kappa", "slot_filling", "accuracy", "middle_accuracy")
_HEADINGS: Final = ("kappa", "truncated kappa", "slot filling", "accuracy", "middle accuracy")
_PLAYED: Final = "All but the first two columns of numbers are means over the episodes that were played to their end."


def scores(given: Given) -> Content:
    """Return the main score of each system with its interval, and the scores that it is made of."""
    if not given.on(TRACK):
        return NO_SUBMISSION
    return Table(
        columns=(
            *(Column(heading=heading, kind="text") for heading in ("system", "split")),
            *_COUNTS,
            *(Column(heading=heading, digits=1) for heading in ("main score", "low", "high")),
            *(Column(heading=heading) for heading in _HEADINGS),
        ),
        rows=tuple(_score_row(one, group) for one, group in splits(given)),
        notes=(
            _PLAYED,
            "Main score: 100 x harmonic mean of slot filling and truncated kappa. Interval for 95%, over items.",
            f"The split {PAPER} is the document's game.",
            *notes(given),
        ),
    )


def _score_row(one: Scored, group: Group) -> tuple[Cell, ...]:
    main = metric(group, "main_score")
    values = (metric(group, name).value for name in _SCORES)
    counts = group.counts["episodes"], played(group)
    return (one.label, group.where["split"], *counts, main.value, main.low, main.high, *values)


def table(given: Given) -> Content:
    """Return kappa, slot filling and what is right of private and shared slots, by experiment."""
    if not given.on(TRACK):
        return NO_SUBMISSION
    labels = [Column(heading=heading, kind="percent", digits=1) for heading in ("private right", "shared right")]
    return Table(
        columns=(
            *(Column(heading=heading, kind="text") for heading in ("system", "split", "experiment")),
            *_COUNTS,
            *(Column(heading=heading) for heading in _HEADINGS),
            *labels,
            Column(heading="main score", digits=1),
        ),
        rows=tuple(_row(one, group) for one, group in experiments(given)),
        notes=(
            _PLAYED,
            "Private right: share of the probes of private slots that were answered so.",
            *notes(given),
        ),
    )


def _row(one: Scored, group: Group) -> tuple[Cell, ...]:
    values = (metric(group, name).value for name in _SCORES)
    cells = [scored.cells for _, where, scored in episodes(one) if group.where.items() <= where.items()]
    no_no, no_yes, yes_no, yes_yes = (sum(column) for column in zip(*cells, strict=True)) if cells else (0,) * 4
    right = _share(no_no, no_yes), _share(yes_yes, yes_no)
    named = one.label, group.where["split"], group.where["domain"]
    return (*named, group.counts["episodes"], played(group), *values, *right, metric(group, "main_score").value)


def _share(right: int, wrong: int) -> float | None:
    return right / (right + wrong) if right + wrong else None


def figure(name: str, axis: str, digits: int) -> Callable[[Given], Content]:
    """Return what draws the metric *name* by experiment of the document's split, a series a system."""

    def make(given: Given) -> Content:
        held = [(one, group) for one, group in experiments(given) if group.where["split"] == PAPER]
        if not held:
            return NO_BASE if given.on(TRACK) else NO_SUBMISSION
        places = tuple(sorted({group.where["domain"] for _, group in held}))
        return Figure(
            drawn="bars",
            x="experiment",
            y=axis,
            places=places,
            series=tuple(_series(one, name, given, places) for one in given.on(TRACK)),
            digits=digits,
            notes=("Means over the episodes played to their end; intervals for 95%, over items.", *notes(given)),
        )

    return make


NO_BASE: Final = Missing(
    reason=f"the submissions hold no item of the split {PAPER}, which has the document's game; needed: one, as "
    f"`interplay run --track scorekeeping --split {PAPER}` plays it"
)


def _series(one: Scored, name: str, given: Given, places: tuple[str, ...]) -> Series:
    found = {
        group.where["domain"]: metric(group, name)
        for other, group in experiments(given)
        if other is one and group.where["split"] == PAPER
    }
    held = [found.get(place) for place in places]
    return Series(
        name=one.label,
        values=tuple(m.value if m else None for m in held),
        low=tuple(m.low if m else None for m in held),
        high=tuple(m.high if m else None for m in held),
    )
