"""A board of Hive for a search: it makes turns and takes them back, lists all turns and computes a value.

It keeps the occupied neighbours of each hex, one bit a direction, so that slides, most of the one-hive rule and the
value of a tile are looked up in tables. Values are whole numbers.
"""

from interplay.tracks.games.hive.board import DIRECTIONS, FULL, ONE_ARC, ORIGIN, SLIDES, jumps, loose, open_hexes
from interplay.tracks.games.hive.position import KINDS, NONE, PER_SEAT, QUEEN_BY, QUEENS, RESERVE, SIZE, TILES

Turn = tuple[int, int]
"""A tile and the hex it goes to."""
PASS: Turn = (NONE, RESERVE)
LOST = 1_000_000
"""What a surrounded queen costs."""
SURE = LOST // 2
DANGER = (0, 8, 20, 40, 70, 120, LOST)
"""What 0 to 6 occupied neighbours cost a queen."""
FREE = {"queen": 0, "spider": 5, "grasshopper": 7, "ant": 18}
"""The value of a tile on the plane that can move, judged by its neighbours alone; 0 for one that cannot."""
KEPT = {"queen": 0, "spider": 3, "grasshopper": 5, "ant": 9}
"""The value of a tile in the reserve."""
FADE = (16, 16, 14, 12, 9, 6, 3, 0)
"""Sixteenths of ``FREE`` and ``KEPT`` that count in each ten turns; they fall, so that a player attacks in the end."""
_STEPS = tuple((step, 1 << (n + 3) % 6) for n, step in enumerate(DIRECTIONS))
"""Each direction, with the bit that stands for a tile as its neighbour in that direction sees it."""
_KEPT = FULL + 1
"""Stands for the neighbours of a tile in the reserve."""


def _tile_value(kind: str, occupied: int) -> int:
    if occupied == _KEPT:
        return KEPT[kind]
    return FREE[kind] if ONE_ARC[occupied] and (kind == "grasshopper" or SLIDES[occupied]) else 0


_TILE_VALUES = tuple(tuple(_tile_value(kind, occupied) for occupied in range(_KEPT + 1)) for kind in TILES)
_DANGER = (*(DANGER[occupied.bit_count()] for occupied in range(FULL + 1)), 0)


class Board:
    """A position that changes: the hex of each tile, the occupied hexes, their neighbours, the turns taken."""

    def __init__(self, where: tuple[int, ...], turns: int) -> None:
        self.where = list(where)
        self.turns = turns
        self.tiles: set[int] = set()
        self.near = {RESERVE: _KEPT, ORIGIN: 0}
        for hex_ in where:
            if hex_ != RESERVE:
                self._drop(hex_)

    def make(self, turn: Turn) -> int:
        """Make a turn; return where the tile was, for ``unmake``."""
        tile, end = turn
        self.turns += 1
        if tile == NONE:
            return RESERVE
        start = self.where[tile]
        if start != RESERVE:
            self._lift(start)
        self._drop(end)
        self.where[tile] = end
        return start

    def unmake(self, turn: Turn, start: int) -> None:
        """Take a turn back."""
        tile, end = turn
        self.turns -= 1
        if tile == NONE:
            return
        self._lift(end)
        if start != RESERVE:
            self._drop(start)
        self.where[tile] = start

    def value(self) -> int:
        """Return the value to the seat to move."""
        near, where = self.near, self.where
        total = 0
        for table, hex_ in zip(_TILE_VALUES, where[:SIZE], strict=True):
            total += table[near[hex_]]
        for table, hex_ in zip(_TILE_VALUES, where[SIZE:], strict=True):
            total -= table[near[hex_]]
        total = total * FADE[min(self.turns // 10, len(FADE) - 1)] // 16
        total += _DANGER[near[where[QUEENS[1]]]] - _DANGER[near[where[QUEENS[0]]]]
        return -total if self.turns % 2 else total

    def over(self) -> bool:
        """Return whether a queen is surrounded."""
        near, where = self.near, self.where
        return near[where[QUEENS[0]]] == FULL or near[where[QUEENS[1]]] == FULL

    def options(self) -> list[Turn]:
        """Return the turns of the seat to move; first those that crowd the other queen or free the own one."""
        turns = self._placements() + self._moves()
        queen, rival_queen = self.where[QUEENS[self.turns % 2]], self.where[QUEENS[1 - self.turns % 2]]
        crowding = {rival_queen + step for step in DIRECTIONS}
        relieving = {queen + step for step in DIRECTIONS} | {queen}
        where = self.where

        def order(turn: Turn) -> int:
            start, end = where[turn[0]], turn[1]
            return (start in crowding) - (end in crowding) + (end in relieving) - (start in relieving)

        turns.sort(key=order)
        return turns or [PASS]

    def _placements(self) -> list[Turn]:
        seat = self.turns % 2
        first, where = SIZE * seat, self.where
        pressed = where[first] == RESERVE and self.turns // 2 >= QUEEN_BY - 1
        tiles = []
        at = first
        for kind in KINDS:
            tiles += [tile for tile in range(at, at + PER_SEAT[kind]) if where[tile] == RESERVE][:1]
            at += PER_SEAT[kind]
        if pressed:
            tiles = [first]
        if not tiles:
            return []
        spots = self._spots(seat)
        return [(tile, spot) for tile in tiles for spot in spots]

    def _spots(self, seat: int) -> list[int]:
        if not self.tiles:
            return [ORIGIN]
        mine = {hex_ for hex_ in self.where[SIZE * seat : SIZE * seat + SIZE] if hex_ != RESERVE}
        if not mine:
            return [ORIGIN + step for step in DIRECTIONS]
        return open_hexes(mine, self.tiles - mine)

    def _moves(self) -> list[Turn]:
        first = SIZE * (self.turns % 2)
        if self.where[first] == RESERVE:
            return []
        turns: list[Turn] = []
        for tile in range(first, first + SIZE):
            hex_ = self.where[tile]
            if hex_ != RESERVE:
                turns += [(tile, end) for end in self._ends(TILES[tile - first], hex_)]
        return turns

    def _ends(self, kind: str, hex_: int) -> list[int]:
        occupied = self.near[hex_]
        if kind == "grasshopper":
            return jumps(self.tiles, hex_) if self._loose(hex_) else []
        if not SLIDES[occupied] or not self._loose(hex_):
            return []
        if kind == "queen":
            return [hex_ + step for step in SLIDES[occupied]]
        self._lift(hex_)
        ends = self._runs(hex_) if kind == "ant" else self._walks(hex_)
        self._drop(hex_)
        return ends

    def _loose(self, hex_: int) -> bool:
        return ONE_ARC[self.near[hex_]] or loose(self.tiles, hex_)

    def _runs(self, hex_: int) -> list[int]:
        near, reached, known = self.near, [hex_], {hex_}
        for here in reached:
            for step in SLIDES[near[here]]:
                end = here + step
                if end not in known:
                    known.add(end)
                    reached.append(end)
        return reached[1:]

    def _walks(self, hex_: int) -> list[int]:
        near = self.near
        ends: dict[int, None] = {}
        for step_1 in SLIDES[near[hex_]]:
            first = hex_ + step_1
            for step_2 in SLIDES[near[first]]:
                second = first + step_2
                if second != hex_:
                    for step_3 in SLIDES[near[second]]:
                        end = second + step_3
                        if end not in (hex_, first):
                            ends[end] = None
        return list(ends)

    def _lift(self, hex_: int) -> None:
        near = self.near
        self.tiles.remove(hex_)
        for step, bit in _STEPS:
            near[hex_ + step] ^= bit

    def _drop(self, hex_: int) -> None:
        near = self.near
        self.tiles.add(hex_)
        for step, bit in _STEPS:
            near[hex_ + step] = near.get(hex_ + step, 0) | bit
