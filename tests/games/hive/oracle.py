"""Hive once more, as slowly and plainly as possible: cube coordinates, a dict, paths walked one by one.

Written from the published rules and not from the engine: a tile slides if it keeps touching the hive and fits through,
which is tried on the two hexes that both ends have in common.
"""

from collections.abc import Iterator
from itertools import permutations

from interplay.tracks.games.hive.board import axial
from interplay.tracks.games.hive.position import RESERVE, SIZE, TILES, State

Cube = tuple[int, int, int]
Plane = dict[Cube, tuple[int, str]]
"""Hex -> seat and kind of the tile there."""
WAYS: tuple[Cube, ...] = tuple(sorted((x, y, z) for x, y, z in permutations((-1, 0, 1))))
STOCK = {"queen": 1, "spider": 2, "grasshopper": 3, "ant": 3}


def cube(q: int, r: int) -> Cube:
    return q, r, -q - r


def plane_of(state: State) -> Plane:
    tiles = [(tile, axial(where)) for tile, where in enumerate(state.where) if where != RESERVE]
    return {cube(*where): (tile // SIZE, TILES[tile % SIZE]) for tile, where in tiles}


def beside(hex_: Cube) -> set[Cube]:
    return {(hex_[0] + x, hex_[1] + y, hex_[2] + z) for x, y, z in WAYS}


def in_one_piece(hexes: set[Cube]) -> bool:
    pieces = [{hex_} for hex_ in hexes]
    for hex_ in hexes:
        joined = [piece for piece in pieces if piece & (beside(hex_) | {hex_})]
        pieces = [piece for piece in pieces if piece not in joined] + [set().union(*joined)]
    return len(pieces) <= 1


def slides(others: set[Cube], start: Cube) -> set[Cube]:
    """Return where a lifted tile slides from *start*, beside *others*."""
    ends = beside(start) - others
    return {end for end in ends if len(beside(start) & beside(end) & others) == 1}


def ends(plane: Plane, start: Cube) -> set[Cube]:
    """Return where the tile on *start* may move."""
    kind, others = plane[start][1], set(plane) - {start}
    if not in_one_piece(others):
        return set()
    if kind == "queen":
        return slides(others, start)
    if kind == "grasshopper":
        return set(landings(set(plane), start))
    if kind == "spider":
        return {path[-1] for path in three_slides(others, start)}
    found = {start}
    while more := {end for hex_ in found for end in slides(others, hex_)} - found:
        found |= more
    return found - {start}


def three_slides(others: set[Cube], start: Cube) -> Iterator[tuple[Cube, ...]]:
    for one in slides(others, start):
        for two in slides(others, one):
            for three in slides(others, two):
                if len({start, one, two, three}) == 4:
                    yield one, two, three


def landings(hexes: set[Cube], start: Cube) -> Iterator[Cube]:
    for x, y, z in WAYS:
        far = 1
        while (start[0] + far * x, start[1] + far * y, start[2] + far * z) in hexes:
            far += 1
        if far > 1:
            yield start[0] + far * x, start[1] + far * y, start[2] + far * z


def actions(plane: Plane, seat: int, taken: int) -> set[str]:
    """Return the whole turns of *seat*, who has taken *taken* turns, as their ids."""
    own = {hex_ for hex_, (owner, _) in plane.items() if owner == seat}
    queen = (seat, "queen") in plane.values()
    found = set()
    for kind, number in STOCK.items():
        left = number - sum(tile == (seat, kind) for tile in plane.values())
        if left and (queen or taken < 3 or kind == "queen"):
            found |= {f"place:{kind}@{q},{r}" for q, r, _ in spots(plane, own)}
    for start in own if queen else ():
        found |= {f"move:{start[0]},{start[1]}>{q},{r}" for q, r, _ in ends(plane, start)}
    return found or {"pass"}


def spots(plane: Plane, own: set[Cube]) -> set[Cube]:
    if not plane:
        return {(0, 0, 0)}
    if not own:
        return beside((0, 0, 0))
    other = set(plane) - own
    return {hex_ for tile in own for hex_ in beside(tile) if hex_ not in plane and not beside(hex_) & other}


def surrounded(plane: Plane, seat: int) -> bool:
    return any(tile == (seat, "queen") and beside(hex_) <= set(plane) for hex_, tile in plane.items())


def played(plane: Plane, seat: int, action: str) -> Plane:
    """Return the plane after a whole turn."""
    if action == "pass":
        return plane
    what, _, to = action.replace("@", ">").partition(">")
    verb, _, name = what.partition(":")
    after = dict(plane)
    after[_hex(to)] = (seat, name) if verb == "place" else after.pop(_hex(name))
    return after


def _hex(text: str) -> Cube:
    q, r = map(int, text.split(","))
    return cube(q, r)
