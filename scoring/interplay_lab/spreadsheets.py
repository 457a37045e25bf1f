"""Tables as CSV."""

import csv
import io

from interplay.core.text import in_csv, printable
from interplay.tables.table import Cell, Table


def as_csv(table: Table, digits: int | None = None) -> str:
    """Return *table* as CSV: shares as shares, numbers with all or so many *digits*, undefined entries empty.

    Text that a spreadsheet would take for a formula gets an apostrophe before it.
    """

    def entry(value: Cell) -> Cell:
        if isinstance(value, str):
            return in_csv(printable(value))
        return value if value is None or digits is None else f"{value:.{digits}g}"

    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([*map(entry, row)] for row in (table.headings, *table.rows))
    return stream.getvalue()
