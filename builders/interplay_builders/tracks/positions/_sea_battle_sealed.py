"""The value of an order in Sea Battle when all other ships have sealed orders, by exhaustive search.

A fleet is squares, headings and damage by seat. A plan has the other ships' orders by round and seat. Where several
plans are possible, the ship learns from each round which of them may still be followed.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from interplay.tracks.games.sea_battle.gunnery import ORDERS
from interplay.tracks.games.sea_battle.rules import State
from interplay.tracks.games.sea_battle.waters import SEATS, TEAMS, THRESHOLD, resolve

ROUNDS = 3
Orders = tuple[int, ...]
Plan = tuple[Orders, ...]


class Fleet(NamedTuple):
    """Position, heading and damage of all ships."""

    at: tuple[int, ...]
    heading: tuple[int, ...]
    damage: tuple[int, ...]


Worlds = tuple[tuple[Fleet, Plan], ...]


def values(state: State, seat: int, plans: Sequence[Plan]) -> list[float]:
    """Return by order what it gains on average over *plans*, all equally likely, with the best orders after it.

    A gain is the damage done to the other team in the rounds of the plans minus the damage done to its own team.
    """
    begun = Fleet(state.at, state.heading, state.damage)
    total = [_worth(state.sea.chart, seat, tuple((begun, plan) for plan in plans), 0, order) for order in ORDERS]
    start = len(plans) * balance(begun, seat)
    return [(gain - start) / len(plans) for gain in total]


def balance(fleet: Fleet, seat: int) -> int:
    """Return the damage of the other team minus that of the team of *seat*."""
    first, second = (sum(fleet.damage[s] for s in team) for team in TEAMS)
    return second - first if seat in TEAMS[0] else first - second


def ended(fleet: Fleet) -> bool:
    """Return whether a team has no ship afloat."""
    return any(all(fleet.damage[seat] >= THRESHOLD for seat in team) for team in TEAMS)


@lru_cache(maxsize=1 << 17)
def _best(chart: bytes, seat: int, worlds: Worlds, number: int) -> int:
    """Return the sum of final balances over *worlds*, which look the same to *seat*, from round *number* on."""
    fleet = worlds[0][0]
    if number == len(worlds[0][1]) or ended(fleet):
        return len(worlds) * balance(fleet, seat)
    orders = ORDERS if fleet.damage[seat] < THRESHOLD else ORDERS[:1]
    return max(_worth(chart, seat, worlds, number, order) for order in orders)


def _worth(chart: bytes, seat: int, worlds: Worlds, number: int, order: int) -> int:
    """Return the same after an order of *seat*, for each group of worlds that the seat can distinguish."""
    alike: dict[tuple[Fleet, Orders], Worlds] = {}
    for fleet, plan in worlds:
        orders = tuple([order if s == seat else plan[number][s] for s in SEATS])
        at, heading, damage, *_ = resolve(chart, fleet.at, fleet.heading, fleet.damage, orders)
        visible = tuple([o for s, o in enumerate(orders) if fleet.damage[s] < THRESHOLD])
        after = Fleet(tuple(at), tuple(heading), tuple(damage))
        alike[after, visible] = (*alike.get((after, visible), ()), (after, plan))
    return sum(_best(chart, seat, group, number + 1) for group in alike.values())
