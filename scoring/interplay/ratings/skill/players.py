"""TrueSkill through one order of matches: the closed form for two players, the ``trueskill`` package for the rest.

The package stops with an error where its arithmetic underflows (a surprise of about 38 standard deviations). Such a
match is left out and counted; the closed form has no such limit.
"""

import math
from functools import cached_property
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from interplay.ratings.arrays import FloatArray
from interplay.ratings.matches import Result
from interplay.ratings.skill.corrections import draw, win
from interplay.ratings.skill.tables import TrueSkillSettings

if TYPE_CHECKING:
    from trueskill import TrueSkill

_NORMAL = NormalDist()


def margin(settings: TrueSkillSettings, chance: float) -> float:
    """Return the difference in performance below which two players draw with probability *chance* at equal skill."""
    return _NORMAL.inv_cdf((1 + chance) / 2) * math.sqrt(2) * settings.beta


def update(
    winner: tuple[float, float], loser: tuple[float, float], settings: TrueSkillSettings, edge: float, *, drawn: bool
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return (mu, variance) of two players after their match; *edge* is the draw margin."""
    (mu_1, var_1), (mu_2, var_2) = winner, loser
    var_1 += settings.tau**2
    var_2 += settings.tau**2
    total = 2 * settings.beta**2 + var_1 + var_2
    spread = math.sqrt(total)
    v, w = (draw if drawn else win)((mu_1 - mu_2) / spread, edge / spread)
    after_1 = mu_1 + var_1 * v / spread, var_1 * (1 - var_1 * w / total)
    after_2 = mu_2 - var_2 * v / spread, var_2 * (1 - var_2 * w / total)
    return after_1, after_2


class Players:
    """Some systems and the results they can have; ``play`` runs them through an order of matches."""

    def __init__(
        self, results: tuple[Result, ...], systems: tuple[str, ...], settings: TrueSkillSettings, chance: float
    ) -> None:
        self._number = {name: index for index, name in enumerate(systems)}
        self._settings, self._edge, self._results = settings, margin(settings, chance), results
        self._duels = [self._duel(result) for result in results]
        self._chance = chance

    @cached_property
    def package(self) -> "TrueSkill":
        """The ``trueskill`` package with these settings."""
        import trueskill  # noqa: PLC0415  matches of two need the closed form only

        return trueskill.TrueSkill(
            mu=self._settings.mu,
            sigma=self._settings.sigma,
            beta=self._settings.beta,
            tau=self._settings.tau,
            draw_probability=self._chance,
            backend=(_cdf, _pdf, _NORMAL.inv_cdf),  # the package's own approximations are wrong from the sixth digit on
        )

    def _duel(self, result: Result) -> tuple[int, int, bool] | None:
        """Return winner, loser and whether they drew, or ``None`` when the match was no duel."""
        if not result.is_duel:
            return None
        first, second = (self._number[side[0]] for side in result.sides)
        return (second, first, False) if result.ranks[0] > result.ranks[1] else (first, second, result.is_draw)

    @property
    def duels(self) -> list[tuple[int, int, bool]] | None:
        """Winner, loser and whether they drew, for each result; ``None`` when some result is not a duel."""
        known = [duel for duel in self._duels if duel is not None]
        return known if len(known) == len(self._duels) else None

    def play(self, order: NDArray[np.integer]) -> tuple[FloatArray, FloatArray, int]:
        """Return mu and sigma (n each) after the results numbered in *order*, and how many could not be computed."""
        settings, edge, skipped = self._settings, self._edge, 0
        skill = [(settings.mu, settings.sigma**2)] * len(self._number)
        for number in order.tolist():
            duel = self._duels[number]
            if duel is None:
                skipped += not self._play_sides(skill, self._results[number])
                continue
            first, second, drawn = duel
            skill[first], skill[second] = update(skill[first], skill[second], settings, edge, drawn=drawn)
        mus, variances = zip(*skill, strict=True) if skill else ((), ())
        return np.array(mus), np.sqrt(np.array(variances)), skipped

    def _play_sides(self, skill: list[tuple[float, float]], result: Result) -> bool:
        skills = [[skill[self._number[name]] for name in side] for side in result.sides]
        groups = [
            tuple(self.package.create_rating(mu, math.sqrt(variance)) for mu, variance in side) for side in skills
        ]
        try:
            after = self.package.rate(groups, ranks=[rank - 1 for rank in result.ranks])
        except FloatingPointError:
            return False
        for side, ratings in zip(result.sides, after, strict=True):
            for name, rating in zip(side, ratings, strict=True):
                skill[self._number[name]] = (rating.mu, rating.sigma**2)
        return True


def _cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def _pdf(x: float) -> float:
    return math.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
