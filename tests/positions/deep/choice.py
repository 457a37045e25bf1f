"""Choose the sets of the split ``deep``: neither players by ``shallow`` nor simple rules gain anything in them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import fsum

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from interplay.core.randomness import Stream
from interplay.tracks.positions.bots import index_at
from interplay.tracks.positions.scores import Plan
from interplay_builders.tracks.positions._deep import EACH, SETS
from interplay_builders.tracks.positions.rules import rules_of
from tests.positions.deep.shallow import SHALLOW

Floats = NDArray[np.float64]
FIRST, LAST, MIDDLE = "depth two", "worst of depth two", "middle of depth two"
LEFT: Mapping[str, float] = {FIRST: 1.08, LAST: 1.0, MIDDLE: 0.85}
"""What players by ``shallow`` should keep of a random move's regret; ``RULES_LEFT`` for simple rules and places."""
RULES_LEFT = 0.9
WEIGHTS: Mapping[str, float] = {FIRST: 30.0, LAST: 30.0}
SHARES = range(0, 101, 20)
STEPS = 30_000
TIES = 12
"""How often a rule decides between equals at random."""


def regrets(plan: Plan) -> dict[str, float]:
    """Return the regrets of the players by ``shallow``, the mean over equals; and of a random move as ``random``."""
    worths = SHALLOW[plan.position.game](plan)
    ranked = sorted(plan.values, key=lambda action: -round(worths[action], 9))
    ranks = [_mean(plan, list(group)) for _, group in groupby(ranked, lambda action: round(worths[action], 9))]
    return {FIRST: ranks[0], LAST: ranks[-1], MIDDLE: ranks[len(ranks) // 2], "random": _mean(plan, ranked)}


def chosen(plans: Sequence[Plan], stream: Stream) -> list[int]:
    """Return the indexes of ``SETS`` sets, one after the other, each with as many of each kind."""
    surplus = _surplus(plans)  # the first two columns are ``FIRST`` and ``LAST``
    kinds = sorted({plan.position.kind for plan in plans})
    order = np.argsort(-surplus[0][:, :2].min(axis=1), kind="stable").tolist()
    queues = [[index for index in order if plans[index].position.kind == kind] for kind in kinds]
    per = SETS * EACH // len(kinds)
    taken = [index for number in range(SETS) for queue in queues for index in queue[number:per:SETS]]
    if len(taken) != SETS * EACH:
        raise ValueError(f"found {len(taken)} of {SETS * EACH} positions that are wanted")
    spare = [index for index in order if index not in taken]
    loss = _loss(surplus, taken)
    for _ in range(STEPS):
        at, other = stream.below(len(taken)), stream.below(len(spare) + len(taken))
        kept = taken[at]
        new = spare[other] if other < len(spare) else taken[other - len(spare)]
        if plans[kept].position.kind != plans[new].position.kind:
            continue
        trial = [kept if index == new else new if index == kept else index for index in taken]
        if (after := _loss(surplus, trial)) < loss:
            taken, loss = trial, after
            if other < len(spare):
                spare[other] = kept
    return taken


def _mean(plan: Plan, actions: Sequence[str]) -> float:
    return plan.best - fsum(plan.values[action] for action in actions) / len(actions)


def _loss(surplus: tuple[Floats, Floats], taken: Sequence[int]) -> float:
    """Return the weighted squares of what the players keep too little, over all sets."""
    left, weights = surplus
    short = np.minimum(left[taken].reshape(SETS, EACH, -1).mean(axis=1), 0)
    return float((short**2 @ weights).sum())


def _surplus(plans: Sequence[Plan]) -> tuple[Floats, Floats]:
    """Return by plan and player the regret above what should be left, and the weight of each player."""
    rows = [dict(_players(plan)) for plan in plans]
    names = [name for name in rows[0] if name != "random"]
    chances = np.array([row["random"] for row in rows])
    aims = np.array([LEFT.get(name, RULES_LEFT) for name in names])
    values = np.array([[row[name] for name in names] for row in rows])
    weights = np.array([WEIGHTS.get(name, 1.0) for name in names])
    return (values - aims * chances[:, None]) / chances.mean(), weights


def _players(plan: Plan) -> Iterator[tuple[str, float]]:
    """Yield players and their regrets: by ``shallow``, at random, by the rules of the game, by place in the list."""
    yield from regrets(plan).items()
    actions = list(plan.values)
    ties = [replace(plan, position=replace(plan.position, item_id=f"tie-{number}")) for number in range(TIES)]
    for name, rule in rules_of(plan.position.game).items():
        yield name, _mean(plan, [rule(tie) for tie in ties])
    for share in SHARES:
        yield f"at {share}", _mean(plan, [actions[index_at(share, len(actions))]])
