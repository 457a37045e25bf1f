"""Table 2 of LLMArena: win rate and error rate in the two board games, with and without a list of the free places.

The paper counts self-play, and does not say what its rates are. Here, as fits its numbers: a game is won that ended
with a line before anybody named a taken place, and is an error in which somebody did, as the paper's games end there.
Against others both are the system's own: its wins, and its illegal moves.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from interplay.analysis.papers.evidence import Given, Scored
from interplay.analysis.papers.llmarena.chosen import absent, matches
from interplay.analysis.papers.llmarena.normalised import GAMES
from interplay.analysis.papers.records import Cell, Column, Content, Table
from interplay.core import canonical
from interplay.core.driver import RIVAL, SYSTEM
from interplay.core.records import System
from interplay.systems.agent import DEFAULT_NAME
from interplay.tracks.games.records import Item
from interplay.tracks.games.shared.hints import sees
from interplay.tracks.games.verdicts import Verified

BOARDS: Final = ("tictactoe", "connect_four")
RULE: Final = (
    "WinRate: games that ended with a line and without an illegal move; of either side in self-play, of the system "
    "where it plays others. ErrorRate: games in which a move onto a taken place was tried, by the same sides. The "
    "paper plays 100 games of each model with itself, which an illegal move ends."
)
ADVICE: Final = (
    "For a self-play row: `interplay run --split llmarena_versus --opponent` with the same model, once with "
    "`--option hints=0`; against bots the splits llmarena and llmarena_no_hints; against others `interplay arena` with "
    'the model once more under another name with `hints = "off"`.'
)


@dataclass(slots=True)
class Tally:
    """Games of one kind: all, won ones, and ones with an illegal move."""

    games: int = 0
    won: int = 0
    erred: int = 0

    def rate(self, number: int) -> float | None:
        """Return *number* as a share of the games, nothing without any."""
        return number / self.games if self.games else None


def table(given: Given) -> Content:
    """Return a row for each system, game and kind of opponent, with both settings side by side."""
    found: defaultdict[tuple[bytes, str, str], tuple[Tally, Tally]] = defaultdict(lambda: (Tally(), Tally()))
    names: defaultdict[bytes, list[str]] = defaultdict(list)
    for game in BOARDS:
        for one in given.on("games"):
            system = _by_default(one.header.system)
            names[system].append(one.header.system.name)
            for match in matches(one, game):
                with_hints, without = found[system, game, opponent(one, match.item)]
                shown = sees(match.item.setup.option("hints", 1), match.seats[0])
                _add(with_hints if shown else without, match, all_seats=_is_self(one, match.item))
    if not found:
        return absent("tictactoe or connect_four", ", with and without hints")
    columns = [Column(heading=name, kind="text") for name in ("System", "Game", "Against")]
    for rate in ("WinRate", "ErrorRate"):
        columns += [
            Column(heading=name, kind="percent", digits=0) for name in (rate, f"{rate} w/o hint", f"{rate} change")
        ]
    columns += [Column(heading=name, kind="count") for name in ("games", "games w/o hint")]
    half = sum(not (hinted.games and bare.games) for hinted, bare in found.values())
    lacking = (f"{half} of {len(found)} rows lack one of the settings. {ADVICE}",) if half else ()
    called = {system: ", ".join(sorted(set(held))) for system, held in names.items()}
    rows = tuple((called[system], GAMES[game], kind, *_cells(*both)) for (system, game, kind), both in found.items())
    return Table(columns=tuple(columns), rows=rows, notes=(RULE, *lacking))


def opponent(one: Scored, item: Item) -> str:
    """Return who the system plays: itself, its rival, or the bots of a split, the same with hints and without."""
    if _is_self(one, item):
        return "itself"
    if one.header.rival is not None and _by_default(one.header.rival) == _by_default(one.header.system):
        return "itself, one of the two with hints"
    if RIVAL in item.players:
        return "another system" if one.header.rival is None else one.header.rival.name
    return f"bots of {item.split.removesuffix('_no_hints')}"


def _is_self(one: Scored, item: Item) -> bool:
    others = {player for player in item.players if player != SYSTEM}
    return not others or (others == {RIVAL} and one.header.rival == one.header.system)


def _by_default(system: System) -> bytes:
    """Return what a system is but for the name that a person gave it: the same with hints and without."""
    name = system.params.get(DEFAULT_NAME, system.name)
    params = {key: value for key, value in system.params.items() if key not in {DEFAULT_NAME, "base_url"}}
    return canonical.encode(replace(system, name=str(name), params=params))


def _add(tally: Tally, match: Verified, *, all_seats: bool) -> None:
    outcome = match.verdict.outcome
    seats = range(len(match.item.players)) if all_seats else match.seats
    erred = any(d.seat in seats and "illegal" in d.decision.failures for d in match.decisions)
    tally.games += 1
    tally.erred += erred
    tally.won += outcome.reason == "line" and not erred and any(outcome.returns[seat] > 0 for seat in seats)


def _cells(hinted: Tally, bare: Tally) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for before, after in (
        (hinted.rate(hinted.won), bare.rate(bare.won)),
        (hinted.rate(hinted.erred), bare.rate(bare.erred)),
    ):
        cells += [before, after, None if before is None or after is None else after - before]
    return (*cells, hinted.games, bare.games)
