"""A small spreadsheet with exact arithmetic: cells, recalculation, errors."""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from interplay_builders.tracks.simulation.dialogues.decimals import rounded
from interplay_builders.tracks.simulation.families.spreadsheet import formula
from interplay_builders.tracks.simulation.families.spreadsheet.formula import (
    Call,
    Cell,
    Literal,
    Lost,
    Node,
    Range,
    Ref,
)


@dataclass(frozen=True, slots=True)
class Failure:
    """An error value such as ``#DIV/0!``."""

    name: str


Value = Fraction | str | bool | Failure | None
NAME, VALUE, DIVISION = Failure("#NAME?"), Failure("#VALUE!"), Failure("#DIV/0!")
CIRCLE, REFERENCE = Failure("#CIRC!"), Failure("#REF!")
_ARITHMETIC: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "ROUND": lambda value, places: Fraction(rounded(value, int(places))),
}
_COMPARISONS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class Sheet:
    """Cells with what was typed into them; ``columns`` by ``rows`` of them can be used."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._typed: dict[Cell, str] = {}

    def put(self, cell: Cell, text: str) -> None:
        """Type *text* into a cell; an empty text clears it."""
        if text:
            self._typed[cell] = text
        else:
            self._typed.pop(cell, None)

    def copy(self, source: Cell, target: Range) -> None:
        """Copy one cell over a rectangle, as with a fill handle."""
        text = self._typed.get(source, "")
        for cell in target.cells():
            columns, rows = cell.column - source.column, cell.row - source.row
            self.put(cell, formula.shifted(text, columns, rows) if text.startswith("=") else text)

    def insert_row(self, at: int) -> None:
        """Put an empty row before row *at*; references follow their cells."""
        self._typed = {
            Cell(p.column, p.row + (p.row >= at)): formula.after_insertion(t, at) if t.startswith("=") else t
            for p, t in self._typed.items()
        }

    def delete_row(self, at: int) -> None:
        """Take row *at* out; references follow their cells."""
        self._typed = {
            Cell(p.column, p.row - (p.row > at)): formula.after_deletion(t, at) if t.startswith("=") else t
            for p, t in self._typed.items()
            if p.row != at
        }

    def used(self) -> Cell:
        """Return the last used column and row (-1 and 0 in an empty sheet)."""
        return Cell(max((p.column for p in self._typed), default=-1), max((p.row for p in self._typed), default=0))

    def table(self, last: Cell) -> tuple[tuple[Value, ...], ...]:
        """Return the values from A1 to the column and row of *last*, row by row."""
        values = _Calculation(self._typed, self.columns, self.rows).values()
        columns = range(last.column + 1)
        return tuple(tuple(values.get(Cell(c, r)) for c in columns) for r in range(1, last.row + 1))


class _Calculation:
    """One recalculation of all cells."""

    def __init__(self, typed: Mapping[Cell, str], columns: int, rows: int) -> None:
        self._typed, self._columns, self._rows = typed, columns, rows
        self._trees = {cell: _tree(text) for cell, text in typed.items() if text.startswith("=")}
        self._known: dict[Cell, Value] = {}

    def values(self) -> dict[Cell, Value]:
        for cell in self._trees:
            if cell in self._reached(cell):
                self._known[cell] = CIRCLE
        return {cell: self._cell(cell) for cell in self._typed}

    def _reached(self, start: Cell) -> set[Cell]:
        """Return all cells that the formula in *start* reads, directly or not."""
        reached: set[Cell] = set()
        waiting = list(_read(self._trees[start]))
        while waiting:
            cell = waiting.pop()
            if cell not in reached:
                reached.add(cell)
                waiting += _read(self._trees[cell]) if cell in self._trees else ()
        return reached

    def _cell(self, cell: Cell) -> Value:
        if not (cell.column < self._columns and 1 <= cell.row <= self._rows):
            return REFERENCE
        if cell not in self._known:
            tree = self._trees.get(cell)
            self._known[cell] = _constant(self._typed.get(cell, "")) if tree is None else self._value(tree)
        return self._known[cell]

    def _value(self, node: Node | Failure) -> Value:
        match node:
            case Failure():
                return node
            case Literal(value):
                return value
            case Ref(cell):
                return self._cell(cell)
            case Range():
                return VALUE
            case Lost():
                return REFERENCE
            case Call(name, arguments):
                return self._call(name, arguments)

    def _call(self, name: str, arguments: tuple[Node, ...]) -> Value:
        match name:
            case "IF":
                return self._if(arguments)
            case "SUM" | "AVERAGE" | "MIN" | "MAX" | "COUNT":
                return self._over(name, arguments)
            case "SUMIF":
                return self._sum_if(arguments)
        operands = []
        for argument in arguments:
            value = _plain(self._value(argument), is_compared=name in ("=", "<>"))
            if isinstance(value, Failure):
                return value
            operands.append(value)
        return _computed(name, operands)

    def _if(self, arguments: tuple[Node, ...]) -> Value:
        condition = self._value(arguments[0])
        if isinstance(condition, Failure):
            return condition
        if not isinstance(condition, bool):
            return VALUE
        return self._value(arguments[1] if condition else arguments[2])

    def _over(self, name: str, arguments: tuple[Node, ...]) -> Value:
        numbers: list[Fraction] = []
        for value in self._flat(arguments):
            if isinstance(value, Failure):
                return value
            if isinstance(value, Fraction):
                numbers.append(value)
        return _statistic(name, numbers)

    def _flat(self, arguments: tuple[Node, ...]) -> Iterator[Value]:
        for argument in arguments:
            if isinstance(argument, Range):
                yield from (self._cell(cell) for cell in argument.cells())
            else:
                yield self._value(argument)

    def _sum_if(self, arguments: tuple[Node, ...]) -> Value:
        looked, wanted, summed = arguments
        if not (isinstance(looked, Range) and isinstance(summed, Range)):
            return VALUE
        key, total = self._value(wanted), Fraction(0)
        for test, cell in zip(looked.cells(), summed.cells(), strict=True):
            actual = self._cell(test)
            value = self._cell(cell) if _alike(actual, key) else None
            if isinstance(value, Failure):
                return value
            total += value if isinstance(value, Fraction) else 0
        return total


def _tree(text: str) -> Node | Failure:
    try:
        return formula.parse(text[1:])
    except formula.NotAFormulaError:
        return NAME


def _read(node: Node | Failure) -> tuple[Cell, ...]:
    match node:
        case Ref(cell):
            return (cell,)
        case Range():
            return node.cells()
        case Call(_, arguments):
            return tuple(cell for argument in arguments for cell in _read(argument))
        case _:
            return ()


def _constant(text: str) -> Value:
    if not text:
        return None
    try:
        return Fraction(text)
    except ValueError:
        return text


def _plain(value: Value, *, is_compared: bool) -> Fraction | str | Failure:
    """Return an operand: an empty cell is 0; text is one only where it is compared for being the same."""
    if value is None:
        return Fraction(0)
    if isinstance(value, Fraction | Failure):
        return value
    return value if isinstance(value, str) and is_compared else VALUE


def _computed(name: str, operands: list[Fraction | str]) -> Value:
    """Return what an operator or ``ROUND`` makes of operands; texts can only be compared for being the same."""
    if name in ("=", "<>"):
        return _alike(operands[0], operands[1]) == (name == "=")
    numbers = [operand for operand in operands if isinstance(operand, Fraction)]
    if name == "-" and len(numbers) == 1:
        return -numbers[0]
    first, other = numbers
    if name == "/" and not other:
        return DIVISION
    return _COMPARISONS[name](first, other) if name in _COMPARISONS else _ARITHMETIC[name](first, other)


def _alike(value: Value, key: Value) -> bool:
    if isinstance(value, str) and isinstance(key, str):
        return value.casefold() == key.casefold()
    return type(value) is type(key) and value == key


def _statistic(name: str, numbers: list[Fraction]) -> Value:
    if name == "COUNT":
        return Fraction(len(numbers))
    if name == "SUM":
        return sum(numbers, Fraction(0))
    if not numbers:
        return DIVISION
    if name == "AVERAGE":
        return sum(numbers, Fraction(0)) / len(numbers)
    return min(numbers) if name == "MIN" else max(numbers)
