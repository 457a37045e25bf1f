"""Table 2 of LLMArena: win rate and error rate in the two board games, with and without a list of the free places.

A line a rate, where the paper has a column each, as these have intervals here.

The paper counts self-play, and does not say what its rates are. Here, as fits its numbers: a game is won that ended
with a line before anybody named a taken place, and is an error in which somebody did, as the paper's games end there.
Against others both are the system's own: its wins, and its illegal moves.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.records import System
from interplay.systems.agent import DEFAULT_NAME
from interplay.tables.table import Cell, Column, Table
from interplay.tracks.games.records import Item
from interplay.tracks.games.shared.hints import sees
from interplay.tracks.games.verdicts import Verified
from interplay_lab.compare.effects import Pairs, effect
from interplay_lab.papers.evidence import Given, Scored
from interplay_lab.papers.llmarena.chosen import absent, matches
from interplay_lab.papers.llmarena.normalised import GAMES
from interplay_lab.papers.records import Content
from interplay_lab.statistics.normalised import SUITE

BOARDS: Final = ("tictactoe", "connect_four")
RULE: Final = (
    "With hints, a list of the free places, and with none. Win: games that ended with a line and without an illegal "
    "move; of either side in self-play, of the system where it plays others. Error: games in which a move onto a "
    "taken place was tried, by the same sides. The paper plays 100 games of each model with itself, which an illegal "
    "move ends."
)
ADVICE: Final = (
    "For a self-play row: `interplay run --split llmarena_versus --opponent` with the same model, once with "
    "`--option hints=0`; against bots the splits llmarena and llmarena_no_hints; against others `interplay arena` with "
    'the model once more under another name with `hints = "off"`.'
)


COLUMNS: Final = (
    *(Column(heading=name, kind="text") for name in ("System", "Game", "Against", "Rate")),
    *(Column(heading=name, kind="percent", digits=0) for name in ("hints", "none", "change", "low", "high")),
    *(Column(heading=name, kind="count") for name in ("games with", "games without", "in both")),
)
RATES: Final = ("Win", "Error")
PAIRED: Final = (
    "Change, and its 95% interval from low to high: over the games in both settings, those from one setup together (t; "
    "where none differs, the exact bound on how many might)."
)
APART: Final = "No game of such a row is in both settings, so that its change is of other games, and has no interval."

Rates = tuple[float, float]
"""Whether a game was won, and whether a side of it erred, from 0 to 1."""


@dataclass(slots=True)
class Tally:
    """The games of one kind and setting: for each setup and side what came of its matches."""

    held: defaultdict[tuple[str, str], list[Rates]] = field(default_factory=lambda: defaultdict(list))

    def mean(self, rate: int, chosen: Collection[tuple[str, str]] | None = None) -> float | None:
        """Return the mean of a rate over all matches, or over the *chosen* games, nothing without any."""
        games = [found for game, found in self.held.items() if chosen is None or game in chosen]
        values = [one[rate] for found in games for one in found]
        return sum(values) / len(values) if values else None

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return sum(map(len, self.held.values()))


def table(given: Given) -> Content:
    """Return two rows, won and erred, for each system, game and kind of opponent, with both settings side by side."""
    found: defaultdict[tuple[bytes, str, str], tuple[Tally, Tally]] = defaultdict(lambda: (Tally(), Tally()))
    names: defaultdict[bytes, set[str]] = defaultdict(set)
    for game in BOARDS:
        for one in given.on("games"):
            system = _by_default(one.header.system)
            names[system].add(one.header.system.name)
            for match in matches(one, game):
                item = match.item
                hinted, bare = found[system, game, opponent(one, item)]
                tally = hinted if sees(item.setup.option("hints", 1), match.seats[0]) else bare
                tally.held[item.pair, item.side].append(_rates(match, all_seats=_is_self(one, item)))
    if not found:
        return absent("tictactoe or connect_four", ", with and without hints")
    rows = tuple(
        (", ".join(sorted(names[system])), GAMES[game], kind, name, *_cells(*both, rate))
        for (system, game, kind), both in found.items()
        for rate, name in enumerate(RATES)
    )
    half = sum(not (hinted.held and bare.held) for hinted, bare in found.values())
    apart = any(hinted.held and bare.held and not set(hinted.held) & set(bare.held) for hinted, bare in found.values())
    lacking = (f"{half} of {len(found)} pairs of rows lack one of the settings. {ADVICE}",) if half else ()
    notes = (RULE, *(PAIRED,) * (half < len(found)), *(APART,) * apart, *lacking)
    return Table(columns=COLUMNS, rows=rows, notes=notes)


def opponent(one: Scored, item: Item) -> str:
    """Return who the system plays: itself, its rival, or the bots of a split, the same with hints and without."""
    if _is_self(one, item):
        return "itself"
    if one.header.rival is not None and _by_default(one.header.rival) == _by_default(one.header.system):
        return "itself, one of the two with hints"
    if RIVAL in item.players:
        return "another system" if one.header.rival is None else one.header.rival.name
    split = item.split.removesuffix("_no_hints")
    return "bots" if split == SUITE else f"bots of {split}"


def _is_self(one: Scored, item: Item) -> bool:
    others = {player for player in item.players if player != SYSTEM}
    return not others or (others == {RIVAL} and one.header.rival == one.header.system)


def _by_default(system: System) -> bytes:
    """Return what a system is but for the name that a person gave it: the same with hints and without."""
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
    common = sorted(set(hinted.held) & set(bare.held))
    before, after = hinted.mean(rate), bare.mean(rate)
    change: tuple[Cell, ...] = (None if before is None or after is None else after - before, None, None)
    if common:
        change = _change(hinted, bare, common, rate)
    return (before, after, *change, hinted.matches, bare.matches, len(common))


def _change(
    hinted: Tally, bare: Tally, common: Sequence[tuple[str, str]], rate: int
) -> tuple[float, float | None, float | None]:
    """Return by how much a rate changes over *common* games without hints, with its 95% interval over setups."""
    values = np.array([[tally.mean(rate, [game]) for tally in (bare, hinted)] for game in common], dtype=np.float64)
    setups = np.unique([setup for setup, _ in common], return_inverse=True)[1].astype(np.int64)
    pairs = Pairs(100 * values, np.ones_like(values), np.zeros(len(common), dtype=np.int64), setups)
    made = effect(pairs)
    low, high = made.bounds(0.95)
    ends = (None, None) if math.isnan(low) else (max(low / 100, -1.0), min(high / 100, 1.0))
    return made.value / 100, *ends
