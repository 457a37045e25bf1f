"""Choose positions for a pool so that neither simple rules nor fixed places in the list of legal moves are right often.

Of a rule, a place in the list, or a move wherever it is legal, what it leaves is its regret as a share of a random
move's over the chosen positions where it applies. The choice aims at the greatest least surplus of what is left over
what should be: weights of the rules grow as they fall short, and the positions of the greatest weighted regret are
taken. It is a function of the positions alone.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import fsum

import numpy as np
from numpy.typing import NDArray

from interplay.tracks.positions.bots import index_at
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import Plan, plan_of

PLACES = range(0, 101, 5)
"""Hundredths of the list."""
RULES_LEFT, PLACES_LEFT = 0.8, 0.95
"""The shares of a random move's regret that simple rules, and places or moves, should keep."""
COMMON = 0.1
"""The least share of positions in which a move is legal, for moves that are tested."""
STEPS, RATE = 400, 0.5
Floats = NDArray[np.float64]
Groups = tuple[str, ...]
"""What another chosen position must not share: the match, or the list of moves."""
Rules = Mapping[str, Callable[[Plan], str]]


def by_kind(
    posed: Sequence[Position], groups: Sequence[Groups], wanted: Mapping[str, int], rules: Rules
) -> Iterator[int]:
    """Yield the indexes of the positions that are ``chosen``, kind by kind: of each as many as *wanted* says."""
    for kind, number in wanted.items():
        indices = [index for index, position in enumerate(posed) if position.kind == kind]
        for nth in chosen([plan_of(posed[n]) for n in indices], [groups[n] for n in indices], number, rules):
            yield indices[nth]


def chosen(plans: Sequence[Plan], groups: Sequence[Groups], number: int, rules: Rules) -> list[int]:
    """Return the indexes of *number* of the plans, ascending; fewer if there are fewer. No two share a group."""
    surplus = _surplus(plans, rules)
    weights, best, least = np.ones(surplus.shape[1]), list[int](), -np.inf
    for _ in range(STEPS):
        order = np.argsort(-(surplus @ (weights / weights.sum())), kind="stable")
        taken = list(islice(_apart(order.tolist(), groups), number))
        left = surplus[taken].mean(axis=0)
        if left.min() > least:
            best, least = sorted(taken), float(left.min())
        weights *= np.exp(-RATE * left)
        weights /= weights.max()
    return best


def _apart(order: Sequence[int], groups: Sequence[Groups]) -> Iterator[int]:
    """Yield the indexes in *order*, but not those that share a group with one before."""
    taken: set[str] = set()
    for index in order:
        if taken.isdisjoint(groups[index]):
            taken.update(groups[index])
            yield index


def _surplus(plans: Sequence[Plan], rules: Rules) -> Floats:
    """Return by plan and rule the regret above what should be left, 0 where the rule does not apply.

    The unit is the mean regret of a random move.
    """
    surpluses = [dict(_left(plan, rules)) for plan in plans]
    chances = [plan.best - fsum(plan.values.values()) / len(plan.values) for plan in plans]
    counts = Counter(name for parts in surpluses for name in parts)
    names = [name for name, count in counts.items() if count >= COMMON * len(plans)]
    aims = {name: RULES_LEFT if name in rules else PLACES_LEFT for name in names}
    rows = [
        [parts[name] - aims[name] * chance if name in parts else 0.0 for name in names]
        for parts, chance in zip(surpluses, chances, strict=True)
    ]
    surplus: Floats = np.array(rows) / np.mean(chances)
    return surplus


def _left(plan: Plan, rules: Rules) -> Iterator[tuple[str, float]]:
    """Yield the regret of each rule, place and move in a position."""
    values = list(plan.values.values())
    yield from ((name, plan.best - plan.values[rule(plan)]) for name, rule in rules.items())
    yield from ((f"at {share}", plan.best - values[index_at(share, len(values))]) for share in PLACES)
    yield from ((action, plan.best - value) for action, value in plan.values.items())
