"""The ladder of Sea Battle: a team's joint orders tried against orders of the enemy, more and more of them.

The weak levels change random orders of their ships and keep what helps against one sample of what the enemy may do.
The strong ones begin with fictitious play and many samples; where a fight is possible they also work out the enemy's
best answers to their plan, and plan again with these among the samples.
"""

from functools import lru_cache

from interplay.core.randomness import Stream
from interplay.tracks.games.sea_battle.bots import Joint, Plan
from interplay.tracks.games.sea_battle.gunnery import ORDERS, View, view
from interplay.tracks.games.sea_battle.rules import NO_ORDER, State
from interplay.tracks.games.sea_battle.waters import MENU, SEATS, TEAMS
from interplay.tracks.games.shared.menu import Choice
from interplay_lab.ladder.levels import Ladder

PLANNED = 64
"""From this budget on a plan begins with fictitious play and heeds the enemy's answers."""
FORESEEN, MOST_FORESEEN = 4, 120
"""Fictitious play takes a round for each so many of the budget, and so many at most."""
SAMPLED = 256
"""The enemy's orders are sampled once for each so many of the budget."""
TWICE = 2048
"""From this budget on the enemy's answers are worked out twice."""


def think(state: State, seat: int, _stream: Stream, budget: int) -> Choice:
    """Return the seat's part of its team's plan, which each seat works out from what all of the team see."""
    own, other = TEAMS if seat in TEAMS[0] else TEAMS[::-1]
    return Choice(MENU[plan(view(state, seat), own, other, budget)[seat]])


@lru_cache(maxsize=16)  # teammates ask for the same plan one after another
def plan(seen: View, own: tuple[int, ...], other: tuple[int, ...], budget: int) -> tuple[int, ...]:
    """Return an order for each ship of the team *own* that is afloat, ``NO_ORDER`` for all other seats."""
    foreseen = min(MOST_FORESEEN, budget // FORESEEN) if budget >= PLANNED else 0
    samples = max(1, budget // SAMPLED)
    stream = Stream("sea_battle", repr((seen.at, seen.heading, seen.damage)), "ladder")
    mine = Plan(seen, own, foreseen, samples)
    answers = (1 + (budget >= TWICE)) if foreseen and mine.contact else 0
    share = budget // (2 * answers + 1)
    if answers:
        theirs = Plan(seen, other, foreseen, samples)
        for _ in range(answers):
            planned, answer = (_improved(side, stream, share) for side in (mine, theirs))
            mine.samples += [_by_seat(answer)] * max(1, samples // 2)
            theirs.samples += [_by_seat(planned)] * max(1, samples // 2)
    joint = _improved(mine, stream, share)
    return tuple(joint.get(seat, NO_ORDER) for seat in SEATS)


def _by_seat(joint: Joint) -> tuple[int, ...]:
    return tuple(joint.get(seat, 0) for seat in SEATS)


def _improved(side: Plan, stream: Stream, budget: int) -> Joint:
    """Return the best joint orders found in *budget* rounds: one ship's order is changed at a time."""
    joint = _begun(side, stream)
    trials = budget // len(side.samples) - 1
    value = side.value(joint) if trials > 0 else 0
    changes = [(seat, order) for seat in side.team for order in ORDERS]
    since = len(changes)
    while trials > 0 and since:
        for seat, order in stream.shuffled(changes)[:trials]:
            changed = {**joint, seat: order}
            trials -= 1
            since -= 1
            if (found := side.value(changed)) > value:
                joint, value, since = changed, found, len(changes)
    return joint


def _begun(side: Plan, stream: Stream) -> Joint:
    """Return what fictitious play chose most often, or random orders without it."""
    if any(map(any, side.counts)):
        return {seat: side.counts[seat].index(max(side.counts[seat])) for seat in side.team}
    return {seat: stream.below(len(ORDERS)) for seat in side.team}


LADDER = Ladder(think, "rounds resolved for a plan", budgets=(2, 4, 8, 16, 32, 64, 512, 2048))
