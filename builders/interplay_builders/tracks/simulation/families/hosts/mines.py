"""A field of mines whose layout follows from a formula and the number of the game."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.board import BoardParams
from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

SIZE = 6
Cell = tuple[int, int]
CELLS = tuple((row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


def is_mined(game: int, cell: Cell) -> bool:
    """Return whether a cell (row and column, from 1) hides a mine."""
    row, column = cell
    return (row * row + row * column + game * column) % 5 == 0


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Yield the up to eight cells around one."""
    row, column = cell
    yield from ((r, c) for r, c in CELLS if max(abs(r - row), abs(c - column)) == 1)


class Field:
    """One game at a time: cells that are open, cells with a flag."""

    def __init__(self) -> None:
        self._game = 1
        self._open: set[Cell] = set()
        self._flags: set[Cell] = set()

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``game N``, and ``open``, ``flag``, ``unflag`` with row and column; show the field and what is left.

        Raises ``ValueError`` or ``KeyError`` for what is not known.
        """
        verbs: Mapping[str, Callable[[Cell], None]] = {
            "open": self._uncover,
            "flag": self._flag,
            "unflag": self._flags.discard,
        }
        for verb, *numbers in (command.split() for command in commands):
            if verb == "game":
                self._game = int(numbers[0])
                self._open.clear()
                self._flags.clear()
                continue
            row, column = map(int, numbers)
            if (row, column) not in CELLS:
                raise ValueError(f"found the cell {row}, {column}, expected 1 to {SIZE}")
            verbs[verb]((row, column))
        return self._reply()

    def _flag(self, cell: Cell) -> None:
        if cell not in self._open:
            self._flags.add(cell)

    def _uncover(self, cell: Cell) -> None:
        waiting = [cell]
        while waiting:
            here = waiting.pop()
            if here in self._open or here in self._flags:
                continue
            self._open.add(here)
            if self._symbol(here) == "0":
                waiting.extend(neighbours(here))

    def _symbol(self, cell: Cell) -> str:
        if cell in self._flags:
            return "F"
        if cell not in self._open:
            return "."
        if is_mined(self._game, cell):
            return "X"
        return str(sum(is_mined(self._game, other) for other in neighbours(cell)))

    def _reply(self) -> Answer:
        symbols = "".join(map(self._symbol, CELLS))
        rows = tuple(symbols[start : start + SIZE] for start in range(0, SIZE**2, SIZE))
        mines = sum(is_mined(self._game, cell) for cell in CELLS)
        left = f"mines left: {mines - symbols.count('F') - symbols.count('X')}"
        checks = (
            content("board", BoardParams(rows=rows, symbols=".FX012345678")),
            content("labelled", LabelledParams(expected=(left,), case=False)),
            form("bare", BareParams(may_fence=True)),
        )
        return Answer("\n".join((*rows, left)), checks)
