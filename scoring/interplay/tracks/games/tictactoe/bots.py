"""The bots of TicTacToe: ``greedy`` completes and blocks lines, ``minimax`` plays perfectly."""

from collections.abc import Sequence
from functools import cache

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, choosing
from interplay.tracks.games.tictactoe.rules import CELLS, LINES, MISERE, Cell, State


def _greedy(state: State, seat: int, stream: Stream) -> Cell:
    free = [cell for cell in CELLS if cell not in state.moves]
    wins = completing(state.moves[seat::2], free)
    if state.twin == MISERE:
        return stream.choice([cell for cell in free if cell not in wins] or free)
    blocks = completing(state.moves[1 - seat :: 2], free)
    return stream.choice(wins or blocks or free)


GREEDY = Bot("greedy", 1, 1, choosing(_greedy))
"""Competent but beatable TicTacToe: takes a win, blocks a loss, otherwise marks any free cell.

After two random opening plies it wins 80% and loses 4% of its games against ``random``. It does not see forks.
"""


def completing(cells: Sequence[Cell], free: Sequence[Cell]) -> list[Cell]:
    """Return the free cells that complete a line of *cells*."""
    return [cell for cell in free if any(cell in line and {*cells, cell}.issuperset(line) for line in LINES)]


_LINES = tuple(map(frozenset, LINES))


def _minimax(state: State, _: int, stream: Stream) -> Cell:
    values = move_values(state.moves, misere=state.twin == MISERE)
    best = max(values.values())
    return stream.choice([cell for cell, value in values.items() if value == best])


MINIMAX = Bot("minimax", 1, 2, choosing(_minimax))
"""Perfect play in TicTacToe: a best move by full search, random among equals.

It never loses from the empty board. After two random opening plies, which may be lost for one side, it wins 84% and
loses 5% of its games against ``random``, and wins 50% and loses 12% against ``greedy``.
"""


def move_values(moves: tuple[Cell, ...], *, misere: bool = False) -> dict[Cell, int]:
    """Return the value of marking each free cell for the player to move: 1 a win, 0 a draw, -1 a loss."""
    boards = {cell: (*moves, cell) for cell in CELLS if cell not in moves}
    complete = 1 if misere else -1
    return {cell: -_value(frozenset(board[0::2]), frozenset(board[1::2]), complete) for cell, board in boards.items()}


@cache
def _value(first: frozenset[Cell], second: frozenset[Cell], complete: int) -> int:
    if any(line <= first or line <= second for line in _LINES):
        return complete  # the player who just moved has completed it
    free = [cell for cell in CELLS if cell not in first and cell not in second]
    if not free:
        return 0
    if len(first) == len(second):
        return max(-_value(first | {cell}, second, complete) for cell in free)
    return max(-_value(first, second | {cell}, complete) for cell in free)


BOTS: tuple[Bot, ...] = (GREEDY, MINIMAX)
