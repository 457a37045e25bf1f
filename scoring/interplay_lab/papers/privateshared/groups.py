"""Submissions on scorekeeping, their splits and experiments, and notes that all tables have."""

from collections.abc import Callable, Iterator
from typing import Final

from interplay.core.reports import Group, Metric
from interplay.tracks.scorekeeping.scores import Episode
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Content, Missing, words_of

TRACK: Final = "scorekeeping"
PAPER: Final = "base"
"""The split with the document's rules; in the others, values change during the dialogue."""
WORDS: Final = words_of(__package__)
MISSING: Final = {name: Missing(reason=reason) for name, reason in WORDS["missing"].items()}


def on_track(make: Callable[[Given], Content]) -> Callable[[Given], Content]:
    """Return *make*, with the exhibit missing if there is no submission on scorekeeping."""
    return lambda given: make(given) if given.on(TRACK) else MISSING["submission"]


def groups(given: Given, *keys: str) -> list[tuple[Scored, Group]]:
    """Return each submission with each group of its items by *keys*; an experiment is a ``domain`` in our reports."""
    return [
        (entry, group) for entry in given.on(TRACK) for group in entry.report.groups if group.where.keys() == {*keys}
    ]


def metric(group: Group, name: str) -> Metric:
    """Return the metric *name* of a group, which must have it."""
    return next(metric for metric in group.metrics if metric.name == name)


def played(group: Group) -> float | None:
    """Return the share of completed episodes."""
    return group.counts["played"] / group.counts["episodes"] if group.counts["episodes"] else None


def episodes(entry: Scored) -> Iterator[tuple[str, dict[str, str], Episode]]:
    """Yield item, group keys and scores of each completed episode of *entry*."""
    where = {item.item_id: item.where for item in entry.report.per_item}
    for grade in entry.grades:
        if grade.status == "played" and isinstance(grade.detail, Episode):
            yield grade.item_id, where[grade.item_id], grade.detail


def notes(given: Given) -> tuple[str, ...]:
    """Return notes on submissions that cover a selection of items or have no completed episode."""
    unplayed = [entry.label for entry in given.on(TRACK) if not entry.report.counts["played"]]
    return (
        *given.selections(TRACK),
        *(f"{label} completed no episode, so that its other values are undefined." for label in unplayed),
    )
