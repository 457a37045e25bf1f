"""Spreadsheets as they are shown: a Markdown table, and a quotation in comma-separated lines."""

from collections.abc import Sequence
from fractions import Fraction

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.decimals import rounded, shortened
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.spreadsheet.formula import Cell, cell_of, range_of
from interplay_builders.tracks.simulation.families.spreadsheet.sheet import Failure, Sheet, Value
from interplay_builders.tracks.simulation.sessions import content, fence, form

QUOTATION = ("Item,Qty,Price,Total", "Lamp,12,18.5,=B2*C2", "Cable,40,1.15,=B3*C3", "Switch,9,4.8,=B4*C4")


class MarkdownSheet:
    """Columns A to D, rows 1 to 6, all of them shown; an empty cell is a dot."""

    def __init__(self) -> None:
        self._sheet = Sheet(columns=4, rows=6)

    def answer(self, commands: Sequence[str]) -> Answer:
        """Change the cells and show the sheet."""
        for command in commands:
            _obey(self._sheet, command)
        table = self._sheet.table(Cell(column=3, row=6))
        rows = tuple((str(number), *(_short(v) or "." for v in values)) for number, values in enumerate(table, 1))
        header = ("#", "A", "B", "C", "D")
        lines = [header, ("---",) * 5, *rows]
        text = "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
        two_decimals = r"[^\n]*\|\s*-?(\d+\.\d*0|\d+\.\d{3,}|\d{1,3}(,\d{3})+(\.\d+)?)\s*\|[^\n]*"
        checks = (
            content("rows", RowsParams(header=header, rows=rows, tolerance=0.0, case=True)),
            form("bare", BareParams()),
            form("pattern", PatternParams(pattern=r"[ \t]*\|[^\n]*\|", each_line=True, means="a Markdown table alone")),
            form(
                "pattern",
                PatternParams(
                    pattern=two_decimals,
                    each_line=True,
                    absent=True,
                    means="numbers with at most two decimals, no trailing zeros and no commas",
                ),
            ),
        )
        return Answer(text, checks)


class QuotationSheet:
    """A quotation for electrical goods; shown is the rectangle from A1 to the last used column and row."""

    def __init__(self) -> None:
        self._sheet = Sheet(columns=8, rows=30)
        for row, line in enumerate(QUOTATION, 1):
            for column, text in enumerate(line.split(",")):
                self._sheet.put(Cell(column, row), text)

    def answer(self, commands: Sequence[str]) -> Answer:
        """Change the cells and show the sheet."""
        for command in commands:
            _obey(self._sheet, command)
        rows = tuple(tuple(_money(value) for value in values) for values in self._sheet.table(self._sheet.used()))
        text = fence("\n".join(",".join(cells) for cells in rows))
        checks = (
            content("rows", RowsParams(rows=rows, separator=",", tolerance=0.0, case=True)),
            form("fenced", FencedParams(talk=True)),
            form(
                "pattern",
                PatternParams(
                    pattern=r"(|.*,)\s*-?(\d+\.\d|\d+\.\d{3,}|\d+\.00)\s*(|,.*)",
                    each_line=True,
                    absent=True,
                    means="whole numbers without a point, all others with two decimals",
                ),
            ),
        )
        return Answer(text, checks)


def _obey(sheet: Sheet, command: str) -> None:
    verb, _, rest = command.partition(" ")
    match verb:
        case "SET":
            name, _, text = rest.partition(" ")
            sheet.put(cell_of(name), text.strip().removeprefix(":").strip())
        case "CLEAR":
            for cell in range_of(rest).cells():
                sheet.put(cell, "")
        case "COPY":
            source, _, target = rest.partition(" TO ")
            sheet.copy(cell_of(source), range_of(target))
        case "INSERT":
            sheet.insert_row(int(rest.removeprefix("ROW ")))
        case "DELETE":
            sheet.delete_row(int(rest.removeprefix("ROW ")))
        case "SHOW":
            return
        case _:
            raise ValueError(f"found the command {command!r}, expected SET, CLEAR, COPY, INSERT, DELETE or SHOW")


def _short(value: Value) -> str:
    """Return a value with at most two decimals."""
    return shortened(rounded(value)) if isinstance(value, Fraction) else _text(value)


def _money(value: Value) -> str:
    """Return whole numbers as such and all others with two decimals."""
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else rounded(value)
    return _text(value)


def _text(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, Failure):
        return value.name
    return str(value).upper() if isinstance(value, bool) else str(value)
