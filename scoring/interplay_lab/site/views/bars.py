"""Results by game on LLMArena's scale, where the best system has 100."""

from collections.abc import Sequence
from typing import Any

from interplay.core.errors import RecordError
from interplay.ratings.ledger import collect
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.tracks.games import catalogue
from interplay_lab.site.scored import Entry
from interplay_lab.statistics.normalised import NormalisedTable, scaled

MOST = 6
"""Most systems side by side in one game: the number of distinguishable looks."""


def bars(entries: Sequence[Entry], near: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the games of *entries*, which are all on the games track, with ``cells`` of the first ``MOST`` of *near*.

    ``best`` are the systems that have 100 without a cell. There are no games for a single system, which would have 100
    everywhere.
    """
    results = table(entries)
    if results is None or len(results.rows) < 2:
        return []
    rows = {row.system: row for row in results.rows}
    names = dict.fromkeys(entry.report.system.name for entry in near)
    chosen = [name for name in names if name in rows][:MOST]
    games = []
    for index, game in enumerate(results.games):
        cells = {name: rows[name].cells[index] for name in chosen}
        best = [name for name, row in rows.items() if name not in chosen and row.cells[index].normalised == 100]
        if any(cell.normalised is not None for cell in cells.values()):
            games.append({"title": catalogue.load(game).title, "cells": cells, "best": best})
    return games


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
