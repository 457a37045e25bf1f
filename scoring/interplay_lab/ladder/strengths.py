"""How strong the levels of ladders are: ratings from a round robin that ships with the package.

``interplay-build page ladder --play`` prints ``strengths.csv``: for each two players of a game that met, how often the
first won, drew and lost. Each setup was played from both sides. The random bot is 0; 400 points are ten to one.
"""

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from interplay.ratings.lists import bradley_terry

ANCHOR = "random"
"""The player whose rating is 0."""
POINTS = 400 / math.log(10)
"""Elo points of a natural logarithm's unit."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of the matches between two players of one game."""

    game: str
    player: str
    other: str
    won: int
    drawn: int
    lost: int

    @property
    def matches(self) -> int:
        """Return how many matches there were."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Return the share of points that the first player got, a draw being half a point."""
        return (self.won + self.drawn / 2) / self.matches

    @property
    def error(self) -> float:
        """Return the standard error of the score, of matches that are taken for independent of each other."""
        spread = (self.won + self.drawn / 4) / self.matches - self.score**2
        return math.sqrt(max(0.0, spread) / self.matches)


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating in Elo points above the random bot, the ends of its interval if it has any, its matches."""

    player: str
    elo: float
    low: float | None
    high: float | None
    matches: int


@cache
def meetings() -> tuple[Meeting, ...]:
    """Return the round robin that ships with the package."""
    text = files("interplay_lab.ladder").joinpath("strengths.csv").read_text(encoding="utf-8")
    return tuple(
        Meeting(r["game"], r["player"], r["other"], int(r["won"]), int(r["drawn"]), int(r["lost"]))
        for r in csv.DictReader(text.splitlines())
    )


def rate(met: Sequence[Meeting], level: float = 0.9) -> tuple[Rated, ...]:
    """Return a Bradley-Terry rating for each player of the meetings of one game, the weakest first.

    Intervals take matches for independent of each other, which errs on the wide side for mirrored pairs. They are those
    of the rating within its table, moved as a whole so that the random bot's estimate is 0.
    """
    lists: list[tuple[str, str, bool]] = []
    for meeting in met:
        lists += [(meeting.player, meeting.other, False)] * meeting.won
        lists += [(meeting.other, meeting.player, False)] * meeting.lost
        lists += [(meeting.player, meeting.other, True)] * meeting.drawn
    winners, losers, ties = zip(*lists, strict=True)
    rows = {row.name: row for row in bradley_terry(winners, losers, ties, level=level).ratings}
    zero = rows[ANCHOR].rating or 0.0

    def points(rating: float | None) -> float | None:
        return None if rating is None else POINTS * (rating - zero)

    found = [Rated(r.name, points(r.rating) or 0.0, points(r.low), points(r.high), r.n) for r in rows.values()]
    return tuple(sorted(found, key=lambda rated: rated.elo))


@cache
def ratings_of(game: str) -> Mapping[str, Rated]:
    """Return the ratings of the players of *game* by name, as ``ladder-3``; none where nothing was played."""
    met = [meeting for meeting in meetings() if meeting.game == game]
    return {rated.player: rated for rated in rate(met)} if met else {}


def elo_at(game: str, level: float) -> float | None:
    """Return the rating at a *level* of a ladder, between two levels on a straight line.

    ``None`` stands beyond the ends, of which nothing is known, and for a game without ratings.
    """
    rated = ratings_of(game)
    known = sorted((int(name.rpartition("-")[2]), bot.elo) for name, bot in rated.items() if name != ANCHOR)
    if not known or not known[0][0] <= level <= known[-1][0]:
        return None
    return float(np.interp(level, [number for number, _ in known], [elo for _, elo in known]))
