"""The reply draws this board: one symbol a cell, rows from top to bottom; what is no symbol is read over."""

from typing import Annotated, Literal

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, compared
from interplay.tracks.simulation.checks.reading import body, lines


class GridParams(Params, frozen=True):
    """The rows of cells expected. ``aliases``: pairs of characters; the first is read as the second."""

    rows: Annotated[tuple[str, ...], Meta(min_length=1, max_length=40)]
    symbols: Annotated[str, Meta(min_length=1)]
    aliases: tuple[str, ...] = ()
    labels: Literal[False] = False

    def problem(self, reply: str) -> str:
        read = {pair[0]: pair[1] for pair in self.aliases}
        rows = ("".join(c for c in (read.get(c, c) for c in line) if c in self.symbols) for line in lines(body(reply)))
        return compared([row for row in rows if row], self.rows)
