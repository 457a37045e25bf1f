"""The tables and figures of GameBench in the paper's order, and ratings by kind of reasoning, as it proposes them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import numpy as np

from interplay.ratings.averages import average_scores
from interplay.ratings.ledger import Ledger
from interplay.ratings.matches import first_share
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.standings import MIN_RESAMPLES, judge
from interplay.ratings.pairwise.tables import BradleyTerryTable, Rating, Settings
from interplay.tables.table import Cell, Kind, Table
from interplay.tracks.games import catalogue
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench import twins
from interplay_lab.papers.gamebench.results import GAMES, NOTES, PAPER, TITLES, WORDS, from_ledger, rated, systems_of
from interplay_lab.papers.gamebench.world_models import predictions
from interplay_lab.papers.records import Content, Exhibit, Figure, Missing, Series, columns, columns_of

TRACK: Final = "games"
PARTS: Final = {"Overall": list(GAMES), **{short: [game] for game, short in GAMES.items()}}
"""The games of each column of Table 2."""
FIVE: Final = {"5%": 0.05, "lower quartile": 0.25, "median": 0.5, "upper quartile": 0.75, "95%": 0.95}
"""The quantiles in the boxes of Figure 1b; whiskers are a 90% interval."""
Names = tuple[str, ...]
"""Systems that played some games, the best over all games first."""
Pairs = dict[tuple[str, str], tuple[int, float]]
"""First system and second -> the number of matches, and the score of the first."""
OPEN = "An arrow: nothing bounds the interval on that side. No interval: too few matches."


@from_ledger
def by_game(given: Given, ledger: Ledger) -> Content:
    """Return Figure 1a: the rating of each agent in each game."""
    games = [game for game in GAMES if game in ledger.games]
    by_system = [{row.system: row for row in rated(given, ledger, [game]).ratings} for game in games]
    series = []
    for system in systems_of(given, ledger):
        rows = [ratings[system] for ratings in by_system]
        series.append(Series(name=system, values=tuple(row.rating if row.matches else None for row in rows)))
    note = "Ratings as in Table 2; 90% intervals of each game are in appendix H."
    return Figure("points", "game", "rating", tuple(GAMES[game] for game in games), tuple(series), notes=(note,))


@from_ledger
def overall(given: Given, ledger: Ledger) -> Content:
    """Return Figure 1b: the distribution of each agent's rating over the resamples of all games."""
    cells = count(ledger, PAPER, ledger.systems)
    drawn = judge(cells, PAPER).replicates.strengths
    if len(drawn) < MIN_RESAMPLES:
        return Missing(reason="the ratings have too few resamples; needed: more matches between more systems")
    systems = systems_of(given, ledger)
    levels = np.quantile(drawn[:, [cells.systems.index(system) for system in systems]], list(FIVE.values()), axis=0)
    rows = zip(FIVE, levels.tolist(), strict=True)
    series = tuple(Series(name=name, values=tuple(round(value, 6) for value in row)) for name, row in rows)
    note = "Boxes: quartiles of 10,000 resamples of the matches; whiskers: 90% of the resamples."
    return Figure("boxes", "agent", "rating", systems, series, notes=(note,))


@from_ledger
def recorded(given: Given, ledger: Ledger) -> Content:
    """Return Figure 2: the number of matches of each agent in each game."""
    games = {game: ledger.only([game]).played() for game in GAMES if game in ledger.games}
    series = tuple(
        Series(name=system, values=tuple(float(played[system]) for played in games.values()))
        for system in systems_of(given, ledger)
    )
    note = f"{len(ledger.sequence):,} matches; each counts for every agent that played in it."
    return Figure("heat", "game", "agent", tuple(GAMES[game] for game in games), series, "count", notes=(note,))


@from_ledger
def categories(_given: Given, ledger: Ledger) -> Content:
    """Return Table 1: the games and the number of matches of each kind of reasoning."""
    counts = {game: len(ledger.only([game]).sequence) for game in GAMES}
    rows = [
        (kind, len(games), ", ".join(GAMES[game] for game in games), sum(counts[game] for game in games))
        for kind, games in _kinds().items()
    ]
    return Table(columns=columns_of(WORDS["categories"]), rows=tuple(rows))


def _by_part(parts: Callable[[], Mapping[str, list[str]]], settings: Settings, note: str) -> Callable[[Given], Content]:
    """Return what makes a table of the rating of each system from the games of each of the *parts*."""

    @from_ledger
    def content(given: Given, ledger: Ledger) -> Content:
        of_parts = parts()
        cells = [
            {row.system: _rating(row, settings) for row in rated(given, ledger, games, settings).ratings}
            for games in of_parts.values()
        ]
        rows = tuple((system, *(column.get(system) for column in cells)) for system in systems_of(given, ledger))
        empty = [name for name, games in of_parts.items() if not set(games) & set(ledger.games)]
        notes = (NOTES[note], NOTES["alike"], *([f"Without matches: {', '.join(empty)}."] if empty else []))
        return Table(columns=(*columns("text", "Agent"), *columns("number", *of_parts)), rows=rows, notes=notes)

    return content


ratings = _by_part(lambda: PARTS, PAPER, "rule")
our_ratings = _by_part(lambda: PARTS, Settings(), "ours")
by_category = _by_part(lambda: {"Overall": list(GAMES), **_kinds()}, PAPER, "rule")


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
    rows: list[tuple[Cell, ...]] = []
    for row in average_scores(ledger).systems:
        means = {average.game: average.mean for average in row.games}
        rows.append((row.system, row.overall.mean, *map(means.get, GAMES), row.overall.n))
    numbers = columns("number", "Overall", *GAMES.values())
    headings = (*columns("text", "Agent"), *numbers, *columns("count", "matches"))
    return Table(columns=headings, rows=tuple(rows), notes=(NOTES["shares"], NOTES["pooled"]))


def _kinds() -> dict[str, list[str]]:
    """Return the games of each kind of reasoning, in the paper's order."""
    kinds = sorted({kind for game in GAMES for kind in catalogue.load(game).categories})
    return {kind: [game for game in GAMES if kind in catalogue.load(game).categories] for kind in kinds}


def appendix() -> tuple[Exhibit, ...]:
    """Return the exhibits of appendix H, over all games and for each game."""
    return tuple(exhibit for game in ("", *GAMES) for exhibit in _of_game(game))


def _of_game(game: str) -> tuple[Exhibit, ...]:
    """Return the four exhibits of one *game*, or of all where it is empty."""
    title, games = (TITLES[game], [game]) if game else ("all games", list(GAMES))
    number = f"Appendix H, {title}"

    def within(make: Callable[[Names, Ledger, Callable[[], BradleyTerryTable]], Content]) -> Callable[[Given], Content]:
        @from_ledger
        def content(given: Given, ledger: Ledger) -> Content:
            matches = ledger.only(games)
            names = tuple(system for system in systems_of(given, ledger) if system in set(matches.systems))
            if not names:
                return Missing(reason=f"found no matches of {title}; needed: some in the files")
            return make(names, matches, partial(rated, given, ledger, games))

        return content

    return (
        Exhibit(f"{number}: matches", "number of matches of each pair", within(_matches)),
        Exhibit(f"{number}: scores", "what the row scored against the column, in all", within(_scores)),
        Exhibit(f"{number}: chances", "probability that the row beats the column", within(_chances)),
        Exhibit(f"{number}: ratings", "ratings with 90% intervals", within(_intervals)),
    )


def _matches(names: Names, matches: Ledger, _table: object) -> Content:
    return _matrix(names, {pair: float(n) for pair, (n, _) in pairs_of(matches).items()}, "count")


def _scores(names: Names, matches: Ledger, _table: object) -> Content:
    return _matrix(names, {pair: round(score, 6) for pair, (_, score) in pairs_of(matches).items()}, "number")


def _chances(names: Names, _matches: Ledger, table: Callable[[], BradleyTerryTable]) -> Content:
    systems, rows = table().rated, table().win_probability
    chances = {(a, b): p for a, row in zip(systems, rows, strict=True) for b, p in zip(systems, row, strict=True)}
    return _matrix(names, chances, "number")


def _intervals(names: Names, _matches: Ledger, table: Callable[[], BradleyTerryTable]) -> Content:
    ratings = {row.system: row for row in table().ratings}
    rows = [ratings[system] for system in names]
    values = tuple(row.rating for row in rows)
    series = Series(name="rating", values=values, low=tuple(r.low for r in rows), high=tuple(r.high for r in rows))
    notes = (OPEN,) * (None in (*series.low, *series.high))
    return Figure("points", "agent", "rating", names, (series,), notes=notes)


def _matrix(names: Names, values: Mapping[tuple[str, str], float], kind: Kind) -> Figure:
    """Return a heat map of *values*; pairs that did not meet have no value, or 0 matches."""
    none = 0.0 if kind == "count" else None
    series = tuple(
        Series(name=a, values=tuple(None if a == b else values.get((a, b), none) for b in names)) for a in names
    )
    return Figure("heat", "... against this agent", "this agent ...", names, series, kind)


def pairs_of(ledger: Ledger) -> Pairs:
    """Return the matches and the score of every ordered pair that met; only duels count.

    Scores are shares of a win; a match with ranks only counts 1, 0.5 or 0.
    """
    pairs: Pairs = {}
    for result, number in ledger.counted():
        if not result.is_duel:
            continue
        (first,), (second,) = result.sides
        share = first_share(result, "returns")
        for a, b, gained in ((first, second, share), (second, first, 1 - share)):
            n, score = pairs.get((a, b), (0, 0.0))
            pairs[a, b] = n + number, score + gained * number
    return pairs


EXHIBITS: tuple[Exhibit, ...] = (
    Exhibit("Figure 1a", "rating of each agent in each game", by_game),
    Exhibit("Figure 1b", "rating of each agent over all games", overall),
    Exhibit("Table 1", "games of each kind of reasoning", categories),
    Exhibit("Table 2", "ratings", ratings),
    Exhibit("Beside Table 2", "ratings with this package's settings", our_ratings),
    Exhibit("Beside Table 2, categories", "ratings by kind of reasoning", by_category),
    Exhibit("Table 3", "average score", scores),
    Exhibit("Figure 2", "number of matches recorded", recorded),
    Exhibit("Section 4.4", "what the scaffold rap predicts, against the games' engines", predictions),
    Exhibit("Section 5", "what twins of games and strategy guides change", twins.effects),
    Exhibit("Section 5, games", "what the twin of each game changes", twins.by_game),
    *appendix(),
)
