"""A board of Hive for a search: it makes turns and takes them back, lists all turns and computes a value.

It keeps the occupied neighbours of each hex, one bit a direction, so that slides, most of the one-hive rule and the
value of a tile are looked up in tables. Values are whole numbers.
"""

from interplay.tracks.games.hive.board import (
    DIRECTIONS,
    FULL,
    ONE_ARC,
    ORIGIN,
    SLIDES,
    joined_without,
    jumps,
    open_hexes,
    runs,
    walks,
)
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
_KEPT = FULL + 1  # stands for the neighbours of a tile in the reserve


_PACKED = 1 << 12
"""What a queen's danger is multiplied by, so that it fits into one number with the other values, far below half."""


def _worths(tile: int) -> tuple[int, ...]:
    """Return what a tile counts for the first seat, packed, by its occupied neighbours."""
    kind, sign = TILES[tile % SIZE], 1 if tile < SIZE else -1
    is_free = [ONE_ARC[n] and (kind == "grasshopper" or bool(SLIDES[n])) for n in range(FULL + 1)]
    danger = [_PACKED * DANGER[n.bit_count()] if kind == "queen" else 0 for n in range(FULL + 1)]
    return (*(sign * (FREE[kind] * f - d) for f, d in zip(is_free, danger, strict=True)), sign * KEPT[kind])


_WORTHS = tuple(map(_worths, range(2 * SIZE)))
_BESIDE = tuple(tuple(step for n, step in enumerate(_STEPS) if occupied >> n & 1) for occupied in range(FULL + 1))
"""The steps to the occupied neighbours of a hex, with the bits that stand for the hex as they see it."""


def _unpacked(packed: int, fade: int) -> int:
    """Return the value to the first seat: sixteenths of what fades, and the danger to the queens."""
    total = (packed + _PACKED // 2) % _PACKED - _PACKED // 2
    return total * fade // 16 + (packed - total) // _PACKED


def _fade(turns: int) -> int:
    return FADE[min(turns // 10, len(FADE) - 1)]


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
        value = _unpacked(self._packed(), _fade(self.turns))
        return -value if self.turns % 2 else value

    def _packed(self) -> int:
        near = self.near
        return sum([table[near[hex_]] for table, hex_ in zip(_WORTHS, self.where, strict=True)])

    def over(self) -> bool:
        """Return whether a queen is surrounded."""
        near, where = self.near, self.where
        return near[where[QUEENS[0]]] == FULL or near[where[QUEENS[1]]] == FULL

    def options(self) -> list[Turn]:
        """Return the turns of the seat to move; first those that crowd the other queen or free its own."""
        where, near_queens = self.where, dict[int, int]()
        queen, rival_queen = where[QUEENS[self.turns % 2]], where[QUEENS[1 - self.turns % 2]]
        relieving = {queen + step for step in DIRECTIONS} | {queen}
        crowding = {rival_queen + step for step in DIRECTIONS}
        for hex_ in relieving | crowding:
            near_queens[hex_] = 2 + (hex_ in relieving) - (hex_ in crowding)
        ranked: tuple[list[Turn], ...] = ([], [], [], [], [])
        for tile, ends in self._placements() + self._moves():
            rank = 2 - near_queens.get(where[tile], 2)
            for end in ends:
                ranked[rank + near_queens.get(end, 2)].append((tile, end))
        return [turn for turns in ranked for turn in turns] or [PASS]

    def can(self, turn: Turn) -> bool:
        """Return whether a turn is one of the ``options``."""
        tile, end = turn
        seat = self.turns % 2
        if tile == NONE:
            return self.options() == [PASS]
        if tile // SIZE != seat:
            return False
        if self.where[tile] == RESERVE:
            return any(end in ends for other, ends in self._placements() if other == tile)
        return self.where[SIZE * seat] != RESERVE and end in self._ends(TILES[tile % SIZE], self.where[tile])

    def _placements(self) -> list[tuple[int, list[int]]]:
        seat = self.turns % 2
        first, where = SIZE * seat, self.where
        pressed = where[first] == RESERVE and self.turns // 2 >= QUEEN_BY - 1
        tiles, at = [first] if pressed else [], first
        for kind in () if pressed else KINDS:
            tiles += [tile for tile in range(at, at + PER_SEAT[kind]) if where[tile] == RESERVE][:1]
            at += PER_SEAT[kind]
        spots = self._spots(seat) if tiles else []
        return [(tile, spots) for tile in tiles]

    def _spots(self, seat: int) -> list[int]:
        if not self.tiles:
            return [ORIGIN]
        mine = {hex_ for hex_ in self.where[SIZE * seat : SIZE * seat + SIZE] if hex_ != RESERVE}
        if not mine:
            return [ORIGIN + step for step in DIRECTIONS]
        return open_hexes(mine, self.tiles - mine)

    def _moves(self) -> list[tuple[int, list[int]]]:
        first = SIZE * (self.turns % 2)
        if self.where[first] == RESERVE:
            return []
        placed = ((tile, self.where[tile]) for tile in range(first, first + SIZE))
        return [(tile, self._ends(TILES[tile - first], hex_)) for tile, hex_ in placed if hex_ != RESERVE]

    def _ends(self, kind: str, hex_: int) -> list[int]:
        occupied = self.near[hex_]
        if kind == "grasshopper":
            return jumps(self.tiles, hex_) if self._loose(hex_) else []
        if not SLIDES[occupied] or not self._loose(hex_):
            return []
        if kind == "queen":
            return [hex_ + step for step in SLIDES[occupied]]
        self._lift(hex_)
        ends = (runs if kind == "ant" else walks)(self.tiles, hex_, self.near)
        self._drop(hex_)
        return ends

    def _loose(self, hex_: int) -> bool:
        return ONE_ARC[self.near[hex_]] or joined_without(self.tiles, hex_)

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


class Outlook:
    """The values of the positions one turn after a board's, found from what the turn changes."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tile_at = {hex_: tile for tile, hex_ in enumerate(board.where)}
        self._packed = board._packed()
        self._fade = _fade(board.turns + 1)
        self._lifted: dict[int, tuple[int, dict[int, int]]] = {}

    def value(self, turn: Turn) -> int:
        """Return the value of a turn to the seat that makes it."""
        board, (tile, end) = self._board, turn
        packed = self._packed
        if tile != NONE:
            packed, changed = self._lifted.get(tile) or self._lift(tile)
            near, tile_at = board.near, self._tile_at
            occupied = changed[end] if end in changed else near[end]
            packed += _WORTHS[tile][occupied]
            for step, bit in _BESIDE[occupied]:
                hex_ = end + step
                before = changed[hex_] if hex_ in changed else near[hex_]
                worths = _WORTHS[tile_at[hex_]]
                packed += worths[before | bit] - worths[before]
        value = _unpacked(packed, self._fade)
        return -value if board.turns % 2 else value

    def _lift(self, tile: int) -> tuple[int, dict[int, int]]:
        """Return the packed value without a tile, and the neighbours of the hexes around it as they are then."""
        near, start = self._board.near, self._board.where[tile]
        packed, changed = self._packed - _WORTHS[tile][near[start]], dict[int, int]()
        for step, bit in _STEPS if start != RESERVE else ():
            hex_ = start + step
            before = near[hex_]
            changed[hex_] = before ^ bit
            if hex_ in self._tile_at:
                worths = _WORTHS[self._tile_at[hex_]]
                packed += worths[before ^ bit] - worths[before]
        self._lifted[tile] = packed, changed
        return packed, changed
