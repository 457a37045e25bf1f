"""The course of a ship of Sea Battle if no ship is in its way, and the broadside that bears on a square."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.sea_battle import waters
from interplay.tracks.games.sea_battle.rules import State, known_damage
from interplay.tracks.games.sea_battle.waters import BEARINGS, FORWARD, MENU, MOVEMENTS, RANGE, SIZE, STAY, STEPS, TURN

ORDERS = range(len(MENU))
NEITHER = -1
"""No broadside bears."""


class Course(Struct, frozen=True, gc=False):
    """Where a movement ends, with what heading, and how often a rock is struck on it.

    ``blocked`` means that it ends with a rock ahead, from where a ship can neither go on nor turn without damage.
    """

    square: int
    heading: int
    struck: int
    blocked: int


def view(state: State, seat: int) -> State:
    """Return the battle as *seat* knows it, without the past; equal for a whole team unless damage is hidden."""
    return State(state.sea, state.at, state.heading, known_damage(state, seat))


def courses(view: State, seat: int) -> tuple[Course, ...]:
    """Return where each movement takes a ship if only rocks stop it, by movement."""
    return _courses(view.sea.chart, view.at[seat], view.heading[seat])


@lru_cache(maxsize=1 << 14)
def _courses(chart: bytes, square: int, heading: int) -> tuple[Course, ...]:
    return tuple(_course(chart, square, heading, movement) for movement in MOVEMENTS)


def _course(chart: bytes, square: int, heading: int, movement: int) -> Course:
    ahead = chart[square + STEPS[heading]]
    if movement == STAY:
        return Course(square, heading, 0, ahead)
    struck = ahead
    square += 0 if ahead else STEPS[heading]
    if movement != FORWARD:
        heading = (heading + TURN[movement]) % 4
        ahead = chart[square + STEPS[heading]]
        struck += ahead
        square += 0 if ahead else STEPS[heading]
    return Course(square, heading, struck, chart[square + STEPS[heading]])


@lru_cache(maxsize=1 << 14)
def reach(chart: bytes, square: int, heading: int) -> Mapping[int, int]:
    """Return the squares on which a ship can hit another one, each with the broadside; rocks stop shots."""
    shots = dict[int, int]()
    for side, line in enumerate(BEARINGS[heading]):
        for far in line:
            shots[square + far] = side
            if chart[square + far]:
                break
    return shots


def bearing(chart: bytes, gun: Course, square: int) -> int:
    """Return the broadside of a ship that bears on *square*, ``NEITHER`` where none does or a rock is in between."""
    return reach(chart, gun.square, gun.heading).get(square, NEITHER)


def distance(square: int, other: int) -> int:
    """Return how many squares east or west and north or south lie between two squares."""
    return abs(square % SIZE - other % SIZE) + abs(square // SIZE - other // SIZE)


def greedy_orders(view: State, seat: int) -> Sequence[int]:
    """Return the orders of greatest value to a ship if all movements of the others are equally likely.

    A movement of an enemy that a broadside would meet counts 2, one of a teammate -2, one from which an enemy's guns
    would bear -1, a rock struck -4, or -40 if the ship sinks, a rock ahead in the end -5; among equals those that end
    nearest to an enemy.
    """
    chart, mine, foes = view.sea.chart, courses(view, seat), view.afloat(waters.fleets(seat)[1])
    harm = [4 * course.struck if view.damage[seat] + course.struck < waters.THRESHOLD else 40 for course in mine]
    values = [-harm[order >> 1] - 5 * mine[order >> 1].blocked for order in ORDERS]
    shots = [reach(chart, course.square, course.heading) for course in mine]
    for other in view.afloat():
        if other == seat or distance(view.at[seat], view.at[other]) > RANGE + 4:
            continue
        theirs, worth = courses(view, other), 2 if other in foes else -2
        threats = [reach(chart, course.square, course.heading) for course in theirs] if other in foes else []
        for movement in MOVEMENTS:
            for course in theirs:
                if (side := shots[movement].get(course.square, NEITHER)) != NEITHER:
                    values[2 * movement + side] += worth
            threatened = sum(mine[movement].square in threat for threat in threats)
            values[2 * movement] -= threatened
            values[2 * movement + 1] -= threatened
    near = [min((distance(course.square, view.at[foe]) for foe in foes), default=0) for course in mine]
    keys = [(values[order], -near[order >> 1]) for order in ORDERS]
    best = max(keys)
    return [order for order in ORDERS if keys[order] == best]
