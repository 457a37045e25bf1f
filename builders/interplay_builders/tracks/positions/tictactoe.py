"""TicTacToe positions: 60 of those in which some moves are worse than others.

Of 627 unfinished positions that no rotation or reflection makes equal, the legal moves of 431 differ in value. The seed
draws 15 of each kind, and for each which of its eight images is shown. Values are 1 (win), 0 (draw), -1 (loss) under
perfect play of both.

``depth`` is how many plies must be foreseen to tell the best moves from the others: those until the quickest win if the
position is won, otherwise those until the slowest of the losses that a wrong move allows. ``distance`` is the plies to
the end when both play as well and, winning, as fast and, losing, as slowly as they can.
"""

from collections.abc import Hashable, Iterator
from functools import cache

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.tictactoe.rules import CELLS, GAME, LINES, Cell
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.compose import position

MARKS, FREE = "XO", "_"
METHOD = "Minimax over all continuations: 1 the player to move wins, 0 a draw, -1 a loss, both playing perfectly."
KINDS, EACH = ("must-win", "must-block", "fork", "quiet"), 15
_INDEX = {cell: index for index, cell in enumerate(CELLS)}
_LINES = tuple(tuple(_INDEX[cell] for cell in line) for line in LINES)
_TURN = tuple(_INDEX[4 - column, row] for row, column in CELLS)
_FLIP = tuple(_INDEX[row, 4 - column] for row, column in CELLS)


class Value(Struct, frozen=True):
    """What a board is worth to the player to move: 1, 0 or -1, and in how many plies it ends."""

    outcome: int
    plies: int

    @property
    def rank(self) -> tuple[int, int]:
        """Return a key that is greatest for what a player wants: a fast win, then a draw, then a slow loss."""
        return self.outcome, -self.outcome * self.plies


def positions(seed: str, canary: str) -> Iterator[Position]:
    """Yield one image of each position, as *seed* draws it."""
    setup = GAME.deal(seed, {"opening_plies": 0}, "strict")
    stream = Stream("positions/tictactoe", seed, "images")
    for number, board in enumerate(_drawn(seed)):
        image = stream.choice(images(board))
        values = move_values(image)
        played = _moves_to(image)
        yield position(
            GAME,
            setup,
            [(cell,) for cell in played],
            len(played) % 2,
            [(cell, value.outcome) for cell, value in values],
            number=number,
            canary=canary,
            split="easy",
            kind=kind(image),
            tags=(f"depth-{depth(image)}", f"distance-{_value(image).plies}"),
            method=METHOD,
        )


def identity(row: Position) -> Hashable:
    """Return the first of the images of a position's board."""
    marks = {GAME.decode(cell): MARKS[ply % 2] for ply, (cell,) in enumerate(row.played)}
    return min(images("".join(marks.get(cell, FREE) for cell in CELLS)))


def _drawn(seed: str) -> list[str]:
    """Return as many boards of each kind, those with fewest marks first."""
    stream = Stream("positions/tictactoe", seed, "boards")
    boards = instructive()
    chosen = {b for name in KINDS for b in stream.sample([board for board in boards if kind(board) == name], EACH)}
    return [board for board in boards if board in chosen]


def unfinished() -> list[str]:
    """Return one board of each class of unfinished reachable positions, sorted; nine characters by row."""
    boards, waiting = set(), [FREE * 9]
    while waiting:
        board = min(images(waiting.pop()))
        if board not in boards and not _over(board):
            boards.add(board)
            waiting += [after for _, after in _following(board)]
    return sorted(boards)


def instructive() -> list[str]:
    """Return the boards of ``unfinished`` whose moves differ in value, those with fewest marks first."""
    kept = [board for board in unfinished() if len({value.outcome for _, value in move_values(board)}) > 1]
    return sorted(kept, key=lambda board: (-board.count(FREE), board))


def images(board: str) -> tuple[str, ...]:
    """Return the eight images of a board under rotation and reflection, repeated where it is symmetric."""
    boards = []
    for _ in range(4):
        boards += [board, "".join(board[i] for i in _FLIP)]
        board = "".join(board[i] for i in _TURN)
    return tuple(boards)


def move_values(board: str) -> list[tuple[Cell, Value]]:
    """Return the free cells by row, with what marking each is worth to the player to move and when the game ends."""
    return [(cell, Value(-value.outcome, value.plies + 1)) for cell, value in _replies(board)]


def depth(board: str) -> int:
    """Return the plies to foresee, as the module defines them; the moves of *board* differ in value."""
    values = [value for _, value in move_values(board)]
    if wins := [value.plies for value in values if value.outcome > 0]:
        return min(wins)
    return max(value.plies for value in values if value.outcome < 0)


def kind(board: str) -> str:
    """Return ``must-win`` where a line can be completed, ``must-block`` where the other could, ``fork`` or ``quiet``.

    A fork is a win in three plies, by making two threats at once.
    """
    mark = _to_move(board)
    other = MARKS[1 - MARKS.index(mark)]
    if _threatens(board, mark):
        return "must-win"
    if _threatens(board, other):
        return "must-block"
    return "fork" if _value(board).outcome > 0 and _value(board).plies == 3 else "quiet"


@cache
def _value(board: str) -> Value:
    if _over(board):
        return Value(-1 if _lined(board) else 0, 0)
    return max((value for _, value in move_values(board)), key=lambda value: value.rank)


def _replies(board: str) -> list[tuple[Cell, Value]]:
    return [(cell, _value(after)) for cell, after in _following(board)]


def _following(board: str) -> list[tuple[Cell, str]]:
    mark = _to_move(board)
    return [(CELLS[i], board[:i] + mark + board[i + 1 :]) for i in range(9) if board[i] == FREE]


def _to_move(board: str) -> str:
    return MARKS[board.count(FREE) % 2 == 0]


def _over(board: str) -> bool:
    return FREE not in board or _lined(board)


def _lined(board: str) -> bool:
    return any(board[a] == board[b] == board[c] != FREE for a, b, c in _LINES)


def _threatens(board: str, mark: str) -> bool:
    return any(sorted(board[i] for i in line) == sorted((mark, mark, FREE)) for line in _LINES)


def _moves_to(board: str) -> list[Cell]:
    """Return moves that lead to an unfinished board; with no line on it, none of its predecessors has one."""
    first, second = ([cell for cell in CELLS if board[_INDEX[cell]] == mark] for mark in MARKS)
    return [(first, second)[ply % 2][ply // 2] for ply in range(len(first) + len(second))]
