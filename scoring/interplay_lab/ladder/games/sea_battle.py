"""The ladder of Sea Battle: local search over a team's joint orders, against sampled orders of the enemy.

Weak levels change random orders of their ships and keep improvements against one sample of the enemy's orders. Strong
levels start from fictitious play with many samples; if a fight is possible, they also compute the enemy's best answers
to their plan and plan again with these among the samples.
"""

from functools import lru_cache

from interplay.core.randomness import Stream
from interplay.tracks.games.sea_battle.bots import Joint, Plan
from interplay.tracks.games.sea_battle.gunnery import ORDERS, view
from interplay.tracks.games.sea_battle.rules import NO_ORDER, State
from interplay.tracks.games.sea_battle.waters import MENU, SEATS, fleets
from interplay.tracks.games.shared.menu import Choice
from interplay_lab.ladder.levels import Ladder

PLANNED = 64
"""From this budget on, a plan starts with fictitious play and considers the enemy's answers."""
FORESEEN, MOST_FORESEEN = 4, 120
"""Fictitious play has one round per this share of the budget, and at most this many."""
SAMPLED = 256
"""The enemy's orders are sampled once per this share of the budget."""
TWICE = 2048
"""From this budget on, the enemy's answers are computed twice."""


def think(state: State, seat: int, _stream: Stream, budget: int) -> Choice:
    """Return the seat's order in its team's plan, which each seat computes from the team's shared view."""
    team, other = fleets(seat)
    return Choice(MENU[plan(view(state, seat), team, other, budget)[seat]])


@lru_cache(maxsize=16)  # teammates ask for the same plan one after another
def plan(scene: State, team: tuple[int, ...], other: tuple[int, ...], budget: int) -> tuple[int, ...]:
    """Return an order for each ship of *team* that is afloat, ``NO_ORDER`` for all other seats."""
    foreseen = min(MOST_FORESEEN, budget // FORESEEN) if budget >= PLANNED else 0
    samples = max(1, budget // SAMPLED)
    stream = Stream("sea_battle", repr((scene.at, scene.heading, scene.damage)), "ladder")
    mine = Plan(scene, team, foreseen, samples)
    answers = (1 + (budget >= TWICE)) if foreseen and mine.contact else 0
    share = budget // (2 * answers + 1)
    if answers:
        theirs = Plan(scene, other, foreseen, samples)
        for _ in range(answers):
            planned, answer = (_improved(side, stream, share) for side in (mine, theirs))
            mine.samples += [_by_seat(answer)] * max(1, samples // 2)
            theirs.samples += [_by_seat(planned)] * max(1, samples // 2)
    return _by_seat(_improved(mine, stream, share), NO_ORDER)


def _by_seat(joint: Joint, missing: int = 0) -> tuple[int, ...]:
    return tuple(joint.get(seat, missing) for seat in SEATS)


def _improved(side: Plan, stream: Stream, budget: int) -> Joint:
    """Return the best joint orders after *budget* rounds of local search, which changes one ship's order at a time."""
    if any(map(any, side.counts)):  # the most frequent orders of fictitious play
        joint = {seat: side.counts[seat].index(max(side.counts[seat])) for seat in side.team}
    else:
        joint = {seat: stream.below(len(ORDERS)) for seat in side.team}
    trials = budget // len(side.samples) - 1
    value = side.value(joint) if trials > 0 else 0
    changes = [(seat, order) for seat in side.team for order in ORDERS]
    since = len(changes)
    while trials > 0 and since:
        for seat, order in stream.shuffled(changes)[:trials]:
            changed = {**joint, seat: order}
            trials -= 1
            since -= 1
            if (score := side.value(changed)) > value:
                joint, value, since = changed, score, len(changes)
    return joint


LADDER = Ladder(think, "rounds resolved for a plan", budgets=(2, 4, 8, 16, 32, 64, 512, 2048))
