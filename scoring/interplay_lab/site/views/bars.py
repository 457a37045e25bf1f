"""Results by game on LLMArena's scale, where the best system has 100."""

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
"""Most systems side by side in one game: the number of distinguishable looks."""


class Bar(NamedTuple):
    """A system in a game: the length of its bar, from 0 to 100 or ``None``, and the texts beside it."""

    label: str
    href: str
    percent: float | None
    text: str
    raw: str
    look: int


class Bars(NamedTuple):
    """A game with a bar for each system; ``kind`` describes the raw numbers, ``best`` are who has 100 without a bar."""

    game: str
    kind: str
    bars: tuple[Bar, ...]
    best: tuple[str, ...]


def bars(entries: Sequence[Entry], near: Sequence[Entry], systems: Mapping[str, str]) -> tuple[Bars, ...]:
    """Return the games of *entries*, which are all on the games track, with bars for the first ``MOST`` of *near*.

    There are none for a single system, which would have 100 everywhere.
    """
    results = table(entries)
    if results is None or len(results.rows) < 2:
        return ()
    rows = {row.system: row for row in results.rows}
    names = dict.fromkeys(entry.report.system.name for entry in near)
    chosen = [name for name in names if name in rows][:MOST]
    games = []
    for index, game in enumerate(results.games):
        cells = [rows[name].cells[index] for name in chosen]
        best = tuple(n for n, row in rows.items() if n not in chosen and row.cells[index].normalised == 100)
        each = [_bar(cell, name, look, systems) for look, (cell, name) in enumerate(zip(cells, chosen, strict=True))]
        if any(bar.percent is not None for bar in each):
            games.append(Bars(catalogue.load(game).title, cells[0].kind, tuple(each), best))
    return tuple(games)


def table(entries: Sequence[Entry]) -> NormalisedTable | None:
    """Return the table of all played games of all suites, or ``None`` if it is undefined."""
    paid: dict[tuple[str, str], list[float]] = {}
    for payment in (part for entry in entries for part in entry.paid):
        paid.setdefault((payment.system, payment.game), []).extend(payment.each)
    games = tuple(sorted({game for _, game in paid}))
    matches = [match for entry in entries for match in entry.matches]
    try:
        return scaled(paid, collect(enumerate(matches, 1)), games, TrueSkillSettings()) if games else None
    except RecordError:  # no rated results
        return None


def _bar(cell: Cell, name: str, look: int, systems: Mapping[str, str]) -> Bar:
    if cell.normalised is None:
        return Bar(name, systems[name], None, "–", "", look)
    raw = "" if cell.raw is None else numbers.cell(numbers.number(cell.raw, 1))
    text = numbers.cell(numbers.number(cell.normalised, 0))
    return Bar(name, systems[name], round(min(100.0, max(0.0, cell.normalised)), 1), text, raw, look)
