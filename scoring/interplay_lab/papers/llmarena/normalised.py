"""Tables 1 and 4 of LLMArena: the results of every system in every game, normalised and raw."""

from collections.abc import Callable, Iterator

from interplay.core.errors import RecordError
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.ratings.submissions import changed_options, refuse_headers
from interplay.tables.table import Cell, Table
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.llmarena.chosen import WORDS
from interplay_lab.papers.records import Content, Missing, columns
from interplay_lab.statistics import normalised
from interplay_lab.statistics.normalised import mean_of_known

GAMES, NOTES = WORDS["games"], WORDS["normalised"]
"""The games in the order of the paper's columns, with the paper's names, and notes."""


def scaled(given: Given) -> Content:
    """Return Table 1: 100 x raw / best of the game, with means of systems, and of games in the last row."""
    return _table(given, lambda cell: cell.normalised, means=True)


def raw(given: Given) -> Content:
    """Return Table 4 of appendix C: the raw results."""
    return _table(given, lambda cell: cell.raw, means=False)


def _table(given: Given, value: Callable[[normalised.Cell], float | None], *, means: bool) -> Content:
    usual = [entry for entry in given.on("games") if not changed_options(entry.header)[0]]
    others = [entry for entry in given.on("games") if changed_options(entry.header)[0]]
    left_out = [f"{e.label}: {e.path.name} was played with other options and is omitted here." for e in others]
    if not any(True for _ in _played(usual)):
        return Missing(reason=f"found no matches of LLMArena's games; needed: {NOTES['needed']}")
    try:
        refuse_headers((entry.path, entry.header) for entry in usual)
    except RecordError as error:
        return Missing(reason=str(error))
    table = given.once("llmarena: table", lambda: normalised.tabulated(_played(usual), TrueSkillSettings()))
    rows = []
    for row in table.rows:
        cells = {cell.game: value(cell) for cell in row.cells}
        cells_of: list[Cell] = [row.system, *(cells.get(game) for game in GAMES)]
        rows.append((*cells_of, row.overall) if means else tuple(cells_of))
    if means:
        rows.append(("Average", *(mean_of_known(column) for column in list(zip(*rows, strict=True))[1:])))
    numbers = columns("number", *GAMES.values(), *["Average"] * means)
    gaps = (NOTES["no_scale"],) if means and any(cell is None for row in rows for cell in row) else ()
    notes = (NOTES["rule"], *gaps, *left_out)
    return Table(columns=(*columns("text", "System"), *numbers), rows=tuple(rows), notes=notes)


def _played(entries: list[Scored]) -> Iterator[normalised.Played]:
    """Yield the matches of LLMArena's games with hints; those without belong to Table 2.

    In submissions where hints are set per player, a player without them is a system of its own and counts here, too.
    """
    for entry in entries:
        _, per_player = changed_options(entry.header)
        for grade in entry.grades:
            item = entry.items[grade.item_id]
            if item.suite == normalised.SUITE and (per_player or item.setup.option("hints", 1)):
                yield entry.header, item, grade
