"""The first page of an arena: how its systems stand, and who won against whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from interplay.core.errors import RecordError
from interplay.ratings.averages import Average
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.tables import BradleyTerryTable
from interplay.ratings.report import RatingReport
from interplay.tables.numbers import minus
from interplay_lab.site.build import Site
from interplay_lab.site.views import board, parts


class Tally(NamedTuple):
    """How many matches a system won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        """Return all three, in the order in which tables of sports have them."""
        return f"{self.won}–{self.drawn}–{self.lost}"

    @property
    def share(self) -> float:
        """The share of the points, a draw being half a point."""
        return (self.won + self.drawn / 2) / (self.won + self.drawn + self.lost)

    def plus(self, difference: float) -> "Tally":
        """Return this with one match more, in which the system got so much more than the other."""
        won, drawn, lost = difference > 0, difference == 0, difference < 0
        return Tally(self.won + won, self.drawn + drawn, self.lost + lost)


class Row(NamedTuple):
    """A system in the standing; ``flags`` say why a rating is to be distrusted."""

    rank: str
    name: str
    page: str
    rating: str
    bounds: str
    skill: str
    matches: int
    points: str
    tally: str
    flags: str


class Square(NamedTuple):
    """What one system, or game, made of another: the number, how it is shaded, and what it says."""

    text: str
    look: str
    title: str


class Line(NamedTuple):
    """A line of a table of squares."""

    name: str
    page: str
    squares: tuple[Square, ...]


Pairs = Mapping[tuple[str, str], Tally]


def write(site: Site, ratings: RatingReport, ended: str, notes: Sequence[str]) -> None:
    """Write the page of the standing in place of the leaderboard of *site*, whose entries are those of one arena.

    *ended* says how the arena ended, *notes* what else is to be known of it. Raises ``RecordError`` for ratings that
    are not Bradley-Terry's.
    """
    table = ratings.groups[0].bradley_terry
    if table is None:
        raise RecordError("found no Bradley-Terry ratings, by which the systems of an arena are ordered")
    held = pairs(match for part in site.parts.values() for entry in part.entries for match in entry.matches)
    rows = standing(ratings, table, held, site.systems)
    site.write(
        "index.html",
        "arena.html",
        rows=rows,
        ended=ended,
        notes=notes,
        matches=ratings.matches,
        level=f"{table.settings.level:.0%}",
        tied=table.tied,
        plot=board.ratings(table, site.systems),
        names=[row.name for row in rows],
        duels=[_line(row, [_duel(held, row.name, other.name) for other in rows]) for row in rows],
        games=[game.replace("_", " ") for game in ratings.averages.games],
        by_game=_by_game(ratings, rows),
    )


def pairs(matches: Iterable[Match]) -> Pairs:
    """Return for each two systems how the first fared against the second."""
    found: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    for match in matches:
        got = _got(match)
        if len(got) == 2:
            (one, mine), (other, theirs) = got.items()
            found[one, other] = found[one, other].plus(mine - theirs)
            found[other, one] = found[other, one].plus(theirs - mine)
    return found


def _got(match: Match) -> dict[str, float]:
    """Return what each system of a match got; the better, the more."""
    values = match.returns if match.returns is not None else [-rank for rank in match.ranks or ()]
    return dict(zip(match.seats, values, strict=True))


def standing(ratings: RatingReport, table: BradleyTerryTable, held: Pairs, pages: Mapping[str, str]) -> list[Row]:
    """Return a row for each system, best first."""
    skill = ratings.groups[0].trueskill
    rated = {} if skill is None else {one.system: one for one in skill.ratings}
    rows = []
    for one in table.ratings:
        other = rated.get(one.system)
        sigma = None if other is None else other.sigma_by_setup or other.sigma
        tallies = [tally for (name, _), tally in held.items() if name == one.system]
        rows.append(
            Row(
                rank="–" if one.rank is None else str(one.rank),
                name=one.system,
                page=pages.get(one.system, ""),
                rating="–" if one.rating is None else minus(f"{one.rating:+.2f}"),
                bounds=minus(f"[{one.bounds}]") if one.bounds else "",
                skill="–" if other is None or other.mu is None else f"{other.mu:.1f} ± {sigma or 0:.1f}",
                matches=one.matches,
                points=f"{one.points:g}",
                tally=str(Tally(*(sum(column) for column in zip(*tallies, strict=True)))),
                flags=", ".join(one.flags),
            )
        )
    return rows


def _line(row: Row, squares: Sequence[Square]) -> Line:
    return Line(row.name, row.page, tuple(squares))


def _duel(held: Pairs, name: str, other: str) -> Square:
    if (name, other) not in held:
        return Square("", "", "")
    tally = held[name, other]
    title = f"{name} against {other}: {tally.won} won, {tally.drawn} drawn, {tally.lost} lost"
    return Square(str(tally), parts.shade(100 * tally.share), title)


def _by_game(ratings: RatingReport, rows: Sequence[Row]) -> list[Line]:
    held = {one.system: {game.game: game for game in one.games} for one in ratings.averages.systems}
    return [_line(row, [_average(held.get(row.name, {}).get(game)) for game in ratings.averages.games]) for row in rows]


def _average(found: Average | None) -> Square:
    if found is None or found.mean is None:
        return Square("–", "", "" if found is None else found.reason or "")
    return Square(f"{found.mean:.2f}", parts.shade(100 * found.mean), f"{found.n} matches")
