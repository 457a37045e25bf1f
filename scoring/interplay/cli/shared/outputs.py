"""Show reports on the terminal or write them to files."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from interplay.cli.shared.messages import say_json, say_warnings
from interplay.core import canonical
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import printable
from interplay.submissions.health import is_doubtful
from interplay.tables import document, terminal
from interplay.tables.notes import chances
from interplay.tables.notes import notes as notes_on
from interplay.tables.scores import Detail, by_track, front, score_table, unplayed
from interplay.tables.terminal import say_text
from interplay.tracks.base import Grade


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
        say_warnings(w for w in report.warnings if detail != "summary" and not is_doubtful(w.message))
        if report.modified_dataset:
            warn_modified()
    for track, part in by_track(reports):
        click.echo(f"\n{track.name}")
        for warning in (w for report in part for w in report.warnings if is_doubtful(w.message)):
            say_text(printable(f"{warning.file}: {warning.message}"), is_prose=True)
        table = score_table(part, track, detail=detail)
        terminal.show(table, grouped=len({row[0] for row in table.rows}) < len(table.rows))
        for line in filter(None, map(unplayed, part)):
            say_text(printable(line))
        say_text(track.legend, is_prose=True)
        others = [line for line in notes if line.startswith(f"{track.name}:")]
        for note in notes_on(part) + (chances(part) if detail != "summary" else others):
            say_text(printable(note))
    for tables, legend in document.sheets(reports, detail):
        for title, table in tables.items():
            terminal.show(table, title=title)
        if tables:
            say_text(legend, is_prose=True)


def warn_modified() -> None:
    """Say on stderr that the scores are of a changed dataset."""
    say_text("warning: scored on a modified dataset; not comparable with anything else", err=True)


@contextmanager
def episode_log(path: Path | None) -> Iterator[Callable[[Grade], None]]:
    """Yield what writes an episode's scores as a line of *path*, which is kept only when all are; nothing without one.

    Raises ``OutputError`` when the file cannot be written.
    """
    with nullcontext() if path is None else canonical.replacing(path) as stream:

        def add(grade: Grade) -> None:
            if stream is not None and isinstance(grade.detail, Struct):
                row = {"item_id": grade.item_id, "trial": grade.trial, **canonical.public(grade.detail)}
                stream.write(canonical.encode(row) + b"\n")

        yield add


def write(reports: list[Report], folder: Path, *, items: bool = False) -> tuple[Path, Path]:
    """Write ``report.json``, with the values of every item if *items*, and ``report.md``; return their paths."""
    value = _value(reports, items=items)
    as_json, as_markdown = folder / "report.json", folder / "report.md"
    canonical.write_atomically(as_json, [canonical.encode(value) + b"\n"])
    canonical.write_atomically(as_markdown, [document.document(reports, detail="full").encode()])
    return as_json, as_markdown


def write_entries(reports: list[Report], folder: Path) -> tuple[Path, ...]:
    """Write entries of ``.eval_results``; say on stderr which reports have none, and return the paths."""
    from interplay.hub.sharing import write_eval_results

    main, basic = list[Report](), list[Report]()
    for report in reports:
        (main if front(report)[1] is None else basic).append(report)
    paths, left_out = write_eval_results(main, folder)
    left_out += [
        f"no entry for {report.system.name} on {report.track}: it is also about easier splits" for report in basic
    ]
    return _after_notes(tuple(paths), left_out)


def write_records(
    files: Sequence[Path], reports: list[Report], release: Release, folder: Path, model_id: str | None
) -> tuple[Path, ...]:
    """Write records in the schema of Every Eval Ever; say on stderr what was left out, and return the paths."""
    from interplay.adapters.every_eval_ever import write

    if model_id is not None and len({report.system.name for report in reports}) > 1:
        raise click.UsageError("--model-id names one model, and FILE... are of several systems; score them one by one")
    paths, left_out = tuple[Path, ...](), list[str]()
    for path, report in zip(files, reports, strict=True):
        done, missing = write(path, report, release, folder, model_id)
        paths, left_out = paths + done, left_out + missing
    return _after_notes(paths, left_out)


def _after_notes(paths: tuple[Path, ...], left_out: list[str]) -> tuple[Path, ...]:
    """Return *paths* after saying on stderr what was left out."""
    for line in left_out:
        say_text(printable(line), err=True)
    return paths
