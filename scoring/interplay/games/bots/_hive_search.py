"""Search in Hive: a board that turns are made and taken back on, its value, and alpha-beta.

The board keeps for each hex which neighbours are occupied, one bit a direction, so that slides, most of the one-hive
rule and the value of a tile are looked up in tables. Values are whole numbers.
"""

from interplay.games.rules._hive_board import DIRECTIONS, FULL, ONE_ARC, ORIGIN, SLIDES, loose, open_hexes
from interplay.games.rules._hive_position import KINDS, NONE, PER_SEAT, QUEEN_BY, QUEENS, RESERVE, SIZE, TILES

Turn = tuple[int, int]
"""A tile and the hex it goes to."""
PASS: Turn = (NONE, RESERVE)
LOST = 1_000_000
"""What a surrounded queen costs."""
SURE = LOST // 2
DANGER = (0, 8, 20, 40, 70, 120)
"""What 0 to 5 occupied neighbours cost a queen."""
FREE = {"queen": 12, "spider": 5, "grasshopper": 7, "ant": 18}
"""What a tile on the plane is worth while it can move; one that cannot is worth nothing."""
KEPT = {"queen": 0, "spider": 3, "grasshopper": 5, "ant": 9}
"""What a tile in the reserve is worth."""
HIT = 2
GATED = 1
CRAMPED = (0, 4, 8, 14, 20, 30, 40, 55, 70, 95, 120, 150, 180)
_RING = tuple((step, 1 << n) for n, step in enumerate(DIRECTIONS))
_STEPS = tuple((step, 1 << (n + 3) % 6) for n, step in enumerate(DIRECTIONS))
"""Each direction, with the bit that stands for a tile as its neighbour in that direction sees it."""
_KEPT = FULL + 1


def _worth(kind: str, occupied: int) -> int:
    """Return the value of a tile by its neighbours: whether it can move, as far as they tell; a queen's danger."""
    if occupied == _KEPT:
        return KEPT[kind]
    free = ONE_ARC[occupied] and (kind == "grasshopper" or bool(SLIDES[occupied]))
    value = FREE[kind] if free else 0
    if kind == "queen":
        value -= LOST if occupied == FULL else 0
    return value


_WORTH = tuple(tuple(_worth(kind, occupied) for occupied in range(_KEPT + 1)) for kind in TILES)


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
        for table, hex_ in zip(_WORTH, where[:SIZE], strict=True):
            total += table[near[hex_]]
        for table, hex_ in zip(_WORTH, where[SIZE:], strict=True):
            total -= table[near[hex_]]
        total += self._cramped(where[QUEENS[1]]) - self._cramped(where[QUEENS[0]])
        return -total if self.turns % 2 else total

    def _cramped(self, queen: int) -> int:
        """Return what the neighbours of a queen cost it: those that are occupied, less those that none can slide to."""
        near = self.near
        occupied = near[queen]
        if occupied >= FULL:
            return 0
        count = 0
        for step, bit in _RING:
            if occupied & bit:
                count += HIT
            elif not SLIDES[near[queen + step]]:
                count -= GATED
        return CRAMPED[count] if count > 0 else 0

    def over(self) -> bool:
        """Return whether a queen is surrounded."""
        near, where = self.near, self.where
        return near[where[QUEENS[0]]] == FULL or near[where[QUEENS[1]]] == FULL

    def options(self) -> list[Turn]:
        """Return the turns of the seat to move: those first that crowd the other queen or make room at the own."""
        found = self._placements() + self._moves()
        own, other = self.where[QUEENS[self.turns % 2]], self.where[QUEENS[1 - self.turns % 2]]
        crowding = {other + step for step in DIRECTIONS}
        relieving = {own + step for step in DIRECTIONS} | {own}
        where = self.where
        found.sort(
            key=lambda turn: (
                (where[turn[0]] in crowding) - (turn[1] in crowding) + (turn[1] in relieving) - (where[turn[0]] in relieving)
            )
        )
        return found or [PASS]

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
        own = {hex_ for hex_ in self.where[SIZE * seat : SIZE * seat + SIZE] if hex_ != RESERVE}
        if not own:
            return [ORIGIN + step for step in DIRECTIONS]
        return open_hexes(own, self.tiles - own)

    def _moves(self) -> list[Turn]:
        first = SIZE * (self.turns % 2)
        if self.where[first] == RESERVE:
            return []
        found: list[Turn] = []
        for tile in range(first, first + SIZE):
            hex_ = self.where[tile]
            if hex_ != RESERVE:
                found += [(tile, end) for end in self._ends(TILES[tile - first], hex_)]
        return found

    def _ends(self, kind: str, hex_: int) -> list[int]:
        occupied = self.near[hex_]
        if kind == "grasshopper":
            return self._jumps(hex_) if self._loose(hex_) else []
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

    def _jumps(self, hex_: int) -> list[int]:
        tiles, ends = self.tiles, []
        for step in DIRECTIONS:
            end = hex_ + step
            if end in tiles:
                while end in tiles:
                    end += step
                ends.append(end)
        return ends

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
        for one in SLIDES[near[hex_]]:
            first = hex_ + one
            for two in SLIDES[near[first]]:
                second = first + two
                if second != hex_:
                    for three in SLIDES[near[second]]:
                        end = second + three
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


class Search:
    """One search, with the number of positions that it may still value."""

    def __init__(self, board: Board, budget: int) -> None:
        self.board = board
        self.budget = budget

    def best(self, turns: list[Turn], depth: int) -> tuple[list[Turn], list[Turn]]:
        """Return the turns of equal and greatest value, and all from best to worst as far as known."""
        values: dict[Turn, int] = {}
        best = -2 * LOST
        for turn in turns:
            values[turn] = self._after(turn, depth - 1, best - 1, 2 * LOST)
            best = max(best, values[turn])
        order = sorted(turns, key=lambda turn: -values[turn])
        return [turn for turn in order if values[turn] == best], order, best

    def _after(self, turn: Turn, depth: int, alpha: int, beta: int) -> int:
        start = self.board.make(turn)
        try:
            return -self._value(depth, -beta, -alpha)
        finally:
            self.board.unmake(turn, start)

    def _value(self, depth: int, alpha: int, beta: int) -> int:
        if depth == 0 or self.board.over():
            self.budget -= 1
            if self.budget < 0:
                raise OutOfBudgetError
            value = self.board.value()
            return value + depth * (1 if value > SURE else -1 if value < -SURE else 0)
        best = -2 * LOST
        for turn in self.board.options():
            best = max(best, self._after(turn, depth - 1, max(alpha, best), beta))
            if best >= beta:
                break
        return best


class OutOfBudgetError(Exception):
    """The search valued as many positions as it may."""
