"""The one model of a table: typed columns, and rows of values that are text, numbers, or undefined."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from interplay.core.records import Record
from interplay.tables.numbers import number, percent

Cell = str | int | float | None
"""An entry of a table; ``None`` is undefined, or was not asked for, which is never 0."""
Kind = Literal["text", "count", "number", "percent", "rank", "spare", "bar", "named"]
"""What a column holds; a ``percent`` is a share, written as 31% where it is 0.31.

A ``rank`` stands before the name of a row; ``spare`` numbers and a drawn ``bar`` are left out where there is no room
for all columns; the heading of a ``named`` column of numbers is a name, which may be wrapped.
"""


class Column(Record, frozen=True):
    """A column of a table. ``digits`` are those after the point, of percentages too."""

    heading: str
    kind: Kind = "number"
    digits: int = 2

    def text(self, value: Cell) -> str:
        """Return an entry as it is read; a number that rounds to 0 has no sign."""
        if isinstance(value, str):
            return value
        if self.kind in {"count", "rank"} and value is not None:
            return f"{value:,.0f}"
        return (percent if self.kind == "percent" else number)(value, self.digits)


class Table(Record, frozen=True, tag_field="form", tag="table"):
    """A table: an entry a column in each row. ``notes`` say what differs from the paper, and what lies behind it."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of all columns."""
        return tuple(column.heading for column in self.columns)

    def texts(self) -> list[list[str]]:
        """Return all rows as they are read."""
        return [[column.text(value) for column, value in zip(self.columns, row, strict=True)] for row in self.rows]


def tabulate(
    headings: Sequence[str], rows: Iterable[Sequence[Cell]], text: int = 1, kinds: Mapping[str, Kind] | None = None
) -> Table:
    """Return a table whose first *text* columns are of text, and whose others are of numbers or *kinds* by heading."""
    leading: dict[str, Kind] = dict.fromkeys(headings[:text], "text")
    by_heading = {**leading, **(kinds or {})}
    columns = [Column(heading=heading, kind=by_heading.get(heading, "number")) for heading in headings]
    return Table(columns=tuple(columns), rows=tuple(map(tuple, rows)))
