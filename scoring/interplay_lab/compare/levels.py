"""The difference of two horizons in levels, that is in doublings, from the posteriors that the horizons come from.

Its value is that of the horizons, and its interval that of the difference of draws from both posteriors. These are
coupled as strongly as the same sessions move both horizons together: the influence of a session on a posterior mean is
its covariance with the session's log-likelihood (the infinitesimal jackknife of Giordano and Broderick 2023).

The test is one of the horizons: twice the posterior probability that the difference has the other sign. Whether systems
differ otherwise does not matter: one that fails all at once and one that fails bit by bit may have the same horizon
(decision 0086).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from interplay.core.intervals import FEWEST
from interplay.core.randomness import Stream
from interplay.tracks.horizon.h50 import DRAWS, Posterior, posterior
from interplay.tracks.horizon.horizons import Asked, asked
from interplay_lab.compare.effects import Effect, Floats, Integers

MAX_DIFFERENCE = 9.0
"""Largest difference of a horizon between sessions in levels, if none was observed: 8 to 2,048, and one beyond."""
_CLIP = 1e-3
_STRONGEST = 0.9


@dataclass(frozen=True)
class LevelEffect(Effect):
    """A difference of horizons in levels; ``lowest`` and ``highest`` (D,) are draws from the posterior of it.

    They differ where nothing is known of a horizon between two levels: one is the least that the difference can be, the
    other the greatest. ``sums`` are the differences of what was right in each session. Where a horizon lies beyond the
    levels that were asked, ``value`` is NaN, and ``low_known`` and ``high_known`` say which end of an interval is a
    bound, ``outside`` for which of the two systems that is so.
    """

    lowest: Floats = field(default_factory=lambda: np.zeros(0))
    highest: Floats = field(default_factory=lambda: np.zeros(0))
    low_known: bool = True
    high_known: bool = True
    outside: tuple[bool, bool] = (False, False)

    def bounds(self, level: float) -> tuple[float, float]:
        """Return the ends of the central interval of the posterior of that probability; NaN where nothing is known."""
        low, high = np.quantile(self.lowest, (1 - level) / 2), np.quantile(self.highest, (1 + level) / 2)
        return (float(low) if self.low_known else math.nan), (float(high) if self.high_known else math.nan)

    def equivalence(self, margin: float) -> float:
        """Return the greater of the posterior probabilities of a difference beyond *margin*, up or down."""
        if math.isnan(self.value):
            return math.nan
        return float(max((self.highest >= margin).mean(), (self.lowest <= -margin).mean()))

    @property
    def p(self) -> float:
        """Twice the smaller posterior probability of a difference of the other sign; NaN with too few sessions."""
        if self.clusters < FEWEST:
            return math.nan
        if self.is_zero_everywhere:
            return 1.0
        below, above = (self.lowest <= 0).sum(), (self.highest >= 0).sum()
        sides = [below] * self.low_known + [above] * self.high_known
        return min(1.0, float(2 * (min(sides) + 0.5) / (DRAWS + 1))) if sides else math.nan


def level_effect(
    wheres: Sequence[Mapping[str, str]], passed: Floats, clusters: Integers, total: int
) -> LevelEffect | None:
    """Return the difference of two systems' horizons, nothing where the items have none.

    Args:
        wheres: Split, family and level of each of n items.
        passed: Shape (n, 2): the share of trials in which each system passed each.
        clusters: Shape (n,): sessions, as numbers below *total*.
        total: How many sessions there are in all; these items may have only some.
    """
    pair = [asked([(where, (float(row[s]),)) for where, row in zip(wheres, passed, strict=True)]) for s in (0, 1)]
    first, second = pair
    if first is None or second is None:
        return None
    mask = np.array([where["split"] == first.split for where in wheres])
    cell = np.array([_cell(first, wheres[n]) for n in np.flatnonzero(mask).tolist()])
    results, sessions = passed[mask], clusters[mask]
    levels = np.log2(np.array(first.levels, dtype=np.float64))
    counts = [[part.astype(np.float64).tobytes() for part in (side.passed, side.tried)] for side in (first, second)]
    left, right = (_posterior(tuple(first.levels), first.passed.shape, *both) for both in counts)
    sums = np.bincount(sessions, results[:, 0] - results[:, 1], total).astype(np.float64)
    influences = [_influence(side, cell, results[:, s]) for s, side in enumerate((left, right))]
    together = _together(influences, cell, sessions)
    ends = float(levels[0]), float(levels[-1])
    (draws, *both), value, known, outside = _differences(left, right, together, ends)
    number = len(np.unique(sessions))
    error = math.nan if math.isnan(value) else float(draws.std())
    return LevelEffect(
        value, error, max(number - 1.0, 1.0), number, sums, MAX_DIFFERENCE, both[0], both[1], *known, outside
    )


@lru_cache(maxsize=256)
def _posterior(levels: tuple[int, ...], shape: tuple[int, ...], passed: bytes, tried: bytes) -> Posterior:
    """Return the posterior of some results, which are asked for again with each other system."""
    counts = (np.frombuffer(raw).reshape(shape) for raw in (passed, tried))
    return posterior(np.log2(np.array(levels, dtype=np.float64)), *counts)


def _cell(table: Asked, where: Mapping[str, str]) -> int:
    return table.families.index(where["family"]) * len(table.levels) + table.levels.index(int(where["level"]))


def _influence(known: Posterior, cell: Integers, results: Floats) -> Floats:
    """Return by how much the items move the posterior mean, from what a success and an attempt in each cell do."""
    flat = np.clip(known.chances.reshape(DRAWS, -1), _CLIP, 1 - _CLIP)
    away = (known.halfway - known.halfway.mean()) / DRAWS
    success, attempt = away @ np.log(flat / (1 - flat)), away @ np.log1p(-flat)
    return np.asarray(success[cell] * results + attempt[cell])


def _together(influences: Sequence[Floats], cell: Integers, sessions: Integers) -> float:
    """Return the correlation of two horizons over sessions, from the influences of items around the mean of their cell.

    A cell of one item says nothing about it.
    """
    sizes = np.bincount(cell)
    room = np.sqrt(sizes / np.maximum(sizes - 1, 1))[cell]
    away = [(part - (np.bincount(cell, part) / np.maximum(sizes, 1))[cell]) * room for part in influences]
    first, second = (np.bincount(sessions, part) for part in away)
    size = math.sqrt(float((first**2).sum()) * float((second**2).sum()))
    correlation = float(first @ second) / size if size > 1e-12 else 0.0
    return min(_STRONGEST, max(-_STRONGEST, correlation))


def _differences(
    first: Posterior, second: Posterior, together: float, ends: tuple[float, float]
) -> tuple[list[Floats], float, tuple[bool, bool], tuple[bool, bool]]:
    """Return draws of the difference, of the least and of the greatest that it can be, and its value.

    Then which ends of its interval are known, and which horizons lie outside: draws of these are taken for the end of
    the levels, which bounds the difference from one side.
    """
    middles = [float(np.median(known.halfway)) for known in (first, second)]
    above, below = [middle > ends[1] for middle in middles], [middle < ends[0] for middle in middles]
    most, least = (np.where(sides, end, far) for sides, end, far in ((above, ends[1], 99), (below, ends[0], -99)))
    orders = _orders(together)
    pairs = (first.halfway, second.halfway), (first.lowest, second.highest), (first.highest, second.lowest)
    draws = [np.subtract(*(np.sort(np.clip(pair[s], least[s], most[s]))[orders[s]] for s in (0, 1))) for pair in pairs]
    value = math.nan if any(above + below) else middles[0] - middles[1]
    known = not (above[1] or below[0]), not (above[0] or below[1])
    return draws, value, known, (above[0] or below[0], above[1] or below[1])


def _orders(together: float) -> tuple[Integers, Integers]:
    """Return two orders of ``DRAWS`` draws that are correlated by *together*, the same on every machine."""
    normal, independent = _normals()
    correlated = together * normal + math.sqrt(1 - together**2) * independent
    first, second = (np.argsort(np.argsort(values)).astype(np.int64) for values in (normal, correlated))
    return first, second


@lru_cache(maxsize=1)
def _normals() -> Floats:
    """Return two rows of ``DRAWS`` independent standard normal numbers."""
    stream, quantile = Stream("compare", DRAWS, "orders"), NormalDist().inv_cdf
    return np.array([[quantile((stream.below(2**53) + 0.5) / 2**53) for _ in range(DRAWS)] for _ in range(2)])
