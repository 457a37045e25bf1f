"""How a table fits the width that there is: names stay whole, and columns without room go to a further block."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from interplay.core.text import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

NARROWEST: Final = 12
"""Characters that a column of names or words has at least, where its content is as wide."""
SHARES: Final = (0.55, 0.45, 0.35)
"""Shares of the width that names may take where not everything fits; the first with the fewest blocks is taken."""
_WORD: Final = re.compile(r"\S+\s*|\s+")
_SYLLABLE: Final = re.compile(r"[^/_:.@-]*[/_:.@-]+|[^/_:.@-]+")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    ``is_name`` columns stand in every block; ``wraps`` columns may have several lines; a ``picture`` is left out where
    there is no room for everything.
    """

    heading: str
    justify: Literal["left", "right"] = "right"
    is_name: bool = False
    wraps: bool = False
    picture: bool = False


def name(heading: str) -> Column:
    """Return a column of names."""
    return Column(heading, "left", is_name=True, wraps=True)


def words(heading: str) -> Column:
    """Return a column of words."""
    return Column(heading, "left", wraps=True)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its columns and rows of text; in ``grouped`` ones a name is told once, and lines part the groups."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    grouped: bool = False
    boxed: bool = False
    title: str = ""


def plain(text: str) -> "Text":
    """Return *text* as it is: no markup, and no control characters; names come from submissions."""
    from rich.text import Text  # noqa: PLC0415  loaded when shown

    return Text(printable(text, keep="\n"))


def show(grid: Grid, console: "Console") -> None:
    """Print *grid*, in as many blocks as the console's width makes necessary."""
    for number, table in enumerate(tables(grid, console.width)):
        if number and not grid.boxed:
            console.print()
        console.print(table)


def natural_width(grid: Grid) -> int:
    """Return the characters of a line at which nothing in *grid* is folded or put elsewhere."""
    return _total(_natural(grid), range(len(grid.columns)), boxed=grid.boxed)


def tables(grid: Grid, width: int) -> Iterator["Table"]:
    """Yield *grid* as tables of at most *width* characters; a column too wide for that is the only one beside names."""
    widths = _natural(grid)
    everything = range(len(grid.columns))
    if _total(widths, everything, boxed=grid.boxed) <= width:
        yield _table(grid, everything, widths, title=True)
        return
    tried = [_shrunk(grid, widths, width, share) for share in SHARES]
    widths, blocks = min(((w, list(_blocks(grid, w, width))) for w in tried), key=lambda found: len(found[1]))
    for number, places in enumerate(blocks):
        yield _table(grid, places, widths, title=number == 0)


def wrapped(text: str, width: int) -> str:
    """Return *text* in lines of *width* characters, parted between words, or behind punctuation in longer words."""
    from rich.cells import cell_len  # noqa: PLC0415  loaded when shown

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
    from rich.cells import cell_len, chop_cells  # noqa: PLC0415  loaded when shown

    for word in _WORD.findall(text):
        if cell_len(word.rstrip()) <= width:
            yield word
            continue
        for part in _SYLLABLE.findall(word):
            yield from chop_cells(part, width)


def _natural(grid: Grid) -> list[int]:
    from rich.cells import cell_len  # noqa: PLC0415  loaded when shown

    cells = [[column.heading, *(row[place] for row in grid.rows)] for place, column in enumerate(grid.columns)]
    return [max(cell_len(printable(text)) for text in texts) for texts in cells]


def _total(widths: Sequence[int], places: Sequence[int], *, boxed: bool) -> int:
    between = 2 * len(places) + 1 if boxed else 2 * (len(places) - 1)
    return sum(widths[place] for place in places) + between


def _shrunk(grid: Grid, natural: Sequence[int], width: int, share: float) -> list[int]:
    """Return widths of which names take *share* of *width* at most, the widest giving first, and words the rest."""
    widths = list(natural)
    names = [place for place, column in enumerate(grid.columns) if column.is_name]
    room = max(int(width * share), NARROWEST)
    while sum(widths[place] for place in names) > room:
        widest = max((p for p in names if grid.columns[p].wraps), key=widths.__getitem__, default=None)
        if widest is None or widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    for place, column in enumerate(grid.columns):
        if column.wraps and not column.is_name:
            widths[place] = min(widths[place], max(NARROWEST, int(width * (1 - share)) - 4))
    return widths


def _blocks(grid: Grid, widths: Sequence[int], width: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of each block's columns: all names, and as many of the others as there is room for."""
    names = [place for place, column in enumerate(grid.columns) if column.is_name]
    block: list[int] = []
    for place, column in enumerate(grid.columns):
        if column.is_name or column.picture:
            continue
        if block and _total(widths, [*names, *block, place], boxed=grid.boxed) > width:
            yield tuple(sorted([*names, *block]))
            block = []
        block.append(place)
    yield tuple(sorted([*names, *block]))


def _table(grid: Grid, places: Sequence[int], widths: Sequence[int], *, title: bool) -> "Table":
    from rich import box  # noqa: PLC0415  loaded when shown
    from rich.table import Table  # noqa: PLC0415

    if grid.boxed:
        shown = plain(grid.title) if grid.title and title else None
        made = Table(title=shown, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    else:
        made = Table(box=None, header_style="bold", pad_edge=False)
    for place in places:
        column = grid.columns[place]
        heading = wrapped(column.heading, widths[place])
        made.add_column(plain(heading), justify=column.justify, min_width=widths[place], no_wrap=True)
    last: str | None = None
    for row in grid.rows:
        if grid.grouped and last is not None and row[0] != last:
            made.add_section()
        cells = ["" if grid.grouped and place == 0 and row[0] == last else row[place] for place in places]
        texts = zip(cells, places, strict=True)
        made.add_row(*(plain(wrapped(printable(text), widths[place])) for text, place in texts))
        last = row[0]
    return made
