"""Forced wins of Santorini by exact search: every turn of both sides, to a number of plies, nothing guessed.

Boards and actions are those of the game's ``search``; a player acts with the pawn whose turn it is.
"""

from collections.abc import Iterator

from interplay.tracks.games.santorini.search import NEAR, Action, Board, actions, after, bits, reach, wins_by_climb

Known = dict[tuple[Board, int], bool]
"""Answers that a search has found."""


def keeping(board: Board, plies: int) -> list[Action]:
    """Return the actions, in order of squares, that meet what *plies* ask for.

    Odd: those with which the side to act still forces a win within them. Even: those after which the other side cannot.
    """
    known: Known = {}
    result = []
    for action in actions(board, choose=False):
        if wins_by_climb(board, action):
            kept = True
        elif plies % 2:
            kept = loses(after(board, action), plies - 1, known)
        else:
            kept = not wins(after(board, action), plies - 1, known)
        if kept:
            result.append(action)
    return result


def wins(board: Board, plies: int, known: Known) -> bool:
    """Return whether the side to act can force a win within *plies*, an odd number."""
    steps = reach(board, board[4])
    if _reaches_top(board, steps):
        return True
    if not steps or (plies == 1 and reach(board, board[5]).bit_count() > 2):
        return False  # an action takes at most two squares from the other pawn: too few to leave it none
    key = (board, plies)
    if key not in known:
        known[key] = any(loses(after(board, action), plies - 1, known) for action in _turns(board, steps, 0))
    return known[key]


def loses(board: Board, plies: int, known: Known) -> bool:
    """Return whether the side to act loses by force within *plies*, an even number."""
    steps = reach(board, board[4])
    if not steps:
        return True
    if plies == 0 or _reaches_top(board, steps):
        return False
    threats = NEAR[board[5]] & board[2] & ~board[3] if board[5] & board[1] else 0
    return all(wins(after(board, action), plies - 1, known) for action in _turns(board, steps, threats))


def _reaches_top(board: Board, steps: int) -> bool:
    return bool(board[4] & board[1] and steps & board[2])


def _turns(board: Board, steps: int, urgent: int) -> Iterator[Action]:
    """Yield all turns of the pawn to act that do not climb to level 3; first those that touch an *urgent* square."""
    pawn = board[4]
    free = ~(board[3] | board[5] | board[6] | board[7])
    late: list[Action] = []
    for step in bits(steps):
        for build in bits(NEAR[step] & free):
            action = (pawn, step, build)
            if (step | build) & urgent:
                yield action
            else:
                late.append(action)
    yield from late
