"""A position of Hive, what can be done in it, and what it becomes."""

from collections.abc import Sequence

from msgspec import Struct

from interplay.tracks.games.hive.board import DIRECTIONS, FULL, ORIGIN, around, mobile, moves, open_hexes

KINDS = ("queen", "spider", "grasshopper", "ant")
PER_SEAT = {"queen": 1, "spider": 2, "grasshopper": 3, "ant": 3}
TILES = tuple(kind for kind in KINDS for _ in range(PER_SEAT[kind]))
"""The kinds of a seat's tiles. Tile n belongs to seat n // 9 and is of kind ``TILES[n % 9]``."""
SIZE = len(TILES)
QUEENS = (0, SIZE)
QUEEN_BY = 4
"""The turn by which a player must place the queen."""
RESERVE = 1 << 40
"""The position of tiles that are not on the plane: far from every hex."""
NONE = -1
"""No tile: nothing is chosen, or the turn was a pass."""
_RESERVE = frozenset((RESERVE,))


class Limits(Struct, frozen=True, gc=False):
    """The options of a match."""

    max_turns: int = 250
    flat: bool = False
    repetition: bool = False
    adjudicate: bool = False


class Turn(Struct, frozen=True, gc=False):
    """What a seat did: which tile went from which hex (``RESERVE``: it was placed) to which. A pass moves ``NONE``."""

    tile: int
    start: int
    end: int


PASSED = Turn(NONE, RESERVE, RESERVE)


class State(Struct, frozen=True):
    """The position. ``where`` has the hex of each tile, or ``RESERVE``; ``turns`` counts those of both seats.

    ``chosen`` is the tile whose destination is to be named, else ``NONE``. ``ended`` says why the game is over and is
    empty before. ``history`` holds the positions so far if their repetition counts, else nothing.
    """

    limits: Limits
    where: tuple[int, ...] = (RESERVE,) * (2 * SIZE)
    turns: int = 0
    chosen: int = NONE
    last: Turn | None = None
    ended: str = ""
    history: tuple[tuple[int, ...], ...] = ()

    @property
    def seat(self) -> int:
        return self.turns % 2

    @property
    def tiles(self) -> frozenset[int]:
        return frozenset(self.where) - _RESERVE

    def tiles_of(self, seat: int) -> frozenset[int]:
        """Return the hexes of a seat's tiles."""
        return frozenset(self.where[SIZE * seat : SIZE * seat + SIZE]) - _RESERVE

    def taken(self, seat: int) -> int:
        """Return how many turns a seat has taken, passes included."""
        return (self.turns + 1 - seat) // 2

    def reserve(self, seat: int, kind: str) -> int:
        """Return how many tiles of a kind a seat has yet to place."""
        first = SIZE * seat + TILES.index(kind)
        return self.where[first : first + PER_SEAT[kind]].count(RESERVE)

    def beside_queen(self, seat: int) -> int | None:
        """Return how many neighbours of a seat's queen are occupied, ``None`` before it is placed."""
        queen = self.where[QUEENS[seat]]
        return None if queen == RESERVE else around(self.tiles, queen).bit_count()


def to_place(state: State, kind: str) -> int:
    """Return the tile that the seat to move places if it chooses *kind*; ``NONE`` if it may not.

    This does not check that there is a hex for it.
    """
    seat = state.turns % 2
    if kind != "queen" and state.turns // 2 >= QUEEN_BY - 1 and state.where[QUEENS[seat]] == RESERVE:
        return NONE
    first = SIZE * seat + TILES.index(kind)
    return next((tile for tile in range(first, first + PER_SEAT[kind]) if state.where[tile] == RESERVE), NONE)


def spots(state: State) -> list[int]:
    """Return where the seat to move can place a tile, ascending."""
    if state.turns == 0:
        return [ORIGIN]
    mine, other = state.tiles_of(state.turns % 2), state.tiles_of(1 - state.turns % 2)
    if not mine:
        return sorted(ORIGIN + step for step in DIRECTIONS)
    return open_hexes(mine, other)


def movable(state: State, tile: int) -> bool:
    """Return whether a tile of the seat to move, which is on the plane, can move."""
    if state.where[QUEENS[state.turns % 2]] == RESERVE:
        return False
    return mobile(TILES[tile % SIZE], state.tiles, state.where[tile])


def destinations(state: State, tile: int) -> list[int]:
    """Return where a tile can be placed or can move, ascending; the seat to move may place or move it."""
    start = state.where[tile]
    return spots(state) if start == RESERVE else moves(TILES[tile % SIZE], state.tiles, start)


def choosable(state: State) -> list[int]:
    """Return the tiles to place, one of each kind, then those that can move, by hex."""
    mine = range(SIZE * state.seat, SIZE * state.seat + SIZE)
    placed = sorted((state.where[tile], tile) for tile in mine if state.where[tile] != RESERVE)
    tiles = [tile for kind in KINDS if (tile := to_place(state, kind)) != NONE]
    return (tiles if tiles and spots(state) else []) + [tile for _, tile in placed if movable(state, tile)]


def chose(state: State, tile: int) -> State:
    """Return the position with a tile chosen."""
    return State(state.limits, state.where, state.turns, tile, state.last, "", state.history)


def passed(state: State) -> State:
    """Return the position after a pass."""
    return _after(state, state.where, PASSED)


def moved(state: State, tile: int, end: int) -> State:
    """Return the position after a tile was placed on, or moved to, the hex *end*."""
    where = state.where
    return _after(state, (*where[:tile], end, *where[tile + 1 :]), Turn(tile, where[tile], end))


def surrounded(where: Sequence[int]) -> tuple[bool, bool]:
    """Return whether the queen of each seat is on the plane and has six neighbours."""
    blue, green = where[QUEENS[0]], where[QUEENS[1]]
    return blue + 1 in where and around(where, blue) == FULL, green + 1 in where and around(where, green) == FULL


def _after(state: State, where: tuple[int, ...], turn: Turn) -> State:
    turns = state.turns + 1
    history = (*state.history, _identity(where, turns)) if state.limits.repetition else ()
    return State(state.limits, where, turns, NONE, turn, _ending(state.limits, where, turns, history), history)


def _identity(where: tuple[int, ...], turns: int) -> tuple[int, ...]:
    """Return a key that is equal for positions that differ only in the order of tiles of one kind."""
    groups = [(SIZE * seat + TILES.index(kind), PER_SEAT[kind]) for seat in (0, 1) for kind in KINDS]
    return (turns % 2, *(hex_ for first, number in groups for hex_ in sorted(where[first : first + number])))


def _ending(limits: Limits, where: tuple[int, ...], turns: int, history: tuple[tuple[int, ...], ...]) -> str:
    lost = surrounded(where)
    if any(lost):
        return "both_queens_surrounded" if all(lost) else "queen_surrounded"
    if history and history.count(history[-1]) == 3:
        return "repetition"
    return "turn_limit" if turns == 2 * limits.max_turns else ""
