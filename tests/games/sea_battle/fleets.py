"""Positions of Sea Battle for tests, and a second implementation of a round, written for likeness to the rules.

It works on squares as pairs and judges ship by ship with sets, sharing nothing with the engine but the numbers.
"""

from collections.abc import Mapping, Sequence

from interplay.tracks.games.sea_battle.rules import GAME, Sea, State
from interplay.tracks.games.sea_battle.waters import rock_map
from interplay.tracks.games.shared.menu import Choice

Square = tuple[int, int]
Ship = tuple[int, int, str, int]
"""x, y, heading, damage."""
AHEAD = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}
ROUND = "enws"


def number(x: int, y: int) -> int:
    return 24 * y + x


def sea(rocks: Sequence[Square] = (), *, adjudicate: bool = True, hide_damage: bool = False) -> Sea:
    squares = tuple(number(x, y) for x, y in rocks)
    return Sea(squares, rock_map(squares), adjudicate, hide_damage)


def fleet(ships: Mapping[int, Ship], rocks: Sequence[Square] = (), played: int = 0, water: Sea | None = None) -> State:
    """Return a battle of *ships* by seat; all others are sunk."""
    placed = [ships.get(seat, (1, 1, "e", 10)) for seat in range(6)]
    return State(
        sea=water or sea(rocks),
        at=tuple(number(x, y) for x, y, _, _ in placed),
        heading=tuple(ROUND.index(h) for _, _, h, _ in placed),
        damage=tuple(d for *_, d in placed),
        played=played,
    )


def sail(state: State, orders: Mapping[int, str]) -> State:
    return GAME.apply(state, {seat: Choice(order) for seat, order in orders.items()})


def ship(state: State, seat: int) -> Ship:
    y, x = divmod(state.at[seat], 24)
    return x, y, ROUND[state.heading[seat]], state.damage[seat]


def reference(ships: Mapping[int, Ship], rocks: set[Square], orders: Mapping[int, str]) -> dict[int, Ship]:
    """Return the ships after a round; those of *ships* with damage below 10 are afloat."""
    place = {s: (x, y) for s, (x, y, _, _) in ships.items()}
    faces = {s: h for s, (_, _, h, _) in ships.items()}
    harm = {s: d for s, (*_, d) in ships.items()}
    moves = {s: order.split("_")[0] for s, order in orders.items()}
    afloat = [s for s in ships if harm[s] < 10]
    rammed = step(place, faces, rocks, afloat, [s for s in afloat if moves[s] != "stay"], harm)
    for s in rammed:
        harm[s] += 1
    afloat = [s for s in ships if harm[s] < 10]
    turning = [s for s in afloat if moves[s] in ("left", "right")]
    for s in turning:
        faces[s] = turned(faces[s], moves[s])
    step(place, faces, rocks, afloat, turning, harm)
    afloat = [s for s in ships if harm[s] < 10]
    hits = [target(place, turned(faces[s], orders[s].split("_")[1]), rocks, afloat, s) for s in afloat]
    for hit in hits:
        if hit is not None:
            harm[hit] += 2
    return {s: (*place[s], faces[s], harm[s]) for s in ships}


def turned(heading: str, to: str) -> str:
    return ROUND[(ROUND.index(heading) + (1 if to == "left" else 3)) % 4]


def step(
    place: dict[int, Square],
    faces: dict[int, str],
    rocks: set[Square],
    afloat: list[int],
    going: list[int],
    harm: dict[int, int],
) -> set[int]:
    """Move *going* one square ahead where they can; return who was involved in a collision."""
    want = {s: ahead(place[s], faces[s]) if s in going else place[s] for s in afloat}
    moving = set(going)
    for s in going:
        if solid(want[s], rocks):
            harm[s] += 1
            moving.discard(s)
    involved: set[int] = set()
    changed = True
    while changed:
        changed = False
        for s in sorted(moving):
            rivals = {t for t in afloat if t != s and want[t] == want[s] and t in going and not solid(want[t], rocks)}
            holders = {t for t in afloat if t != s and place[t] == want[s] and t not in moving}
            facing = {t for t in afloat if place[t] == want[s] and want[t] == place[s]}
            if contacts := rivals | holders | facing:
                moving.discard(s)
                involved |= contacts | {s}
                changed = True
    for s in moving:
        place[s] = want[s]
    return involved


def ahead(square: Square, heading: str) -> Square:
    dx, dy = AHEAD[heading]
    return square[0] + dx, square[1] + dy


def solid(square: Square, rocks: set[Square]) -> bool:
    return square in rocks or not (0 < square[0] < 23 and 0 < square[1] < 23)


def target(place: dict[int, Square], direction: str, rocks: set[Square], afloat: list[int], shooter: int) -> int | None:
    square = place[shooter]
    for _ in range(3):
        square = ahead(square, direction)
        if solid(square, rocks):
            return None
        for s in afloat:
            if place[s] == square:
                return s
    return None


def mirrored(ships: Mapping[int, Ship]) -> dict[int, Ship]:
    """Return the ships with east and west exchanged."""
    flip = {"e": "w", "w": "e", "n": "n", "s": "s"}
    return {s: (23 - x, y, flip[h], d) for s, (x, y, h, d) in ships.items()}


def mirrored_order(order: str) -> str:
    swap = {"left": "right", "right": "left", "forward": "forward", "stay": "stay"}
    return "_".join(swap[part] for part in order.split("_"))
