"""The ratings of an arena after each sweep, and whether they have converged."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from interplay.core.errors import RecordError
from interplay.core.records import Header
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise import standings
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.skill.players import Players
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.ratings.submissions import match_of
from interplay.tracks.base import PredictionError
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.track import TRACK
from interplay_lab.arena import stopping
from interplay_lab.arena.stopping import Progress, StopRule

Until = Literal["trueskill", "bt"]
TOLERANCE: Final[Mapping[Until, float]] = {"trueskill": 1.5, "bt": 0.4}
"""Largest change of a rating in a quiet sweep, in TrueSkill points or natural logarithms of odds.

Both change the win probability of two equal systems by a tenth.
"""
_SKILL = TrueSkillSettings()


class Standing:
    """The ratings of an arena, sweep by sweep.

    With ``trueskill``, LLMArena's rule, each game is rated separately, and every system needs enough matches in each;
    with ``bt``, Bradley-Terry rates all games together.
    """

    def __init__(self, systems: Sequence[str], games: Sequence[str], until: Until, rule: StopRule) -> None:
        self._systems, self._games, self._until, self._rule = tuple(systems), tuple(games), until, rule
        self._matches: list[Match] = []
        rated = len(systems) * (len(games) if until == "trueskill" else 1)
        self._rows = [[_SKILL.mu if until == "trueskill" else 0.0] * rated]

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
        ledger = collect(enumerate(self._matches, 1))
        row, counts = self._by_game(ledger) if self._until == "trueskill" else self._together(ledger)
        self._rows.append(row)
        return stopping.progress(self._rows, counts, self._rule, self._names())

    def _names(self) -> list[str]:
        """Return the system, and the game, of each rating."""
        if self._until == "bt":
            return list(self._systems)
        return [f"{name}, {game.replace('_', ' ')}" for game in self._games for name in self._systems]

    def _by_game(self, ledger: Ledger) -> tuple[list[float], list[int]]:
        """Return TrueSkill means and numbers of matches: all systems in each game in turn."""
        means: list[float] = []
        counts: list[int] = []
        for game in self._games:
            matches = ledger.only([game])
            chance = _SKILL.draw_probability or 0.0
            means += Players(matches.results, self._systems, _SKILL, chance).play(matches.sequence)[0].tolist()
            played = matches.played()
            counts += [played[name] for name in self._systems]
        return means, counts

    def _together(self, ledger: Ledger) -> tuple[list[float], list[int]]:
        """Return Bradley-Terry estimates, 0 if undefined, and numbers of matches, of all systems."""
        table = standings.rate(ledger, Settings(), self._systems)
        estimates = {rating.system: rating.estimate or 0.0 for rating in table.ratings}
        played = ledger.played()
        return [estimates[name] for name in self._systems], [played[name] for name in self._systems]
