"""Tables in the width of a terminal: names stay whole, and columns without room go to a further block."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final, TextIO

import click
from rich.cells import cell_len, chop_cells

from interplay.core.text import printable
from interplay.tables.table import Table

Style = Callable[[str], str]
NARROWEST: Final = 12
"""Characters that a column of names or words has at least, where its content is as wide."""
SHARES: Final = (0.55, 0.45, 0.35)
"""Shares of the width that names may take where not everything fits; the first with the fewest blocks is taken."""
bold: Final = partial(click.style, bold=True)
_WORD: Final = re.compile(r"\S+\s*|\s+")
_SYLLABLE: Final = re.compile(r"[^/_:.@-]*[/_:.@-]+|[^/_:.@-]+")


def columns(otherwise: int, stream: TextIO | None = None) -> int:
    """Return the width: ``COLUMNS`` where it is set, that of the terminal, or *otherwise* where *stream* is not one."""
    is_terminal = (stream or sys.stdout).isatty() or os.environ.get("COLUMNS", "").isdigit()
    return shutil.get_terminal_size().columns if is_terminal else otherwise


def say_text(text: str, *, err: bool = False, is_prose: bool = False) -> None:
    """Print lines of text to stdout or stderr; on a terminal, lines that are wider are parted between words.

    Prose may be parted elsewhere than it was, so that its lines are about as long as each other.
    """
    width = columns(sys.maxsize, sys.stderr if err else None)
    if is_prose and max(map(cell_len, text.split("\n"))) > width:
        text = " ".join(text.split())
    for line in text.split("\n"):
        click.echo(wrapped(line, width), err=err)


def show(table: Table, *, title: str = "", boxed: bool = True, grouped: bool = False) -> None:
    """Print *table* to stdout; in one block where stdout is not a terminal."""
    width = columns(max(120, natural_width(table, boxed=boxed)))
    echo(lines(table, width, title=title, boxed=boxed, grouped=grouped, style=bold))


def echo(texts: Iterable[str]) -> None:
    """Print lines to stdout in its own encoding, which click replaces, with styles only where it is a terminal."""
    style, encoding = str if sys.stdout.isatty() else click.unstyle, sys.stdout.encoding
    errors = "replace" if sys.stdout.errors == "strict" else sys.stdout.errors
    for text in texts:
        line = style(text) if encoding.lower().startswith("utf") else style(text).replace("–", "-")
        sys.stdout.write(line.encode(encoding, errors or "replace").decode(encoding) + "\n")
    sys.stdout.flush()


def natural_width(table: Table, *, boxed: bool = True) -> int:
    """Return the characters of a line at which nothing in *table* is folded or put elsewhere."""
    return _total(_natural(table), boxed=boxed)


def lines(
    table: Table, width: int, *, title: str = "", boxed: bool = True, grouped: bool = False, style: Style = str
) -> Iterator[str]:
    """Yield *table* in lines of at most *width* characters; a column too wide for that is the only one beside names.

    The first column, and those of text and ranks next to it, are names, which every block has. *boxed* tables have a
    rule below the headings and space around; in *grouped* ones equal names in the first column stand once. *style*
    changes headings and the *title*.
    """
    widths = _natural(table)
    blocks: list[tuple[int, ...]] = [tuple(range(len(widths)))]
    if _total(widths, boxed=boxed) > width:
        tried = [_shrunk(table, widths, width, share) for share in SHARES]
        choices = [(choice, list(_blocks(table, choice, width, boxed=boxed))) for choice in tried]
        widths, blocks = min(choices, key=lambda choice: len(choice[1]))
    for number, block in enumerate(blocks):
        if number and not boxed:
            yield ""
        sizes = [widths[n] for n in block]
        if title and not number:
            yield from map(style, wrapped(title, _total(sizes, boxed=boxed)).split("\n"))
        yield from _block(table, block, sizes, boxed=boxed, grouped=grouped, style=style)


def _block(
    table: Table, block: Sequence[int], widths: Sequence[int], *, boxed: bool, grouped: bool, style: Style
) -> Iterator[str]:
    kinds = [table.columns[n].kind for n in block]
    lefts = [kind in {"text", "bar"} or (n == 0 and kind != "rank") for n, kind in zip(block, kinds, strict=True)]
    total, edge = _total(widths, boxed=boxed), " {}  " if boxed else "{}"
    space = " " * total
    yield from [space] * boxed
    head = [table.headings[n] for n in block]
    yield from (style(edge.format(line)) for line in _row(head, widths, lefts, is_heading=True))
    yield from [f" {'─' * (total - 2)} "] * boxed
    last: str | None = None
    for row in table.texts():
        if grouped and last not in {None, row[0]}:
            yield space
        texts = ["" if grouped and n == 0 and row[0] == last else row[n] for n in block]
        yield from map(edge.format, _row(texts, widths, lefts))
        last = row[0]
    yield from [space] * boxed


def _row(
    texts: Sequence[str], widths: Sequence[int], lefts: Sequence[bool], *, is_heading: bool = False
) -> Iterator[str]:
    """Yield the lines of a row, each text wrapped in its column; headings stand at the bottom."""
    cells = [wrapped(printable(text), width).split("\n") for text, width in zip(texts, widths, strict=True)]
    height = max(map(len, cells)) if is_heading else 0
    cells = [[""] * (height - len(cell)) + cell for cell in cells]
    for parts in zip_longest(*cells, fillvalue=""):
        yield "  ".join(map(_padded, parts, widths, lefts))


def _padded(text: str, width: int, is_left: bool) -> str:  # noqa: FBT001  mapped over columns
    text = text if is_left else text.rstrip()
    space = " " * (width - cell_len(text))
    return text + space if is_left else space + text


def wrapped(text: str, width: int) -> str:
    """Return *text* in lines of *width* characters, parted between words, or behind punctuation in longer words."""
    if cell_len(text) <= width:
        return text
    body = text.strip()
    indent = text[: len(text) - len(text.lstrip())]
    room = max(1, width - cell_len(indent))
    lines = [""]
    for piece in _pieces(body, room):
        if lines[-1] and cell_len((lines[-1] + piece).rstrip()) > room:
            lines.append("")
        lines[-1] += piece
    return "\n".join(indent + line.rstrip() for line in lines)


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield what a line may not be parted within: words, or parts of words that are longer than a line."""
    for word in _WORD.findall(text):
        if cell_len(word.rstrip()) <= width:
            yield word
            continue
        for part in _SYLLABLE.findall(word):
            yield from chop_cells(part, width)


def _natural(table: Table) -> list[int]:
    columns = zip(table.headings, *table.texts(), strict=True)
    return [max(cell_len(printable(text)) for text in texts) for texts in columns]


def _total(widths: Sequence[int], *, boxed: bool) -> int:
    return sum(widths) + 2 * len(widths) + (1 if boxed else -2)


def _names(table: Table) -> int:
    """Return how many columns hold names: those of ranks and text before all others, but the first in any case."""
    return max(1, next((n for n, column in enumerate(table.columns) if column.kind not in {"text", "rank"}), 1))


def _shrunk(table: Table, natural: Sequence[int], width: int, share: float) -> list[int]:
    """Return column widths: names take at most *share* of *width*, the widest shrinking first, words the rest."""
    widths, count = list(natural), _names(table)
    while sum(widths[:count]) > max(int(width * share), NARROWEST):
        widest = max((n for n in range(count) if table.columns[n].kind != "rank"), key=widths.__getitem__)
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    for n, column in enumerate(table.columns):
        if n >= count and column.kind in {"text", "named"}:
            widths[n] = min(widths[n], max(NARROWEST, int(width * (1 - share)) - 4))
    return widths


def _blocks(table: Table, widths: Sequence[int], width: int, *, boxed: bool) -> Iterator[tuple[int, ...]]:
    """Yield the columns of each block: all names, and as many of the others as there is room for."""
    names = range(_names(table))
    block: list[int] = []
    for n, column in enumerate(table.columns):
        if n in names or column.kind in {"spare", "bar"}:
            continue
        if block and _total([widths[at] for at in (*names, *block, n)], boxed=boxed) > width:
            yield (*names, *block)
            block = []
        block.append(n)
    yield (*names, *block)
