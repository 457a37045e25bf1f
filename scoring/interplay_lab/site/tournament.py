"""The first page of an arena: the standing of its systems, and results of pairs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.ratings.averages import Average
from interplay.ratings.matches import Match
from interplay.ratings.report import RatingReport
from interplay.tracks.games import catalogue
from interplay_lab.arena.records import Arena
from interplay_lab.site import build, items
from interplay_lab.site.build import Site
from interplay_lab.site.scored import Entry
from interplay_lab.site.views import board, parts


class Tally(NamedTuple):
    """The numbers of matches won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        """Return the three numbers in the order of sports tables."""
        return f"{self.won}–{self.drawn}–{self.lost}"

    @property
    def share(self) -> float:
        """The share of the points; a draw is half a point."""
        return (self.won + self.drawn / 2) / (self.won + self.drawn + self.lost)

    def plus(self, difference: float) -> "Tally":
        """Return the tally with one more match, given the system's payoff minus the other's."""
        won, drawn, lost = difference > 0, difference == 0, difference < 0
        return Tally(self.won + won, self.drawn + drawn, self.lost + lost)


Pairs = Mapping[tuple[str, str], Tally]


def write(site: Site, ratings: RatingReport, arena: Arena) -> None:
    """Write the standing as the first page of *site*, whose entries are those of *arena*.

    Raises ``RecordError`` for ratings other than Bradley-Terry's.
    """
    table = ratings.groups[0].bradley_terry
    if table is None:
        raise RecordError("found no Bradley-Terry ratings, by which the systems of an arena are ordered")
    tallies = pairs(match for part in site.parts.values() for entry in part.entries for match in entry.matches)
    skill, names = ratings.groups[0].trueskill, [row.system for row in table.ratings]
    site.write(
        "index.html",
        "arena.html",
        ratings=table,
        skills={} if skill is None else {row.system: row for row in skill.ratings},
        pages=site.systems,
        tallies=tallies,
        arena=arena,
        played=", ".join([*filter(None, [arena.suite]), *(catalogue.load(game).title for game in arena.games)]),
        matches=ratings.matches,
        plot=board.ratings(table, site.systems),
        names=names,
        duels={name: [_duel(tallies, name, other) for other in names] for name in names},
        games=[catalogue.load(game).title for game in ratings.averages.games],
        by_game=_by_game(ratings, names),
    )


def write_pages(
    listed: Sequence[Entry], arena: Arena, ratings: RatingReport | None, folder: Path, release: Release, note: str = ""
) -> None:
    """Write pages of an arena's submissions into *folder*; without *ratings* the leaderboard is the first page."""
    title = "Arena: " + ", ".join(system.name for system in arena.systems)
    site = build.planned(folder, listed, release, title=title, note=note, command="interplay arena")
    items.write(site, noop if ratings is None else lambda new: write(new, ratings, arena))


def pairs(matches: Iterable[Match]) -> Pairs:
    """Return for each ordered pair of systems the tally of the first against the second."""
    tallies: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    for match in matches:
        got = _got(match)
        if len(got) == 2:
            (first, mine), (second, theirs) = got.items()
            tallies[first, second] = tallies[first, second].plus(mine - theirs)
            tallies[second, first] = tallies[second, first].plus(theirs - mine)
    return tallies


def _got(match: Match) -> dict[str, float]:
    """Return the payoff of each system in a match, or its negative rank."""
    values = match.returns if match.returns is not None else [-rank for rank in match.ranks or ()]
    return dict(zip(match.seats, values, strict=True))


def _duel(tallies: Pairs, name: str, other: str) -> parts.Square:
    if (name, other) not in tallies:
        return parts.Square("", "")
    tally = tallies[name, other]
    return parts.Square(str(tally), parts.shade(100 * tally.share) if sum(tally) >= parts.FEW else "few")


def _by_game(ratings: RatingReport, names: Sequence[str]) -> dict[str, list[parts.Square]]:
    means = {row.system: {game.game: game for game in row.games} for row in ratings.averages.systems}
    return {name: [_average(means.get(name, {}).get(game)) for game in ratings.averages.games] for name in names}


def _average(average: Average | None) -> parts.Square:
    if average is None or average.mean is None:
        return parts.Square("–", "")
    look = parts.shade(100 * average.mean) if average.n >= parts.FEW else "few"
    return parts.Square(f"{average.mean:.2f}", look, "", average.n, (average.mean, None, None))
