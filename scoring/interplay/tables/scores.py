"""Reports as tables of scores: a row for each system and part."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from interplay.core.reports import EXACT, Group, Metric, Report
from interplay.tables import numbers
from interplay.tables.notes import labels
from interplay.tables.numbers import UNDEFINED
from interplay.tables.table import Table, tabulate
from interplay.tracks.base import Track
from interplay.tracks.catalogue import load

AnyTrack = Track[Any, Any]
Detail = Literal["summary", "table", "full"]
"""How finely a report is shown: a few lines, the track's own table, or with all parts of each line."""


def metric(group: Group, name: str) -> Metric | None:
    """Return the metric called *name* of *group*."""
    return next((m for m in group.metrics if m.name == name), None)


def with_interval(estimate: Metric | None, *, digits: int = 1) -> str:
    """Return ``value [low, high]``; without bounds whether the score is deterministic, or a dash."""
    if estimate is not None and estimate.text is not None:
        return estimate.text
    if estimate is None or estimate.value is None:
        return UNDEFINED
    text = numbers.interval(estimate.value, estimate.low, estimate.high, digits)
    return text if "[" in text else f"{text} [{'deterministic' if estimate.unbounded == EXACT else UNDEFINED}]"


def by_track(reports: list[Report]) -> Iterator[tuple[AnyTrack, list[Report]]]:
    """Yield each track with its reports, in the order in which tracks first occur."""
    for name in dict.fromkeys(report.track for report in reports):
        yield load(name), [report for report in reports if report.track == name]


def front(report: Report, part: Group | None = None) -> tuple[Metric | None, Metric | None]:
    """Return the score over the split of the headline and over the basic one: of all items, or of a *part*.

    Where a report has no basic split, the first is about everything.
    """
    track, part = load(report.track), part or report.groups[0]
    name, whole = track.headline.name, metric(part, track.headline.name)
    basic, splits = track.front[1:], (part.where["split"],) if "split" in part.where else report.splits
    if not {*basic} & {*splits}:
        return whole, None
    if len(splits) == 1:
        return None, whole
    groups = (g for g in report.groups if g.where | {"split": ""} == part.where | {"split": ""})
    by_split = {g.where.get("split"): metric(g, name) for g in groups}
    return by_split.get(track.front[0]), by_split.get(basic[0])


def headings(track: AnyTrack, reports: Sequence[Report]) -> tuple[str, ...]:
    """Return the column headings of a track's table of *reports*."""
    first, *others = [spec for spec in track.metrics if spec.heading]
    score = f"{first.heading} [{first.percent}% interval]"
    return ("system", "part", "played", score, *_basic(reports, "basic"), *(spec.heading for spec in others))


def _basic(reports: Sequence[Report], cell: str) -> tuple[str, ...]:
    """Return the *cell* of the basic column, if there is one: where a report covers the basic split of its track."""
    return (cell,) if any({*load(report.track).front[1:]} & {*report.splits} for report in reports) else ()


def rows(reports: list[Report], track: AnyTrack, *, detail: Detail) -> list[tuple[str, ...]]:
    """Return a row for each system and part: system, part, played, headline with interval, and further metrics.

    First what the track sums up by, as the headline does, then the parts that its tables show; in full, all other parts
    follow, indented.
    """
    table = []
    for label, report in zip(labels(reports), reports, strict=True):
        several = [key for key in track.table_by if len({g.where[key] for g in report.groups if key in g.where}) > 1]
        for group in _parts(report, track, detail=detail):
            scores = [with_interval(number, digits=track.headline.digits) for number in front(report, group)]
            table.append(_row(label, track, group, several, (scores[0], *_basic(reports, scores[1]))))
    return table


def _parts(report: Report, track: AnyTrack, *, detail: Detail) -> Iterator[Group]:
    """Yield the groups that have a row: what the headline is about first, then ever finer parts."""
    parts = [] if detail == "summary" else _by(report, track.table_by)
    sums = _by(report, track.summary_by) if track.summary_by != track.table_by or not parts else []
    yield from () if len(sums) == 1 or (not sums and len(parts) == 1) else report.groups[:1]
    yield from sums if len(parts) != 1 else ()
    yield from parts
    for group in report.groups[1:] if detail == "full" else ():
        if group not in parts and group not in sums and group.counts != report.counts:
            yield group


def _by(report: Report, keys: Sequence[str]) -> list[Group]:
    return [group for group in report.groups if set(group.where) == set(keys)]


def _row(label: str, track: AnyTrack, group: Group, several: Sequence[str], scores: Sequence[str]) -> tuple[str, ...]:
    """Return the row of a group; *several* are the keys of the track's tables that have more than one value."""
    inner = [] if group.where.keys() <= {*track.table_by} else [*group.where.values()]
    named = [key for key in track.table_by if key in group.where]
    name = " / ".join(group.where[key] for key in [k for k in named if k in several] or named[-1:]) or "all"
    return (
        label,
        "  " + " / ".join(inner) if inner else name,
        f"{group.counts['played']}/{group.counts['episodes']}",
        *scores,
        *(_value(metric(group, spec.name), spec.digits) for spec in track.metrics[1:] if spec.heading),
    )


def _value(estimate: Metric | None, digits: int) -> str:
    if estimate is not None and estimate.text is not None:
        return estimate.text if estimate.value is None else estimate.text.partition(" [")[0]
    return numbers.number(None if estimate is None else estimate.value, digits)


def unplayed(report: Report) -> str:
    """Return a line that says why episodes were not played, with an example, or nothing when all were."""
    lost = report.counts["episodes"] - report.counts["played"]
    example = next((i for i in report.per_item if i.counts["played"] == 0 and i.reasons), None)
    if not lost or example is None:
        return ""
    why = next(iter(example.reasons.values()))
    return f"{report.system.name}: {lost} of {report.counts['episodes']} episodes not played; {example.item_id}: {why}"


def score_table(reports: list[Report], track: AnyTrack, *, detail: Detail) -> Table:
    """Return the scores of *reports*, all of *track*, one line for each system and part.

    What has a unit of its own in each part has no column where no line is of one part alone.
    """
    heads, table = headings(track, reports), rows(reports, track, detail=detail)
    partial = {spec.heading for spec in track.metrics if spec.unit_of}
    kept = [n for n, head in enumerate(heads) if head not in partial or any(row[n] != UNDEFINED for row in table)]
    return tabulate([heads[n] for n in kept], ([row[n] for n in kept] for row in table), text=2)
