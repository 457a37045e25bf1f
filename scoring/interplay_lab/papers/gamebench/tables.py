"""Tables 1 to 3 of GameBench, and ratings by kind of reasoning, which its discussion proposes."""

from typing import Final

from interplay.ratings.averages import average_scores
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.tables import REFERENCE, Rating, Settings
from interplay.tables.table import Cell, Column, Table
from interplay.tracks.games import catalogue
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench.results import GAMES, ledger_of, rated, systems_of
from interplay_lab.papers.records import Content, Missing

RULE: Final = (
    "Bradley-Terry as the paper's code has it: means over 1,000 resamples of the matches, each game of equal weight, "
    "draws left out, natural logarithm units with mean 0. A system without a match in a game has no value here; the "
    "paper prints what its prior gives. Its columns stand under other headers: see cards/ratings/gamebench.md."
)
POOLED: Final = (
    "Overall is over all matches, so that games count by how many there are; in Table 2 games count alike, and the "
    "order may differ."
)
ALIKE: Final = "Overall, games count alike; in Table 3 they count by their matches."
OURS: Final = (
    "Draws half a win to each, resampled by setups, the seats' known advantage taken off, and no value for systems "
    "that no chain of matches links to the others. < and > are bounds of who won nothing, or lost nothing: "
    "`interplay rate --by game` has the intervals."
)


def categories(given: Given) -> Content:
    """Return Table 1: the games of each kind of reasoning, and how many matches there are of them."""
    ledger = ledger_of(given)
    if isinstance(ledger, Missing):
        return ledger
    counts = {game: len(ledger.only([game]).sequence) for game in GAMES}
    rows = [
        (kind, len(games), ", ".join(GAMES[game] for game in games), sum(counts[game] for game in games))
        for kind, games in _kinds().items()
    ]
    columns = (
        Column(heading="Reasoning category", kind="text"),
        Column(heading="Total", kind="count"),
        Column(heading="Games", kind="text"),
        Column(heading="matches", kind="count"),
    )
    return Table(columns=columns, rows=tuple(rows))


def ratings(given: Given) -> Content:
    """Return Table 2: the rating of each system over all games and in each."""
    return _ratings(given, REFERENCE, RULE)


def our_ratings(given: Given) -> Content:
    """Return what is beside Table 2: the same with the package's own settings."""
    return _ratings(given, Settings(), OURS)


def _ratings(given: Given, settings: Settings, note: str) -> Content:
    ledger = ledger_of(given)
    if isinstance(ledger, Missing):
        return ledger
    parts = {"Overall": list(GAMES), **{short: [game] for game, short in GAMES.items()}}
    return _by_part(given, ledger, parts, settings, note)


def by_category(given: Given) -> Content:
    """Return the rating of each system over the games of each kind of reasoning."""
    ledger = ledger_of(given)
    if isinstance(ledger, Missing):
        return ledger
    return _by_part(given, ledger, {"Overall": list(GAMES), **_kinds()}, REFERENCE, RULE)


def _by_part(given: Given, ledger: Ledger, parts: dict[str, list[str]], settings: Settings, note: str) -> Table:
    columns, held = [Column(heading="Agent", kind="text")], []
    for name, games in parts.items():
        table = rated(given, ledger, games, settings)
        held.append({row.system: _rating(row, settings) for row in table.ratings})
        columns.append(Column(heading=name))
    rows = tuple((system, *(column.get(system) for column in held)) for system in systems_of(given, ledger))
    empty = [name for name, games in parts.items() if not set(games) & set(ledger.games)]
    notes = (note, ALIKE, *([f"Without matches: {', '.join(empty)}."] if empty else []))
    return Table(columns=tuple(columns), rows=rows, notes=notes)


def _rating(row: Rating, settings: Settings) -> Cell:
    """Return a rating; who won or lost everything has only a bound, unless the paper's prior gives a number."""
    if not row.matches or settings == REFERENCE or row.rating is None:
        return row.rating if row.matches else None
    if "winless" in row.flags:
        return "–" if row.high is None else f"< {row.high:.2f}"
    if "undefeated" in row.flags:
        return "–" if row.low is None else f"> {row.low:.2f}"
    return row.rating


def scores(given: Given) -> Content:
    """Return Table 3: what each system scored, divided by the matches that it played."""
    ledger = ledger_of(given)
    if isinstance(ledger, Missing):
        return ledger
    table = average_scores(ledger)
    rows: list[tuple[Cell, ...]] = []
    for row in table.systems:
        own = {average.game: average.mean for average in row.games}
        rows.append((row.system, row.overall.mean, *(own.get(game) for game in GAMES), row.overall.n))
    columns = [Column(heading="Agent", kind="text"), Column(heading="Overall")]
    columns += [Column(heading=short) for short in GAMES.values()] + [Column(heading="matches", kind="count")]
    note = "Shares of one win: a match that is drawn counts 0.5, and some games share it finer."
    return Table(columns=tuple(columns), rows=tuple(rows), notes=(note, POOLED))


def _kinds() -> dict[str, list[str]]:
    """Return the games of each kind of reasoning, in the paper's order."""
    found: dict[str, list[str]] = {}
    for game in GAMES:
        for kind in catalogue.load(game).categories:
            found.setdefault(kind, []).append(game)
    return dict(sorted(found.items()))
