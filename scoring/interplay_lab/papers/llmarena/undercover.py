"""Table 3 of LLMArena: how well systems describe their word in Undercover and guess the words of the others."""

from collections.abc import Sequence
from typing import Final

from interplay.core.reports import Statistic
from interplay.tables.table import Table
from interplay_lab.judging.tables import judge_of, named
from interplay_lab.papers.llmarena.chosen import Line, of_game
from interplay_lab.papers.records import Content, columns
from interplay_lab.papers.words import words_of

GAME: Final = "undercover"
GUESSES: Final = ("guess_as_undercover", "guess_strict_as_undercover")
NOTES: Final = words_of(__package__)["undercover"]
COLUMNS: Final = (
    *columns("text", "System"),
    *columns("percent", "Description", "Guess", "Guess (strict)"),
    *columns("count", "clues", "guesses"),
    *columns("text", "judge"),
)


@of_game(GAME, "win_rate_as_undercover", " in which the system is the undercover")
def table(systems: Sequence[Line]) -> Content:
    """Return a row for each system and split: shares of descriptive clues and of correct guesses."""
    rows = []
    for line in systems:
        for statistic in _described(line) or [None]:
            value, clues, judge = None, 0, None
            if statistic is not None:
                value, clues = statistic.value, round(statistic.n)
                judge = f"{statistic.where['judge']}, {named(judge_of(statistic.where))}"
            rows.append((line.label, value, *map(line.value, GUESSES), clues, line.n(GUESSES[0]), judge))
    notes = ["All as the undercover against four others, which are GPT-3.5-Turbo in the paper."]
    notes += [NOTES["no_judge"]] if any(row[1] is None for row in rows) else []
    notes += [NOTES["no_guess"]] if any(row[2] is None for row in rows) else []
    return Table(columns=COLUMNS, rows=tuple(rows), notes=tuple(notes))


def _described(line: Line) -> list[Statistic | None]:
    """Return each judge's statistic on the clues of a line."""
    about = {"split": line.split, "game": GAME}
    statistics = line.entry.report.statistics
    return [s for s in statistics if s.name == "description_as_undercover" and about.items() <= s.where.items()]
