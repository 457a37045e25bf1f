"""The grid of Santorini, its directions, and the ids of its actions."""

from msgspec import Struct

SIZE = 5
SQUARES = range(SIZE * SIZE)
TOP, DOME = 3, 4
"""The level that wins, and the level that is closed."""
LETTERS = "AXBY"
"""The pawns in the order in which they act; even ones belong to seat 0."""
DIRECTIONS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
"""Name -> change of row and column."""


class Turn(Struct, frozen=True):
    """A step and a build by directions, and which pawn takes it; ``None`` for the one whose turn it is."""

    step: int
    build: int
    pawn: int | None = None


def _neighbour(square: int, change: tuple[int, int]) -> int:
    row, column = square // SIZE + change[0], square % SIZE + change[1]
    return SIZE * row + column if 0 <= row < SIZE and 0 <= column < SIZE else -1


BESIDE = tuple(tuple(_neighbour(square, change) for change in DIRECTIONS.values()) for square in SQUARES)
"""For each square its neighbour in each direction, -1 beyond the edge."""
PLACES = {f"place_{square // SIZE}_{square % SIZE}": square for square in SQUARES}
TURNS = {
    f"move_{step}_build_{build}{suffix}": Turn(i, j, pawn)
    for pawn, suffix in ((None, ""), *((i, f"_with_{letter.lower()}") for i, letter in enumerate(LETTERS)))
    for i, step in enumerate(DIRECTIONS)
    for j, build in enumerate(DIRECTIONS)
}
TURNS_WITH = {
    pawn: tuple(item for item in TURNS.items() if item[1].pawn == pawn) for pawn in (None, *range(len(LETTERS)))
}
"""For each pawn that an id can name, or none, its ids and turns in canonical order."""
IDS = {turn: action_id for action_id, turn in TURNS.items()}
