"""Tables 1 to 3 of GameBench, and ratings by kind of reasoning, which its discussion proposes."""

from interplay.ratings.averages import average_scores
from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.tables import Rating, Settings
from interplay.tables.table import Cell, Table
from interplay.tracks.games import catalogue
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench.results import GAMES, NOTES, PAPER, from_ledger, rated, systems_of
from interplay_lab.papers.records import Content, columns

PARTS = {"Overall": list(GAMES), **{short: [game] for game, short in GAMES.items()}}
"""The games of each column of Table 2."""


@from_ledger
def categories(_given: Given, ledger: Ledger) -> Content:
    """Return Table 1: the games and the number of matches of each kind of reasoning."""
    counts = {game: len(ledger.only([game]).sequence) for game in GAMES}
    rows = [
        (kind, len(games), ", ".join(GAMES[game] for game in games), sum(counts[game] for game in games))
        for kind, games in _kinds().items()
    ]
    headings = (
        *columns("text", "Reasoning category"),
        *columns("count", "Total"),
        *columns("text", "Games"),
        *columns("count", "matches"),
    )
    return Table(columns=headings, rows=tuple(rows))


@from_ledger
def ratings(given: Given, ledger: Ledger) -> Content:
    """Return Table 2: the rating of each system over all games and in each."""
    return _by_part(given, ledger, PARTS, PAPER, NOTES["rule"])


@from_ledger
def our_ratings(given: Given, ledger: Ledger) -> Content:
    """Return Table 2 with the package's own settings."""
    return _by_part(given, ledger, PARTS, Settings(), NOTES["ours"])


@from_ledger
def by_category(given: Given, ledger: Ledger) -> Content:
    """Return the rating of each system over the games of each kind of reasoning."""
    return _by_part(given, ledger, {"Overall": list(GAMES), **_kinds()}, PAPER, NOTES["rule"])


def _by_part(given: Given, ledger: Ledger, parts: dict[str, list[str]], settings: Settings, note: str) -> Table:
    cells = [
        {row.system: _rating(row, settings) for row in rated(given, ledger, games, settings).ratings}
        for games in parts.values()
    ]
    rows = tuple((system, *(column.get(system) for column in cells)) for system in systems_of(given, ledger))
    empty = [name for name, games in parts.items() if not set(games) & set(ledger.games)]
    notes = (note, NOTES["alike"], *([f"Without matches: {', '.join(empty)}."] if empty else []))
    return Table(columns=(*columns("text", "Agent"), *columns("number", *parts)), rows=rows, notes=notes)


def _rating(row: Rating, settings: Settings) -> Cell:
    """Return a rating; a system that won or lost everything has a bound only, unless the paper's prior applies."""
    if not row.matches or settings == PAPER or row.rating is None:
        return row.rating if row.matches else None
    if "winless" in row.flags:
        return "–" if row.high is None else f"< {row.high:.2f}"
    if "undefeated" in row.flags:
        return "–" if row.low is None else f"> {row.low:.2f}"
    return row.rating


@from_ledger
def scores(_given: Given, ledger: Ledger) -> Content:
    """Return Table 3: what each system scored, divided by the matches that it played."""
    table = average_scores(ledger)
    rows: list[tuple[Cell, ...]] = []
    for row in table.systems:
        means = {average.game: average.mean for average in row.games}
        rows.append((row.system, row.overall.mean, *(means.get(game) for game in GAMES), row.overall.n))
    numbers = columns("number", "Overall", *GAMES.values())
    return Table(
        columns=(*columns("text", "Agent"), *numbers, *columns("count", "matches")),
        rows=tuple(rows),
        notes=("Shares of one win: a draw counts 0.5; some games have finer shares.", NOTES["pooled"]),
    )


def _kinds() -> dict[str, list[str]]:
    """Return the games of each kind of reasoning, in the paper's order."""
    kinds: dict[str, list[str]] = {}
    for game in GAMES:
        for kind in catalogue.load(game).categories:
            kinds.setdefault(kind, []).append(game)
    return dict(sorted(kinds.items()))
