"""The positions of the release or of another seed, and what a bot scores on them, added up by numpy alone."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from interplay.core.driver import Ask
from interplay.core.release import open_release
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, grade, plan_of
from interplay.tracks.positions.track import TRACK
from interplay_builders.tracks.positions.build import build

Part = tuple[str, str]
"""A game and a split of it."""
UNSCORED = frozenset({("bid", "easy"), ("bargain", "easy")})


@cache
def rows(seed: str = "") -> tuple[Position, ...]:
    """Return the positions that the builders make of *seed*; without one, those of the release, which are the same."""
    if not seed:
        return tuple(open_release().rows("positions", Position))
    return tuple(row for row in build(seed, "canary").files[0].rows if isinstance(row, Position))


def parts() -> tuple[Part, ...]:
    """Return the games with their splits that have a score."""
    return tuple(part for part in dict.fromkeys((row.game, row.split) for row in rows()) if part not in UNSCORED)


@cache
def plans(seed: str = "") -> tuple[Plan, ...]:
    """Return the plans of ``rows``."""
    return tuple(map(plan_of, rows(seed)))


def regrets(bot: str, seed: str = "") -> NDArray[np.float64]:
    """Return the regret of each reply of a bot."""
    reply = TRACK.bots[bot]
    return np.array([grade(p, reply(Ask(p.position.messages, p.position))).regret for p in plans(seed)])


def ratio(regret: NDArray[np.float64], part: Part, seed: str = "") -> float:
    """Return the score of a part: 100 less the regret, as a percentage of that of knowing nothing."""
    own = np.array([(row.game, row.split) == part for row in rows(seed)])
    zero = np.array([row.blind for row in rows(seed)])
    return float(100 - 100 * regret[own].sum() / zero[own].sum())


@cache
def by_part(bot: str, seed: str = "") -> dict[Part, float]:
    """Return a bot's score in each part that has one."""
    found = regrets(bot, seed)
    return {part: ratio(found, part, seed) for part in parts()}


def headline(bot: str, seed: str = "") -> float:
    """Return a bot's score over all games of the hard split."""
    return float(np.mean([value for (_, split), value in by_part(bot, seed).items() if split == "hard"]))
