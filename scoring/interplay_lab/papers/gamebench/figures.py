"""Figures 1 and 2 of GameBench: ratings by game and over all games, and numbers of matches."""

from typing import Final

import numpy as np

from interplay.ratings.ledger import Ledger
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.standings import MIN_RESAMPLES, judge
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench.results import GAMES, PAPER, from_ledger, rated, systems_of
from interplay_lab.papers.records import Content, Figure, Missing, Series

FIVE: Final = {"5%": 0.05, "lower quartile": 0.25, "median": 0.5, "upper quartile": 0.75, "95%": 0.95}
"""The quantiles in the boxes of Figure 1b; whiskers are a 90% interval."""


@from_ledger
def by_game(given: Given, ledger: Ledger) -> Content:
    """Return Figure 1a: the rating of each agent in each game."""
    games = [game for game in GAMES if game in ledger.games]
    columns = [{row.system: row for row in rated(given, ledger, [game]).ratings} for game in games]
    series = []
    for system in systems_of(given, ledger):
        rows = [column[system] for column in columns]
        series.append(Series(name=system, values=tuple(row.rating if row.matches else None for row in rows)))
    note = "Ratings as in Table 2; 90% intervals of each game are in appendix H."
    return Figure(
        drawn="points", x="game", y="rating", places=tuple(GAMES[g] for g in games), series=tuple(series), notes=(note,)
    )


@from_ledger
def overall(given: Given, ledger: Ledger) -> Content:
    """Return Figure 1b: the distribution of each agent's rating over the resamples of all games."""
    cells = count(ledger, PAPER, ledger.systems)
    drawn = judge(cells, PAPER).replicates.strengths
    if len(drawn) < MIN_RESAMPLES:
        return Missing(reason="the ratings have too few resamples; needed: more matches between more systems")
    levels = np.quantile(drawn, list(FIVE.values()), axis=0)
    systems = systems_of(given, ledger)
    columns = [cells.systems.index(system) for system in systems]
    series = tuple(
        Series(name=name, values=tuple(round(float(row[column]), 6) for column in columns))
        for name, row in zip(FIVE, levels, strict=True)
    )
    note = "Boxes: quartiles of 10,000 resamples of the matches; whiskers: 90% of the resamples."
    return Figure(drawn="boxes", x="agent", y="rating", places=systems, series=series, notes=(note,))


@from_ledger
def recorded(given: Given, ledger: Ledger) -> Content:
    """Return Figure 2: the number of matches of each agent in each game."""
    games = [game for game in GAMES if game in ledger.games]
    columns = [ledger.only([game]).played() for game in games]
    series = tuple(
        Series(name=system, values=tuple(float(column[system]) for column in columns))
        for system in systems_of(given, ledger)
    )
    note = f"{len(ledger.sequence):,} matches; each counts for every agent that played in it."
    places = tuple(GAMES[game] for game in games)
    return Figure(drawn="heat", x="game", y="agent", places=places, series=series, kind="count", notes=(note,))
