"""Exhibits as text: blocks for a terminal, Markdown, and CSV with every digit."""

import csv
import io
from collections.abc import Iterator
from typing import Final

from interplay.core.text import in_csv, in_markdown, printable
from interplay.report import layout
from interplay.report.layout import Grid
from interplay_lab.papers.records import Analysis, Cell, Column, Content, Figure, Missing, Shown, Table, as_table

UNDEFINED: Final = "–"


def heading(shown: Shown) -> str:
    """Return number and title of an exhibit."""
    return f"{shown.number}: {shown.title}"


def table_of(content: Content) -> Table | None:
    """Return the numbers of *content*, nothing where it could not be made."""
    if isinstance(content, Missing):
        return None
    return as_table(content) if isinstance(content, Figure) else content


def notes_of(content: Content) -> tuple[str, ...]:
    """Return what is said below *content*: its notes, or why it could not be made."""
    return (f"Cannot be made: {content.reason}",) if isinstance(content, Missing) else content.notes


def written(value: Cell, column: Column) -> str:
    """Return an entry of a table as it is read; a number that rounds to nothing has no sign."""
    if value is None:
        return UNDEFINED
    if isinstance(value, str):
        return value
    if column.kind == "count":
        return f"{value:,.0f}"
    text = f"{100 * value:.{column.digits}f}" if column.kind == "percent" else f"{value:.{column.digits}f}"
    text = text.removeprefix("-") if not float(text) else text
    return f"{text}%" if column.kind == "percent" else text


def grid(table: Table) -> Grid:
    """Return *table* as it is laid out in a terminal: its columns of text before the first number name the rows."""
    names = next((place for place, column in enumerate(table.columns) if column.kind != "text"), 1)
    columns = tuple(
        layout.name(column.heading)
        if place < max(names, 1)
        else layout.words(column.heading)
        if column.kind == "text"
        else layout.Column(column.heading)
        for place, column in enumerate(table.columns)
    )
    return Grid(columns, tuple(map(tuple, _cells(table))), boxed=True)


def _cells(table: Table) -> Iterator[list[str]]:
    for row in table.rows:
        yield [written(value, column) for value, column in zip(row, table.columns, strict=True)]


def markdown(analysis: Analysis) -> str:
    """Return all exhibits as one Markdown document."""
    lines = [f"# {analysis.paper}: tables and figures", ""]
    files = ", ".join(_plain(name) for name in analysis.files)
    lines += [f"Made from {files}; release {analysis.release}, manifest sha256 `{analysis.manifest_sha256}`.", ""]
    lines += [f"- {_plain(note)}" for note in analysis.notes] + [""] * bool(analysis.notes)
    for shown in analysis.exhibits:
        lines += [f"## {_plain(heading(shown))}", ""]
        table = table_of(shown.content)
        if table is not None:
            lines += [*_rows(table), ""]
        for note in notes_of(shown.content):
            lines += [_plain(note), ""]
    return printable("\n".join(lines), keep="\n")


def _rows(table: Table) -> Iterator[str]:
    yield "| " + " | ".join(_plain(column.heading) for column in table.columns) + " |"
    yield "|" + "|".join("---" if column.kind == "text" else "---:" for column in table.columns) + "|"
    for row in _cells(table):
        yield "| " + " | ".join(map(_plain, row)) + " |"


def _plain(text: str) -> str:
    """Neutralise what Markdown or HTML would take for markup, entities too."""
    return in_markdown(text).replace("&", r"\&")


def as_csv(content: Content) -> str:
    """Return the numbers of *content* as CSV, shares as shares and undefined entries empty; nothing without numbers.

    Text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    table = table_of(content)
    if table is None:
        return ""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([_safe(column.heading) for column in table.columns])
    writer.writerows([_safe(value) for value in row] for row in table.rows)
    return stream.getvalue()


def _safe(value: Cell) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, str):
        return in_csv(printable(value))
    return value
