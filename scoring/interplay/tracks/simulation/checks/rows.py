"""The reply's text is a table with these cells: rows in order or in any, columns in order.

Read are Markdown and ``psql`` tables, bordered tables, comma, tab and semicolon separated lines, and lines cut at the
``separator`` that the brief names. Read over are rules (``---+---``) above the table, under its header and below it,
one each, and one last line such as ``(3 rows)`` that counts right. Cells are compared trimmed; where both are numbers
as people write them (``1,200`` and ``1200.0``, not ``012`` or ``1,2``), within ``tolerance``.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, lines, written

Cells = tuple[str, ...]
_RULE = re.compile(r"[\s|+\-=:\u2500-\u257f]*")
_COUNT = re.compile(r"\(?(\d{1,6}) rows?(?: in set)?\)?(?: \([\d.]{1,9} sec\))?", re.IGNORECASE)
_BARS = re.compile(r"[|\u2502\u2503\u2551]")


class RowsParams(Params, frozen=True):
    """The cells expected. ``header`` is the first row; an empty one is not asked for and, if there, fails."""

    rows: Annotated[tuple[Cells, ...], Meta(max_length=1_000)]
    header: Cells = ()
    ordered: bool = True
    separator: str = "|"
    tolerance: float = 1e-9
    case: bool = False

    def problem(self, reply: str) -> str:
        rows, problem = _table(body(reply), self)
        if problem:
            return problem
        if self.header:
            if not rows or not _same(rows[0], self.header, self):
                return f"found the header {_text(rows[:1])}, expected {_text([self.header])}"
            rows = rows[1:]
        first = _first_wrong(rows, self) if self.ordered else ""
        if len(rows) != len(self.rows):
            return f"found {len(rows)} rows, expected {len(self.rows)}{f'; {first}' if first else ''}"
        return first if self.ordered else _unordered(rows, self)


def _first_wrong(rows: Sequence[Cells], params: RowsParams) -> str:
    """Return the first row that is wrong, or nothing; beyond the last one there is no row."""
    for number, (row, expected) in enumerate(zip_longest(rows, params.rows), 1):
        if row is None or expected is None or not _same(row, expected, params):
            ours, theirs = ("no row" if cells is None else _text([cells]) for cells in (row, expected))
            return f"row {number}: found {ours}, expected {theirs}"
    return ""


def _unordered(rows: Sequence[Cells], params: RowsParams) -> str:
    left = list(params.rows)
    for row in rows:
        match = next((expected for expected in left if _same(row, expected, params)), None)
        if match is None:
            return f"found the row {_text([row])}, expected one of {_text(left[:2])}"
        left.remove(match)
    return ""


def _table(text: str, params: RowsParams) -> tuple[list[Cells], str]:
    """Return the rows of a table, and what is wrong with the lines around and between them."""
    rows: list[Cells] = []
    rules: Counter[int] = Counter()
    kept = [line.strip() for line in lines(text) if line.strip()]
    count = _COUNT.fullmatch(kept[-1]) if kept else None
    for line in kept[:-1] if count else kept:
        if _RULE.fullmatch(line):
            rules[len(rows)] += 1
        else:
            rows.append(_cells(line, params.separator))
    heads = 1 if params.header else 0
    most = 2 if len(rows) == heads else 1  # without rows the rules under the header and below the table meet
    if any(times > most or heads < index < len(rows) for index, times in rules.items()):
        return rows, "found a rule between rows, expected at most one under the header, above and below"
    if count and int(count[1]) != len(rows) - heads:
        return rows, f"found {quoted(kept[-1])} below {len(rows) - heads} rows"
    return rows, ""


def _cells(line: str, separator: str) -> Cells:
    cut = _BARS.sub("|", line)
    if separator == "|":
        cells = cut.strip("|").split("|") if "|" in cut else [line]
    else:
        cells = line.split(separator) if separator else line.split()
    return tuple(cell.strip() for cell in cells)


def _same(row: Cells, expected: Cells, params: RowsParams) -> bool:
    return len(row) == len(expected) and all(
        _same_cell(cell, other, params) for cell, other in zip(row, expected, strict=True)
    )


def _same_cell(cell: str, expected: str, params: RowsParams) -> bool:
    if cell == expected or (not params.case and cell.casefold() == expected.casefold()):
        return True
    text, other = written(cell), written(expected)
    if text is None or other is None or cell.startswith("+") > expected.startswith("+"):
        return False
    return abs(text - other) <= params.tolerance


def _text(rows: Sequence[Cells]) -> str:
    return quoted("; ".join(" | ".join(row) for row in rows), 100)
