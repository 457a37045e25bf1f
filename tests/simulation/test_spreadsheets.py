"""The small spreadsheet against Python's arithmetic on random sheets, and known results."""

from decimal import Decimal
from fractions import Fraction

import pytest

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.dialogues.decimals import rounded
from interplay_builders.tracks.simulation.families.spreadsheet import formula
from interplay_builders.tracks.simulation.families.spreadsheet.formula import Cell
from interplay_builders.tracks.simulation.families.spreadsheet.sheet import Failure, Sheet
from interplay_builders.tracks.simulation.families.spreadsheet.tables import MarkdownSheet


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("2.5", 0, "3"),
        ("-2.5", 0, "-3"),
        ("0.005", 2, "0.01"),
        ("-0.004", 2, "0.00"),
        ("1/3", 4, "0.3333"),
        ("1199.995", 2, "1200.00"),
    ],
)
def test_halves_are_rounded_away_from_zero(value: str, places: int, text: str) -> None:
    assert rounded(Fraction(value), places) == text


def random_formula(stream: Stream, row: int, depth: int = 0) -> str:
    """Return a formula over cells of the rows above, which Python can read as well."""
    kind = stream.below(5 if depth < 3 else 2)
    if kind == 0:
        return str(stream.below(9) + 1)
    if kind == 1:
        return f"{stream.choice('ABCD')}{stream.below(row) + 1}"
    if kind == 2:
        return f"-({random_formula(stream, row, depth + 1)})"
    left, right = (random_formula(stream, row, depth + 1) for _ in range(2))
    return f"({left}){stream.choice('+-*/')}({right})" if kind == 3 else f"{left}+{right}*2-1"


def test_formulas_agree_with_python_on_random_sheets() -> None:
    for seed in range(40):
        stream, sheet = Stream("simulation", seed, "sheet"), Sheet(4, 6)
        known: dict[str, Fraction | None] = {}
        for column in range(4):
            known[f"{'ABCD'[column]}1"] = Fraction(stream.below(40) - 20, 4)
            sheet.put(Cell(column, 1), str(Decimal(float(known[f"{'ABCD'[column]}1"] or 0))))
        for row in range(1, 6):
            for column in range(4):
                text = random_formula(stream, row)
                sheet.put(Cell(column, row + 1), f"={text}")
                known[f"{'ABCD'[column]}{row + 1}"] = in_python(text, known)
        for number, values in enumerate(sheet.table(Cell(3, 6)), 1):
            for name, value in zip("ABCD", values, strict=True):
                expected = known[f"{name}{number}"]
                assert value == (Failure("#DIV/0!") if expected is None else expected)


def in_python(text: str, known: dict[str, Fraction | None]) -> Fraction | None:
    names = {name: value for name, value in known.items() if name in text}
    if None in names.values():
        return None
    wrapped = "".join(f"Fraction({c})" if c.isdigit() and not text[i - 1].isalpha() else c for i, c in enumerate(text))
    try:
        return Fraction(eval(wrapped, {"Fraction": Fraction}, names))
    except ZeroDivisionError:
        return None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("=1+2*3-4/2", Fraction(5)),
        ("=-2*-3", Fraction(6)),
        ("=2-3-4", Fraction(-5)),
        ("=SUM(A1:B2)", Fraction(6)),
        ("=COUNT(A1:B3)", Fraction(3)),
        ("=AVERAGE(A3:B3)", Failure("#DIV/0!")),
        ("=MAX(A1:B2)*MIN(A1:A2)", Fraction(3)),
        ("=A3+1", Fraction(1)),
        ("=B2+1", Failure("#VALUE!")),
        ("=1/0+B2", Failure("#DIV/0!")),
        ("=B2+1/0", Failure("#VALUE!")),
        ("=Z9", Failure("#REF!")),
        ("=NO(A1)", Failure("#NAME?")),
        ("=1+", Failure("#NAME?")),
        ('=IF(A1>=1,"yes",1/0)', "yes"),
        ('=SUMIF(A1:A2,1,B1:B2)+SUMIF(B1:B2,"x",A1:A2)', Fraction(5)),
        ("=ROUND(-2.345,2)", Fraction("-2.35")),
        ("=C1+1", Failure("#CIRC!")),
    ],
)
def test_known_formulas(text: str, value: object) -> None:
    sheet = Sheet(4, 6)
    for place, typed in {"A1": "1", "B1": "2", "A2": "3", "B2": "x", "C1": "=D1", "D1": "=C1", "D4": text}.items():
        sheet.put(formula.cell_of(place), typed)
    assert sheet.table(Cell(3, 4))[3][3] == value


def test_references_follow_copies_and_rows() -> None:
    assert formula.shifted('=A1+$A$1*B$2&"A1"', 1, 2) == '=B3+$A$1*C$2&"A1"'
    assert formula.after_insertion("=SUM(A2:A4)+A1", 3) == "=SUM(A2:A5)+A1"
    assert formula.after_insertion("=SUM(A2:A4)", 2) == "=SUM(A3:A5)"
    assert formula.after_insertion("=SUM(A2:A4)", 5) == "=SUM(A2:A4)"
    assert formula.after_deletion("=SUM(A2:A4)+A5", 4) == "=SUM(A2:A3)+A4"
    assert formula.after_deletion("=SUM(A2:A4)", 2) == "=SUM(A2:A3)"
    assert formula.after_deletion("=A2*$B$2", 2) == "=#REF!*#REF!"
    assert formula.after_deletion("=SUM(A2:A2)", 2) == "=SUM(#REF!)"


def test_a_typed_number_is_shown_without_trailing_zeros() -> None:
    assert "| 1 | 2.5 | . | . | . |" in MarkdownSheet().answer(["SET A1 2.50"]).text
