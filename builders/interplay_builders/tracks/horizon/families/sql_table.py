"""A small table and SQL statements, most of which look at some cells before they change others."""

from collections.abc import Callable, Iterable, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Command, Effect, State

SETS = (
    ("bolt", "clamp", "drill", "file", "gear", "hinge", "lamp", "nail", "pump", "screw"),
    ("apple", "bean", "carrot", "date", "fig", "grape", "leek", "onion", "pear", "radish"),
    ("amber", "basalt", "coral", "flint", "garnet", "jade", "marble", "opal", "quartz", "slate"),
)
COLUMNS = ("qty", "price")
MOST = 99
"""The greatest value of a cell."""
FEWEST, ROWS = 4, 8
"""Rows below which none is deleted, and above which none is inserted."""
Row = tuple[int, int]
"""Quantity and price."""


class Table(State):
    """The rows, the savepoints, and the number of errors. Rows are replaced as a whole, never changed in place."""

    def __init__(self, rows: Mapping[str, Row], names: tuple[str, ...]) -> None:
        self.rows = dict(rows)
        self.names = names
        self.saved: tuple[tuple[dict[str, Row], int], ...] = ()
        """The rows at each savepoint, the last one at the end, and how many changes had led there."""
        self.changes = 0
        self.is_back = False
        """Whether the last statement that did something was a rollback."""
        self.errors = 0
        self.recent = next(iter(rows)), COLUMNS[0]
        """A cell that changed last: what comes next rather looks at it."""

    def obey(self, command: Command) -> Effect:
        """Carry out a statement."""
        effect = _VERBS[command.verb](self, *command.args)
        self.is_back = command.verb == "rollback" and effect[:1] != (REFUSED,)
        return effect

    def values(self) -> tuple[str, ...]:
        sums = (sum(qty for qty, _ in self.rows.values()), sum(price for _, price in self.rows.values()))
        value = sum(qty * price for qty, price in self.rows.values())
        return ", ".join(sorted(self.rows)) or "none", *map(str, (*sums, value, self.errors))

    def add(self, column: str, number: int, other: str, limit: int) -> Effect:
        """Add a number where a column is greater than a limit."""
        return self._update(column, (name for name in self.rows if self.cell(name, other) > limit), number)

    def cut(self, column: str, number: int, other: str, limit: int) -> Effect:
        """Subtract a number where a column is less than a limit."""
        return self._update(column, (name for name in self.rows if self.cell(name, other) < limit), -number)

    def mix(self, name: str, column: str, other: str) -> Effect:
        """Add a cell of a row to the other one of the same row."""
        return self.copy_cell(name, column, name, other) if name in self.rows else ()

    def copy_cell(self, name: str, column: str, source: str, other: str) -> Effect:
        """Add a cell of a row to one of another row."""
        return self._mixed(column, self.rows.keys() & {name}, source, other)

    def copy_most(self, column: str, source: str, other: str, by: str) -> Effect:
        """Add a cell to those rows in which a column is greatest."""
        most = max((self.cell(name, by) for name in self.rows), default=0)
        return self._mixed(column, [name for name in self.rows if self.cell(name, by) == most], source, other)

    def average(self, column: str, number: int, by: str) -> Effect:
        """Add a number where a column is above its average."""
        total, size = sum(self.cell(name, by) for name in self.rows), len(self.rows)
        return self._update(column, (name for name in self.rows if size * self.cell(name, by) > total), number)

    def count(self, name: str, column: str, source: str, by: str) -> Effect:
        """Add to a cell the number of rows in which a column is less than that of a row."""
        if source not in self.rows:
            return ()
        less = sum(self.cell(row, by) < self.cell(source, by) for row in self.rows)
        return self._update(column, self.rows.keys() & {name}, less)

    def case(self, name: str, column: str, other: str) -> Effect:
        """Subtract the other cell of a row where it is smaller, and add it otherwise."""
        if name not in self.rows:
            return ()
        mine, its = self.cell(name, column), self.cell(name, other)
        return self._update(column, (name,), -its if mine > its else its)

    def swap(self, name: str) -> Effect:
        """Exchange the cells of a row."""
        return self._replace({name: (self.rows[name][1], self.rows[name][0])}) if name in self.rows else ()

    def rename(self, new: str, old: str) -> Effect:
        """Give a row another name, unless that is taken."""
        if old not in self.rows:
            return ()
        if new in self.rows:
            return self._refuse()
        row = self.rows[old]
        self._set({name: cells for name, cells in self.rows.items() if name != old} | {new: row}, new, self.recent[1])
        return "rename", old, new

    def insert(self, name: str, qty: int, price: int) -> Effect:
        """Insert a row, unless the name is taken."""
        if name in self.rows:
            return self._refuse()
        self._set({**self.rows, name: (qty, price)}, name, self.recent[1])
        return "insert", name, qty, price

    def insert_from(self, name: str, column: str, other: str, source: str) -> Effect:
        """Insert a row with cells of another one; nothing is inserted where there is no such row."""
        if source not in self.rows:
            return ()
        return self.insert(name, self.cell(source, column), self.cell(source, other))

    def insert_ends(self, name: str) -> Effect:
        """Insert a row with the greatest quantity and the least price of all."""
        if not self.rows:
            return self._refuse()
        return self.insert(name, max(self._column("qty")), min(self._column("price")))

    def delete(self, column: str) -> Effect:
        """Delete the rows in which a column is least."""
        least = min(self._column(column), default=0)
        gone = tuple(name for name in self.rows if self.cell(name, column) == least)
        if gone:
            self._set({name: cells for name, cells in self.rows.items() if name not in gone}, *self.recent)
        return ("delete", *gone) if gone else ()

    def savepoint(self) -> Effect:
        """Remember the table."""
        self.saved = (*self.saved, (self.rows, self.changes))
        return ("savepoint",)

    def rollback(self) -> Effect:
        """Bring back the table as it was at the last savepoint, which stays."""
        if not self.saved:
            return self._refuse()
        before = self.rows
        self.rows, self.changes = self.saved[-1]
        undone = {name: self.rows.get(name) for name in sorted({*before, *self.rows})}
        changes = tuple((name, before.get(name), now) for name, now in undone.items() if before.get(name) != now)
        return ("rollback", *changes) if changes else ()

    def release(self) -> Effect:
        """Forget the last savepoint."""
        if not self.saved:
            return self._refuse()
        self.saved = self.saved[:-1]
        return ("release",)

    def since(self) -> int:
        """Return how many changes there were since the last savepoint."""
        return self.changes - self.saved[-1][1] if self.saved else 0

    def cell(self, name: str, column: str) -> int:
        """Return a cell."""
        return self.rows[name][COLUMNS.index(column)]

    def _column(self, column: str) -> list[int]:
        return [self.cell(name, column) for name in self.rows]

    def _mixed(self, column: str, names: Iterable[str], source: str, other: str) -> Effect:
        """Add a cell to others and keep the remainder by 100; an error where there is no such row but others are."""
        chosen = tuple(names)
        if source not in self.rows:
            return self._refuse() if chosen else ()
        number, index = self.cell(source, other), COLUMNS.index(column)
        return self._replace({name: _with(self.rows[name], index, number, MOST + 1) for name in chosen})

    def _update(self, column: str, names: Iterable[str], number: int) -> Effect:
        """Add a number to cells, unless that takes one past its limits."""
        index = COLUMNS.index(column)
        new = {name: _with(self.rows[name], index, number) for name in names}
        if any(not 0 <= cells[index] <= MOST for cells in new.values()):
            return self._refuse()
        return self._replace(new)

    def _replace(self, new: Mapping[str, Row]) -> Effect:
        """Set rows; return by how much each of their cells changed."""
        changes = []
        for name, (qty, price) in sorted(new.items()):
            before = self.rows[name]
            if (qty, price) != before:
                changes.append((name, qty - before[0], price - before[1]))
        if changes:
            self._set({**self.rows, **new}, changes[0][0], COLUMNS[not changes[0][1]])
        return tuple(changes)

    def _set(self, rows: dict[str, Row], name: str, column: str) -> None:
        self.rows, self.changes = rows, self.changes + 1
        self.recent = name if name in rows else next(iter(rows), name), column

    def _refuse(self) -> Effect:
        self.errors += 1
        return (REFUSED,)


def _with(row: Row, index: int, number: int, size: int = 0) -> Row:
    """Return a row with a number added to one cell, the remainder by *size* where that is given."""
    value = row[index] + number
    value = value % size if size else value
    return (value, row[1]) if index == 0 else (row[0], value)


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "add": Table.add,
    "cut": Table.cut,
    "mix": Table.mix,
    "copy": Table.copy_cell,
    "copy_most": Table.copy_most,
    "average": Table.average,
    "count": Table.count,
    "case": Table.case,
    "swap": Table.swap,
    "rename": Table.rename,
    "insert": Table.insert,
    "insert_from": Table.insert_from,
    "insert_ends": Table.insert_ends,
    "delete": Table.delete,
    "savepoint": Table.savepoint,
    "rollback": Table.rollback,
    "release": Table.release,
}
_CHANCES = (
    *("copy",) * 12,
    *("mix", "case") * 5,
    *("copy_most", "add", "average") * 2,
    *("count", "cut", "swap", "rename"),
)
_MORE = ("insert", "insert_from", "insert_from", "insert_ends")


class SqlTable:
    """The family of tables."""

    name = "sql_table"

    def start(self, stream: Stream) -> Table:
        names = stream.choice(SETS)
        return Table(
            {name: (stream.below(MOST + 1), stream.below(MOST + 1)) for name in stream.sample(names, 5)}, names
        )

    def facts(self, start: Table) -> Mapping[str, str]:
        return {"rows": ", ".join(f"('{name}', {qty}, {price})" for name, (qty, price) in start.rows.items())}

    def report(self, start: Table) -> tuple[Line, ...]:
        labels = ("Quantity", "Prices", "Value", "Errors")
        return Line(label="Names", kind="words", allowed=start.names), *(Line(label=it, kind="number") for it in labels)

    def order(self, engine: Table, stream: Stream) -> Command:
        """Draw a statement; what was done since a savepoint is soon rolled back, or there would be too much of it."""
        verb = self._verb(engine, stream)
        first, second = engine.recent
        other = stream.choice([name for name in (engine.rows if stream.below(16) else engine.names) if name != first])
        new = stream.choice(
            [name for name in engine.names if name not in engine.rows or not stream.below(12)] or [first]
        )
        column = COLUMNS[second == COLUMNS[0]]
        by, number = stream.choice(COLUMNS), 2 + stream.below(18)
        args: dict[str, tuple[str | int, ...]] = {
            "add": (by, number, second, 35 + stream.below(60)),
            "cut": (by, number, second, 5 + stream.below(60)),
            "mix": (first, column, second),
            "copy": (other, by, first, second),
            "copy_most": (column, first, second, by),
            "average": (by, number, second),
            "count": (other, by, first, second),
            "case": (first, column, second),
            "swap": (first,),
            "rename": (new, first),
            "insert": (new, stream.below(MOST + 1), stream.below(MOST + 1)),
            "insert_from": (new, second, column, first),
            "insert_ends": (new,),
            "delete": (column,),
        }
        return Command(verb, args.get(verb, ()))

    def _verb(self, engine: Table, stream: Stream) -> str:
        if not engine.saved and not stream.below(60):
            return stream.choice(("rollback", "release"))
        if engine.saved and 0 < engine.since() < 3 and stream.below(3):
            return "rollback"
        if engine.saved and engine.is_back and stream.below(4):
            return "release"
        rare = stream.below(180)
        if rare < 3 and len(engine.rows) > FEWEST:
            return "delete"
        if 3 <= rare < 8 and len(engine.rows) < ROWS:
            return stream.choice(_MORE)
        return "savepoint" if rare > 175 else stream.choice(_CHANCES)

    def question(self, engine: Table, stream: Stream) -> Command:
        show = Command("show", (stream.choice(engine.names),))
        return stream.choice((show, Command("how_many", (stream.choice(COLUMNS), 10 + stream.below(80)))))


FAMILY = SqlTable()
