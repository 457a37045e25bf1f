"""The checks of a table that a database shows, by what its brief demands."""

import re
from collections.abc import Iterator, Sequence

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.sessions import content, form

Cells = Sequence[str]
_DECIMAL = re.compile(r"-?\d+\.\d+")
_RULE = r"(?m)^[ |]*:?-+:?( *\| *:?-+:?)*[ |]*$"


def checks_of_table(style: str, reply: str) -> Iterator[Check]:
    """Yield the checks of a table without its dress: what it says, then how it looks."""
    if style == "markdown":
        header, _, *rows = [_cells(line.strip("|"), "|") for line in reply.split("\n") if line.startswith("|")]
        yield content("rows", RowsParams(header=header, rows=tuple(rows), case=True))
        count = rf"\({len(rows)} rows\)"
        yield form("pattern", PatternParams(pattern=_RULE, means="a Markdown table", whole=False))
        yield form("pattern", PatternParams(pattern=rf"\n{count}$", means=f"({len(rows)} rows) below it", whole=False))
        return
    separator = "," if style == "csv" else "|"
    first, *more = [_cells(line, separator) for line in reply.split("\n")]
    header, rows = (first, more) if style == "csv" else ((), [first, *more])
    yield content("rows", RowsParams(header=header, rows=tuple(rows), separator=separator, case=True))
    pattern = _line_pattern(header, rows, separator)
    means = f"values with {separator} and no blanks between them, and decimals where they are due"
    yield form("pattern", PatternParams(pattern=pattern, means=means, each_line=True))


def _line_pattern(header: Cells, rows: Sequence[Cells], separator: str) -> str:
    """Match the header, or a row whose columns have blanks neither side and, where they are reals, decimals.

    SQLite prints as few of these as it can, and one zero if there is nothing else.
    """
    bar = re.escape(separator)
    anything = rf"[^\s{bar}]([^{bar}]*[^\s{bar}])?"
    columns = []
    for cells in zip(*rows, strict=True):
        is_real = any(_DECIMAL.fullmatch(cell) for cell in cells)
        columns.append(r"(-?\d+\.(0|\d*[1-9])|\\N|NULL)" if is_real else anything)
    row = bar.join(columns)
    return f"(?i){bar.join(header)}|{row}" if header else row


def _cells(line: str, separator: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.split(separator))
