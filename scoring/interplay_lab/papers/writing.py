"""Exhibits in a terminal, as Markdown, and as CSV with every digit, written into a folder."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import get_terminal_size
from typing import Literal

from interplay.core import canonical
from interplay.core.extras import how_to_install
from interplay.core.text import in_markdown, printable
from interplay.tables import formats, terminal
from interplay.tables.table import Table
from interplay_lab.papers import drawing
from interplay_lab.papers.records import Analysis, Content, Figure, Missing, Result, as_table

FORMS: tuple[Literal["svg", "png"], ...] = ("svg", "png")


def show(analysis: Analysis, width: int | None = None) -> None:
    """Print all exhibits to stdout, in lines of *width* characters, the terminal's by default."""
    width = width or get_terminal_size().columns
    lines: list[str] = []
    for exhibit in analysis.exhibits:
        table = table_of(exhibit.content)
        lines += ["", *_wrapped(heading(exhibit), width), *(terminal.lines(table, width) if table else ())]
        lines += [line for note in notes_of(exhibit.content) for line in _wrapped(note, width)]
    lines += [""] * bool(analysis.notes) + [line for note in analysis.notes for line in _wrapped(note, width)]
    print("\n".join(line.rstrip() for line in "\n".join(lines).rstrip().split("\n")))  # noqa: T201  what is asked for


def _wrapped(text: str, width: int) -> list[str]:
    return [terminal.wrapped(line, width) for line in printable(text, keep="\n").split("\n")]


def heading(exhibit: Result) -> str:
    """Return number and title of an exhibit."""
    return f"{exhibit.number}: {exhibit.title}"


def table_of(content: Content) -> Table | None:
    """Return the numbers of *content*, nothing where it could not be made."""
    if isinstance(content, Missing):
        return None
    return as_table(content) if isinstance(content, Figure) else content


def notes_of(content: Content) -> tuple[str, ...]:
    """Return the lines below *content*: its notes, or why it could not be made."""
    return (f"Cannot be made: {content.reason}",) if isinstance(content, Missing) else content.notes


def markdown(analysis: Analysis) -> str:
    """Return all exhibits as one Markdown document."""
    lines = [f"# {analysis.paper}: tables and figures", ""]
    files = ", ".join(_plain(name) for name in analysis.files)
    lines += [f"Made from {files}; release {analysis.release}, manifest sha256 `{analysis.manifest_sha256}`.", ""]
    lines += [f"- {_plain(note)}" for note in analysis.notes] + [""] * bool(analysis.notes)
    for exhibit in analysis.exhibits:
        lines += [f"## {_plain(heading(exhibit))}", ""]
        table = table_of(exhibit.content)
        if table is not None:
            lines += [*formats.markdown(table, _plain), ""]
        for note in notes_of(exhibit.content):
            lines += [_plain(note), ""]
    return printable("\n".join(lines), keep="\n")


def _plain(text: str) -> str:
    """Neutralise what Markdown or HTML would take for markup, entities too."""
    return in_markdown(text).replace("&", r"\&")


def as_csv(content: Content) -> str:
    """Return the numbers of *content* as CSV, nothing without numbers."""
    table = table_of(content)
    return "" if table is None else formats.as_csv(table)


def write(analysis: Analysis, folder: Path) -> tuple[tuple[Path, ...], str]:
    """Write all exhibits into *folder*; return the files, and why figures were not drawn, if they were not.

    ``PAPER.md`` and ``PAPER.json`` hold everything; each exhibit has its numbers as CSV, a figure is drawn as SVG and
    PNG. Raises ``OutputError`` when the place cannot be written.
    """
    is_drawn = find_spec("matplotlib") is not None
    paths = []
    for name, content in _files(analysis, is_drawn=is_drawn):
        canonical.write_atomically(folder / name, [content])
        paths.append(folder / name)
    reason = "" if is_drawn else f"figures were written as numbers only; drawing needs {how_to_install('lab')}"
    return tuple(paths), reason


def _files(analysis: Analysis, *, is_drawn: bool) -> Iterator[tuple[str, bytes]]:
    yield f"{analysis.paper}.md", markdown(analysis).encode()
    yield f"{analysis.paper}.json", canonical.encode(analysis) + b"\n"
    for exhibit in analysis.exhibits:
        numbers = as_csv(exhibit.content)
        if numbers:
            yield f"{exhibit.slug}.csv", numbers.encode()
        if isinstance(exhibit.content, Figure) and is_drawn:
            for form in FORMS:
                yield f"{exhibit.slug}.{form}", drawing.draw(exhibit.content, heading(exhibit), form)
