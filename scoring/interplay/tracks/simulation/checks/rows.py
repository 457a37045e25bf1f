"""The reply's text is a table with these cells: rows in order or in any, columns in order.

Read are Markdown and ``psql`` tables, bordered tables, comma, tab and semicolon separated lines, and lines cut at the
``separator`` that the brief names. Rules between rows (``---+---``) and a line such as ``(3 rows)`` are read over.
Cells are compared trimmed; where both are numbers, within ``tolerance``.
"""

import re
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import PASS, Kind, Params, Result, failed, quoted
from interplay.tracks.simulation.checks.reading import body, lines

Cells = tuple[str, ...]
_RULE = re.compile(r"[\s|+\-=:\u2500-\u257f]*")
_COUNT = re.compile(r"\(?\d+ rows?( in set)?.{0,30}\)?", re.IGNORECASE)
_BARS = re.compile(r"[|\u2502\u2503\u2551]")


class RowsParams(Params, frozen=True):
    """The cells expected. ``header`` is the first row; an empty one is not asked for and, if there, fails."""

    rows: Annotated[tuple[Cells, ...], Meta(max_length=200)]
    header: Cells = ()
    ordered: bool = True
    separator: str = "|"
    tolerance: float = 1e-9
    case: bool = False


def check(params: RowsParams, reply: str) -> Result:
    """Compare the header, then the rows."""
    found = _table(body(reply), params.separator)
    if params.header:
        if not found or not _same(found[0], params.header, params):
            return failed(f"found the header {_shown(found[:1])}, expected {_shown([params.header])}")
        found = found[1:]
    if len(found) != len(params.rows):
        return failed(f"found {len(found)} rows, expected {len(params.rows)}")
    return _ordered(found, params) if params.ordered else _unordered(found, params)


def _ordered(found: Sequence[Cells], params: RowsParams) -> Result:
    for number, (row, expected) in enumerate(zip(found, params.rows, strict=True), 1):
        if not _same(row, expected, params):
            return failed(f"row {number}: found {_shown([row])}, expected {_shown([expected])}")
    return PASS


def _unordered(found: Sequence[Cells], params: RowsParams) -> Result:
    left = list(params.rows)
    for row in found:
        match = next((expected for expected in left if _same(row, expected, params)), None)
        if match is None:
            return failed(f"found the row {_shown([row])}, expected one of {_shown(left[:2])}")
        left.remove(match)
    return PASS


def _table(text: str, separator: str) -> list[Cells]:
    kept = [line.strip() for line in lines(text)]
    rows = []
    for line in kept:
        if not line or _RULE.fullmatch(line) or _COUNT.fullmatch(line):
            continue
        cut = _BARS.sub("|", line)
        if separator == "|":
            cells = cut.strip("|").split("|") if "|" in cut else [line]
        else:
            cells = line.split(separator) if separator else line.split()
        rows.append(tuple(cell.strip() for cell in cells))
    return rows


def _same(found: Cells, expected: Cells, params: RowsParams) -> bool:
    return len(found) == len(expected) and all(
        _same_cell(one, other, params) for one, other in zip(found, expected, strict=True)
    )


def _same_cell(found: str, expected: str, params: RowsParams) -> bool:
    if found == expected or (not params.case and found.casefold() == expected.casefold()):
        return True
    try:
        return abs(_number(found) - _number(expected)) <= params.tolerance
    except ValueError:
        return False


def _number(text: str) -> float:
    if not re.fullmatch(r"[-+]?[\d,]{1,30}(\.\d{1,30})?", text, re.ASCII):
        raise ValueError(text)
    return float(text.replace(",", ""))


def _shown(rows: Sequence[Cells]) -> str:
    return quoted("; ".join(" | ".join(row) for row in rows), 100)


KIND = Kind(RowsParams, check)
