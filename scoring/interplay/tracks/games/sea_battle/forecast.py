"""How often to expect each order of each ship of Sea Battle: fictitious play of one round.

The round is split into pairs of ships: shots and collisions of two ships depend on their two orders alone, if no ship
is in between. In each iteration every ship takes the best order against the frequencies of the others' orders so far.
All numbers are whole; 100 is about the value of one damage.
"""

from collections.abc import Sequence
from functools import cache

from interplay.tracks.games.sea_battle.gunnery import NEITHER, ORDERS, Course, bearing, courses, distance
from interplay.tracks.games.sea_battle.rules import State
from interplay.tracks.games.sea_battle.waters import BROADSIDES, MOVEMENTS, RANGE, SEATS, SHOT_DAMAGE, TEAMS, THRESHOLD

Counts = tuple[int, ...]
Payoffs = list[list[int]]
"""Own order, then the other's -> payoff of the pair of orders to the first ship."""
ROCK_COST, BLOCKED_COST, MEETING_COST = 100, 120, 60
PRIOR = 4
REACH = RANGE + 4
"""Greatest distance of ships that can hit each other in this round: both may end two squares away."""


def damage_value(damage: int) -> int:
    """Return the value of one more damage to a ship with *damage*; it is greater the closer the ship is to sinking."""
    return 100 + 10 * damage


@cache
def left(damage: int) -> int:
    """Return the remaining value of a ship; 0 for a sunk ship, which no longer fires."""
    return 0 if damage >= THRESHOLD else 300 + sum(map(damage_value, range(damage, THRESHOLD)))


def forecast(view: State, pull: Sequence[Sequence[int]], rounds: int) -> tuple[Counts, ...]:
    """Return for each seat how often it took each order in *rounds* of fictitious play; nothing for sunk ships.

    *pull* is an additional payoff for each movement of each seat.
    """
    afloat = view.afloat()
    ways = {seat: courses(view, seat) for seat in afloat}
    solo = {s: [pull[s][order >> 1] - _cost(ways[s][order >> 1]) for order in ORDERS] for s in afloat}
    pairs = _pairs(view, ways)
    totals = {
        seat: [
            PRIOR * solo[seat][order] + sum(PRIOR * sum(m[order]) // len(ORDERS) for _, m in pairs[seat])
            for order in ORDERS
        ]
        for seat in afloat
    }
    columns = {seat: [(other, list(zip(*m, strict=True))) for other, m in pairs[seat]] for seat in afloat}
    counts = {seat: [0] * len(ORDERS) for seat in afloat}
    gains: dict[tuple[int, ...], list[int]] = {}  # by a seat and the others' orders, which come again and again
    for _ in range(rounds):
        best = {seat: totals[seat].index(max(totals[seat])) for seat in afloat}
        for seat in afloat:
            counts[seat][best[seat]] += 1
            key = (seat, *[best[other] for other, _ in columns[seat]])
            if key not in gains:
                met = [column[best[other]] for other, column in columns[seat]]
                gains[key] = [sum(values) for values in zip(solo[seat], *met, strict=True)]
            totals[seat] = [total + gain for total, gain in zip(totals[seat], gains[key], strict=True)]
    return tuple(tuple(counts.get(seat, ())) for seat in SEATS)


def _cost(course: Course) -> int:
    return ROCK_COST * course.struck + BLOCKED_COST * course.blocked


def _pairs(view: State, ways: dict[int, tuple[Course, ...]]) -> dict[int, list[tuple[int, Payoffs]]]:
    """Return for each seat the others within reach, each with the payoffs of both orders."""
    pairs: dict[int, list[tuple[int, Payoffs]]] = {seat: [] for seat in ways}
    for seat in ways:
        for other in ways:
            if seat < other and distance(view.at[seat], view.at[other]) <= REACH:
                mine, theirs = _pair(view, ways, seat, other)
                pairs[seat].append((other, mine))
                pairs[other].append((seat, theirs))
    return pairs


def _pair(view: State, ways: dict[int, tuple[Course, ...]], seat: int, other: int) -> tuple[Payoffs, Payoffs]:
    """Return the payoffs of two ships, by the first's orders and by the second's."""
    mine = [[0] * len(ORDERS) for _ in ORDERS]
    theirs = [[0] * len(ORDERS) for _ in ORDERS]
    foes = (seat in TEAMS[0]) != (other in TEAMS[0])
    gain, loss = (SHOT_DAMAGE * damage_value(view.damage[s]) for s in (other, seat))
    for m in MOVEMENTS:
        for n in MOVEMENTS:
            here, there = ways[seat][m], ways[other][n]
            sides = bearing(view.sea.chart, here, there.square), bearing(view.sea.chart, there, here.square)
            cost = MEETING_COST if here.square == there.square else 0
            if sides == (NEITHER, NEITHER) and not cost:
                continue
            for a in BROADSIDES:
                for b in BROADSIDES:
                    hit, got = gain * (sides[0] == a), loss * (sides[1] == b)
                    mine[2 * m + a][2 * n + b] = (hit if foes else -hit) - got - cost
                    theirs[2 * n + b][2 * m + a] = (got if foes else -got) - hit - cost
    return mine, theirs
