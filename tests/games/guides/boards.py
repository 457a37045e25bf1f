"""Players of board games that follow the decision rules of the guides, in the order in which these state them."""

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four import bitboard
from interplay.tracks.games.connect_four.rules import State as Discs
from interplay.tracks.games.santorini import search as santorini
from interplay.tracks.games.santorini.grid import SIZE
from interplay.tracks.games.santorini.rules import State as Tower
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.tictactoe.bots import completing
from interplay.tracks.games.tictactoe.rules import CELLS, Cell
from interplay.tracks.games.tictactoe.rules import State as Grid

CENTRE: Cell = (2, 2)
CORNERS = ((1, 1), (1, 3), (3, 1), (3, 3))


def tictactoe(state: Grid, seat: int, stream: Stream) -> Cell:
    """Win, block, fork, leave no fork, then the centre, a corner, an edge."""
    mine, theirs = state.moves[seat::2], state.moves[1 - seat :: 2]
    free = [cell for cell in CELLS if cell not in state.moves]
    if choices := completing(mine, free) or completing(theirs, free):
        return stream.choice(choices)
    if forks := [cell for cell in free if len(completing((*mine, cell), free)) > 1]:
        return stream.choice(forks)
    if forcing := [cell for cell in free if _forces_fork((*mine, cell), theirs, [c for c in free if c != cell])]:
        return stream.choice(forcing)
    safe = [cell for cell in free if not _leaves_fork((*mine, cell), theirs, [c for c in free if c != cell])]
    choices = safe or free
    for wish in ((CENTRE,), CORNERS):
        if wished := [cell for cell in choices if cell in wish]:
            return stream.choice(wished)
    return stream.choice(choices)


def _forces_fork(mine: tuple[Cell, ...], theirs: tuple[Cell, ...], free: list[Cell]) -> bool:
    """Return whether the other player must block, and two threats follow whatever the block threatens."""
    blocks = completing(mine, free)
    if len(blocks) != 1:
        return False
    left = [cell for cell in free if cell != blocks[0]]
    answers = completing((*theirs, *blocks), left) or left
    return any(len(completing((*mine, cell), [c for c in left if c != cell])) > 1 for cell in answers)


def _leaves_fork(mine: tuple[Cell, ...], theirs: tuple[Cell, ...], free: list[Cell]) -> bool:
    """Return whether the other player can answer with two threats, after blocking where it must."""
    answers = completing(mine, free) or free
    return any(len(completing((*theirs, cell), [other for other in free if other != cell])) > 1 for cell in answers)


def connect_four(state: Discs, seat: int, stream: Stream) -> int:
    """Win, block, give nothing away, make two threats, prevent them, then useful threats and the centre."""
    mine, theirs, discs = state.of(seat), state.of(1 - seat), state.discs
    cells = bitboard.bits(bitboard.landings(discs))
    for side in (mine, theirs):
        if winning := [cell for cell in cells if bitboard.completing(side, discs) & cell]:
            return bitboard.column_of(winning[0])
    safe = [cell for cell in cells if not _threats(theirs, discs | cell)] or cells
    forks = [cell for cell in safe if _forces(mine | cell, discs | cell)]
    quiet = [cell for cell in safe if not _can_fork(theirs, mine | cell, discs | cell)]
    kept = [cell for cell in quiet if not (cell << 1) & bitboard.completing(mine, discs)]
    choices = forks or kept or quiet or safe

    def worth(cell: int) -> tuple[int, int]:
        good = sum(
            1 for free in bitboard.bits(bitboard.completing(mine | cell, discs | cell)) if _row(free) % 2 == 1 - seat
        )
        return good, _lines(mine | cell, theirs) - _lines(theirs, mine | cell)

    best = max(map(worth, choices))
    return bitboard.column_of(stream.choice([cell for cell in choices if worth(cell) == best]))


def _row(cell: int) -> int:
    return (cell.bit_length() - 1) % bitboard.STEP + 1


def _lines(mine: int, theirs: int) -> int:
    """Return 1 for each open line with one disc, 4 with two, 9 with three."""
    return sum((mine & line).bit_count() ** 2 for line in bitboard.LINES if not theirs & line)


def _threats(side: int, discs: int) -> int:
    return bitboard.completing(side, discs) & bitboard.landings(discs)


def _forces(side: int, discs: int) -> bool:
    """Return whether *side*, not to move, wins next: two threats, or one with another on top of it."""
    threats = _threats(side, discs)
    return threats.bit_count() > 1 or bool(threats and (threats << 1) & bitboard.completing(side, discs))


def _can_fork(theirs: int, mine: int, discs: int) -> bool:
    """Return whether the other side, to move, has a move after which it wins next, and that gives no win away."""
    threats = _threats(mine, discs)
    cells = bitboard.bits(threats or bitboard.landings(discs))
    return any(_forces(theirs | cell, discs | cell) and not _threats(mine, discs | cell) for cell in cells)


def santorini_pawns(state: Tower, _: int, stream: Stream) -> Choice:
    """Place in the middle; climb, give no climb away, then the best position after the other's best answer."""
    if state.placing:
        free = [square for square in santorini.INNER if square not in state.pawns]
        square = 12 if 12 in free else stream.choice(free)
        return Choice(f"place_{square // SIZE}_{square % SIZE}")
    board = santorini.board_of(state)
    turns = santorini.actions(board, choose=False)
    if climbs := [turn for turn in turns if santorini.wins_by_climb(board, turn)]:
        return Choice(santorini.id_of(state, climbs[0]))
    values = {turn: _answered(santorini.after(board, turn)) for turn in turns}
    best = max(values.values())
    return Choice(santorini.id_of(state, stream.choice([turn for turn, value in values.items() if value == best])))


def _answered(board: santorini.Board) -> int:
    """Return the value for the side that has just moved: the least after any answer of the other side."""
    turns = santorini.actions(board, choose=False)
    if not turns:
        return 1000
    if any(santorini.wins_by_climb(board, turn) for turn in turns):
        return -1000
    return min(_standing(santorini.after(board, turn)) for turn in turns)


def _standing(board: santorini.Board) -> int:
    """Return levels and squares to step to of the side to act, minus the other's; more if it can climb or is stuck."""
    steps = santorini.reach(board, board[4])
    climbs = board[4] & board[1] and steps & board[2]
    return -1000 if not steps else 1000 if climbs else santorini.guess(board)
