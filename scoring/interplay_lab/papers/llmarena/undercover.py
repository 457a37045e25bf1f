"""Table 3 of LLMArena: how well systems describe their word in Undercover, and guess the words of the others."""

from typing import Final

from interplay.core.reports import Statistic
from interplay.tables.table import Cell, Column, Table
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.llmarena.chosen import Line, absent, lines
from interplay_lab.papers.records import Content

GAME: Final = "undercover"
GUESSES: Final = ("guess_as_undercover", "guess_strict_as_undercover")
COLUMNS: Final = (
    Column(heading="System", kind="text"),
    Column(heading="Description", kind="percent"),
    Column(heading="Guess", kind="percent"),
    Column(heading="Guess (strict)", kind="percent"),
    Column(heading="clues", kind="count"),
    Column(heading="guesses", kind="count"),
    Column(heading="judge", kind="text"),
)
NO_JUDGE: Final = (
    "Description needs judgments: `interplay judge FILE --judge clue --model MODEL -o judged.jsonl`, and here "
    "`--judgments judged.jsonl`."
)
NO_GUESS: Final = "Guesses need matches that ask for them: `interplay run --option guess=1` on matches of undercover."


def table(given: Given) -> Content:
    """Return a row for each system and split: shares of clues that describe, and of matches with right guesses."""
    held = lines(given, GAME, "win_rate_as_undercover")
    if not held:
        return absent(GAME, " in which the system is the undercover")
    rows = []
    for line in held:
        for found in _described(line) or [None]:
            guesses: list[Cell] = [line.value(name) for name in GUESSES]
            clues = 0 if found is None else round(found.n)
            judge = None if found is None else f"{found.where['judge']}, {found.where['judge_model']}"
            value = None if found is None else found.value
            rows.append((line.label, value, *guesses, clues, line.n(GUESSES[0]), judge))
    notes = ["All as the undercover, against four others; the paper's others are GPT-3.5-Turbo."]
    notes += [NO_JUDGE] if any(row[1] is None for row in rows) else []
    notes += [NO_GUESS] if any(row[2] is None for row in rows) else []
    return Table(columns=COLUMNS, rows=tuple(rows), notes=tuple(notes))


def _described(line: Line) -> list[Statistic | None]:
    """Return what each judge says of the clues of a line."""
    about = {"split": line.split, "game": GAME}
    found = line.one.report.statistics
    return [s for s in found if s.name == "description_as_undercover" and about.items() <= s.where.items()]
