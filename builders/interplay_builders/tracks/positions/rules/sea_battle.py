"""Simple rules for positions of Sea Battle: what the sealed orders of the others make of an order in this round."""

import re
from collections.abc import Callable, Mapping

from interplay.tracks.games.sea_battle.gunnery import distance
from interplay.tracks.games.sea_battle.rules import State
from interplay.tracks.games.sea_battle.waters import MENU, SEATS, TEAMS, THRESHOLD, resolve
from interplay.tracks.positions.bots import stream_of
from interplay.tracks.positions.scores import Plan

Sealed = list[dict[int, list[int]]]
_LINE = re.compile(r"^- ship (\d) \((teammate|opponent)\): ([a-z_, ]+)$", re.MULTILINE)


def sealed_orders(plan: Plan) -> Sealed:
    """Return for each plan that the prompt tells the orders of each other ship, by round."""
    first: dict[int, list[int]] = {}
    second: dict[int, list[int]] = {}
    for seat, _, words in _LINE.findall(plan.position.messages[-1].content):
        orders = [MENU.index(word) for word in words.split(", then ")]
        (second if int(seat) in first else first)[int(seat)] = orders
    return [first, {**first, **second}] if second else [first]


def _fought(plan: Plan, order: int, rounds: int) -> tuple[float, float]:
    """Return (damage done minus damage taken, minus the distance of the enemy) if *order* is given in all *rounds*."""
    state: State = plan.state
    seat, gain, way = plan.position.seat, 0, 0
    mine, foes = TEAMS if seat in TEAMS[0] else TEAMS[::-1]
    for sealed in (worlds := sealed_orders(plan)):
        at, heading, damage = list(state.at), list(state.heading), list(state.damage)
        for number in range(rounds):
            orders = [order if s == seat else sealed[s][number] if s in sealed else 0 for s in SEATS]
            at, heading, damage, *_ = resolve(state.sea.chart, at, heading, damage, orders)
        gain += sum(damage[s] - state.damage[s] for s in foes) - sum(damage[s] - state.damage[s] for s in mine)
        way += min((distance(at[seat], at[s]) for s in foes if damage[s] < THRESHOLD), default=0)
    return gain / len(worlds), -way / len(worlds)


def _first(plan: Plan, order: int) -> tuple[float, ...]:
    return _fought(plan, order, 1)


def _nearest(plan: Plan, order: int) -> tuple[float, ...]:
    return _fought(plan, order, 1)[::-1]


def _again(plan: Plan, order: int) -> tuple[float, ...]:
    return _fought(plan, order, 3)


def _unhurt(plan: Plan, order: int) -> tuple[float, ...]:
    """Return how little the player's ship is damaged in this round."""
    state: State = plan.state
    seat, harm = plan.position.seat, 0
    for sealed in sealed_orders(plan):
        orders = [order if s == seat else sealed[s][0] if s in sealed else 0 for s in SEATS]
        harm += resolve(state.sea.chart, state.at, state.heading, state.damage, orders)[2][seat]
    return (-harm,)


def _rule(key: Callable[[Plan, int], tuple[float, ...]]) -> Callable[[Plan], str]:
    """Return the rule that gives the order of the greatest key, one at random of equals."""

    def chosen(plan: Plan) -> str:
        orders = stream_of(plan, "order").shuffled(range(len(MENU)))
        return MENU[max(orders, key=lambda order: key(plan, order))]

    return chosen


RULES: Mapping[str, Callable[[Plan], str]] = {
    "the same order three times": _rule(_again),
    "best in this round": _rule(_first),
    "nearest to the enemy": _rule(_nearest),
    "least damage in this round": _rule(_unhurt),
}
