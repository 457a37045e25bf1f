"""LLMArena's main table for submissions: a raw result a game, and the same on the scale where the best system has 100.

After arXiv 2402.16499: the raw result is the TrueSkill mean in games between players, the mean reward in Bid and
Hanabi, and in Undercover the share of matches won as the undercover. A system's overall value is the mean of its
normalised results over all games.
"""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from interplay.core.records import Record
from interplay.core.release import Release
from interplay.ratings.averages import mean_of_known, normalise
from interplay.ratings.ledger import collect
from interplay.ratings.skill.orders import rate
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.ratings.submissions import matches_of, verified
from interplay.tracks.games import catalogue
from interplay.tracks.games.track import TRACK

SUITE = "llmarena"
UNDERCOVER = "undercover"
"""The game, and the side of it, of which only the share of wins counts."""

_NAMES = [metric.name for metric in TRACK.metrics]
_SCORE, _RETURNS = _NAMES.index("score"), _NAMES.index("returns")


class Cell(Record, frozen=True):
    """One game of one system. ``kind`` says what ``raw`` is; both values are ``null`` where they are undefined."""

    game: str
    kind: str
    raw: float | None
    normalised: float | None
    matches: int


class NormalisedRow(Record, frozen=True):
    """One system: its cells in the order of the table's games, and the mean of the normalised ones."""

    system: str
    cells: tuple[Cell, ...]
    overall: float | None


class NormalisedTable(Record, frozen=True):
    """Normalised results of all systems that submitted, best first; those without an overall value come last."""

    games: tuple[str, ...]
    rows: tuple[NormalisedRow, ...]


def normalised(paths: Sequence[Path], release: Release, settings: TrueSkillSettings) -> NormalisedTable:
    """Return the table of the submissions at *paths*; raise ``RecordError`` when one cannot be scored.

    TrueSkill needs opponents in common: bots that several submissions met, or each other.
    """
    games = tuple(name for name in catalogue.names() if catalogue.load(name).suite == SUITE)
    results = _results(paths, release)
    ledger = collect(matches_of(paths, release))
    systems = tuple(dict.fromkeys(system for system, _ in results))
    columns = []
    for game in games:
        kind = _kind(game)
        held = {system: results.get((system, game), []) for system in systems}
        raw = {system: math.fsum(values) / len(values) if values else None for system, values in held.items()}
        if kind == "TrueSkill" and game in ledger.games:
            table = rate(ledger.only((game,)), settings, ledger.systems)
            mus = {row.system: row.mu for row in table.ratings}
            raw = {system: mus.get(system) if held[system] else None for system in systems}
        scaled = normalise([raw[system] for system in systems])
        columns.append(
            [
                Cell(game=game, kind=kind, raw=raw[s], normalised=n, matches=len(held[s]))
                for s, n in zip(systems, scaled, strict=True)
            ]
        )
    rows = [_row(system, [column[place] for column in columns]) for place, system in enumerate(systems)]
    rows.sort(key=lambda row: (row.overall is None, -(row.overall or 0.0), row.system))
    return NormalisedTable(games=games, rows=tuple(rows))


def _row(system: str, cells: Iterable[Cell]) -> NormalisedRow:
    held = tuple(cells)
    return NormalisedRow(system=system, cells=held, overall=mean_of_known([cell.normalised for cell in held]))


def _kind(game: str) -> str:
    if game == UNDERCOVER:
        return "% won as undercover"
    return "TrueSkill" if catalogue.load(game).rated else "mean reward"


def _results(paths: Sequence[Path], release: Release) -> dict[tuple[str, str], list[float]]:
    """Return, by system and game, what each match paid; broken-off matches pay 0."""
    found: dict[tuple[str, str], list[float]] = {}
    for submission, item, grade in verified(paths, release):
        if item.suite != SUITE or (item.game == UNDERCOVER and item.side != UNDERCOVER):
            continue
        score, returns = grade.values[_SCORE], grade.values[_RETURNS]
        won = score if item.game == UNDERCOVER else returns
        found.setdefault((submission.header.system.name, item.game), []).append(won or 0.0)
    return found
