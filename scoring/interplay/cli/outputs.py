"""Show reports on the terminal or write them to files."""

from pathlib import Path

import click

from interplay.cli._saying import say_json
from interplay.core import canonical
from interplay.core.reports import Report
from interplay.core.text import printable
from interplay.report import judged, markdown, marks
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
            click.echo(printable(line))
        click.echo(track.legend)
        for note in [*marks.notes(part), *(line for line in blind if line.startswith(f"{track.name}:"))]:
            click.echo(printable(note))
    show_judged(reports)


def show_judged(reports: list[Report]) -> None:
    """Print what judges said, where there are judgments."""
    sheets = judged.sheets(reports)
    for sheet in sheets:
        show(judged.grid(sheet))
    if sheets:
        click.echo(judged.LEGEND)


def write(reports: list[Report], folder: Path) -> tuple[Path, Path]:
    """Write ``report.json`` and ``report.md`` into *folder*; return their paths."""
    value: object = reports[0] if len(reports) == 1 else reports
    as_json, as_markdown = folder / "report.json", folder / "report.md"
    canonical.write_atomically(as_json, [canonical.encode(value) + b"\n"])
    canonical.write_atomically(as_markdown, [markdown.document(reports, detail="full").encode()])
    return as_json, as_markdown
