"""A spreadsheet over chat: formulas move with inserted and deleted rows, fills, and undone steps."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.talk import Turn, joined, may_ask, session, sizes
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "spreadsheet-on-the-phone", "sheet_by_chat")
LEVELS = {1: (10, 12, 6, 3, 4), 2: (150, 16, 12, 5, 10), 3: (640, 40, 18, 7, 20), 4: (2200, 60, 24, 9, 34)}
"""Of each level: requests, turns before the last, rows at the start, rows filled at most, and cells asked for."""
COLUMNS = "ABCDE"
MOST_ROWS = 28
Key = tuple[str, int]
Cells = dict[Key, str]
Change = Callable[[int], int]
REFERENCE = re.compile(r"(\$?)([A-E])(\$?)(\d+)(?::(\$?)([A-E])(\$?)(\d+))?")


def moved(text: str, first: Change, last: Change) -> str:
    """Return a formula whose ranges have other first and last rows; a single reference changes like a last row."""

    def replaced(match: re.Match[str]) -> str:
        start = f"{match[1]}{match[2]}{match[3]}"
        if match[8] is None:
            return f"{start}{last(int(match[4]))}"
        return f"{start}{first(int(match[4]))}:{match[5]}{match[6]}{match[7]}{last(int(match[8]))}"

    return REFERENCE.sub(replaced, text)


def filled(text: str, rows: int) -> str:
    """Return a formula copied down by *rows*: references without a dollar follow."""

    def replaced(match: re.Match[str]) -> str:
        start = f"{match[1]}{match[2]}{match[3]}{int(match[4]) + (0 if match[3] else rows)}"
        if match[8] is None:
            return start
        return f"{start}:{match[5]}{match[6]}{match[7]}{int(match[8]) + (0 if match[7] else rows)}"

    return REFERENCE.sub(replaced, text)


def inserted(cells: Cells, row: int) -> Cells:
    """Return the sheet with an empty row at *row*."""
    return {
        (c, r + (r >= row)): moved(text, lambda n: n + (n >= row), lambda n: n + (n >= row))
        for (c, r), text in cells.items()
    }


def deleted(cells: Cells, row: int) -> Cells:
    """Return the sheet without a row to which no single reference points; ranges shrink."""
    return {
        (c, r - (r > row)): moved(text, lambda n: n - (n > row), lambda n: n - (n >= row))
        for (c, r), text in cells.items()
        if r != row
    }


def value(cells: Cells, key: Key) -> int:
    """Return what a cell shows."""
    text = cells.get(key, "0")
    return _evaluated(cells, text[1:]) if text.startswith("=") else int(text)


def _evaluated(cells: Cells, text: str) -> int:
    if match := re.fullmatch(r"(SUM|MAX|MIN|COUNT)\((.+)\)", text):
        ends = REFERENCE.fullmatch(match[2])
        keys = [(ends[2], row) for row in range(int(ends[4]), int(ends[8]) + 1)] if ends and ends[8] else []
        values = [value(cells, key) for key in keys if key in cells]
        functions = {"SUM": sum(values), "MAX": max(values, default=0), "MIN": min(values, default=0)}
        return functions.get(match[1], len(values))
    for sign in "+-*":
        left, operator, right = text.rpartition(sign)
        if operator:
            a, b = _evaluated(cells, left), _evaluated(cells, right)
            return a + b if sign == "+" else a - b if sign == "-" else a * b
    match = REFERENCE.fullmatch(text)
    return value(cells, (match[2], int(match[4]))) if match else int(text)


@dataclass
class Sheet:
    """A sheet as it is edited: B to E may hold formulas on columns further left, so that no circle can arise."""

    chance: Stream
    cells: Cells
    deepest: int
    undone: list[Cells] = field(default_factory=list)
    earlier: list[Cells] = field(default_factory=list)
    rigid: Cells = field(default_factory=dict)
    """The sheet of a simulator that leaves references alone when rows come and go."""

    def rows(self) -> int:
        """Return the number of the last row."""
        return max(row for _, row in self.cells)

    def request(self) -> str:
        """Edit the sheet and return what the user says."""
        draw = self.chance.below(20)
        if draw == 0 and self.earlier:
            count = 1 + self.chance.below(len(self.earlier))
            self.undone = [self.cells] if count == 1 else []
            self.cells = self.earlier[-count]
            self.earlier.clear()
            return phrase(self.chance, TEXTS["undo" if count == 1 else "undo_several"], n=count)
        if draw < 8 and self.undone:
            self.earlier, self.cells = [self.cells], self.undone.pop()
            return phrase(self.chance, TEXTS["redo"])
        self.undone.clear()
        self.earlier = [*self.earlier[-2:], dict(self.cells)]
        edits = ((7, self._enter), (11, self._formula), (14, self._fill), (18, self._insert), (20, self._delete))
        return next(edit for limit, edit in edits if draw < limit)()

    def formulas(self) -> list[Key]:
        """Return the addresses of all formulas."""
        return sorted(key for key, text in self.cells.items() if text.startswith("="))

    def _enter(self) -> str:
        key = self.chance.choice("AB"), 1 + self.chance.below(self.rows())
        empty = [(c, r) for c in "AB" for r in range(1, self.rows()) if (c, r) not in self.cells]
        if empty and self.chance.below(3):
            key = self.chance.choice(empty)
        if self.cells.get(key, "").startswith("="):
            return self._formula()
        self.cells[key] = str(2 + self.chance.below(28))
        return phrase(self.chance, TEXTS["enter"], c=name(key), v=self.cells[key])

    def _formula(self) -> str:
        column = 2 + self.chance.below(3)
        key = COLUMNS[column], 1 + self.chance.below(self.rows())
        self.cells[key] = formula(self.chance, column, self.rows(), key[1])
        return phrase(self.chance, TEXTS["formula"], c=name(key), v=self.cells[key])

    def _fill(self) -> str:
        keys = [key for key in self.formulas() if key[1] < self.rows() and key[0] != "B"]
        if not keys:
            return self._formula()
        key = self.chance.choice(keys)
        last = min(MOST_ROWS, key[1] + 1 + self.chance.below(self.deepest), self.rows())
        width = 1 + self.chance.below(2)
        columns = [c for c in COLUMNS[COLUMNS.index(key[0]) :][:width] if (c, key[1]) in keys]
        for column in columns:
            for row in range(key[1] + 1, last + 1):
                self.cells[column, row] = filled(self.cells[column, key[1]], row - key[1])
        if len(columns) > 1:
            return phrase(self.chance, TEXTS["fill_block"], c=f"{name(key)}:{columns[-1]}{key[1]}", r=last)
        below, end = (key[0], key[1] + 1), (key[0], last)
        area = name(below) if last == below[1] else f"{name(below)}:{name(end)}"
        return phrase(self.chance, TEXTS["fill"], c=name(key), d=area, e=name(end))

    def _insert(self) -> str:
        if self.rows() >= MOST_ROWS:
            return self._delete()
        row = 2 + self.chance.below(self.rows() - 1)
        self.rigid = {(c, r + (r >= row)): text for (c, r), text in self.cells.items()}
        self.cells = inserted(self.cells, row)
        return phrase(self.chance, TEXTS["insert"], r=row)

    def _delete(self) -> str:
        free = [row for row in range(2, self.rows()) if self._can_go(row)]
        if not free or self.rows() < 5:
            return self._formula()
        row = self.chance.choice(free)
        self.rigid = {(c, r - (r > row)): text for (c, r), text in self.cells.items() if r != row}
        self.cells = deleted(self.cells, row)
        return phrase(self.chance, TEXTS["delete"], r=row)

    def _can_go(self, row: int) -> bool:
        """Return whether no formula of another row points to a cell of *row*, or to a range with one other row."""
        for (_, r), text in self.cells.items():
            for match in REFERENCE.finditer(text if r != row and text.startswith("=") else ""):
                first, last = int(match[4]), int(match[8] or match[4])
                if first <= row <= last < first + 2:
                    return False
        return True


def name(key: Key) -> str:
    """Return an address."""
    return f"{key[0]}{key[1]}"


def formula(chance: Stream, column: int, rows: int, row: int) -> str:
    """Return a formula for a cell that refers to columns further left."""
    left = COLUMNS[:column]
    a, b = chance.choice(left), chance.choice(left)
    first = 1 + chance.below(rows - 2)
    last = first + 1 + chance.below(min(5, rows - first))
    kind = chance.below(6)
    if kind < 2:
        anchor = "$" if chance.below(2) else ""
        return f"={chance.choice(('SUM', 'SUM', 'MAX', 'MIN', 'COUNT'))}({a}{anchor}{first}:{a}{last})"
    if kind == 2:
        return f"={a}{row}*{2 + chance.below(3)}"
    if kind == 3:
        return f"={a}{row}-{b}${1 + chance.below(rows)}"
    return f"={a}{row}+{b}{max(1, row - chance.below(2))}"


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue about a sheet; the last request asks for formulas and what they show."""
    requests, count, rows, deepest, asked = LEVELS[level]
    cells = {(c, r): str(2 + chance.below(28)) for c in "AB" for r in range(1, rows + 1)}
    columns = " ".join(f"Column {c}: {', '.join(cells[c, r] for r in range(1, rows + 1))}." for c in "AB")
    opening = f"{phrase(chance, TEXTS['start'], columns=columns)}"
    for column in range(2, 5):
        row = 1 + chance.below(rows)
        cells[COLUMNS[column], row] = formula(chance, column, rows, row)
        opening += f" {COLUMNS[column]}{row} gets {cells[COLUMNS[column], row]}."
    sheet, turns = Sheet(chance, cells, deepest), [Turn(opening, "ok")]
    for number, size in enumerate(sizes(requests, count - 1)):
        edits, reply = [sheet.request() for _ in range(size)], "ok"
        if not edits or (number % 3 == 1 and may_ask(number, count)):
            key = chance.choice(sheet.formulas())
            edits.append(phrase(chance, TEXTS["ask"], c=name(key)))
            reply = str(value(sheet.cells, key))
        turns.append(Turn(joined(chance, edits), reply))
    keys = chance.shuffled(sheet.formulas())
    keys = sorted(sorted(keys, key=lambda key: value(sheet.cells, key) == 0)[:asked])
    request = phrase(chance, TEXTS["final"], cells=", ".join(map(name, keys)))
    tables = [[_row(cells, key) for key in keys] for cells in (sheet.cells, sheet.rigid, *sheet.earlier)]
    close = [
        [(a, b, str(int(c) + 1)) if n == m else (a, b, c) for n, (a, b, c) in enumerate(tables[0])] for m in (0, 1)
    ]
    return session(TASK, turns, request, tables[0], (*tables[1:], *close))


def _row(cells: Cells, key: Key) -> tuple[str, str, str]:
    text = cells.get(key, "")
    return name(key), text or "empty", str(value(cells, key))


FAMILY = Family(dialogue, (1, 2, 3, 4))
