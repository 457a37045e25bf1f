"""The bots of Bargain: ``concession`` asks for less from turn to turn, ``pareto`` infers the other's values."""

import math
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.bargain.instances import Instance, Triple, both, frontier, rest, splits, worth
from interplay.tracks.games.bargain.rules import DEAL, TURNS
from interplay.tracks.games.bargain.view import View, proposal, view
from interplay.tracks.games.base import Bot, Game

CONCESSION_TARGETS: Final = (10, 9, 9, 8, 8, 7, 7, 6, 6, 5)
"""The own value asked for at each own turn, at least."""


class ConcessionBot:
    """Asks for everything that is worth something to it, then for less from turn to turn, down to half the value.

    It accepts what is worth at least what it is about to ask, and on the last turn anything that is worth something. It
    does not think about the other's values beyond giving away what it does not need.

    Measured over 400 setups from both sides: 0.95 points a match against random moves, getting 9.0 of 10 and leaving
    2.7; against itself it always agrees, and each gets 7.1 on average.
    """

    name = "concession"
    version = 2
    strength = 1

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return a deal if the offer is good enough for this turn, else the turn's proposal."""
        seen = view(state, seat)
        wanted = 1 if seen.turn == TURNS - 1 else CONCESSION_TARGETS[seen.turn // 2]
        offered = seen.offered
        if offered is not None and seen.gain(offered) >= wanted:
            return game.write(state, seat, DEAL)
        return game.write(state, seat, proposal(seen, demand(seen, stream), stream))


def demand(seen: View, stream: Stream) -> Triple:
    """Return a split of the least own value that reaches the target, and of those one that gives away the most."""
    enough = [kept for kept in seen.splits if seen.gain(kept) >= CONCESSION_TARGETS[seen.turn // 2]]
    least = min(map(seen.gain, enough))
    modest = [kept for kept in enough if seen.gain(kept) == least]
    fewest = min(map(sum, modest))
    return stream.choice([kept for kept in modest if sum(kept) == fewest])


PARETO_SHARPNESS: Final = 0.4
"""How strongly a proposal points to values that make it worth much to its speaker."""
PARETO_NEED: Final = 9.0, 3.0
"""The value at which the other accepts every second time, on the first and on the last turn."""
PARETO_WEIGHT: Final = 0.2
"""Of the expected points of a deal (1 a sure win, -1 a sure loss) beside a tenth of its own value."""
PARETO_HOPE: Final = 1.2
"""What the bot expects of a deal at the beginning; this falls to nothing with the turns."""
PARETO_DIGITS: Final = 9
"""Decimals that are compared, so that moves do not depend on how a machine rounds exponentials."""


class Beliefs(Struct, frozen=True):
    """Values that the other may have, with probabilities."""

    values: tuple[Triple, ...]
    chances: tuple[float, ...]


class ParetoBot:
    """Infers the other's values from its offers, and proposes splits that waste nothing and that the other may accept.

    Beliefs start uniform over the values that fit the pool and the own values. Each proposal of the other is taken as a
    noisy choice of what is worth much to it, each offer it let pass as a sign that it was worth little to it. A deal is
    worth its own value and its chance to win the comparison; the bot asks for the proposal of the best expected gain,
    among those that are probably Pareto-efficient, and accepts what is worth as much as it can still expect: on the
    last turn, whatever leaves it better off than no deal.

    Measured over 400 setups that its constants were not chosen on, from both sides: 0.78 points a match against the
    concession bot, getting 7.8 of 10 and leaving 6.3, with 99% deals; 0.96 points against random moves; against itself
    99% deals, and each gets 7.1. A move takes 0.2 ms.
    """

    name = "pareto"
    version = 2
    strength = 2

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return a deal if the offer is worth what can still be expected, else the best proposal."""
        seen = view(state, seat)
        beliefs = infer(seen)
        expected, keep = best_proposal(seen, beliefs)
        wanted = round(max(expected, hope(seen.turn)), PARETO_DIGITS)
        if seen.offered is not None and round(value(seen, beliefs, seen.offered), PARETO_DIGITS) >= wanted:
            return game.write(state, seat, DEAL)
        return game.write(state, seat, proposal(seen, keep, stream))


def infer(seen: View) -> Beliefs:
    """Return what the other's proposals and refusals say about its values."""
    scores = []
    for other in seen.opponents:
        liked = _log_chances(seen.pool, other)
        score = sum(liked[kept] for kept in seen.others)
        first = seen.turn % 2
        for number, kept in enumerate(seen.asked):
            accepts = _accepts(worth(other, rest(seen.pool, kept)), 2 * number + first + 1)
            score += math.log(1 - accepts)
        scores.append(score)
    top = max(scores)
    weights = [math.exp(score - top) for score in scores]
    total = sum(weights)
    return Beliefs(seen.opponents, tuple(weight / total for weight in weights))


def value(seen: View, beliefs: Beliefs, kept: Triple) -> float:
    """Return what a deal is worth beside none: a tenth of the own value, and something for a win or loss."""
    own, given = seen.gain(kept), rest(seen.pool, kept)
    if not own:
        return -1.0
    points = 0.0
    for other, chance in zip(beliefs.values, beliefs.chances, strict=True):
        gap = own - worth(other, given)
        points += chance * (gap > 0) - chance * (gap < 0)
    return own / 10 + PARETO_WEIGHT * points


def hope(turn: int) -> float:
    """Return what the bot still expects after *turn*; nothing on the last."""
    return PARETO_HOPE * math.sqrt(1 - turn / (TURNS - 1))


def best_proposal(seen: View, beliefs: Beliefs) -> tuple[float, Triple]:
    """Return the expected gain of the best proposal, and the proposal; on the last turn no proposal gains."""
    later = hope(min(seen.turn + 2, TURNS - 1))
    scored = []
    for kept in _efficient(seen, beliefs):
        gain = later + _chance(seen, beliefs, kept) * (value(seen, beliefs, kept) - later)
        scored.append((round(gain, PARETO_DIGITS), seen.gain(kept), kept))
    best, _, kept = max(scored)
    return (best if seen.turn < TURNS - 1 else 0.0), kept


def _chance(seen: View, beliefs: Beliefs, kept: Triple) -> float:
    """Return the chance that the other accepts on its next turn."""
    given = rest(seen.pool, kept)
    pairs = zip(beliefs.values, beliefs.chances, strict=True)
    return sum(chance * _accepts(worth(other, given), seen.turn + 1) for other, chance in pairs)


def _accepts(gain: int, turn: int) -> float:
    """Return the chance that a player accepts *gain* at *turn*."""
    start, end = PARETO_NEED
    need = start + (end - start) * turn / (TURNS - 1)
    return 0.99 / (1 + math.exp(need - gain))


def _efficient(seen: View, beliefs: Beliefs) -> list[Triple]:
    """Return the splits that are at least half as probably efficient as the one that is most probably so."""
    chances = dict.fromkeys(seen.splits, 0.0)
    for other, chance in zip(beliefs.values, beliefs.chances, strict=True):
        for kept in _efficient_splits(seen.pool, seen.own, other):
            chances[kept] += chance
    least = round(max(chances.values()) / 2, PARETO_DIGITS)
    return [kept for kept, chance in chances.items() if round(chance, PARETO_DIGITS) >= least]


@lru_cache(maxsize=8192)
def _efficient_splits(pool: Triple, own: Triple, other: Triple) -> tuple[Triple, ...]:
    instance = Instance(pool, (own, other))
    edge = frontier(instance)
    return tuple(kept for kept in splits(pool) if both(instance, kept) in edge)


@lru_cache(maxsize=2048)
def _log_chances(pool: Triple, values: Triple) -> dict[Triple, float]:
    """Return the logarithm of the chance that a player with *values* proposes to keep each split."""
    weights = {kept: math.exp(PARETO_SHARPNESS * worth(values, kept)) for kept in splits(pool)}
    total = math.log(sum(weights.values()))
    return {kept: math.log(weight) - total for kept, weight in weights.items()}


BOTS: tuple[Bot, ...] = (ConcessionBot(), ParetoBot())
