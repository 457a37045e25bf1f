"""Tables of pages whose entries are Markdown already."""

from collections.abc import Iterable, Sequence

from interplay.tables.formats import markdown
from interplay.tables.table import Column, Table


def table(headings: Sequence[str], rows: Iterable[Iterable[object]], align: str = "l", right: str = "---:") -> str:
    """Return a table whose columns are aligned as the letters of *align* say, ``l`` or ``r``; the last one repeats."""
    letters = zip(headings, align.ljust(len(headings), align[-1]), strict=True)
    columns = tuple(Column(heading=heading, kind="text" if letter == "l" else "number") for heading, letter in letters)
    values = Table(columns=columns, rows=tuple(tuple(map(str, row)) for row in rows))
    return "\n".join(markdown(values, str, marks=("---", right)))
