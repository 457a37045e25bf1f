"""Square boards of hosts: cells by name, random secrets, and how both are written."""

from collections.abc import Sequence

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.sessions import fence

Cell = tuple[int, int]
"""Column and row, from 0."""


def cells(size: int) -> list[Cell]:
    """Return the cells of a board, row by row."""
    return [(x, y) for y in range(size) for x in range(size)]


def name(cell: Cell) -> str:
    """Return what a cell is called: B3 is in the second column of the third row."""
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


def around(cell: Cell, size: int) -> list[Cell]:
    """Return the up to eight cells around one."""
    columns, rows = (range(max(0, at - 1), min(size, at + 2)) for at in cell)
    return [(x, y) for y in rows for x in columns if (x, y) != cell]


def drawn(marked: Sequence[Cell], size: int) -> str:
    """Return the drawing of a board with these cells marked."""
    return fence("\n".join("".join("#" if (x, y) in marked else "." for x in range(size)) for y in range(size)))


def fleet(size: int, ships: Sequence[int], stream: Stream) -> list[Cell]:
    """Return the cells of ships that lie straight and do not touch; try again where one finds no room."""
    while True:
        taken: list[Cell] = []
        for length in ships:
            places = [ship for ship in _lying(size, length) if not {*taken} & _near(ship, size)]
            if not places:
                break
            taken += stream.choice(places)
        else:
            return taken


def _lying(size: int, length: int) -> list[list[Cell]]:
    starts = [(x, y) for x, y in cells(size) if x + length <= size]
    across = [[(x + n, y) for n in range(length)] for x, y in starts]
    return across + [[(y, x) for x, y in ship] for ship in across]


def _near(ship: Sequence[Cell], size: int) -> set[Cell]:
    return {*ship, *(other for cell in ship for other in around(cell, size))}
