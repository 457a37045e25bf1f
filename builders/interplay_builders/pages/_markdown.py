"""Tables of pages whose entries are Markdown already, and the texts of pages."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from interplay.tables.formats import markdown
from interplay.tables.table import Column, Table
from interplay_builders.tracks.base import read_toml

TEXTS = read_toml(Path(__file__).with_name("texts.toml"), dict[str, dict[str, str]])
"""What pages say whatever their numbers are: by page, then by name."""


def table(headings: Sequence[str], rows: Iterable[Iterable[object]], align: str = "l", right: str = "---:") -> str:
    """Return a table whose columns are aligned as the letters of *align* say, ``l`` or ``r``; the last one repeats."""
    letters = zip(headings, align.ljust(len(headings), align[-1]), strict=True)
    columns = tuple(Column(heading=heading, kind="text" if letter == "l" else "number") for heading, letter in letters)
    values = Table(columns=columns, rows=tuple(tuple(map(str, row)) for row in rows))
    return "\n".join(markdown(values, str, marks=("---", right)))
