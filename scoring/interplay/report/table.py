"""Tables for a terminal."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from interplay.core.records import Manifest
from interplay.core.reports import EXACT, Group, Metric, Report
from interplay.report import layout
from interplay.report.layout import Column, Grid
from interplay.report.marks import labels
from interplay.tracks.base import Track
from interplay.tracks.catalogue import load

AnyTrack = Track[Any, Any]
Detail = Literal["summary", "table", "full"]
"""How finely a report is shown: a few lines, the track's own table, or with all parts of each line."""


def show(grid: Grid) -> None:
    """Print *grid* to stdout; in one block where stdout is not a terminal."""
    from rich.console import Console  # noqa: PLC0415  loaded when shown

    is_terminal = sys.stdout.isatty()
    layout.show(grid, Console(width=None if is_terminal else max(120, layout.natural_width(grid)), highlight=False))


def dataset_grid(manifest: Manifest) -> Grid:
    """Return the data files of a release: config, splits, rows, bytes, hash."""
    columns = (layout.name("config"), layout.name("splits"), Column("rows"), Column("bytes"), Column("sha256", "left"))
    held = [entry for entry in manifest.files if entry.config is not None]
    rows = (
        (str(e.config), ", ".join(e.splits) or "all", f"{e.rows:,}", f"{e.bytes:,}", e.sha256[:16] + "…") for e in held
    )
    return Grid(columns, tuple(rows), boxed=True)


def metric(group: Group, name: str) -> Metric | None:
    """Return the metric called *name* of *group*."""
    return next((m for m in group.metrics if m.name == name), None)


def number(value: float | None, *, digits: int = 2) -> str:
    """Return *value* for a table; an en dash where it is undefined."""
    return "–" if value is None else f"{value:.{digits}f}"


def interval(found: Metric | None, *, digits: int = 1) -> str:
    """Return ``value [low, high]``; without bounds whether the value is exact, or a dash for them."""
    if found is not None and found.text is not None:
        return found.text
    if found is None or found.value is None:
        return "–"
    if found.low is None or found.high is None:
        return f"{number(found.value, digits=digits)} [{'exact' if found.unbounded == EXACT else '–'}]"
    return f"{found.value:.{digits}f} [{found.low:.{digits}f}, {found.high:.{digits}f}]"


def by_track(reports: list[Report]) -> Iterator[tuple[AnyTrack, list[Report]]]:
    """Yield each track with its reports, in the order in which tracks first occur."""
    for name in dict.fromkeys(report.track for report in reports):
        yield load(name), [report for report in reports if report.track == name]


def headings(track: AnyTrack) -> tuple[str, ...]:
    """Return the column headings of a track's table."""
    first, *others = [spec for spec in track.metrics if spec.heading]
    interval_of = f"{first.heading} [{first.percent}% interval]"
    return ("system", "part", "played", interval_of, *(spec.heading for spec in others))


def rows(reports: list[Report], track: AnyTrack, *, detail: Detail) -> list[tuple[str, ...]]:
    """Return a row for each system and part: system, part, played, headline with interval, and further metrics.

    First what the track sums up by, as the headline does, then the parts that its tables show; in full, all other parts
    follow, indented.
    """
    found = []
    for label, report in zip(labels(reports), reports, strict=True):
        several = [key for key in track.table_by if len({g.where[key] for g in report.groups if key in g.where}) > 1]
        found += [_row(label, track, group, several) for group in _parts(report, track, detail=detail)]
    return found


def _parts(report: Report, track: AnyTrack, *, detail: Detail) -> Iterator[Group]:
    """Yield the groups that have a row: what the headline is about first, then ever finer parts."""
    shown = [] if detail == "summary" else _by(report, track.table_by)
    summed = _by(report, track.summary_by) if track.summary_by != track.table_by or not shown else []
    yield from () if len(summed) == 1 or (not summed and len(shown) == 1) else report.groups[:1]
    yield from summed if len(shown) != 1 else ()
    yield from shown
    for group in report.groups[1:] if detail == "full" else ():
        if group not in shown and group not in summed and group.counts != report.counts:
            yield group


def _by(report: Report, keys: Sequence[str]) -> list[Group]:
    return [group for group in report.groups if set(group.where) == set(keys)]


def _row(label: str, track: AnyTrack, group: Group, several: Sequence[str]) -> tuple[str, ...]:
    """Return the row of a group; *several* are the keys of the track's tables that have more than one value."""
    inner = [] if group.where.keys() <= {*track.table_by} else [*group.where.values()]
    named = [key for key in track.table_by if key in group.where]
    name = " / ".join(group.where[key] for key in [k for k in named if k in several] or named[-1:]) or "all"
    first, *others = [spec for spec in track.metrics if spec.heading]
    return (
        label,
        "  " + " / ".join(inner) if inner else name,
        f"{group.counts['played']}/{group.counts['episodes']}",
        interval(metric(group, first.name), digits=first.digits),
        *(_short(metric(group, spec.name), spec.digits) for spec in others),
    )


def _short(found: Metric | None, digits: int) -> str:
    if found is not None and found.value is None and found.text is not None:
        return found.text
    return "–" if found is None else number(found.value, digits=digits)


def unplayed(report: Report) -> str:
    """Return a line that says why episodes were not played, with an example, or nothing when all were."""
    lost = report.counts["episodes"] - report.counts["played"]
    example = next((i for i in report.per_item if i.counts["played"] == 0 and i.reasons), None)
    if not lost or example is None:
        return ""
    why = next(iter(example.reasons.values()))
    return f"{report.system.name}: {lost} of {report.counts['episodes']} episodes not played; {example.item_id}: {why}"


def score_grid(reports: list[Report], track: AnyTrack, *, detail: Detail) -> Grid:
    """Return the scores of *reports*, all of *track*, one line for each system and part.

    What has a unit of its own in each part has no column where no line is of one part alone.
    """
    first, second, *others = headings(track)
    shown = rows(reports, track, detail=detail)
    partial = {spec.heading for spec in track.metrics if spec.unit_of}
    empty = {n for n, heading in enumerate(others, 2) if heading in partial and all(row[n] == "–" for row in shown)}
    shown = [tuple(text for n, text in enumerate(row) if n not in empty) for row in shown]
    columns = (layout.name(first), layout.name(second), *(Column(h) for n, h in enumerate(others, 2) if n not in empty))
    return Grid(columns, tuple(shown), grouped=len({row[0] for row in shown}) < len(shown), boxed=True)
