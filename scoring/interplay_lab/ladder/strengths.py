"""Ratings of the levels of ladders, from a round robin that ships with the package.

``interplay-build page ladder --play`` prints ``strengths.csv``: the wins, draws and losses of the first of each two
players of a game. Each setup was played from both sides. The random bot is rated 0; 400 points are odds of ten to one.
"""

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from interplay_lab.statistics.lists import bradley_terry

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
        """The number of matches."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The first player's share of points; a draw is half a point."""
        return (self.won + self.drawn / 2) / self.matches

    @property
    def error(self) -> float:
        """The standard error of the score, with matches taken as independent."""
        spread = (self.won + self.drawn / 4) / self.matches - self.score**2
        return math.sqrt(max(0.0, spread) / self.matches)


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating in Elo points above the random bot, with its interval if any, and number of matches."""

    player: str
    elo: float
    low: float | None
    high: float | None
    matches: int


@cache
def meetings() -> tuple[Meeting, ...]:
    """Return the round robin that ships with the package."""
    text = files("interplay_lab.ladder").joinpath("strengths.csv").read_text(encoding="utf-8")
    return msgspec.convert([*csv.DictReader(text.splitlines())], tuple[Meeting, ...], strict=False)


def rate(met: Sequence[Meeting], level: float = 0.9) -> tuple[Rated, ...]:
    """Return a Bradley-Terry rating for each player in the meetings of one game, the weakest first.

    Intervals take matches as independent, which makes them too wide for mirrored pairs. They are the intervals of the
    table's ratings, all shifted so that the random bot's estimate is 0.
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

    ratings = [Rated(r.name, points(r.rating) or 0.0, points(r.low), points(r.high), r.n) for r in rows.values()]
    return tuple(sorted(ratings, key=lambda rated: rated.elo))


@cache
def ratings_of(game: str) -> Mapping[str, Rated]:
    """Return the ratings of the players of *game* by name, such as ``ladder-3``; none for a game without matches."""
    met = [meeting for meeting in meetings() if meeting.game == game]
    return {rated.player: rated for rated in rate(met)} if met else {}


def elo_at(game: str, level: float) -> float | None:
    """Return the rating at a *level* of a ladder, interpolated linearly between levels.

    Returns ``None`` beyond the ends of the ladder and for a game without ratings.
    """
    rated = ratings_of(game)
    known = sorted((int(name.rpartition("-")[2]), bot.elo) for name, bot in rated.items() if name != ANCHOR)
    if not known or not known[0][0] <= level <= known[-1][0]:
        return None
    return float(np.interp(level, [number for number, _ in known], [elo for _, elo in known]))
