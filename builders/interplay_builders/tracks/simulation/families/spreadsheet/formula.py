"""Formulas of a small spreadsheet: reading them, and moving their references."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

FUNCTIONS = frozenset({"SUM", "AVERAGE", "MIN", "MAX", "COUNT", "IF", "ROUND", "SUMIF"})
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<text>\"[^\"]*\")|(?P<range>\$?[A-Z]\$?\d+:\$?[A-Z]\$?\d+)"
    r"|(?P<ref>\$?[A-Z]\$?\d+)|(?P<name>[A-Z]+)|(?P<sign><=|>=|<>|[-+*/()<>=,]))",
    re.IGNORECASE,
)
_PLACES = re.compile(r"\"[^\"]*\"|(\$?[A-Z]\$?\d+)(?::(\$?[A-Z]\$?\d+))?", re.IGNORECASE)
_CELL = re.compile(r"(\$?)([A-Z])(\$?)(\d+)", re.IGNORECASE)


class Cell(NamedTuple):
    """A cell: column counted from 0, row counted from 1."""

    column: int
    row: int

    def __str__(self) -> str:
        """Return ``B3`` and the like."""
        return f"{chr(ord('A') + self.column)}{self.row}"


@dataclass(frozen=True, slots=True)
class Literal:
    """A number or a text."""

    value: Fraction | str


@dataclass(frozen=True, slots=True)
class Ref:
    """One cell."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Range:
    """A rectangle of cells, read row by row."""

    first: Cell
    last: Cell

    def cells(self) -> tuple[Cell, ...]:
        """Return its cells in reading order."""
        columns = range(self.first.column, self.last.column + 1)
        return tuple(Cell(c, r) for r in range(self.first.row, self.last.row + 1) for c in columns)


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments, or an operator with two operands (``-`` with one is a change of sign)."""

    name: str
    arguments: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """A reference to a cell that was deleted."""


Node = Literal | Ref | Range | Call | Lost


class NotAFormulaError(ValueError):
    """A text after ``=`` that cannot be read."""


def cell_of(text: str) -> Cell:
    """Return the cell that *text* such as ``$B4`` names."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"found the cell {text!r}, expected one such as B4")
    return Cell(ord(match[2].upper()) - ord("A"), int(match[4]))


def range_of(text: str) -> Range:
    """Return the rectangle that *text* such as ``B2:C4`` or ``B2`` names."""
    first, _, last = text.partition(":")
    return Range(cell_of(first), cell_of(last or first))


def parse(text: str) -> Node:
    """Return the tree of a formula without its ``=``; raise ``NotAFormulaError``."""
    reader = _Reader(_tokens(text))
    node = reader.comparison()
    if reader.kind:
        raise NotAFormulaError(text)
    return node


def shifted(text: str, columns: int, rows: int) -> str:
    """Return a formula as it stands after copying: references move unless held by ``$``."""

    def move(name: str) -> str:
        fixed_column, column, fixed_row, row = _split(name)
        new_column = column if fixed_column else chr(ord(column) + columns)
        return f"{fixed_column}{new_column}{fixed_row}{row if fixed_row else row + rows}"

    return _each_cell(text, lambda first, last: move(first) + (f":{move(last)}" if last else ""))


def after_insertion(text: str, at: int) -> str:
    """Return a formula after a row was inserted at *at*: references follow their cells."""

    def move(name: str) -> str:
        fixed_column, column, fixed_row, row = _split(name)
        return f"{fixed_column}{column}{fixed_row}{row + (row >= at)}"

    return _each_cell(text, lambda first, last: move(first) + (f":{move(last)}" if last else ""))


def after_deletion(text: str, at: int) -> str:
    """Return a formula after row *at* was deleted: ranges shrink, a lost cell becomes ``#REF!``."""

    def moved(first: str, last: str) -> str:
        low, high = _split(first)[3], _split(last or first)[3]
        if low == high == at:
            return "#REF!"
        low, high = low - (low > at), high - (high >= at)
        return _with_row(first, low) + (f":{_with_row(last, high)}" if last else "")

    return _each_cell(text, moved)


def _each_cell(text: str, change: Callable[[str, str], str]) -> str:
    return _PLACES.sub(lambda m: change(m[1], m[2] or "") if m[1] else m[0], text)


def _split(name: str) -> tuple[str, str, str, int]:
    match = _CELL.fullmatch(name)
    if match is None:
        raise ValueError(name)
    return match[1], match[2].upper(), match[3], int(match[4])


def _with_row(name: str, row: int) -> str:
    fixed_column, column, fixed_row, _ = _split(name)
    return f"{fixed_column}{column}{fixed_row}{row}"


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, at = [], 0
    stripped = text.rstrip()
    while at < len(stripped):
        if stripped.startswith("#REF!", at):
            tokens.append(("lost", "#REF!"))
            at += 5
            continue
        match = _TOKEN.match(stripped, at)
        if match is None or match.lastgroup is None:
            raise NotAFormulaError(text)
        tokens.append((match.lastgroup, match[match.lastgroup].upper() if match.lastgroup != "text" else match["text"]))
        at = match.end()
    return tokens


class _Reader:
    """Reads tokens from left to right; one method a level of precedence."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = [*tokens, ("", "")]
        self._at = 0

    @property
    def kind(self) -> str:
        return self._tokens[self._at][0]

    def _take(self, *signs: str) -> str:
        """Return the next token's text and step over it, if it is one of *signs* (any without them)."""
        text = self._tokens[self._at][1]
        if not text or (signs and text not in signs):
            return ""
        self._at += 1
        return text

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise NotAFormulaError(f"expected {sign}")

    def comparison(self) -> Node:
        left = self._chain(self._product, "+", "-")
        sign = self._take("<", ">", "=", "<=", ">=", "<>")
        return Call(sign, (left, self._chain(self._product, "+", "-"))) if sign else left

    def _product(self) -> Node:
        return self._chain(self._factor, "*", "/")

    def _chain(self, operand: Callable[[], Node], *signs: str) -> Node:
        node = operand()
        while sign := self._take(*signs):
            node = Call(sign, (node, operand()))
        return node

    def _factor(self) -> Node:
        if self._take("-"):
            return Call("-", (self._factor(),))
        if self._take("("):
            node = self.comparison()
            self._need(")")
            return node
        kind = self.kind
        return self._atom(kind, self._take())

    def _atom(self, kind: str, text: str) -> Node:
        match kind:
            case "number":
                return Literal(Fraction(text))
            case "text":
                return Literal(text[1:-1])
            case "ref":
                return Ref(cell_of(text))
            case "range":
                return range_of(text)
            case "lost":
                return Lost()
            case "name" if text in FUNCTIONS:
                return Call(text, self._arguments())
            case _:
                raise NotAFormulaError(text)

    def _arguments(self) -> tuple[Node, ...]:
        self._need("(")
        arguments = [self.comparison()]
        while self._take(","):
            arguments.append(self.comparison())
        self._need(")")
        return tuple(arguments)
