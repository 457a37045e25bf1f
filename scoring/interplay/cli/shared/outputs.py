"""Show reports on the terminal or write them to files."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from interplay.cli.shared.messages import say_json
from interplay.core import canonical
from interplay.core.reports import Report
from interplay.core.text import printable
from interplay.report import judged, layout, markdown, marks, simulated
from interplay.report.table import Detail, by_track, score_grid, show, unplayed


def show_json(reports: list[Report], *, items: bool = False) -> None:
    """Print one report as an object, several as a list; with *items* the values of every item, too."""
    say_json(_value(reports, items=items))


def _value(reports: list[Report], *, items: bool) -> object:
    if not items:
        reports = [replace(report, per_item=()) for report in reports]
    return reports[0] if len(reports) == 1 else reports


def show_table(reports: list[Report], *, detail: Detail = "table", notes: Sequence[str] = ()) -> None:
    """Print the scores and, on stderr, the warnings; a summary is of shipped files, whose notes say enough.

    *notes* begin with the name of the track below whose table they are printed.
    """
    for report in reports:
        for warning in report.warnings if detail != "summary" else ():
            click.echo(f"warning: {printable(str(warning))}", err=True)
        if report.modified_dataset:
            click.echo("warning: scored on a modified dataset; not comparable with anything else", err=True)
    for track, part in by_track(reports):
        click.echo(f"\n{track.name}")
        show(score_grid(part, track, detail=detail))
        for line in filter(None, map(unplayed, part)):
            _print(printable(line))
        _print(track.legend)
        others = [line for line in notes if line.startswith(f"{track.name}:")]
        for note in marks.notes(part) + (marks.chances(part) if detail != "summary" else others):
            _print(printable(note))
    if detail == "full":
        _show_sheets(simulated.sheets(reports), simulated.LEGEND)
    show_judged(reports)


def show_judged(reports: list[Report]) -> None:
    """Print what judges said, where there are judgments."""
    _show_sheets(judged.sheets(reports), judged.LEGEND)


def _show_sheets(sheets: list[judged.Sheet], legend: str) -> None:
    for sheet in sheets:
        show(judged.grid(sheet))
    if sheets:
        _print(legend)


def _print(text: str) -> None:
    """Print lines of text, parted between words where they are wider than the terminal."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in text.split("\n"):
        click.echo(line if width is None else layout.wrapped(line, width))


def write(reports: list[Report], folder: Path, *, items: bool = False) -> tuple[Path, Path]:
    """Write ``report.json``, with the values of every item if *items*, and ``report.md``; return their paths."""
    value = _value(reports, items=items)
    as_json, as_markdown = folder / "report.json", folder / "report.md"
    canonical.write_atomically(as_json, [canonical.encode(value) + b"\n"])
    canonical.write_atomically(as_markdown, [markdown.document(reports, detail="full").encode()])
    return as_json, as_markdown
