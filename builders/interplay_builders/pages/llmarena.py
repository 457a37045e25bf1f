"""LLMArena's normalised results computed again from its raw ones, and the cells in which its two tables disagree.

    interplay-build page llmarena > cards/ratings/llmarena.md

``llmarena_tables.csv`` holds the numbers of Table 4 (raw) and Table 1 (normalised: 100 x raw / best of the column) of
arXiv 2402.16499 as they are printed. A cell is consistent when some raw value and some best that round to the printed
ones give a normalised value that rounds to the printed one. Win rates in Undercover are whole per cents of 100 games
and may be off by one from counting draws, so they are given that room.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from interplay_builders.pages._markdown import table
from interplay_lab.statistics.normalised import mean_of_known, normalise

GAMES = ("tictactoe", "connect_four", "holdem", "bid", "bargain", "undercover", "hanabi")
HALF_OF_THE_LAST_DIGIT = 0.005
"""Of a normalised value, which has two decimals."""
ROOM = 0.001
"""Added to the half digit, for values that are computed from numbers with few digits."""
_FILE = Path(__file__).with_name("llmarena_tables.csv")

INTRODUCTION = """Printed by `interplay-build page llmarena`; not edited by hand. Published:
Tables 4 and 1 of the paper. A normalised value is 100 x raw / best of its column, a row's overall value the mean of its
seven."""


@dataclass(frozen=True, slots=True)
class Row:
    """One model's published results, as printed, in the order of ``GAMES``."""

    model: str
    raw: tuple[str, ...]
    normalised: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A cell whose two values cannot both be right; ``implied`` is the raw value that the normalised one stands for."""

    model: str
    game: str
    raw: str
    normalised: str
    implied: float


def published() -> tuple[Row, ...]:
    """Return the paper's two tables."""
    cells: dict[str, dict[str, tuple[str, ...]]] = {}
    with _FILE.open(encoding="utf-8", newline="") as stream:
        for line in csv.DictReader(stream):
            cells.setdefault(line["model"], {})[line["kind"]] = tuple(line[game] for game in GAMES)
    return tuple(Row(model, kinds["raw"], kinds["normalised"]) for model, kinds in cells.items())


def disagreements(rows: tuple[Row, ...]) -> Iterator[Disagreement]:
    """Yield the cells that are inconsistent, given that the column's best is the row normalised to 100."""
    for column, game in enumerate(GAMES):
        best = next(row.raw[column] for row in rows if float(row.normalised[column]) == 100)
        for row in rows:
            raw, printed = row.raw[column], row.normalised[column]
            low, high = _range(raw, best, win_rate=game == "undercover")
            room = HALF_OF_THE_LAST_DIGIT + ROOM
            if not low - room <= float(printed) <= high + room:
                yield Disagreement(row.model, game, raw, printed, float(printed) * float(best) / 100)


def recomputed(rows: tuple[Row, ...], bad: tuple[Disagreement, ...]) -> tuple[tuple[float | None, ...], ...]:
    """Return the normalised table from the raw one, with the implied values in the cells *bad*.

    It has a row a model: a value a game, then their mean.
    """
    implied = {(cell.model, cell.game): cell.implied for cell in bad}
    columns = [
        normalise([implied.get((row.model, game), float(row.raw[column])) for row in rows])
        for column, game in enumerate(GAMES)
    ]
    table = [tuple(column[n] for column in columns) for n in range(len(rows))]
    return tuple((*row, mean_of_known(row)) for row in table)


def card() -> str:
    """Return the page that shows both tables and where they disagree."""
    rows = published()
    bad = tuple(disagreements(rows))
    parts = ["# LLMArena's tables", INTRODUCTION, "## Cells that disagree", _disagreeing(bad)]
    total = len(rows) * len(GAMES)
    parts.append(f"The other {total - len(bad)} of {total} cells agree within the rounding of what is printed.")
    parts += ["## Normalised: published / from the raw values (from the implied ones in bold cells)", _table(rows, bad)]
    return "\n\n".join(parts) + "\n"


def _range(raw: str, best: str, *, win_rate: bool) -> tuple[float, float]:
    """Return the least and greatest normalised value that the printed numbers allow."""
    if raw == best:
        return 100.0, 100.0
    slack = 0.51 if win_rate else _half_digit(raw)
    low_best, high_best = float(best) - _half_digit(best), float(best) + _half_digit(best)
    return 100 * (float(raw) - slack) / high_best, 100 * (float(raw) + slack) / low_best


def _half_digit(text: str) -> float:
    return 0.5 * 10.0 ** -len(text.partition(".")[2])


def _disagreeing(cells: tuple[Disagreement, ...]) -> str:
    rows = ((c.model, c.game, c.raw, c.normalised, f"{c.implied:.2f}") for c in cells)
    return table(("model", "game", "raw", "normalised", "raw implied by it"), rows)


def _table(rows: tuple[Row, ...], bad: tuple[Disagreement, ...]) -> str:
    disagree = {(cell.model, cell.game) for cell in bad}
    lines = []
    for row, ours in zip(rows, recomputed(rows, bad), strict=True):
        mean = mean_of_known([float(text) for text in row.normalised])
        cells = [f"{text} / {value:.2f}" for text, value in zip((*row.normalised, f"{mean:.2f}"), ours, strict=True)]
        stars = ("**" * ((row.model, game) in disagree) for game in (*GAMES, "overall"))
        lines.append((row.model, *(f"{star}{cell}{star}" for star, cell in zip(stars, cells, strict=True))))
    return table(("model", *GAMES, "overall"), lines)


@click.command(name="llmarena", short_help="LLMArena's tables, and where they disagree.")
def command() -> None:
    """Print LLMArena's normalised table beside the same table computed from its raw results.

    \b
    interplay-build page llmarena
    interplay-build page llmarena > cards/ratings/llmarena.md
    """
    click.echo(card(), nl=False)
