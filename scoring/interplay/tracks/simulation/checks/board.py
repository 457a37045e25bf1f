"""The reply draws this board, rows from top to bottom, and says these lines beside it.

A line is a row where it has one symbol for each column and nothing else but blanks, bars and ``labels`` at its ends.
Fences, rules, lines of labels and other prose are read over; ``said`` must stand among the other lines, in order.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta, field

from interplay.tracks.simulation.checks.base import Params, compared, quoted
from interplay.tracks.simulation.checks.reading import collapsed, lines

_BARS = re.compile(r"[|\u2502\u2503\u2551]")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_DRESS = "*_`\"'. "


class BoardParams(Params, frozen=True):
    """The board expected and lines beside it. ``aliases``: pairs of characters, the first read as the second.

    ``phrases`` beside the board are compared without case, emphasis, quotation marks and full stops at their ends.
    """

    rows: Annotated[tuple[str, ...], Meta(min_length=1, max_length=40)]
    symbols: Annotated[str, Meta(min_length=1)]
    aliases: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    phrases: tuple[str, ...] = field(default=(), name="said")

    def problem(self, reply: str) -> str:
        kept = [line for line in lines(reply) if line.strip() and not _FENCE.match(line)]
        read = [(line, _row(line, self)) for line in kept]
        rows = [row for _, row in read if row]
        if problem := compared(rows, self.rows):
            return problem
        others = iter([_plain(line) for line, row in read if not row])
        missing = next((text for text in self.phrases if _plain(text) not in others), None)
        return "" if missing is None else f"found no line {quoted(missing)} beside the board, expected it"


def _row(line: str, params: BoardParams) -> str:
    """Return the cells of a line, or nothing where it is not a row of the board."""
    words = _BARS.sub(" ", line).split()
    return next((row for part in _unlabelled(words, params.labels) if (row := _cells(part, params))), "")


def _unlabelled(words: Sequence[str], labels: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the words, and the words without a label at the left, at the right, and at both ends."""
    left = bool(words) and words[0] in labels
    right = len(words) > 1 and words[-1] in labels
    yield words
    if left:
        yield words[1:]
    if right:
        yield words[:-1]
    if left and right:
        yield words[1:-1]


def _cells(words: Sequence[str], params: BoardParams) -> str:
    text, width = "".join(words), len(params.rows[0])
    if len(text) != width:
        return ""
    aliases = {pair[0]: pair[1] for pair in params.aliases}
    row = "".join(aliases.get(c, c) for c in text)
    return row if all(c in params.symbols for c in row) else ""


def _plain(line: str) -> str:
    return collapsed(line).strip(_DRESS).casefold()
