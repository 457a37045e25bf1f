"""Santorini a second time, straight from the rules: sets of coordinates, every pair of squares tried."""

from dataclasses import dataclass, field
from itertools import product

Square = tuple[int, int]
Play = tuple[str, Square, Square]
"""The pawn, the square that it steps to, the square that it builds on."""
GRID = frozenset(product(range(5), range(5)))


def _named(change: Square) -> str:
    """Return the name of a change of row and column."""
    row, column = change
    return {-1: "n", 0: "", 1: "s"}[row] + {-1: "w", 0: "", 1: "e"}[column]


@dataclass
class Table:
    """A position that changes as it is played."""

    levels: dict[Square, int] = field(default_factory=lambda: dict.fromkeys(GRID, 0))
    pawns: dict[str, Square] = field(default_factory=dict)
    turns: int = 0
    winner: int | None = None
    choose: bool = False

    @property
    def acting(self) -> str:
        """Return the letters of the pawns that may act."""
        if self.choose and self.turns >= 4:
            return "XY" if self.turns % 2 else "AB"
        return "AXBY"[self.turns % 4]

    def plays(self, pawn: str) -> set[Play]:
        """Return what a pawn may do, from every pair of squares of the grid."""
        here = self.pawns[pawn]
        others = {square for letter, square in self.pawns.items() if letter != pawn}
        steps = {
            there
            for there in GRID - others - {here}
            if _touch(here, there) and self.levels[there] <= 3 and self.levels[there] - self.levels[here] <= 1
        }
        low = {square for square in GRID - others if self.levels[square] <= 3}
        return {(pawn, there, built) for there in steps for built in low if _touch(there, built)}

    def ids(self) -> set[str]:
        """Return the ids of what may be done now."""
        if self.winner is not None:
            return set()
        if self.turns < 4:
            return {f"place_{row}_{column}" for row, column in GRID - set(self.pawns.values())}
        return {self.id(play) for pawn in self.acting for play in self.plays(pawn)}

    def id(self, play: Play) -> str:
        """Return the id of a play."""
        pawn, there, built = play
        step = _named(_less(there, self.pawns[pawn]))
        suffix = f"_with_{pawn.lower()}" if self.choose else ""
        return f"move_{step}_build_{_named(_less(built, there))}{suffix}"

    def play(self, action_id: str) -> Play:
        """Return the only play with an id, read from its words."""
        _, step, _, build, *rest = action_id.split("_")
        pawn = rest[1].upper() if rest else self.acting
        there = _plus(self.pawns[pawn], step)
        return pawn, there, _plus(there, build)

    def do(self, action_id: str) -> None:
        """Play an action."""
        seat = self.turns % 2
        if self.turns < 4:
            self.pawns[self.acting] = (int(action_id[6]), int(action_id[8]))
        else:
            pawn, there, built = self.play(action_id)
            self.pawns[pawn] = there
            if self.levels[there] == 3:
                self.winner = seat
            else:
                self.levels[built] += 1
        self.turns += 1
        if self.turns >= 4 and self.winner is None and not any(map(self.plays, self.acting)):
            self.winner = seat


def _touch(one: Square, other: Square) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _plus(square: Square, direction: str) -> Square:
    row = square[0] + ("s" in direction) - ("n" in direction)
    return row, square[1] + ("e" in direction) - ("w" in direction)


def _less(one: Square, other: Square) -> Square:
    return one[0] - other[0], one[1] - other[1]
