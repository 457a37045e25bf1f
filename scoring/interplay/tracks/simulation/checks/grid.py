"""The reply draws this board: one symbol a cell, rows from top to bottom.

Every symbol of ``symbols`` in the text is a cell, whatever frames, blanks and bars stand between them; lines without a
cell, and labels in ``labels`` at the ends of lines, are read over.
"""

from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Kind, Params, compared
from interplay.tracks.simulation.checks.reading import body, lines


class GridParams(Params, frozen=True):
    """The rows of cells expected. ``aliases``: pairs of characters; the first is read as the second."""

    rows: Annotated[tuple[str, ...], Meta(min_length=1, max_length=40)]
    symbols: Annotated[str, Meta(min_length=1)]
    aliases: tuple[str, ...] = ()
    labels: bool = False


def check(params: GridParams, reply: str) -> str:
    """Read the cells and compare them."""
    rows = [row for line in lines(body(reply)) if (row := _cells(line, params))]
    return compared(rows, params.rows)


def _cells(line: str, params: GridParams) -> str:
    """Return the cells of a line; with ``labels`` a first or last word that is a number or one letter is none."""
    words = line.split()
    if params.labels and len(words) > 1:
        words = words[1:] if _is_label(words[0]) else words
        words = words[:-1] if len(words) > 1 and _is_label(words[-1]) else words
        if all(_is_label(word) for word in words):
            return ""
    read = {pair[0]: pair[1] for pair in params.aliases}
    return "".join(c for c in (read.get(c, c) for c in "".join(words)) if c in params.symbols)


def _is_label(word: str) -> bool:
    return word.isdigit() or (len(word) == 1 and word.isalpha() and word.islower())


KIND = Kind(GridParams, check)
