"""The bots of Bargain: two that come down, two opponents that wait for enough, two uninformed schedules."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from interplay.core.randomness import Stream
from interplay.tracks.games.bargain.instances import Triple, rest, value_of
from interplay.tracks.games.bargain.rules import DEAL, TURNS, Action, State
from interplay.tracks.games.bargain.view import View, proposal, view
from interplay.tracks.games.base import Bot, choosing

DEMANDS: Final = {
    "concession": (10, 9, 9, 8, 8, 7, 7, 6, 6, 5),
    "pareto": (10, 9, 9, 8, 8, 7, 7, 6, 4, 3),
    "firm": (9, 9, 8, 8, 7, 7, 7, 6, 6, 6),
    "hard": (9, 9, 9, 8, 8, 8, 7, 7, 6, 6),
}
"""The least own value that a bot accepts, and the first two ask for, in each round."""
SHARE: Final = 0.9
"""What a point of its own is worth to ``pareto``, in expected points of the other."""


def least(name: str, view: View) -> int:
    """Return the least own value that the bot of a *name* accepts now."""
    return DEMANDS[name][view.turn // 2]


def _coming_down(name: str, strength: int, ask: Callable[[View, Stream], Triple]) -> Bot:
    """Return a bot that accepts what is enough now, and else asks for a split."""

    def action(state: State, seat: int, stream: Stream) -> Action:
        known = view(state, seat)
        enough = known.offered is not None and known.gain(known.offered) >= least(name, known)
        return DEAL if enough else proposal(known, ask(known, stream), stream)

    return Bot(name, 4, strength, choosing(action))


def demand(view: View, stream: Stream) -> Triple:
    """Return the split of least own value that is enough now and, among equals, gives away most."""
    enough = within(view, least("concession", view))
    lowest = min(map(view.gain, enough))
    modest = [kept for kept in enough if view.gain(kept) == lowest]
    fewest = min(map(sum, modest))
    return stream.choice([kept for kept in modest if sum(kept) == fewest])


CONCESSION = _coming_down("concession", 1, demand)
"""Asks for all that it values, then for less from round to round by its own values, never again for what it gave away.

It accepts what is worth as much as it would ask for now, and does not think about the other's values.
"""


def within(view: View, enough: int) -> list[Triple]:
    """Return the splits of at least this own value that ask for nothing that one has given away before."""
    last = view.asked[-1] if view.asked else view.pool
    fits = [kept for kept in view.splits if all(map(int.__le__, kept, last)) and view.gain(kept) >= enough]
    return fits or [last]


PARETO_NEED: Final = 9.0, 3.0
"""The value at which the other accepts every second time, on the first and on the last turn."""
PARETO_DIGITS: Final = 9
"""Decimals that are compared, so that moves do not depend on how a machine rounds exponentials."""


def best_proposal(view: View, beliefs: Mapping[Triple, float]) -> Triple:
    """Return the proposal with the best sum of own value and the other's expected value, own points weighing less."""

    def worth(kept: Triple) -> tuple[float, Triple]:
        given = rest(view.pool, kept)
        expected = math.fsum(chance * value_of(other, given) for other, chance in beliefs.items())
        return round(expected + SHARE * view.gain(kept), PARETO_DIGITS), kept

    return max(within(view, least("pareto", view)), key=worth)


def infer(view: View) -> dict[Triple, float]:
    """Return the values that the other may have, and how probable its refusals make them."""
    weights = {}
    for other in view.opponents:
        offers = [value_of(other, rest(view.pool, kept)) for kept in view.asked]
        weights[other] = math.prod(1 - _accepts(gain, 2 * n + view.turn % 2 + 1) for n, gain in enumerate(offers))
    total = math.fsum(weights.values())
    return {other: weight / total for other, weight in weights.items()}


def _accepts(gain: int, turn: int) -> float:
    start, end = PARETO_NEED
    need = start + (end - start) * turn / (TURNS - 1)
    return 0.99 / (1 + math.exp(need - gain))


PARETO = _coming_down("pareto", 2, lambda known, _: best_proposal(known, infer(known)))
"""Infers the other's values from its refusals, and gives away what is probably worth most to the other.

Like ``concession`` it comes down from round to round and never asks again for what it gave away.
"""


def holds(name: str, view: View) -> bool:
    """Return whether an opponent accepts: what is enough for it now and takes back nothing that was offered before."""
    return view.offered is not None and view.gain(view.offered) >= least(name, view) and not view.taken_back


def _holding(name: str, strength: str) -> Bot:
    """Return an opponent that asks for the whole pool until it accepts."""

    def action(state: State, seat: int, stream: Stream) -> Action:
        known = view(state, seat)
        return DEAL if holds(name, known) else proposal(known, known.pool, stream)

    return Bot(name, 1, 1, choosing(action), strength)


FIRM = _holding("firm", "competent")
"""The opponent of the main splits: it offers nothing, says what it cares about, and never accepts less than 6.

So nobody gains by waiting, and as it refuses offers that take something back, trying out what it wants costs something.
"""
HARD = _holding("hard", "strong")
"""The same with later concessions, in the splits against strong bots."""


def _scheduled(name: str, kept: Callable[[Triple, int], Triple]) -> Bot:
    """Return an uninformed baseline: it asks by pool and round (1 to 10), and takes the latest offer at the end."""

    def action(state: State, seat: int, _: Stream) -> Action:
        known = view(state, seat)
        late = known.offered is not None and known.turn >= TURNS - 2
        return DEAL if late else Action(kept(known.pool, known.turn // 2 + 1))

    return Bot(name, 1, 0, choosing(action))


def without(pool: Triple, number: int, order: Sequence[int] = (0, 1, 2)) -> Triple:
    """Return a pool from which this *number* of items is given away, one kind after the other; one item is kept."""
    keep, left = list(pool), min(number, sum(pool) - 1)
    for kind in order:
        given = min(left, keep[kind])
        keep[kind], left = keep[kind] - given, left - given
    return keep[0], keep[1], keep[2]


GRADUAL = _scheduled("gradual", lambda pool, turn: without(pool, min(turn // 2, 2)))
"""Asks for all, from round 2 for one item less, from round 4 for two less."""


def _late(pool: Triple, turn: int) -> Triple:
    least, middle, most = sorted(range(3), key=lambda kind: (pool[kind], -kind))
    given = (most,) if turn < 9 else (most, least)
    return without(pool, sum(pool[kind] for kind in given) if turn > 6 else 0, (*given, middle))


LATE = _scheduled("late", _late)
"""Asks for all, from round 7 for all but the commonest kind, from round 9 for the second one: the best found."""

BOTS: tuple[Bot, ...] = (GRADUAL, LATE, CONCESSION, FIRM, HARD, PARETO)
