"""Results game by game on the scale where the best system has 100, as LLMArena shows its systems."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from interplay.core.errors import RecordError
from interplay.ratings.ledger import collect
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.tables import numbers
from interplay.tracks.games import catalogue
from interplay_lab.site.scored import Entry
from interplay_lab.statistics.normalised import Cell, NormalisedTable, scaled

MOST = 6
"""Systems beside each other in one game; as many looks there are that can be told apart."""


class Bar(NamedTuple):
    """A system in a game: how long its bar is, from 0 to 100 or nothing, and what is written beside it."""

    label: str
    href: str
    percent: float | None
    text: str
    raw: str
    look: int


class Bars(NamedTuple):
    """A game with a bar for each system; ``kind`` says what the raw numbers are."""

    game: str
    kind: str
    bars: tuple[Bar, ...]


def bars(entries: Sequence[Entry], near: Sequence[Entry], systems: Mapping[str, str]) -> tuple[Bars, ...]:
    """Return the games of *entries*, all those on the games track, with the first ``MOST`` of those *near* each other.

    None where there is one system alone, which would have 100 everywhere.
    """
    made = table(entries)
    if made is None or len(made.rows) < 2:
        return ()
    rows = {row.system: row for row in made.rows}
    names = dict.fromkeys(entry.report.system.name for entry in near)
    shown = [name for name in names if name in rows][:MOST]
    found = []
    for place, game in enumerate(made.games):
        cells = [rows[name].cells[place] for name in shown]
        each = [_bar(cell, name, look, systems) for look, (cell, name) in enumerate(zip(cells, shown, strict=True))]
        if any(bar.percent is not None for bar in each):
            found.append(Bars(catalogue.load(game).title, cells[0].kind, tuple(each)))
    return tuple(found)


def table(entries: Sequence[Entry]) -> NormalisedTable | None:
    """Return the table of all games that were played, of the suites alike; nothing where it cannot be made."""
    paid: dict[tuple[str, str], list[float]] = {}
    for one in (held for entry in entries for held in entry.paid):
        paid.setdefault((one.system, one.game), []).extend(one.each)
    games = tuple(sorted({game for _, game in paid}))
    matches = [match for entry in entries for match in entry.matches]
    try:
        return scaled(paid, collect(enumerate(matches, 1)), games, TrueSkillSettings()) if games else None
    except RecordError:  # no results that rate anybody
        return None


def _bar(cell: Cell, name: str, look: int, systems: Mapping[str, str]) -> Bar:
    if cell.normalised is None:
        return Bar(name, systems[name], None, "–", "", look)
    raw = "" if cell.raw is None else numbers.cell(numbers.number(cell.raw, 1))
    text = numbers.cell(numbers.number(cell.normalised, 0))
    return Bar(name, systems[name], round(min(100.0, max(0.0, cell.normalised)), 1), text, raw, look)
