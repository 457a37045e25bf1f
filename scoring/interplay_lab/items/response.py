"""Item response models of right and wrong: abilities of systems and difficulties of items on one scale.

A system of ability t is right on an item with the probability 1 / (1 + exp(-a (t - b))): *b* is the item's difficulty
and *a* its discrimination, 1 for all items in the model of Rasch (1960), one of each item's own in the two-parameter
model (2PL; Birnbaum 1968). Marginal maximum likelihood by the algorithm of Bock and Aitkin (1981) over abilities that
are normal with mean 0, their standard deviation estimated (Rasch) or 1 (2PL); weak normal priors on difficulties and on
logarithms of discriminations keep items finite that all systems pass, or none does.
"""

from dataclasses import dataclass

import numpy as np

from interplay_lab.compare.effects import Floats

NODES = np.linspace(-4.5, 4.5, 145)
"""Abilities of the grid, in their standard deviations."""
DIFFICULTY_SD = 3.0
"""Standard deviation of the prior of difficulties, in logits."""
LOG_DISCRIMINATION_SD = 0.5
ROUNDS = 300
CLOSE = 1e-4
"""Logits by which the last round moved anything at most."""
NARROWEST, WIDEST = 0.1, 5.0
"""Bounds of the standard deviation of abilities; at the lower one, systems differ no more than by chance."""
_MOST_STEP = 1.0
_STEPS = 25


@dataclass(frozen=True, slots=True)
class Responses:
    """A fitted model: S systems, n items, all in logits.

    ``ability`` (S,) and ``ability_error`` are posterior modes and standard errors; ``difficulty`` (n,) and
    ``difficulty_error`` estimates and standard errors; ``discrimination`` (n,) is 1 throughout in Rasch's model;
    ``spread`` is the standard deviation of abilities.
    """

    ability: Floats
    ability_error: Floats
    difficulty: Floats
    difficulty_error: Floats
    discrimination: Floats
    spread: float


def fitted(right: Floats, *, with_slopes: bool = False) -> Responses:
    """Return Rasch's model, or *with_slopes* the two-parameter model, of *right*, shape (S, n), values 0 and 1.

    Raises:
        ValueError: A value is neither 0 nor 1, or there are fewer than two systems or items.
    """
    if right.ndim != 2 or min(right.shape) < 2 or not np.isin(right, (0.0, 1.0)).all():
        raise ValueError(f"found an array of shape {right.shape}, expected (systems, items) of 0 and 1, two at least")
    share = (right.sum(axis=0) + 0.5) / (len(right) + 1)
    difficulty, slope, spread = -np.log(share / (1 - share)), np.ones(right.shape[1]), 1.0
    for _ in range(ROUNDS):
        at = NODES * spread
        weight = _posterior(right, at, slope, difficulty)
        moved_difficulty, moved_slope = _step(right, at, weight, slope, difficulty, with_slopes=with_slopes)
        moved_spread = spread
        if not with_slopes:
            moved_spread = float(np.clip(np.sqrt((weight * at**2).sum() / len(right)), NARROWEST, WIDEST))
        moves = [moved_difficulty - difficulty, moved_slope - slope, np.array([moved_spread - spread])]
        change = np.abs(np.concatenate(moves)).max()
        difficulty, slope, spread = moved_difficulty, moved_slope, moved_spread
        if change < CLOSE:
            break
    at = NODES * spread
    weight = _posterior(right, at, slope, difficulty)
    chance = _chance(at, slope, difficulty)
    information = slope**2 * (weight.sum(axis=0) @ (chance * (1 - chance))) + DIFFICULTY_SD**-2
    ability, error = _abilities(right, weight @ at, slope, difficulty, spread)
    return Responses(ability, error, difficulty, 1 / np.sqrt(information), slope, spread)


def _abilities(
    right: Floats, ability: Floats, slope: Floats, difficulty: Floats, spread: float
) -> tuple[Floats, Floats]:
    """Return posterior modes and standard errors (S,), which many items make narrower than the grid is fine."""
    for _ in range(_STEPS):
        chance = _chance(ability, slope, difficulty)
        uphill = (right - chance) @ slope - ability / spread**2
        curved = (chance * (1 - chance)) @ slope**2 + spread**-2
        ability = ability + np.clip(uphill / curved, -_MOST_STEP, _MOST_STEP)
    return ability, 1 / np.sqrt(curved)


def _chance(at: Floats, slope: Floats, difficulty: Floats) -> Floats:
    """Return the chances (nodes, n) of being right."""
    return np.asarray(1 / (1 + np.exp(-np.clip(slope * (at[:, None] - difficulty), -40, 40))))


def _posterior(right: Floats, at: Floats, slope: Floats, difficulty: Floats) -> Floats:
    """Return how probable each system's ability is to be each node (S, nodes)."""
    chance = np.clip(_chance(at, slope, difficulty), 1e-12, 1 - 1e-12)
    logs = right @ np.log(chance).T + (1 - right) @ np.log1p(-chance).T - NODES**2 / 2
    weight = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def _step(
    right: Floats, at: Floats, weight: Floats, slope: Floats, difficulty: Floats, *, with_slopes: bool
) -> tuple[Floats, Floats]:
    """Return difficulties and discriminations after a step of Newton's (Fisher's) method from the expected counts."""
    tried, passed = weight.sum(axis=0), weight.T @ right
    chance = _chance(at, slope, difficulty)
    surplus = passed - tried[:, None] * chance
    spread = tried[:, None] * chance * (1 - chance)
    distance = at[:, None] - difficulty
    uphill = -slope * surplus.sum(axis=0) - difficulty / DIFFICULTY_SD**2
    curved = slope**2 * spread.sum(axis=0) + DIFFICULTY_SD**-2
    if not with_slopes:
        return difficulty + np.clip(uphill / curved, -_MOST_STEP, _MOST_STEP), slope
    log = np.log(slope)
    up_log = slope * (surplus * distance).sum(axis=0) - log / LOG_DISCRIMINATION_SD**2
    curved_log = slope**2 * (spread * distance**2).sum(axis=0) + LOG_DISCRIMINATION_SD**-2
    mixed = -(slope**2) * (spread * distance).sum(axis=0)
    determinant = curved * curved_log - mixed**2
    by_difficulty = (curved_log * uphill - mixed * up_log) / determinant
    by_log = (curved * up_log - mixed * uphill) / determinant
    moved = np.exp(log + np.clip(by_log, -_MOST_STEP / 2, _MOST_STEP / 2))
    return difficulty + np.clip(by_difficulty, -_MOST_STEP, _MOST_STEP), moved
