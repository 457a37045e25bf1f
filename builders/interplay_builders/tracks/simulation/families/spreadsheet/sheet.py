"""A small spreadsheet with exact arithmetic: cells, recalculation, errors."""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from interplay_builders.tracks.simulation.dialogues.decimals import rounded
from interplay_builders.tracks.simulation.families.spreadsheet import formula
from interplay_builders.tracks.simulation.families.spreadsheet.formula import (
    Call,
    Literal,
    Lost,
    Node,
    Place,
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
_ARITHMETIC: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = MappingProxyType(
    {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "/": operator.truediv,
        "ROUND": lambda value, places: Fraction(rounded(value, int(places))),
    }
)
_COMPARISONS: Mapping[str, Callable[[Fraction, Fraction], bool]] = MappingProxyType(
    {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
)


class Sheet:
    """Cells with what was typed into them; ``columns`` by ``rows`` of them can be used."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._typed: dict[Place, str] = {}

    def put(self, place: Place, text: str) -> None:
        """Type *text* into a cell; an empty text clears it."""
        if text:
            self._typed[place] = text
        else:
            self._typed.pop(place, None)

    def copy(self, source: Place, target: Range) -> None:
        """Copy one cell over a rectangle, as with a fill handle."""
        text = self._typed.get(source, "")
        for place in target.places():
            columns, rows = place.column - source.column, place.row - source.row
            self.put(place, formula.shifted(text, columns, rows) if text.startswith("=") else text)

    def insert_row(self, at: int) -> None:
        """Put an empty row before row *at*; references follow their cells."""
        self._typed = {
            Place(p.column, p.row + (p.row >= at)): formula.after_insertion(t, at) if t.startswith("=") else t
            for p, t in self._typed.items()
        }

    def delete_row(self, at: int) -> None:
        """Take row *at* out; references follow their cells."""
        self._typed = {
            Place(p.column, p.row - (p.row > at)): formula.after_deletion(t, at) if t.startswith("=") else t
            for p, t in self._typed.items()
            if p.row != at
        }

    def used(self) -> Place:
        """Return the last used column and row (-1 and 0 in an empty sheet)."""
        return Place(max((p.column for p in self._typed), default=-1), max((p.row for p in self._typed), default=0))

    def table(self, last: Place) -> tuple[tuple[Value, ...], ...]:
        """Return the values from A1 to the column and row of *last*, row by row."""
        values = _Calculation(self._typed, self.columns, self.rows).values()
        columns = range(last.column + 1)
        return tuple(tuple(values.get(Place(c, r)) for c in columns) for r in range(1, last.row + 1))


class _Calculation:
    """One recalculation of all cells."""

    def __init__(self, typed: Mapping[Place, str], columns: int, rows: int) -> None:
        self._typed, self._columns, self._rows = typed, columns, rows
        self._trees = {place: _tree(text) for place, text in typed.items() if text.startswith("=")}
        self._known: dict[Place, Value] = {}

    def values(self) -> dict[Place, Value]:
        for place in self._trees:
            if place in self._reached(place):
                self._known[place] = CIRCLE
        return {place: self._cell(place) for place in self._typed}

    def _reached(self, start: Place) -> set[Place]:
        """Return all cells that the formula in *start* reads, directly or not."""
        seen: set[Place] = set()
        waiting = list(_read(self._trees[start]))
        while waiting:
            place = waiting.pop()
            if place not in seen:
                seen.add(place)
                waiting += _read(self._trees[place]) if place in self._trees else ()
        return seen

    def _cell(self, place: Place) -> Value:
        if not (place.column < self._columns and 1 <= place.row <= self._rows):
            return REFERENCE
        if place not in self._known:
            tree = self._trees.get(place)
            self._known[place] = _constant(self._typed.get(place, "")) if tree is None else self._value(tree)
        return self._known[place]

    def _value(self, node: Node | Failure) -> Value:
        match node:
            case Failure():
                return node
            case Literal(value):
                return value
            case Ref(place):
                return self._cell(place)
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
                yield from (self._cell(place) for place in argument.places())
            else:
                yield self._value(argument)

    def _sum_if(self, arguments: tuple[Node, ...]) -> Value:
        looked, wanted, summed = arguments
        if not (isinstance(looked, Range) and isinstance(summed, Range)):
            return VALUE
        key, total = self._value(wanted), Fraction(0)
        for test, place in zip(looked.places(), summed.places(), strict=True):
            found = self._cell(test)
            value = self._cell(place) if _alike(found, key) else None
            if isinstance(value, Failure):
                return value
            total += value if isinstance(value, Fraction) else 0
        return total


def _tree(text: str) -> Node | Failure:
    try:
        return formula.parse(text[1:])
    except formula.NotAFormulaError:
        return NAME


def _read(node: Node | Failure) -> tuple[Place, ...]:
    match node:
        case Ref(place):
            return (place,)
        case Range():
            return node.places()
        case Call(_, arguments):
            return tuple(place for argument in arguments for place in _read(argument))
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
    one, other = numbers
    if name == "/" and not other:
        return DIVISION
    return _COMPARISONS[name](one, other) if name in _COMPARISONS else _ARITHMETIC[name](one, other)


def _alike(found: Value, key: Value) -> bool:
    if isinstance(found, str) and isinstance(key, str):
        return found.casefold() == key.casefold()
    return type(found) is type(key) and found == key


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
