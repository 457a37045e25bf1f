"""Rules for Bargain: take what is good enough, else ask for the dearest items, or for a fixed part of the value."""

from collections.abc import Callable, Mapping

from interplay.tracks.games.bargain.instances import TOTAL, Triple
from interplay.tracks.games.bargain.view import View, view
from interplay.tracks.positions.scores import Plan

DEAL = "deal"


def _rule(asks: Callable[[View], Triple], enough: int) -> Callable[[Plan], str]:
    """Return the rule that accepts from *enough* on, else proposes to keep what *asks* says."""

    def play(plan: Plan) -> str:
        look = view(plan.state, plan.position.seat)
        offered = look.offered
        if offered is not None and look.gain(offered) >= enough:
            return DEAL
        return f"propose:{','.join(map(str, asks(look)))}"

    return play


def _at_least(points: int) -> Callable[[View], Triple]:
    """Return the split worth *points* or more to oneself that is worth least of these, and gives away most items."""

    def asks(look: View) -> Triple:
        return min(
            (kept for kept in look.splits if look.gain(kept) >= points), key=lambda kept: (look.gain(kept), sum(kept))
        )

    return asks


def _but_the_cheapest(kinds: int) -> Callable[[View], Triple]:
    """Return everything but all items of the kinds that are worth least to oneself, one for one."""

    def asks(look: View) -> Triple:
        given = sorted(range(3), key=lambda kind: (look.values[kind], look.pool[kind]))[:kinds]
        return tuple(0 if kind in given else number for kind, number in enumerate(look.pool))  # type: ignore[return-value]

    return asks


def _but_one(look: View) -> Triple:
    """Return everything but one item of the kind that is worth least to oneself, of those worth something if any."""
    cheapest = min(range(3), key=lambda kind: (look.values[kind], -look.pool[kind]))
    return tuple(number - (kind == cheapest) for kind, number in enumerate(look.pool))  # type: ignore[return-value]


def _half_of_each(look: View) -> Triple:
    return tuple((number + 1) // 2 for number in look.pool)  # type: ignore[return-value]


RULES: Mapping[str, Callable[[Plan], str]] = {
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
