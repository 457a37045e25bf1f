"""Rules for Bargain: take what is good enough, else ask for the dearest items, or for a fixed part of the value."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.tracks.games.bargain.instances import TOTAL, Triple
from interplay.tracks.games.bargain.view import View, view
from interplay.tracks.positions.scores import Plan

DEAL = "deal"


def _rule(asks: Callable[[View], Triple], enough: int) -> Callable[[Plan], str]:
    """Return the rule that accepts from *enough* on, else proposes to keep what *asks* says."""

    def play(plan: Plan) -> str:
        seen = view(plan.state, plan.position.seat)
        offered = seen.offered
        if offered is not None and seen.gain(offered) >= enough:
            return DEAL
        return f"propose:{','.join(map(str, asks(seen)))}"

    return play


def _at_least(points: int) -> Callable[[View], Triple]:
    """Return the split worth *points* or more to oneself that is worth least of these, and gives away most items."""

    def asks(seen: View) -> Triple:
        return min(
            (kept for kept in seen.splits if seen.gain(kept) >= points), key=lambda kept: (seen.gain(kept), sum(kept))
        )

    return asks


def _but_the_cheapest(kinds: int) -> Callable[[View], Triple]:
    """Return everything but all items of the kinds that are worth least to oneself, one for one."""

    def asks(seen: View) -> Triple:
        given = sorted(range(3), key=lambda kind: (seen.values[kind], seen.pool[kind]))[:kinds]
        return tuple(0 if kind in given else number for kind, number in enumerate(seen.pool))  # type: ignore[return-value]

    return asks


def _but_one(seen: View) -> Triple:
    """Return everything but one item of the kind that is worth least to oneself, of those worth something if any."""
    cheapest = min(range(3), key=lambda kind: (seen.values[kind], -seen.pool[kind]))
    return tuple(number - (kind == cheapest) for kind, number in enumerate(seen.pool))  # type: ignore[return-value]


def _half_of_each(seen: View) -> Triple:
    return tuple((number + 1) // 2 for number in seen.pool)  # type: ignore[return-value]


RULES: Mapping[str, Callable[[Plan], str]] = MappingProxyType(
    {
        "5 or what is worth 6": _rule(_at_least(6), 5),
        "6 or all but the cheapest kind": _rule(_but_the_cheapest(1), 6),
        "4 or all but the cheapest kind": _rule(_but_the_cheapest(1), 4),
        "3 or the dearest kind": _rule(_but_the_cheapest(2), 3),
        "5 or all but one item": _rule(_but_one, 5),
        "5 or half of each": _rule(_half_of_each, 5),
        "5 or what is worth 5": _rule(_at_least(5), 5),
        "5 or what is worth 7": _rule(_at_least(7), 5),
        "7 or what is worth 8": _rule(_at_least(8), 7),
        "always accept": _rule(_half_of_each, -TOTAL),
    }
)
