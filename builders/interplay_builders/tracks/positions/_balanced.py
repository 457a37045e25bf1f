"""Select drawn positions so that simple rules and fixed places in the list of moves gain little."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import fsum

from msgspec import Struct

from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, plan_of
from interplay_builders.tracks.positions.rules import rules_of

INDEXED = "place "
"""Prefix of the names of rules that use only the list of moves."""
Candidates = Iterator[Callable[[int], Position]]
"""Functions that make a position from its number in the game."""


class Bounds(Struct, frozen=True):
    """The greatest and least gain of a simple rule, as a share of the gain of the best moves over random ones.

    The least is for games of two moves, where the opposite of a bad rule is a good one. Of ``lot`` candidates one is
    kept.
    """

    most: float
    least: float
    lot: int


class _Tally(Struct, frozen=True):
    """The gain of each rule and of the best moves over random moves, summed over positions."""

    rules: Mapping[str, float]
    best: float

    def plus(self, other: "_Tally") -> "_Tally":
        names = {**self.rules, **other.rules}
        rules = {name: self.rules.get(name, 0.0) + other.rules.get(name, 0.0) for name in names}
        return _Tally(rules, self.best + other.best)

    def excess(self, bounds: Bounds) -> float:
        """Return the sum of squared distances of rules from their bounds, and of places in the list from zero."""
        total = 0.0
        for name, gain in self.rules.items():
            most, least = (0.0, 0.0) if name.startswith(INDEXED) else (bounds.most, bounds.least)
            total += max(0.0, gain - most * self.best, least * self.best - gain) ** 2
        return total


def balanced(candidates: Candidates, game: str, numbers: Sequence[int], bounds: Bounds) -> Iterator[Position]:
    """Yield a position for each number: of ``bounds.lot`` candidates, the one in which simple rules gain least.

    The choice depends only on what the player sees, so values that are probabilities stay correct.
    """
    tally = _Tally({}, 0.0)
    for number in numbers:
        lot = [make(number) for make in islice(candidates, bounds.lot)]
        tallies = [tally.plus(_gains(plan_of(position), game)) for position in lot]
        excesses = [after.excess(bounds) for after in tallies]
        at = excesses.index(min(excesses))
        tally = tallies[at]
        yield lot[at]


def _gains(plan: Plan, game: str) -> _Tally:
    mean = fsum(plan.values.values()) / len(plan.values)
    chosen = {name: rule(plan) for name, rule in rules_of(game).items()}
    chosen |= {f"{INDEXED}{at}": action for at, action in enumerate(plan.values)}
    chosen |= {f"{INDEXED}of {action}": action for action in plan.values}
    return _Tally({name: plan.values[action] - mean for name, action in chosen.items()}, plan.best - mean)
