"""A small sheet: two columns of numbers that are added to each other by way of a third one, which holds formulas."""

import re
from collections.abc import Callable, Iterator, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Command, Effect, State

ROWS = 4
NUMBERS = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in "AB")
FORMULAS = tuple(f"C{row}" for row in range(1, ROWS + 1))
CELLS = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in "ABC")
TOP = 999
"""The greatest number that columns A and B accept; formulas of such numbers have no greater ones."""
KINDS = ("=MAX({},{})", "=MIN({},{})", "=ABS({}-{})", "=INT(({}+{})/2)")
_CELL = re.compile(r"[ABC][1-9]")


def cells_in(formula: str) -> tuple[str, ...]:
    """Return the two cells that a formula refers to."""
    return tuple(_CELL.findall(formula))


def shifted(formula: str, rows: int) -> str:
    """Return a formula that refers to cells so many rows further down."""
    return _CELL.sub(lambda cell: f"{cell[0][0]}{int(cell[0][1]) + rows}", formula)


class Sheet(State):
    """Numbers and formulas, the number of rejections, and what references back need."""

    def __init__(self, numbers: Mapping[str, int], formulas: Mapping[str, str]) -> None:
        self.numbers, self.formulas = dict(numbers), dict(formulas)
        self.rejected = 0
        self.amount = 0
        """What was added or subtracted last."""
        self.target: str | None = None
        """The cell that it was added to or subtracted from."""
        self.before: tuple[dict[str, int], dict[str, str]] | None = None
        """Numbers and formulas before the last change, if it can be undone."""
        self.turned_down: Command | None = None
        self.recent = NUMBERS[0]
        """A cell that changed last: what comes next rather reads it."""
        self.unread: frozenset[str] = frozenset(formulas)
        """Formulas whose values were not used since they were entered: new formulas avoid their cells."""

    def obey(self, command: Command) -> Effect:
        """Carry out an order."""
        meant = self.turned_down if command.verb == "retry" else command
        if meant is None:
            return self._reject()
        effect = _VERBS[meant.verb](self, *meant.args)
        if effect[:1] == (REFUSED,) and meant.verb != "undo":
            self.turned_down = meant
        return effect

    def values(self) -> tuple[str, ...]:
        return (*(str(self.value(cell)) for cell in CELLS), str(self.rejected))

    def value(self, cell: str) -> int:
        """Return the number that a cell shows."""
        if cell in self.numbers:
            return self.numbers[cell]
        formula = self.formulas[cell]
        first, other = map(self.value, cells_in(formula))
        match formula[1:4]:
            case "MAX":
                return max(first, other)
            case "MIN":
                return min(first, other)
            case "ABS":
                return abs(first - other)
        return (first + other) // 2

    def sources(self, cell: str) -> Iterator[str]:
        """Yield a cell and all that its value depends on, with repetitions."""
        yield cell
        for other in cells_in(self.formulas.get(cell, "")):
            yield from self.sources(other)

    def raise_by(self, cell: str, amount: int) -> Effect:
        """Add an amount to a number."""
        return self._add(cell, amount)

    def lower_by(self, cell: str, amount: int) -> Effect:
        """Subtract an amount from a number."""
        return self._add(cell, -amount)

    def raise_cell(self, cell: str, source: str) -> Effect:
        """Add the value of another cell."""
        return self._add(cell, self._read(source))

    def lower_cell(self, cell: str, source: str) -> Effect:
        """Subtract the value of another cell."""
        return self._add(cell, -self._read(source))

    def raise_least(self, column: str, source: str) -> Effect:
        """Add the value of a cell to the smallest number of a column, the topmost of equal ones."""
        return self._add(min(_column(column), key=self.numbers.__getitem__), self._read(source))

    def lower_most(self, column: str, source: str) -> Effect:
        """Subtract the value of a cell from the largest number of a column, the topmost of equal ones."""
        return self._add(max(_column(column), key=self.numbers.__getitem__), -self._read(source))

    def raise_it(self, source: str) -> Effect:
        """Add the value of a cell to the number that was added to or subtracted from last."""
        return self._add(self.target, self._read(source)) if self.target else self._reject()

    def lower_it(self, source: str) -> Effect:
        """Subtract it from there."""
        return self._add(self.target, -self._read(source)) if self.target else self._reject()

    def raise_same(self, cell: str) -> Effect:
        """Add the amount that was added or subtracted last."""
        return self._add(cell, self.amount) if self.target else self._reject()

    def lower_same(self, cell: str) -> Effect:
        """Subtract that amount."""
        return self._add(cell, -self.amount) if self.target else self._reject()

    def swap(self, first: str, other: str) -> Effect:
        """Exchange two numbers."""
        changed = self._set(self.numbers | {first: self.numbers[other], other: self.numbers[first]}, self.formulas)
        return ("swap", first, other) if changed else ()

    def rows(self, first: int, other: int) -> Effect:
        """Exchange the numbers of two rows."""
        return self._arrange((first, other), (other, first))

    def sort(self, first: int, last: int, column: str, end: str) -> Effect:
        """Sort the numbers of some rows by one column; rows that are equal there stay in order."""
        places = tuple(range(first, last + 1))
        sign = 1 if end == "smallest" else -1
        return self._arrange(places, tuple(sorted(places, key=lambda row: sign * self.numbers[f"{column}{row}"])))

    def enter(self, cell: str, formula: str) -> Effect:
        """Enter a formula, unless the cell would depend on itself."""
        return self._enter({cell: formula})

    def fill(self, cell: str, last: str) -> Effect:
        """Copy a formula to the cells below, up to the last one; what it refers to moves down with it."""
        new = {f"C{row}": shifted(self.formulas[cell], row - int(cell[1])) for row in _below(cell, last)}
        if any(int(other[1]) > ROWS for formula in new.values() for other in cells_in(formula)):
            return self._reject()
        return self._enter(new)

    def undo(self) -> Effect:
        """Put back what was there before the last change; then there is no such change."""
        if self.before is None:
            return self._reject()
        numbers, formulas = self.before
        changes = tuple((cell, numbers[cell] - self.numbers[cell]) for cell in NUMBERS)
        entered = tuple(formulas[cell] for cell in FORMULAS if formulas[cell] != self.formulas[cell])
        self._set(numbers, formulas)
        self.before = None
        return "undo", *(change for change in changes if change[1]), *entered

    def _add(self, cell: str, amount: int) -> Effect:
        number = self.numbers[cell] + amount
        if not 0 <= number <= TOP:
            return self._reject()
        self.amount, self.target = abs(amount), cell
        self._set(self.numbers | {cell: number}, self.formulas)
        return (cell, amount) if amount else ()

    def _read(self, source: str) -> int:
        self.unread -= frozenset(self.sources(source))
        return self.value(source)

    def _arrange(self, places: tuple[int, ...], order: tuple[int, ...]) -> Effect:
        """Put the numbers of the rows in *order* into *places*; return which went where."""
        moved = {
            f"{column}{to}": self.numbers[f"{column}{row}"]
            for to, row in zip(places, order, strict=True)
            for column in "AB"
        }
        self._set(self.numbers | moved, self.formulas)
        return tuple((row, to) for to, row in zip(places, order, strict=True) if row != to)

    def _enter(self, new: dict[str, str]) -> Effect:
        formulas = self.formulas | new
        if not _is_sound(formulas):
            return self._reject()
        changed = self._set(self.numbers, formulas)
        self.unread |= changed
        return tuple((cell, formula) for cell, formula in new.items() if cell in changed)

    def _set(self, numbers: dict[str, int], formulas: dict[str, str]) -> frozenset[str]:
        """Set the sheet and return the changed cells. Without a change, undo keeps its state."""
        changed = [cell for cell in NUMBERS if numbers[cell] != self.numbers[cell]]
        changed += [cell for cell in FORMULAS if formulas[cell] != self.formulas[cell]]
        if changed:
            self.before = self.numbers, self.formulas
            self.numbers, self.formulas = numbers, formulas
            self.recent = changed[0]
        return frozenset(changed)

    def _reject(self) -> Effect:
        self.rejected += 1
        return (REFUSED,)


def _column(column: str) -> list[str]:
    return [f"{column}{row}" for row in range(1, ROWS + 1)]


def _below(cell: str, last: str) -> range:
    return range(int(cell[1]) + 1, int(last[1]) + 1)


def _is_sound(formulas: Mapping[str, str]) -> bool:
    """Return whether no formula depends on itself."""
    left = dict(formulas)
    while left:
        free = [cell for cell, formula in left.items() if not left.keys() & set(cells_in(formula))]
        if not free:
            return False
        for cell in free:
            del left[cell]
    return True


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "raise_by": Sheet.raise_by,
    "lower_by": Sheet.lower_by,
    "raise_cell": Sheet.raise_cell,
    "lower_cell": Sheet.lower_cell,
    "raise_least": Sheet.raise_least,
    "lower_most": Sheet.lower_most,
    "raise_it": Sheet.raise_it,
    "lower_it": Sheet.lower_it,
    "raise_same": Sheet.raise_same,
    "lower_same": Sheet.lower_same,
    "swap": Sheet.swap,
    "rows": Sheet.rows,
    "sort": Sheet.sort,
    "enter": Sheet.enter,
    "fill": Sheet.fill,
    "undo": Sheet.undo,
}
_RARE = ("by", "sort", "swap", "rows", "enter", "fill", "undo", "retry")
_CHANCES = (*("cell",) * 26, *("extreme", "it") * 4, *("same",) * 2, *_RARE)
_UP = {"cell": "raise_cell", "extreme": "raise_least", "it": "raise_it", "same": "raise_same", "by": "raise_by"}
_DOWN = {"cell": "lower_cell", "extreme": "lower_most", "it": "lower_it", "same": "lower_same", "by": "lower_by"}


class Spreadsheet:
    """The family of sheets."""

    name = "spreadsheet"

    def start(self, stream: Stream) -> Sheet:
        numbers = {cell: 10 + stream.below(900) for cell in NUMBERS}
        formulas: dict[str, str] = {}
        for cell in FORMULAS:
            first, other = stream.sample((*NUMBERS, *formulas), 2)
            formulas[cell] = stream.choice(KINDS).format(first, other)
        return Sheet(numbers, formulas)

    def facts(self, start: Sheet) -> Mapping[str, str]:
        numbers = [f"{cell} {start.numbers[cell]}" for cell in NUMBERS]
        formulas = [f"{cell} {start.formulas[cell]}" for cell in FORMULAS]
        return {
            "numbers": f"{', '.join(numbers[:-1])} and {numbers[-1]}",
            "formulas": f"{', '.join(formulas[:-1])} and {formulas[-1]}",
            "rows": str(ROWS),
            "top": str(TOP),
        }

    def report(self, start: Sheet) -> tuple[Line, ...]:  # noqa: ARG002  the interface's signature
        return tuple(Line(label=name, kind="number") for name in (*CELLS, "Rejected"))

    def order(self, engine: Sheet, stream: Stream) -> Command:
        """Draw an order, most often one that reads a cell that changed last."""
        verb = stream.choice(_CHANCES)
        if verb in _UP:
            return self._sum(verb, engine, stream)
        low, high = sorted(stream.sample(range(1, ROWS + 1), 2))
        filled = {f"C{row}" for row in range(low + 1, high + 1)}
        if verb == "enter" or (verb == "fill" and filled & engine.unread):
            cell = stream.choice([first for first in FORMULAS if first not in engine.unread] or FORMULAS)
            first, other = stream.sample([name for name in CELLS if name != cell or not stream.below(4)], 2)
            return Command("enter", (cell, stream.choice(KINDS).format(first, other)))
        args: dict[str, tuple[str | int, ...]] = {
            "swap": tuple(stream.sample(NUMBERS, 2)),
            "rows": (low, high),
            "sort": (low, high, stream.choice("AB"), stream.choice(("smallest", "largest"))),
            "fill": (f"C{low}", f"C{high}"),
        }
        return Command(verb, args.get(verb, ()))

    def question(self, engine: Sheet, stream: Stream) -> Command:  # noqa: ARG002  the interface's signature
        first, other = stream.sample(CELLS, 2)
        return stream.choice((Command("shows", (first,)), Command("greater", (first, other))))

    def _sum(self, kind: str, engine: Sheet, stream: Stream) -> Command:
        """Draw an order to add or to subtract, most often the one that the number allows."""
        up, column, number = bool(stream.below(2)), stream.choice("AB"), 1 + stream.below(300)
        target = engine.target if kind == "it" else stream.choice([name for name in NUMBERS if name != engine.recent])
        if kind == "extreme":
            target = (min if up else max)(_column(column), key=engine.numbers.__getitem__)
        target = target or NUMBERS[0]
        source = self._source(engine, target, stream)
        amount = {"same": engine.amount, "by": number}.get(kind, engine.value(source))
        after = engine.numbers[target] + (amount if up else -amount)
        if kind != "extreme" and not 0 <= after <= TOP and stream.below(25):
            up = not up
        args: dict[str, tuple[str | int, ...]] = {
            "cell": (target, source),
            "extreme": (column, source),
            "it": (source,),
            "same": (target,),
            "by": (target, number),
        }
        return Command((_UP if up else _DOWN)[kind], args[kind])

    def _source(self, engine: Sheet, target: str, stream: Stream) -> str:
        """Return a cell to read, most often one whose value depends on what changed last.

        None that depends on the target: subtracting it from itself would wipe out what it held.
        """
        apart = [cell for cell in CELLS if target not in engine.sources(cell)]
        depending = [cell for cell in apart if engine.recent in engine.sources(cell)]
        if engine.recent in apart:
            depending += [engine.recent] * 2
        return stream.choice(depending if depending and stream.below(30) else apart)


FAMILY = Spreadsheet()
