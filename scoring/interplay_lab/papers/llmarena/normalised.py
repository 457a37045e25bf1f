"""Tables 1 and 4 of LLMArena: what every system got in every game, raw, and where the best has 100."""

from collections.abc import Callable, Iterator
from typing import Final

from interplay.core.errors import RecordError
from interplay.ratings import confusion
from interplay.ratings.averages import mean_of_known
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.tables.table import Cell, Column, Table
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.records import Content, Missing
from interplay_lab.statistics import normalised

GAMES: Final = {
    "tictactoe": "TicTacToe",
    "connect_four": "ConnectFour",
    "holdem": "Texas Hold'em",
    "bid": "Bid",
    "bargain": "Bargain",
    "undercover": "Undercover",
    "hanabi": "Hanabi",
}
"""The games in the order of the paper's columns, and what it calls them."""
NEEDED: Final = "submissions on games, as `interplay run --track games --suite llmarena` writes; two or more to compare"
RULE: Final = (
    "TrueSkill means in games that are won (from 25, averaged over orders of the matches), the mean reward in Bid, "
    "Bargain and Hanabi, the share of matches won as the undercover in Undercover. The paper rates Bargain by "
    "TrueSkill; here it is played for the own value. It plays models against each other; here bots link those that "
    "did not meet."
)
NO_SCALE: Final = (
    "Without a value: a game that the system did not play, or whose best raw result is not above 0; a mean over fewer "
    "games would be another mean."
)


def scaled(given: Given) -> Content:
    """Return Table 1: 100 x raw / best of the game, the mean of each system, and of each game in the last row."""
    return _table(given, lambda cell: cell.normalised, means=True)


def raw(given: Given) -> Content:
    """Return Table 4 of appendix C: the results themselves."""
    return _table(given, lambda cell: cell.raw, means=False)


def _table(given: Given, value: Callable[[normalised.Cell], float | None], *, means: bool) -> Content:
    held, left_out = _usual(given)
    if not any(True for _ in _played(held)):
        return Missing(reason=f"found no matches of LLMArena's games; needed: {NEEDED}")
    try:
        confusion.refuse_headers((one.path, one.header) for one in held)
    except RecordError as error:
        return Missing(reason=str(error))
    table = given.once("llmarena: table", lambda: normalised.tabulated(_played(held), TrueSkillSettings()))
    rows = []
    for row in table.rows:
        cells = {cell.game: value(cell) for cell in row.cells}
        own: list[Cell] = [row.system, *(cells.get(game) for game in GAMES)]
        rows.append((*own, row.overall) if means else tuple(own))
    if means:
        rows.append(("Average", *_means(rows)))
    columns = [Column(heading="System", kind="text"), *(Column(heading=name) for name in GAMES.values())]
    columns += [Column(heading="Average")] if means else []
    gaps = (NO_SCALE,) if means and any(cell is None for row in rows for cell in row) else ()
    return Table(columns=tuple(columns), rows=tuple(rows), notes=(RULE, *gaps, *left_out))


def _usual(given: Given) -> tuple[list[Scored], list[str]]:
    """Return the submissions that were played with the dataset's own options, and notes on the others."""
    held, left_out = [], []
    for one in given.on("games"):
        changed, _ = confusion.changed_options(one.header)
        if changed:
            left_out.append(f"{one.label}: {one.path.name} was played with other options, and is left out here.")
        else:
            held.append(one)
    return held, left_out


def _played(held: list[Scored]) -> Iterator[normalised.Played]:
    """Yield the matches of LLMArena's games, but those without hints, which only Table 2 is about.

    Where hints are a player's own, who plays without them is a system of its own.
    """
    for one in held:
        _, seen = confusion.changed_options(one.header)
        for grade in one.grades:
            item = one.items[grade.item_id]
            if item.suite == normalised.SUITE and (seen or item.setup.option("hints", 1)):
                yield one.header, item, grade


def _means(rows: list[tuple[Cell, ...]]) -> list[Cell]:
    columns = [[cell for cell in column if not isinstance(cell, str)] for column in list(zip(*rows, strict=True))[1:]]
    return [mean_of_known(column) for column in columns]
