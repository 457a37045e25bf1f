"""Match results, ``interplay-matches/1``: a header line, then one match a line.

    {"format":"interplay-matches/1","record":"header","source":"league of May"}
    {"game":"hive","record":"match","returns":[1,0],"seats":["a","b"],"setup":"hive-0007"}

``seats`` names the system in each seat. The result is either ``returns``, a share in [0, 1] for each seat, or
``ranks``, whole numbers from 1 (best) where equal numbers are a tie. ``setup`` names the frozen start the match was
played from (``null`` when there is none); matches of one game from one setup are not independent of each other.

A system that holds several seats is one side: its copies play together and must share one result. ``teams`` puts
different systems on one side: seats with equal numbers play together.

``edge`` is the known advantage of the seats, in matches between two systems: the log-odds by which the side of the
first seat is ahead when its player is as strong as the other one. Bradley-Terry takes it off; TrueSkill does not.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from interplay.core.errors import PathError
from interplay.core.records import Extension, Name, Record
from interplay.core.schema import explain

MATCHES = "interplay-matches/1"
SUM_TOLERANCE = 1e-9
"""Two returns that are read as shares of one win must add up to 1 within this."""

MAX_EDGE = 10.0
"""The largest known advantage of a side, in log-odds: 1 of 22,000 matches is won against it."""

_Share = Annotated[int, Meta(ge=0, le=1)] | Annotated[float, Meta(ge=0, le=1)]
_Rank = Annotated[int, Meta(ge=1, le=64)]
Seats = Annotated[tuple[Name, ...], Meta(min_length=2, max_length=64)]
_Members = tuple[tuple[int, ...], ...]
_Sides = tuple[tuple[str, ...], ...]
Scoring = Literal["returns", "order"]


class MatchHeader(Record, frozen=True, tag_field="record", tag="header", omit_defaults=True):
    """First line of a file of match results: where they come from and what kinds of reasoning each game asks for."""

    format: Literal["interplay-matches/1"]
    source: str = ""
    license: str = ""
    notes: str = ""
    categories: dict[Name, tuple[Name, ...]] = {}
    x: Extension = {}


class Match(Record, frozen=True, tag_field="record", tag="match", omit_defaults=True, gc=False):
    """One match: who sat where, and what each seat got, as ``returns`` in [0, 1] or as ``ranks`` from 1.

    ``edge``: log-odds by which the first side is ahead of the second by its seat alone; only between two systems.
    """

    game: Name
    seats: Seats
    setup: Name | None
    returns: tuple[_Share, ...] | None = None
    ranks: tuple[_Rank, ...] | None = None
    teams: tuple[_Rank, ...] | None = None
    edge: Annotated[float, Meta(ge=-MAX_EDGE, le=MAX_EDGE)] = 0.0
    x: Extension = {}


MATCH_TYPES = (MatchHeader, Match)


class Result(Record, frozen=True, gc=False):
    """What a match comes down to for a rating: the sides and how they fared.

    ``sides`` holds the different systems of each side, in order of their first seats; ``returns`` (``None`` when only
    ranks are known) and ``ranks`` hold one entry a side. ``edge`` are the log-odds that the first side has by its
    seat. ``file`` and ``line`` say where it first stood.
    """

    game: str
    sides: _Sides
    returns: tuple[float, ...] | None
    ranks: tuple[int, ...]
    file: str
    line: int
    edge: float = 0.0

    @property
    def location(self) -> str:
        """Return ``FILE:LINE`` of the first match with this result."""
        return f"{self.file}:{self.line}"

    @property
    def is_duel(self) -> bool:
        """Whether exactly two systems met, one a side."""
        return len(self.sides) == 2 and all(len(side) == 1 for side in self.sides)

    @property
    def is_draw(self) -> bool:
        """Whether all sides share one rank."""
        return len(set(self.ranks)) == 1


class BadMatch(PathError):  # noqa: N818  internal: it becomes a finding
    """A well-formed match that cannot have happened; ``path`` says which field shows it."""


def explain_line(value: object) -> Iterator[tuple[str, str]]:
    """Yield ``(JSON path, message)`` for each reason why *value* is not a line of a file of match results."""
    if isinstance(value, dict) and isinstance(value.get("returns"), list):
        bad = [(seat, given) for seat, given in enumerate(value["returns"]) if not _is_share(given)]
        yield from (
            (f"$.returns[{seat}]", f"found {given!r:.80}, expected a number from 0 to 1") for seat, given in bad
        )
        if bad:
            return
    yield from explain(MATCH_TYPES, value)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def result_of(match: Match, file: str, line: int) -> Result:
    """Return what *match* comes down to; raise ``BadMatch`` when its fields contradict each other."""
    _check_lengths(match)
    members, sides = _seating(match.seats, match.teams)
    if match.edge and list(map(len, sides)) != [1, 1]:
        what = f"{sum(map(len, sides))} systems on {len(sides)} sides"
        raise BadMatch("$.edge", f"found the edge {match.edge:g} with {what}, expected two systems, one a side")
    has_returns = match.returns is not None
    given = match.returns or match.ranks or ()
    _check_equal(match.seats, given, members, "returns" if has_returns else "ranks")
    values = [given[seats[0]] for seats in members]
    ordered = sorted(set(values), reverse=has_returns)
    ranks = tuple(ordered.index(value) + 1 for value in values)
    shares = tuple(map(float, values)) if has_returns else None
    return Result(game=match.game, sides=sides, returns=shares, ranks=ranks, file=file, line=line, edge=match.edge)


def _check_lengths(match: Match) -> None:
    if (match.returns is None) == (match.ranks is None):
        what = "neither returns nor ranks" if match.returns is None else "both returns and ranks"
        raise BadMatch("$", f"found {what}, expected one of them")
    for name in ("returns", "ranks", "teams"):
        values = getattr(match, name)
        if values is not None and len(values) != len(match.seats):
            message = f"found {len(values)} {name} for {len(match.seats)} seats, expected one a seat"
            raise BadMatch(f"$.{name}", message)


@lru_cache(maxsize=4096)  # the same few seatings come back all the time
def _seating(seats: tuple[str, ...], teams: tuple[int, ...] | None) -> tuple[_Members, _Sides]:
    """Return the seats and the different systems of each side, sides in order of their first seat."""
    groups: dict[object, list[int]] = {}
    for seat, system in enumerate(seats):
        groups.setdefault(system if teams is None else teams[seat], []).append(seat)
    members = tuple(map(tuple, groups.values()))
    sides = tuple(tuple(dict.fromkeys(seats[seat] for seat in group)) for group in members)
    _check_sides(seats, sides)
    return members, sides


def _check_sides(seats: tuple[str, ...], sides: _Sides) -> None:
    if len(set(seats)) == 1:
        raise BadMatch("$.seats", f"found {seats[0]!r} against itself, expected at least two systems")
    if len(sides) == 1:
        raise BadMatch("$.teams", "found one team, expected at least two")
    everyone = [system for side in sides for system in side]
    doubled = next((s for s in everyone if everyone.count(s) > 1), None)
    if doubled is not None:
        raise BadMatch("$.teams", f"found {doubled!r} against itself, expected each system in one team")


def _check_equal(names: tuple[str, ...], values: tuple[float, ...], members: _Members, field: str) -> None:
    for seats in members:
        if any(values[seat] != values[seats[0]] for seat in seats):
            message = f"found different {field} on the side of {names[seats[0]]!r}, expected one value a side"
            raise BadMatch(f"$.{field}", message)


def first_share(result: Result, scoring: Scoring) -> float:
    """Return the share of one win that the first side of a duel earned: 1 won, 0.5 drawn, 0 lost, or between.

    ``order`` looks only at who did better. Raises ``BadMatch`` when *result* is not a duel, or when its returns are to
    be read as shares and do not add up to 1.
    """
    if not result.is_duel:
        what = f"{sum(map(len, result.sides))} systems on {len(result.sides)} sides"
        raise BadMatch("$.seats", f"found {what}, expected two systems, one a side (TrueSkill takes more)")
    if scoring == "order" or result.returns is None:
        return 0.5 if result.is_draw else float(result.ranks[0] == 1)
    first, second = result.returns
    if abs(first + second - 1) > SUM_TOLERANCE:
        message = f"found returns that add up to {first + second:g}, expected 1 (or ranks, or scoring by order)"
        raise BadMatch("$.returns", message)
    return first


BOTH_SIDES = "one player had both sides"
"""Why a match cannot be rated, before the name of the game."""


@dataclass(slots=True)
class Tally:
    """Matches of submissions that a table of ratings does not show.

    ``taken_over`` counts, by system, the matches that ended but are lost to it because the referee substituted more
    than a tenth of its decisions; ``unrated`` counts, by the reason, the matches that rate nobody.
    """

    taken_over: Counter[str] = field(default_factory=Counter)
    unrated: Counter[str] = field(default_factory=Counter)
