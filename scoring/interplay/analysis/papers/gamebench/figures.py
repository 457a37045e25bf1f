"""Figures 1 and 2 of GameBench, and the figures of appendix H, four for each game and four for all of them."""

from collections.abc import Callable
from typing import Final

import numpy as np

from interplay.analysis.papers.evidence import Given
from interplay.analysis.papers.gamebench.results import GAMES, TITLES, ledger_of, rated, systems_of
from interplay.analysis.papers.records import Content, Exhibit, Figure, Kind, Missing, Series
from interplay.ratings.ledger import Ledger
from interplay.ratings.matches import first_share
from interplay.ratings.pairwise.bootstrap import MIN_RESAMPLES
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.standings import judge
from interplay.ratings.pairwise.tables import REFERENCE

FIVE: Final = {"5%": 0.05, "lower quartile": 0.25, "median": 0.5, "upper quartile": 0.75, "95%": 0.95}
"""What the boxes of Figure 1b show of the resamples: whiskers are a 90% interval."""
Pairs = dict[tuple[str, str], tuple[int, float]]
"""First system and second -> the number of matches, and what the first scored in them."""


def by_game(given: Given) -> Content:
    """Return Figure 1a: the rating of each agent in each game."""
    ledger = ledger_of(given)
    if isinstance(ledger, Missing):
        return ledger
    games = [game for game in GAMES if game in ledger.games]
    held = [{row.system: row for row in rated(ledger, ledger.only([game])).ratings} for game in games]
    series = []
    for system in systems_of(ledger):
        rows = [column[system] for column in held]
        series.append(Series(name=system, values=tuple(row.rating if row.matches else None for row in rows)))
    note = "Ratings as in Table 2; 90% intervals of each game are in appendix H."
    return Figure(
        drawn="points", x="game", y="rating", places=tuple(GAMES[g] for g in games), series=tuple(series), notes=(note,)
    )


def overall(given: Given) -> Content:
    """Return Figure 1b: the distribution of each agent's rating over the resamples of all games."""
    ledger = ledger_of(given)
    if isinstance(ledger, Missing):
        return ledger
    cells = count(ledger, REFERENCE, ledger.systems)
    drawn = judge(cells, REFERENCE).replicates.strengths
    if len(drawn) < MIN_RESAMPLES:
        return Missing(reason="the ratings have too few resamples; needed: more matches between more systems")
    levels = np.quantile(drawn, list(FIVE.values()), axis=0)
    systems = systems_of(ledger)
    places = [cells.systems.index(system) for system in systems]
    series = tuple(
        Series(name=name, values=tuple(round(float(row[place]), 6) for place in places))
        for name, row in zip(FIVE, levels, strict=True)
    )
    note = "Boxes are quartiles of 1,000 resamples of the matches, whiskers hold 90% of them."
    return Figure(drawn="boxes", x="agent", y="rating", places=systems, series=series, notes=(note,))


def recorded(given: Given) -> Content:
    """Return Figure 2: how many matches of each game there are of each agent."""
    ledger = ledger_of(given)
    if isinstance(ledger, Missing):
        return ledger
    games = [game for game in GAMES if game in ledger.games]
    held = [_played(ledger.only([game])) for game in games]
    series = tuple(
        Series(name=system, values=tuple(float(column.get(system, 0)) for column in held))
        for system in systems_of(ledger)
    )
    note = f"{len(ledger.sequence):,} matches; each counts for every agent that sat in it."
    places = tuple(GAMES[game] for game in games)
    return Figure(drawn="heat", x="game", y="agent", places=places, series=series, kind="count", notes=(note,))


def appendix() -> tuple[Exhibit, ...]:
    """Return the exhibits of appendix H: matches, scores, chances and ratings, over all games and in each."""
    return tuple(exhibit for game in ("", *GAMES) for exhibit in _of_game(game))


def _of_game(game: str) -> tuple[Exhibit, ...]:
    """Return the four exhibits of one *game*, or of all where it is empty."""
    title = TITLES[game] if game else "all games"
    number = f"Appendix H, {title}"

    def within(make: Callable[[Ledger, Ledger], Content]) -> Callable[[Given], Content]:
        def made(given: Given) -> Content:
            ledger = ledger_of(given)
            if isinstance(ledger, Missing):
                return ledger
            part = ledger.only([game]) if game else ledger
            if not len(part.sequence):
                return Missing(reason=f"found no matches of {game}; needed: some of it in the files")
            return make(ledger, part)

        return made

    return (
        Exhibit(f"{number}: matches", "number of matches of each pair", within(_matches)),
        Exhibit(f"{number}: scores", "what the row scored against the column, in all", within(_scores)),
        Exhibit(f"{number}: chances", "probability that the row beats the column", within(_chances)),
        Exhibit(f"{number}: ratings", "ratings with 90% intervals", within(_intervals)),
    )


def _matches(ledger: Ledger, part: Ledger) -> Content:
    pairs = pairs_of(part)
    return _matrix(ledger, part, lambda a, b: float(pairs[a, b][0]) if (a, b) in pairs else 0.0, "count")


def _scores(ledger: Ledger, part: Ledger) -> Content:
    pairs = pairs_of(part)
    return _matrix(ledger, part, lambda a, b: round(pairs[a, b][1], 6) if (a, b) in pairs else None, "number")


def _chances(ledger: Ledger, part: Ledger) -> Content:
    table = rated(ledger, part)
    place = {system: n for n, system in enumerate(table.rated)}
    played = {row.system for row in table.ratings if row.matches}

    def chance(a: str, b: str) -> float | None:
        return table.win_probability[place[a]][place[b]] if {a, b} <= played & place.keys() else None

    return _matrix(ledger, part, chance, "number")


def _intervals(ledger: Ledger, part: Ledger) -> Content:
    held = {row.system: row for row in rated(ledger, part).ratings}
    rows = [held[system] for system in _present(ledger, part)]
    values = tuple(row.rating for row in rows)
    series = Series(name="rating", values=values, low=tuple(r.low for r in rows), high=tuple(r.high for r in rows))
    places = tuple(row.system for row in rows)
    return Figure(drawn="points", x="agent", y="rating", places=places, series=(series,))


def _matrix(ledger: Ledger, part: Ledger, value: Callable[[str, str], float | None], kind: Kind) -> Figure:
    names = _present(ledger, part)
    series = tuple(Series(name=a, values=tuple(None if a == b else value(a, b) for b in names)) for a in names)
    return Figure(drawn="heat", x="... against this agent", y="this agent ...", places=names, series=series, kind=kind)


def _present(ledger: Ledger, part: Ledger) -> tuple[str, ...]:
    """Return the systems that have matches in *part*, the best over all games first."""
    inside = set(part.systems)
    return tuple(system for system in systems_of(ledger) if system in inside)


def pairs_of(ledger: Ledger) -> Pairs:
    """Return the matches and the score of every ordered pair that met; what is no duel counts nowhere.

    Scores are shares of a win; a match with ranks only counts 1, 0.5 or 0.
    """
    found: Pairs = {}
    times = np.bincount(ledger.sequence, minlength=len(ledger.results)).tolist()
    for result, number in zip(ledger.results, times, strict=True):
        if not result.is_duel:
            continue
        (first,), (second,) = result.sides
        share = first_share(result, "returns")
        for a, b, gained in ((first, second, share), (second, first, 1 - share)):
            n, score = found.get((a, b), (0, 0.0))
            found[a, b] = n + number, score + gained * number
    return found


def _played(ledger: Ledger) -> dict[str, int]:
    found: dict[str, int] = {}
    times = np.bincount(ledger.sequence, minlength=len(ledger.results)).tolist()
    for result, number in zip(ledger.results, times, strict=True):
        for system in {name for side in result.sides for name in side}:
            found[system] = found.get(system, 0) + number
    return found
