"""A real SQLite database in memory; only the result of a request's last statement is shown.

Styles: ``markdown`` tables with a count of rows, ``csv`` with ``\\N`` for NULL, ``bars`` for a read-only database.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.families.consoles.console import Console
from interplay_builders.tracks.simulation.families.consoles.tables import checks_of_table

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class Style:
    """How results, changes and errors are printed. ``read_only``: each request starts anew and may only query."""

    table: Callable[[Sequence[str], Sequence[Sequence[Value]]], str]
    changed: str
    error: str
    read_only: bool = False


class Database(Console):
    """A database that shows results as tables."""

    def run(self, requests: Sequence[str]) -> tuple[str, ...]:
        """Run all requests on one connection."""
        style = STYLES[self.setup.style]
        base = sqlite3.connect(":memory:", isolation_level=None)
        try:
            base.execute("PRAGMA foreign_keys = ON")
            base.executescript(self.setup.sql)
            return tuple(_reply(base, style, request) for request in requests)
        finally:
            base.close()

    def checks_of_content(self, printed: str) -> tuple[Check, ...]:
        """Return the checks of a table, or of a message."""
        is_table = "\n" in printed
        return tuple(checks_of_table(self.setup.style, printed)) if is_table else super().checks_of_content(printed)


def _reply(base: sqlite3.Connection, style: Style, request: str) -> str:
    if style.read_only:
        base.execute("PRAGMA query_only = ON")
    try:
        cursor = None
        for statement in _statements(request):
            cursor = base.execute(statement)
            rows = cursor.fetchall()
    except sqlite3.Error as error:
        if "readonly" in str(error):
            return "READ ONLY"
        return style.error.format(error)
    if cursor is None or cursor.description is None:
        return style.changed.format(0 if cursor is None else cursor.rowcount)
    return style.table([column[0] for column in cursor.description], rows)


def _statements(request: str) -> Iterator[str]:
    """Cut at semicolons that end a statement."""
    start = 0
    for index, character in enumerate(request):
        if character == ";" and sqlite3.complete_statement(request[start : index + 1]):
            yield request[start : index + 1]
            start = index + 1
    if request[start:].strip():
        yield request[start:]


def _markdown(header: Sequence[str], rows: Sequence[Sequence[Value]]) -> str:
    lines = [header, ["---"] * len(header), *([_cell(v, "NULL") for v in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + f"\n\n({len(rows)} rows)"


def _csv(header: Sequence[str], rows: Sequence[Sequence[Value]]) -> str:
    return "\n".join(",".join(line) for line in [header, *([_cell(v, r"\N") for v in row] for row in rows)])


def _bars(_: Sequence[str], rows: Sequence[Sequence[Value]]) -> str:
    return "\n".join("|".join(_cell(v, "NULL") for v in row) for row in rows) or "(empty)"


def _cell(value: Value, null: str) -> str:
    return null if value is None else str(value)


STYLES: Mapping[str, Style] = {
    "markdown": Style(_markdown, "OK, {} rows changed", "Error: {}"),
    "csv": Style(_csv, "ok", "!! {}"),
    "bars": Style(_bars, "READ ONLY", "ERR", read_only=True),
}
