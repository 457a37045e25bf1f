"""The positions of a seed, as the builders make them, and what a bot gets on them, added up by numpy alone."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from interplay.core.driver import Ask
from interplay.tracks.positions.bots import BOTS
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, grade, plan_of
from interplay_builders.release import sources
from interplay_builders.tracks.positions.build import build

UNSCORED = frozenset({"bid"})


@cache
def rows(seed: str = "") -> tuple[Position, ...]:
    """Return the positions of *seed*; of the release's unless another is named."""
    seed = seed or sources.identity().seed
    return tuple(row for row in build(seed, "canary").files[0].rows if isinstance(row, Position))


@cache
def plans(seed: str = "") -> tuple[Plan, ...]:
    """Return the plans of ``rows``."""
    return tuple(map(plan_of, rows(seed)))


def games() -> tuple[str, ...]:
    """Return the games that have a score."""
    return tuple(name for name in dict.fromkeys(row.game for row in rows()) if name not in UNSCORED)


def regrets(bot: str, seed: str = "") -> NDArray[np.float64]:
    """Return the regret of each reply of a bot."""
    return np.array([grade(p, BOTS[bot](Ask(p.position.messages, p.position))).regret for p in plans(seed)])


def ratio(regret: NDArray[np.float64], game: str, seed: str = "") -> float:
    """Return the score of a game: 100 less the regret, as a percentage of that of knowing nothing."""
    own = np.array([row.game == game for row in rows(seed)])
    zero = np.array([row.blind for row in rows(seed)])
    return float(100 - 100 * regret[own].sum() / zero[own].sum())


@cache
def by_game(bot: str, seed: str = "") -> dict[str, float]:
    """Return a bot's score in each game that has one."""
    found = regrets(bot, seed)
    return {game: ratio(found, game, seed) for game in games()}


def headline(bot: str, seed: str = "") -> float:
    """Return a bot's score over all games."""
    return float(np.mean(list(by_game(bot, seed).values())))
