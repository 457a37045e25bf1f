"""Show reports on the terminal or write them to files."""

import shutil
import sys
from pathlib import Path

import click

from interplay.cli.shared.messages import say_json
from interplay.core import canonical
from interplay.core.reports import Report
from interplay.core.text import printable
from interplay.report import judged, layout, markdown, marks, simulated
from interplay.report.table import Detail, by_track, score_grid, show, unplayed


def show_json(reports: list[Report]) -> None:
    """Print one report as an object, several as a list; in UTF-8, whatever the terminal's encoding is."""
    value: object = reports[0] if len(reports) == 1 else reports
    say_json(value)


def show_table(reports: list[Report], *, detail: Detail = "table") -> None:
    """Print the scores and, on stderr, the warnings; a summary is of shipped files, whose notes say enough.

    Of the players that know nothing a summary shows the best one, and tells the scores of the others.
    """
    reports, blind = marks.without_blind(reports) if detail == "summary" else (reports, [])
    for report in reports:
        for warning in report.warnings if detail != "summary" else ():
            click.echo(f"warning: {printable(str(warning))}", err=True)
        if report.modified_dataset:
            click.echo("warning: scored on a modified dataset; not comparable with anything else", err=True)
    for track, part in by_track(reports):
        click.echo(f"\n{track.name}")
        show(score_grid(part, track, detail=detail))
        for line in filter(None, map(unplayed, part)):
            _say(printable(line))
        _say(track.legend)
        others = [line for line in blind if line.startswith(f"{track.name}:")]
        for note in marks.notes(part) + (marks.chances(part) if detail != "summary" else others):
            _say(printable(note))
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
        _say(legend)


def _say(text: str) -> None:
    """Print lines of text, parted between words where they are wider than the terminal."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in text.split("\n"):
        click.echo(line if width is None else layout.wrapped(line, width))


def write(reports: list[Report], folder: Path) -> tuple[Path, Path]:
    """Write ``report.json`` and ``report.md`` into *folder*; return their paths."""
    value: object = reports[0] if len(reports) == 1 else reports
    as_json, as_markdown = folder / "report.json", folder / "report.md"
    canonical.write_atomically(as_json, [canonical.encode(value) + b"\n"])
    canonical.write_atomically(as_markdown, [markdown.document(reports, detail="full").encode()])
    return as_json, as_markdown
