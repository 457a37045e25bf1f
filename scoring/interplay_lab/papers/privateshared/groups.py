"""Parts of what was given: submissions on scorekeeping, their splits and experiments, and what all tables say below."""

from collections.abc import Iterator
from typing import Final

from interplay.core.reports import Group, Metric
from interplay.tracks.scorekeeping.scores import Episode
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Missing

TRACK: Final = "scorekeeping"
PAPER: Final = "base"
"""The split whose rules are the document's; in any other, values change while the dialogue goes on."""
NO_SUBMISSION: Final = Missing(
    reason="no submission on scorekeeping was given; needed: one, as `interplay run --track scorekeeping` makes it, or "
    "`interplay-build import episodes` from recorded episodes"
)


def splits(given: Given) -> Iterator[tuple[Scored, Group]]:
    """Yield each submission with each of its splits."""
    for one in given.on(TRACK):
        for group in one.report.groups:
            if group.where.keys() == {"split"}:
                yield one, group


def experiments(given: Given) -> Iterator[tuple[Scored, Group]]:
    """Yield each submission with each experiment of each of its splits; an experiment is what we call a domain."""
    for one in given.on(TRACK):
        for group in one.report.groups:
            if group.where.keys() == {"split", "domain"}:
                yield one, group


def metric(group: Group, name: str) -> Metric:
    """Return a metric of a group, which has it."""
    return next(metric for metric in group.metrics if metric.name == name)


def played(group: Group) -> float | None:
    """Return the share of the episodes that were played to their end."""
    return group.counts["played"] / group.counts["episodes"] if group.counts["episodes"] else None


def episodes(one: Scored) -> Iterator[tuple[str, dict[str, str], Episode]]:
    """Yield item, part and scores of each episode of *one* that was played to its end."""
    where = {item.item_id: item.where for item in one.report.per_item}
    for grade in one.grades:
        if grade.status == "played" and isinstance(grade.detail, Episode):
            yield grade.item_id, where[grade.item_id], grade.detail


def notes(given: Given) -> tuple[str, ...]:
    """Return what is to be known of the submissions: of how many items they are, and who played nothing."""
    held = given.on(TRACK)
    unplayed = [one.label for one in held if not one.report.counts["played"]]
    return (
        *(f"{one.label}: {one.report.selected}." for one in held if one.report.selected),
        *(f"{label} played no episode to its end, so that nothing else is defined." for label in unplayed),
    )
