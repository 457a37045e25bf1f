"""Appendix H of GameBench: matches, scores and win probabilities of each pair of agents, and ratings, by game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from interplay.ratings.ledger import Ledger
from interplay.ratings.matches import first_share
from interplay.ratings.pairwise.tables import BradleyTerryTable
from interplay.tables.table import Kind
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.gamebench.results import GAMES, TITLES, from_ledger, rated, systems_of
from interplay_lab.papers.records import Content, Exhibit, Figure, Missing, Series

Pairs = dict[tuple[str, str], tuple[int, float]]
"""First system and second -> the number of matches, and the score of the first."""
OPEN = "An arrow: nothing bounds the interval on that side. No interval: too few matches."


@dataclass(frozen=True)
class Part:
    """The matches of some games: ``names`` of the systems that played them, the best over all games first.

    ``rated`` returns the ratings from these matches.
    """

    names: tuple[str, ...]
    matches: Ledger
    rated: Callable[[], BradleyTerryTable]


def appendix() -> tuple[Exhibit, ...]:
    """Return the exhibits of appendix H, over all games and for each game."""
    return tuple(exhibit for game in ("", *GAMES) for exhibit in _of_game(game))


def _of_game(game: str) -> tuple[Exhibit, ...]:
    """Return the four exhibits of one *game*, or of all where it is empty."""
    title = TITLES[game] if game else "all games"
    number = f"Appendix H, {title}"

    def within(make: Callable[[Part], Content]) -> Callable[[Given], Content]:
        @from_ledger
        def content(given: Given, ledger: Ledger) -> Content:
            games = [game] if game else list(GAMES)
            matches = ledger.only(games)
            inside = set(matches.systems)
            names = tuple(system for system in systems_of(given, ledger) if system in inside)
            if not names:
                return Missing(reason=f"found no matches of {title}; needed: some in the files")
            return make(Part(names, matches, partial(rated, given, ledger, games)))

        return content

    return (
        Exhibit(f"{number}: matches", "number of matches of each pair", within(_matches)),
        Exhibit(f"{number}: scores", "what the row scored against the column, in all", within(_scores)),
        Exhibit(f"{number}: chances", "probability that the row beats the column", within(_chances)),
        Exhibit(f"{number}: ratings", "ratings with 90% intervals", within(_intervals)),
    )


def _matches(part: Part) -> Content:
    return _matrix(part, {pair: float(n) for pair, (n, _) in pairs_of(part.matches).items()}, "count")


def _scores(part: Part) -> Content:
    scores = {pair: round(score, 6) for pair, (_, score) in pairs_of(part.matches).items()}
    return _matrix(part, scores, "number")


def _chances(part: Part) -> Content:
    table = part.rated()
    chances = ((a, row) for a, row in zip(table.rated, table.win_probability, strict=True))
    return _matrix(part, {(a, b): p for a, row in chances for b, p in zip(table.rated, row, strict=True)}, "number")


def _intervals(part: Part) -> Content:
    ratings = {row.system: row for row in part.rated().ratings}
    rows = [ratings[system] for system in part.names]
    values = tuple(row.rating for row in rows)
    series = Series(name="rating", values=values, low=tuple(r.low for r in rows), high=tuple(r.high for r in rows))
    notes = (OPEN,) * (None in (*series.low, *series.high))
    return Figure("points", "agent", "rating", part.names, (series,), notes=notes)


def _matrix(part: Part, values: Mapping[tuple[str, str], float], kind: Kind) -> Figure:
    """Return a heat map of *values*; pairs that did not meet have no value, or 0 matches."""
    none = 0.0 if kind == "count" else None
    series = tuple(
        Series(name=a, values=tuple(None if a == b else values.get((a, b), none) for b in part.names))
        for a in part.names
    )
    return Figure("heat", "... against this agent", "this agent ...", part.names, series, kind)


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
