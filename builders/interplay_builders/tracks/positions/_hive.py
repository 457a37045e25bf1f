"""Forced wins of Hive by exact search: every turn of both sides, to a number of plies, nothing guessed.

A side wins if the other's queen is surrounded and its own is not; both at once is a draw, which is no win. Turns and
boards are those of the game's ``turns``. The turn limit is left out: positions are far from it.
"""

from interplay.tracks.games.hive.board import DIRECTIONS, FULL, moves, open_hexes
from interplay.tracks.games.hive.position import QUEENS, RESERVE, SIZE, TILES
from interplay.tracks.games.hive.turns import Board, Turn

Key = tuple[tuple[int, ...], int]


class Solver:
    """Solves the positions around one *board*, on which turns are made and taken back."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._known: dict[Key, bool] = {}
        self._refuting: dict[int, Turn] = {}

    def keeping(self, plies: int) -> list[Turn]:
        """Return the turns that meet what *plies* ask for.

        Odd: those with which the side to move still forces a win within them. Even: those after which the other side
        cannot.
        """
        return [turn for turn in self.board.options() if self._keeps(turn, plies)]

    def _keeps(self, turn: Turn, plies: int) -> bool:
        seat = self.board.turns % 2
        start = self.board.make(turn)
        if self.board.over():
            lost = self._lost()
            kept = lost == 1 - seat if plies % 2 else lost != seat
        elif plies == 1:
            kept = False
        else:
            kept = self.loses(plies - 1) if plies % 2 else not self.wins(plies - 1)
        self.board.unmake(turn, start)
        return kept

    def wins(self, plies: int) -> bool:
        """Return whether the side to move can force a win within *plies*, an odd number."""
        if plies == 1:
            return self._surrounds()
        key = (tuple(self.board.where), plies)
        if key not in self._known:
            self._known[key] = any(self._keeps(turn, plies) for turn in self.board.options())
        return self._known[key]

    def loses(self, plies: int) -> bool:
        """Return whether the side to move loses by force within *plies*, an even number from 2 on."""
        if plies == 2 and self._has_time():
            return False
        key = (tuple(self.board.where), plies)
        if key not in self._known:
            self._known[key] = not self._escapes(plies)
        return self._known[key]

    def _escapes(self, plies: int) -> bool:
        turns = self.board.options()
        first = self._refuting.get(plies)
        if first in turns:
            turns.insert(0, turns.pop(turns.index(first)))
        for turn in turns:
            if self._keeps(turn, plies):
                self._refuting[plies] = turn
                return True
        return False

    def _lost(self) -> int:
        """Return the seat whose queen alone is surrounded, -1 if none or both are."""
        near, where = self.board.near, self.board.where
        full = [near[where[queen]] == FULL for queen in QUEENS]
        return -1 if full[0] == full[1] else full.index(True)

    def _room(self, queen: int) -> list[int]:
        """Return the empty hexes around a queen, none if it was not placed."""
        where = self.board.where[queen]
        return [] if where == RESERVE else [w for step in DIRECTIONS if (w := where + step) not in self.board.tiles]

    def _has_time(self) -> bool:
        """Return whether the side to move can place a tile while two hexes or more are free around its queen."""
        seat = self.board.turns % 2
        room = self._room(QUEENS[seat])
        if len(room) < 2:
            return False
        mine = self._hexes(seat)
        reserve = len(mine) < SIZE
        return reserve and any(end not in room for end in open_hexes(mine, self._hexes(1 - seat)))

    def _surrounds(self) -> bool:
        """Return whether a turn wins at once: a move to the last free hex, for no tile is placed beside the other's."""
        board = self.board
        seat = board.turns % 2
        room = self._room(QUEENS[1 - seat])
        if len(room) != 1 or board.where[QUEENS[seat]] == RESERVE:
            return False
        mine = [tile for tile in range(SIZE * seat, SIZE * seat + SIZE) if board.where[tile] != RESERVE]
        return any(
            room[0] in moves(TILES[tile % SIZE], board.tiles, board.where[tile]) and self._keeps((tile, room[0]), 1)
            for tile in mine
        )

    def _hexes(self, seat: int) -> set[int]:
        """Return the hexes of a seat's tiles on the plane."""
        return {where for where in self.board.where[SIZE * seat : SIZE * seat + SIZE] if where != RESERVE}
