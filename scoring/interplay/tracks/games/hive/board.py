"""The plane that Hive is played on, and how its tiles move.

A hex is one number, 4096 q + r in axial coordinates (q, r), so that neighbours differ by constants and numbers ascend
as pairs do. A set of hexes ``tiles`` holds all tiles on the plane, and is connected.
"""

from collections.abc import Collection, Mapping, Set

ORIGIN = 0
STEP = 4096
"""The plane reaches farther than 500 moves can carry a hive of 18 tiles."""
DIRECTIONS = (STEP, STEP - 1, -1, -STEP, 1 - STEP, 1)
"""East, northeast, northwest, west, southwest, southeast: each next to the one before, the last next to the first."""
EAST, NORTHEAST, NORTHWEST, WEST, SOUTHWEST, SOUTHEAST = DIRECTIONS
FULL = 0b111111
"""What ``around`` returns for a hex with six occupied neighbours."""


def _slides(occupied: int) -> tuple[int, ...]:
    """Return the directions in which a tile can slide, given the *occupied* directions around it, one bit each.

    The hex must be empty, and of the two hexes that touch both it and the start exactly one must be occupied: two
    would leave no room, none would leave the hive.
    """
    at = [occupied >> n & 1 for n in range(6)]
    return tuple(step for n, step in enumerate(DIRECTIONS) if not at[n] and at[n - 1] != at[(n + 1) % 6])


def _one_arc(occupied: int) -> bool:
    return sum((occupied >> n & 1) > (occupied >> (n + 1) % 6 & 1) for n in range(6)) <= 1


SLIDES = tuple(map(_slides, range(FULL + 1)))
ONE_ARC = tuple(map(_one_arc, range(FULL + 1)))
"""Whether tiles in these directions of a hex are connected by themselves."""


def hex_at(q: int, r: int) -> int:
    """Return the hex with these coordinates."""
    return STEP * q + r


def axial(where: int) -> tuple[int, int]:
    """Return the coordinates q, r of a hex."""
    r = (where + STEP // 2) % STEP - STEP // 2
    return (where - r) // STEP, r


def around(tiles: Collection[int], where: int) -> int:
    """Return which neighbours of a hex are occupied, one bit a direction."""
    return (
        (where + EAST in tiles)
        | (where + NORTHEAST in tiles) << 1
        | (where + NORTHWEST in tiles) << 2
        | (where + WEST in tiles) << 3
        | (where + SOUTHWEST in tiles) << 4
        | (where + SOUTHEAST in tiles) << 5
    )


def loose(tiles: Set[int], where: int) -> bool:
    """Return whether the other tiles stay connected when the tile at *where* is lifted."""
    return bool(ONE_ARC[around(tiles, where)]) or joined_without(tiles, where)


def joined_without(tiles: Set[int], where: int) -> bool:
    """Return whether the neighbours of the tile at *where* are connected by other tiles, as all others then are."""
    rest = set(tiles)
    rest.remove(where)
    neighbours = {where + step for step in DIRECTIONS} & rest
    reached = [neighbours.pop()]
    rest.remove(reached[0])
    for here in reached:
        for step in DIRECTIONS:
            if (there := here + step) in rest:
                rest.remove(there)
                reached.append(there)
        if neighbours.isdisjoint(rest):
            return True
    return False


def steps(tiles: Set[int], where: int) -> list[int]:
    """Return where one slide can end."""
    return [where + step for step in SLIDES[around(tiles, where)]]


class _Near(dict[int, int]):
    """The occupied neighbours of each hex among *tiles*, found when they are asked for."""

    def __init__(self, tiles: Set[int]) -> None:
        self._tiles = tiles

    def __missing__(self, where: int) -> int:
        return self.setdefault(where, around(self._tiles, where))


def runs(tiles: Set[int], where: int, near: Mapping[int, int] | None = None) -> list[int]:
    """Return where one or more slides can end; *near* has the neighbours of each hex when the tile is lifted."""
    near, reached, known = near or _Near(tiles - {where}), [where], {where}
    for here in reached:
        for step in SLIDES[near[here]]:
            if (there := here + step) not in known:
                known.add(there)
                reached.append(there)
    return reached[1:]


def walks(tiles: Set[int], where: int, near: Mapping[int, int] | None = None) -> list[int]:
    """Return where exactly three slides can end that touch no hex twice; *near* as in ``runs``."""
    near, ends = near or _Near(tiles - {where}), dict[int, None]()
    for first in (where + step for step in SLIDES[near[where]]):
        for second in (first + step for step in SLIDES[near[first]]):
            for end in (second + step for step in SLIDES[near[second]] if second != where):
                if end not in (where, first):
                    ends[end] = None
    return list(ends)


def jumps(tiles: Set[int], where: int) -> list[int]:
    """Return the first empty hexes in straight lines over one or more tiles."""
    landed = []
    for step in DIRECTIONS:
        there = where + step
        if there in tiles:
            while there in tiles:
                there += step
            landed.append(there)
    return landed


MOVES = {"queen": steps, "spider": walks, "grasshopper": jumps, "ant": runs}
"""How each type of tile moves, once it is ``loose``."""


def moves(kind: str, tiles: Set[int], where: int) -> list[int]:
    """Return where the tile at *where* can go, ascending."""
    return sorted(MOVES[kind](tiles, where)) if loose(tiles, where) else []


def mobile(kind: str, tiles: Set[int], where: int) -> bool:
    """Return whether the tile at *where* can move, if possible without computing its destinations."""
    if kind == "grasshopper":
        return loose(tiles, where)
    if not SLIDES[around(tiles, where)]:
        return False
    return loose(tiles, where) and (kind != "spider" or bool(walks(tiles, where)))


def open_hexes(mine: Set[int], other: Set[int]) -> list[int]:
    """Return the empty hexes beside a tile of *mine* and beside none of *other*, ascending."""
    near = {tile + step for tile in mine for step in DIRECTIONS}
    taken = {tile + step for tile in other for step in DIRECTIONS}
    return sorted(near - taken - mine - other)
