"""Main score by split, and kappa and slot filling by experiment."""

from typing import Final

from interplay.core.reports import Group
from interplay.tables.table import Cell, Table
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.privateshared.groups import (
    MISSING,
    PAPER,
    TRACK,
    WORDS,
    episodes,
    groups,
    metric,
    notes,
    on_track,
    played,
)
from interplay_lab.papers.records import Content, Figure, Series, columns, series_of

_COUNTS: Final = (*columns("count", "episodes"), *columns("percent", "played", digits=1))
_SCORES: Final = ("kappa", "truncated_kappa", "slot_filling", "accuracy", "middle_accuracy")
_HEADINGS: Final = ("kappa", "truncated kappa", "slot filling", "accuracy", "middle accuracy")


@on_track
def scores(given: Given) -> Content:
    """Return the main score of each system with its interval, and its components."""
    return Table(
        columns=(
            *columns("text", "system", "split"),
            *_COUNTS,
            *columns("number", "main score", "low", "high", digits=1),
            *columns("number", *_HEADINGS),
        ),
        rows=tuple(_score_row(entry, group) for entry, group in groups(given, "split")),
        notes=(*WORDS["scores"].values(), *notes(given)),
    )


def _score_row(entry: Scored, group: Group) -> tuple[Cell, ...]:
    main = metric(group, "main_score")
    values = (metric(group, name).value for name in _SCORES)
    counts = group.counts["episodes"], played(group)
    return (entry.label, group.where["split"], *counts, main.value, main.low, main.high, *values)


@on_track
def table(given: Given) -> Content:
    """Return kappa, slot filling and the accuracy on private and shared slots, by experiment."""
    return Table(
        columns=(
            *columns("text", "system", "split", "experiment"),
            *_COUNTS,
            *columns("number", *_HEADINGS),
            *columns("percent", "private right", "shared right", digits=1),
            *columns("number", "main score", digits=1),
        ),
        rows=tuple(_row(entry, group) for entry, group in groups(given, "split", "domain")),
        notes=(*WORDS["experiments"].values(), *notes(given)),
    )


def _row(entry: Scored, group: Group) -> tuple[Cell, ...]:
    values = (metric(group, name).value for name in _SCORES)
    cells = [scored.cells for _, where, scored in episodes(entry) if group.where.items() <= where.items()]
    no_no, no_yes, yes_no, yes_yes = (sum(column) for column in zip(*cells, strict=True)) if cells else (0,) * 4
    right = _share(no_no, no_yes), _share(yes_yes, yes_no)
    named = entry.label, group.where["split"], group.where["domain"]
    return (*named, group.counts["episodes"], played(group), *values, *right, metric(group, "main_score").value)


def _share(right: int, wrong: int) -> float | None:
    return right / (right + wrong) if right + wrong else None


def figure(given: Given, name: str) -> Content:
    """Return a figure: the metric *name* by experiment of the document's split, a series per system."""
    experiments = [(entry, group) for entry, group in groups(given, "split", "domain") if group.where["split"] == PAPER]
    if not experiments:
        return MISSING["base"]
    places = tuple(sorted({group.where["domain"] for _, group in experiments}))
    return Figure(
        drawn="bars",
        x="experiment",
        y=name.replace("_", " "),
        places=places,
        series=tuple(_series(entry, name, experiments, places) for entry in given.on(TRACK)),
        notes=("Means over completed episodes; 95% intervals over items.", *notes(given)),
    )


def _series(entry: Scored, name: str, experiments: list[tuple[Scored, Group]], places: tuple[str, ...]) -> Series:
    metrics = {group.where["domain"]: metric(group, name) for other, group in experiments if other is entry}
    return series_of(entry.label, map(metrics.get, places))
