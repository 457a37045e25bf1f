"""The ratings of an arena after each sweep, and its stopping rule.

In a sweep, every ordered pair plays once; both orders of a pair play the same setups. After each sweep the ratings are
compared with those before it. Results are applied in (sweep, index in the sweep) order, never in the order in which
matches happen to finish. The arena has converged when every system has played enough and no rating changed by more
than the tolerance in the last sweeps; after the last allowed sweep it ends as not converged.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal

import numpy as np
from msgspec import Meta

from interplay.core.errors import RecordError
from interplay.core.records import Header, Record
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise import standings
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.rows import rounded
from interplay.ratings.skill.players import Players
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.ratings.submissions import match_of
from interplay.tracks.base import PredictionError
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK

Until = Literal["trueskill", "bt"]
Status = Literal["playing", "converged", "not_converged"]
TOLERANCE: Final[Mapping[Until, float]] = {"trueskill": 1.5, "bt": 0.4}
"""Largest change of a rating in a quiet sweep, in TrueSkill points or natural logarithms of odds.

Both change the win probability of two equal systems by a tenth.
"""
_SKILL = TrueSkillSettings()


class StopRule(Record, frozen=True):
    """The limits; the defaults are LLMArena's more than 50 games, and a change that is small compared with sigma.

    ``tolerance`` is in the unit of the ratings. If games are rated separately, ``min_matches`` applies to each game.
    """

    min_matches: Annotated[int, Meta(ge=1)] = 51
    tolerance: Annotated[float, Meta(gt=0)] = 1.5
    quiet_sweeps: Annotated[int, Meta(ge=1)] = 2
    max_sweeps: Annotated[int, Meta(ge=1)] = 8


class Progress(Record, frozen=True):
    """The status of an arena and the reason for it; ``shifts`` are the largest changes of a rating per sweep."""

    status: Status
    sweeps: int
    fewest_matches: int
    shifts: tuple[float, ...]
    reason: str
    rule: StopRule


def ordered_pairs(systems: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return every ordered pair of *systems* once, sorted, both orders of a pair in succession."""
    names = sorted(set(systems))
    if len(names) != len(systems) or len(names) < 2:
        raise RecordError(
            f"found {len(systems)} systems with {len(names)} different names, expected at least two, all different"
        )
    return tuple(seats for a, b in itertools.combinations(names, 2) for seats in ((a, b), (b, a)))


def progress(
    means: Sequence[Sequence[float]], matches: Sequence[int], rule: StopRule, names: Sequence[str] = ()
) -> Progress:
    """Return the progress of an arena after some sweeps.

    *means* has all ratings before the first sweep and after each sweep, *matches* the number of matches behind each
    rating, one for each system or for each system in each game, and *names* their names.
    """
    if {len(row) for row in means} != {len(matches)}:
        raise RecordError("found rows of means of different lengths, expected one mean per system and row")
    shifts = tuple(rounded(float(shift)) for shift in np.abs(np.diff(means, axis=0)).max(axis=1))
    sweeps, fewest, recent = len(shifts), min(matches), shifts[-rule.quiet_sweeps :]
    status: Status = "playing"
    reason = "ratings are still changing"
    if fewest < rule.min_matches:
        whose = f" ({names[list(matches).index(fewest)]})" if names else ""
        where = "fewest in any game" if any(", " in name for name in names) else "fewest"
        reason = f"{where}: {fewest} of {rule.min_matches} matches{whose}"
    elif len(recent) == rule.quiet_sweeps and max(recent) <= rule.tolerance:
        status = "converged"
        reason = f"no rating changed by more than {rule.tolerance:g} in the last {rule.quiet_sweeps} sweeps"
    if status == "playing" and sweeps >= rule.max_sweeps:
        status, reason = "not_converged", f"{reason} after {sweeps} sweep{'s' if sweeps > 1 else ''}, the maximum"
    return Progress(status=status, sweeps=sweeps, fewest_matches=fewest, shifts=shifts, reason=reason, rule=rule)


class Standing:
    """The ratings of an arena, sweep by sweep.

    With ``trueskill``, LLMArena's rule, each game is rated separately, and every system needs enough matches in each;
    with ``bt``, Bradley-Terry rates all games together.
    """

    def __init__(self, systems: Sequence[str], games: Sequence[str], until: Until, rule: StopRule) -> None:
        self._systems, self._games, self._rule = tuple(systems), tuple(games) if until == "trueskill" else (), rule
        in_games = [f"{name}, {game.replace('_', ' ')}" for game in self._games for name in systems]
        self._names, start = (in_games, _SKILL.mu) if self._games else (list(systems), 0.0)
        self._matches: list[Match] = []
        self._rows = [[start] * len(self._names)]

    def add(self, played: Iterable[tuple[Header, Item, Prediction]]) -> Progress:
        """Add the matches of one sweep in the order of its schedule; return the progress.

        Raises ``RecordError`` if a match cannot be verified.
        """
        for header, item, prediction in played:
            try:
                grade = TRACK.grader(item)(prediction)
            except PredictionError as error:
                raise RecordError(f"{item.item_id} cannot be verified: {error} ({error.path})") from None
            match = match_of(header, item, grade)
            if match is not None:
                self._matches.append(match)
        whole = collect(enumerate(self._matches, 1))
        ledgers = [whole.only([game]) for game in self._games] or [whole]
        self._rows.append([mean for ledger in ledgers for mean in self._means(ledger)])
        counts = [played[name] for played in (ledger.played() for ledger in ledgers) for name in self._systems]
        return progress(self._rows, counts, self._rule, self._names)

    def _means(self, ledger: Ledger) -> list[float]:
        """Return the TrueSkill mean in a game, or the Bradley-Terry estimate, 0 if undefined, of each system."""
        if self._games:
            players = Players(ledger.results, self._systems, _SKILL, _SKILL.draw_probability or 0.0)
            return [float(mean) for mean in players.play(ledger.sequence)[0]]
        estimates = {r.system: r.estimate or 0.0 for r in standings.rate(ledger, Settings(), self._systems).ratings}
        return [estimates[name] for name in self._systems]
