"""Tables for a terminal."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from interplay.core.records import Manifest
from interplay.core.reports import Group, Metric, Report
from interplay.report.marks import labels
from interplay.report.width import natural_width
from interplay.tracks.base import Track
from interplay.tracks.catalogue import load

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

AnyTrack = Track[Any, Any]
Detail = Literal["summary", "table", "full"]
"""How finely a report is shown: a few lines, the track's own table, or with all parts of each line."""


def show(table: "Table") -> None:
    """Print *table* to stdout; wide enough for all columns where stdout is not a terminal."""
    from rich.console import Console  # noqa: PLC0415  loaded when shown

    console = Console(highlight=False)
    if not sys.stdout.isatty():
        console = Console(width=max(120, natural_width(table, console)), highlight=False)
    console.print(table)


def dataset_table(manifest: Manifest) -> "Table":
    """Return the data files of a release: config, rows, bytes, hash."""
    from rich.table import Table  # noqa: PLC0415  loaded when shown

    table = Table(title=None)
    for name, justify in (("config", "left"), ("rows", "right"), ("bytes", "right"), ("sha256", "left")):
        table.add_column(name, justify="right" if justify == "right" else "left")
    for entry in manifest.files:
        if entry.config is not None:
            table.add_row(entry.config, f"{entry.rows:,}", f"{entry.bytes:,}", entry.sha256[:16] + "…")
    return table


def metric(group: Group, name: str) -> Metric | None:
    """Return the metric called *name* of *group*."""
    return next((m for m in group.metrics if m.name == name), None)


def number(value: float | None, *, digits: int = 2) -> str:
    """Return *value* for a table; an en dash where it is undefined."""
    return "–" if value is None else f"{value:.{digits}f}"


def interval(found: Metric | None, *, digits: int = 1) -> str:
    """Return ``value [low, high]``."""
    if found is None or found.value is None:
        return "–"
    if found.low is None or found.high is None:
        return number(found.value, digits=digits)
    return f"{found.value:.{digits}f} [{found.low:.{digits}f}, {found.high:.{digits}f}]"


def by_track(reports: list[Report]) -> Iterator[tuple[AnyTrack, list[Report]]]:
    """Yield each track with its reports, in the order in which tracks first occur."""
    for name in dict.fromkeys(report.track for report in reports):
        yield load(name), [report for report in reports if report.track == name]


def headings(track: AnyTrack) -> tuple[str, ...]:
    """Return the column headings of a track's table."""
    first, *others = [spec for spec in track.metrics if spec.heading]
    return ("system", "part", "played", f"{first.heading} [95% interval]", *(spec.heading for spec in others))


def rows(reports: list[Report], track: AnyTrack, *, detail: Detail) -> list[tuple[str, ...]]:
    """Return a row for each system and part: system, part, played, headline with interval, and further metrics.

    Parts are what the track's tables show; in full, each is followed by all parts of it, indented.
    """
    found = []
    for label, report in zip(labels(reports), reports, strict=True):
        several = [key for key in track.shown_by if len({g.where[key] for g in report.groups if key in g.where}) > 1]
        found += [_row(label, track, group, several) for group in _parts(report, track, detail=detail)]
    return found


def _parts(report: Report, track: AnyTrack, *, detail: Detail) -> Iterator[Group]:
    finest = max(len(group.where) for group in report.groups)
    shown_by = track.summary_by if detail == "summary" else track.shown_by
    for outer in report.groups:
        if set(outer.where) != set(shown_by):
            continue
        yield outer
        for group in report.groups if detail == "full" else ():
            if len(group.where) == finest > len(outer.where) and outer.where.items() <= group.where.items():
                yield group


def _row(label: str, track: AnyTrack, group: Group, several: Sequence[str]) -> tuple[str, ...]:
    """Return the row of a group; *several* are the keys of the track's tables that have more than one value."""
    inner = [value for key, value in group.where.items() if key not in track.shown_by]
    named = [key for key in track.shown_by if key in group.where]
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
    return "–" if found is None else number(found.value, digits=digits)


def unplayed(report: Report) -> str:
    """Return a line that says why episodes were not played, with an example, or nothing when all were."""
    lost = report.counts["episodes"] - report.counts["played"]
    example = next((i for i in report.per_item if i.counts["played"] == 0 and i.reasons), None)
    if not lost or example is None:
        return ""
    why = next(iter(example.reasons.values()))
    return f"{report.system.name}: {lost} of {report.counts['episodes']} episodes not played; {example.item_id}: {why}"


def plain(text: str) -> "Text":
    """Return *text* as it is: no markup, and no control characters; names come from submissions."""
    from rich.text import Text  # noqa: PLC0415  loaded when shown

    return Text("".join(c if c.isprintable() else "?" for c in text))


def score_table(reports: list[Report], track: AnyTrack, *, detail: Detail) -> "Table":
    """Return the scores of *reports*, all of *track*, one line for each system and part."""
    from rich import box  # noqa: PLC0415  loaded when shown
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    shown = rows(reports, track, detail=detail)
    for place, heading in enumerate(headings(track)):
        if place < 2:  # names, which a narrow terminal folds; numbers always stay whole
            table.add_column(heading, overflow="fold")
        else:
            widest = max(len(text) for text in (heading, *(row[place] for row in shown)))
            table.add_column(heading, justify="right", no_wrap=True, min_width=widest)
    last: str | None = None
    grouped = len({row[0] for row in shown}) < len(shown)
    for row in shown:
        if grouped and last is not None and row[0] != last:
            table.add_section()
        table.add_row(*map(plain, ("" if row[0] == last else row[0], *row[1:])))
        last = row[0]
    return table
