"""Table 2 of LLMArena: win rate and error rate in the two board games, with and without a list of the free cells.

Each rate has a row, since rates have intervals here; the paper has a column for each.

The paper counts self-play and does not define its rates. The definitions here fit its numbers: a game counts as won
if it ended with a line and without an illegal move, and as an error if a player chose a taken cell, since the paper's
games end there. Against others, both rates count the system's own wins and illegal moves only.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.records import System
from interplay.systems.base import DEFAULT_NAME
from interplay.tables.table import Cell, Table
from interplay.tracks.games.records import Item
from interplay.tracks.games.shared.hints import sees
from interplay.tracks.games.verdicts import Verified
from interplay_lab.compare.effects import PairedScores, effect
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.llmarena.chosen import WORDS, absent, matches
from interplay_lab.papers.records import Content, clipped, columns_of
from interplay_lab.statistics.normalised import SUITE

BOARDS: Final = ("tictactoe", "connect_four")
GAMES, NOTES = WORDS["games"], WORDS["hints"]
RATES: Final = ("Win", "Error")

Rates = tuple[float, float]
"""Whether a game was won, and whether a side made an illegal move, from 0 to 1."""
Tally = defaultdict[tuple[str, str], list[Rates]]
"""The games of one kind and setting: the rates of the matches of each setup and side."""


def table(given: Given) -> Content:
    """Return a row for wins and one for errors of each system, game and kind of opponent, with both settings."""
    tallies: defaultdict[tuple[bytes, str, str], tuple[Tally, Tally]] = defaultdict(
        lambda: (defaultdict(list), defaultdict(list))
    )
    names: defaultdict[bytes, set[str]] = defaultdict(set)
    for game in BOARDS:
        for entry in given.on("games"):
            system = _by_default(entry.header.system)
            names[system].add(entry.header.system.name)
            for match in matches(entry, game):
                item = match.item
                hinted, bare = tallies[system, game, opponent(entry, item)]
                tally = hinted if sees(item.setup.option("hints", 1), match.seats[0]) else bare
                tally[item.pair, item.side].append(_rates(match, all_seats=_is_self(entry, item)))
    if not tallies:
        return absent("tictactoe or connect_four", ", with and without hints")
    rows = tuple(
        (", ".join(sorted(names[system])), GAMES[game], kind, name, *_cells(*both, rate))
        for (system, game, kind), both in tallies.items()
        for rate, name in enumerate(RATES)
    )
    half = sum(not (hinted and bare) for hinted, bare in tallies.values())
    apart = any(a and b and not set(a) & set(b) for a, b in tallies.values())
    lacking = (f"{half} of {len(tallies)} pairs of rows lack one of the settings. {NOTES['advice']}",) if half else ()
    notes = (NOTES["rule"], *(NOTES["paired"],) * (half < len(tallies)), *(NOTES["apart"],) * apart, *lacking)
    return Table(columns=columns_of(WORDS["boards"]), rows=rows, notes=notes)


def opponent(entry: Scored, item: Item) -> str:
    """Return the opponent: itself, the rival, or the bots of a split, the same with hints and without."""
    if _is_self(entry, item):
        return "itself"
    if entry.header.rival is not None and _by_default(entry.header.rival) == _by_default(entry.header.system):
        return "itself, one of the two with hints"
    if RIVAL in item.players:
        return "another system" if entry.header.rival is None else entry.header.rival.name
    split = item.split.removesuffix("_no_hints")
    return "bots" if split == SUITE else f"bots of {split}"


def _is_self(entry: Scored, item: Item) -> bool:
    others = {player for player in item.players if player != SYSTEM}
    return not others or (others == {RIVAL} and entry.header.rival == entry.header.system)


def _by_default(system: System) -> bytes:
    """Return a system's identity without its display name: the same with hints and without."""
    name = system.params.get(DEFAULT_NAME, system.name)
    params = {key: value for key, value in system.params.items() if key not in {DEFAULT_NAME, "base_url"}}
    return canonical.encode(replace(system, name=str(name), params=params))


def _rates(match: Verified, *, all_seats: bool) -> Rates:
    outcome = match.verdict.outcome
    seats = range(len(match.item.players)) if all_seats else match.seats
    erred = any(d.seat in seats and "illegal" in d.decision.failures for d in match.decisions)
    won = outcome.reason == "line" and not erred and any(outcome.returns[seat] > 0 for seat in seats)
    return float(won), float(erred)


def _cells(hinted: Tally, bare: Tally, rate: int) -> tuple[Cell, ...]:
    common = sorted(set(hinted) & set(bare))
    played = [[*chain(*tally.values())] for tally in (hinted, bare)]
    before, after = (_mean(matches, rate) for matches in played)
    change = None if before is None or after is None else after - before
    changes = _change(hinted, bare, common, rate) if common else (change, None, None)
    return (before, after, *changes, *map(len, played), len(common))


def _mean(matches: Sequence[Rates], rate: int) -> float | None:
    return sum(match[rate] for match in matches) / len(matches) if matches else None


def _change(
    hinted: Tally, bare: Tally, common: Sequence[tuple[str, str]], rate: int
) -> tuple[float, float | None, float | None]:
    """Return the change of a rate without hints over *common* games, with its 95% interval over setups."""
    values = np.array([[_mean(tally[game], rate) for tally in (bare, hinted)] for game in common], dtype=np.float64)
    setups = np.unique([setup for setup, _ in common], return_inverse=True)[1].astype(np.int64)
    pairs = PairedScores(100 * values, np.ones_like(values), np.zeros(len(common), dtype=np.int64), setups)
    difference = effect(pairs)
    low, high = (None if math.isnan(end) else clipped(end / 100, -1.0, 1.0) for end in difference.bounds(0.95))
    return difference.value / 100, low, high
