"""Santorini on bit boards, and alpha-beta over them.

A set of squares is a number with bit 5 * row + column. A ``Board`` has the squares of at least level 1, 2, 3 and 4, and
the pawns as single bits in the order in which they act, the one to act first: own, other, own, other. Values are for
the side of that pawn. A win after n more plies counts ``WIN`` - n. No pawn stands on level 3 before the end, so a pawn
on level 2 beside level 3 can always climb.
"""

from collections.abc import Iterator

from interplay.core.randomness import Stream
from interplay.tracks.games.santorini.grid import BESIDE, IDS, LETTERS, SIZE, SQUARES, TOP, Turn
from interplay.tracks.games.santorini.rules import State

Board = tuple[int, int, int, int, int, int, int, int]
Action = tuple[int, int, int]
"""A pawn, the squares of its step and its building, as bits; nothing is built after a step that wins."""
WIN = 100_000
SURE = WIN - 1_000
"""A value beyond this is a win that was found, beyond its negative a loss."""
NEAR = {1 << square: sum(1 << other for other in BESIDE[square] if other >= 0) for square in SQUARES}
"""The neighbours of a square."""
INNER = tuple(s for s in SQUARES if 0 < s // SIZE < SIZE - 1 and 0 < s % SIZE < SIZE - 1)
"""The squares with eight neighbours."""
_HEIGHTS = (30, 75)  # the value of standing on level 1 and on level 2
_STEP, _ONCE, _TWICE, _THRICE = 3, 4, 9, 20
"""The value of a square that a pawn can step to, and what is added for level 1, 2 or 3."""
_CAGED = (120, 40)  # the loss for a pawn with no square to step to, or with one


class OutOfBudgetError(Exception):
    """The search looked at as many positions as it may."""


def placed(state: State, stream: Stream) -> str:
    """Return the id of placing a pawn on one of the inner squares."""
    square = stream.choice([square for square in INNER if square not in state.pawns])
    return f"place_{square // SIZE}_{square % SIZE}"


def board_of(state: State) -> Board:
    """Return a state in which all pawns are placed; where a player chooses, the pawn due by the order comes first."""
    l1, l2, l3, l4 = (sum(1 << s for s in SQUARES if state.heights[s] >= level) for level in range(1, TOP + 2))
    a, b, c, d = (1 << state.pawns[(state.ply + i) % len(LETTERS)] for i in range(len(LETTERS)))
    return l1, l2, l3, l4, a, b, c, d


def id_of(state: State, action: Action) -> str:
    """Return the id of an action."""
    start, target, built = (bit.bit_length() - 1 for bit in action)
    pawn = state.pawns.index(start) if state.choose else None
    return IDS[Turn(BESIDE[start].index(target), BESIDE[target].index(built), pawn)]


def bits(squares: int) -> Iterator[int]:
    """Yield each square of a set, from the north west."""
    while squares:
        bit = squares & -squares
        yield bit
        squares ^= bit


def reach(board: Board, pawn: int) -> int:
    """Return where a pawn can step to."""
    l1, l2, l3, l4, a, b, c, d = board
    above = l4 if pawn & l2 else l3 if pawn & l1 else l2
    return NEAR[pawn] & ~(above | a | b | c | d)


def actions(board: Board, *, choose: bool) -> list[Action]:
    """Return all turns of the pawn to act, or of both own pawns, in order of squares."""
    _, _, _, l4, a, _, c, _ = board
    taken = l4 | board[5] | board[7]
    turns = []
    for pawn, other in ((a, c), (c, a)) if choose else ((a, c),):
        free = ~(taken | other)
        turns += [(pawn, step, build) for step in bits(reach(board, pawn)) for build in bits(NEAR[step] & free)]
    return turns


def wins_by_climb(board: Board, action: Action) -> bool:
    """Return whether an action wins by stepping to level 3."""
    return bool(action[1] & board[2])


def after(board: Board, action: Action) -> Board:
    """Return the board after a turn that does not climb to level 3, with the other side to act."""
    l1, l2, l3, l4, a, b, c, d = board
    pawn, step, build = action
    partner = c if pawn == a else a
    if build & l3:
        return l1, l2, l3, l4 | build, b, partner, d, step
    if build & l2:
        return l1, l2, l3 | build, l4, b, partner, d, step
    if build & l1:
        return l1, l2 | build, l3, l4, b, partner, d, step
    return l1 | build, l2, l3, l4, b, partner, d, step


def guess(board: Board) -> int:
    """Return the value of levels and possible steps, of the player's pawns minus the other's."""
    l1, l2, l3, l4, a, b, c, d = board
    taken = a | b | c | d
    value = 0
    for sign, pawn in ((1, a), (-1, b), (1, c), (-1, d)):
        if pawn & l2:
            free = NEAR[pawn] & ~(l4 | taken)
            score = _HEIGHTS[1] + _THRICE * (free & l3).bit_count() + _TWICE * (free & l2).bit_count()
        elif pawn & l1:
            free = NEAR[pawn] & ~(l3 | taken)
            score = _HEIGHTS[0] + _TWICE * (free & l2).bit_count()
        else:
            free = NEAR[pawn] & ~(l2 | taken)
            score = 0
        count = free.bit_count()
        score += _STEP * count + _ONCE * (free & l1).bit_count()
        if count < len(_CAGED):
            score -= _CAGED[count]
        value += sign * score
    return value


def glance(board: Board, *, choose: bool) -> int:
    """Return the value of a board without search: a win or a loss in one ply, or an estimate."""
    pawns = (board[4], board[6]) if choose else (board[4],)
    steps = [reach(board, pawn) for pawn in pawns]
    if not any(steps):
        return -WIN
    if any(pawn & board[1] and step & board[2] for pawn, step in zip(pawns, steps, strict=True)):
        return WIN - 1
    return guess(board)


class Search:
    """One search, with the number of positions that it may still visit and the turns that refuted others."""

    def __init__(self, budget: int, *, choose: bool) -> None:
        self.budget = budget
        self.choose = choose
        self.known: dict[Action, int] = {}
        """The values known so far for the depth that was begun last."""
        self._killers: dict[int, Action] = {}

    def values(self, board: Board, depth: int, order: list[Action]) -> dict[Action, int]:
        """Return a value for each action: right for the first best, an upper bound for worse and for later ones.

        Raises ``OutOfBudgetError``.
        """
        values = self.known = {}
        best = -WIN
        for action in order:
            if wins_by_climb(board, action):
                values[action] = WIN
            else:
                values[action] = -self._negamax(after(board, action), depth - 1, 1, -WIN, -best)
            best = max(best, values[action])
        return values

    def _negamax(self, board: Board, depth: int, ply: int, alpha: int, beta: int) -> int:
        """Return the value to the side to act; answers to threats are searched beyond the depth."""
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudgetError
        _, l2, l3, l4, a, b, c, d = board
        steps = reach(board, a)
        more = reach(board, c) if self.choose else 0
        if not steps and not more:
            return ply - WIN
        if (a & l2 and steps & l3) or (c & l2 and more & l3):
            return WIN - ply
        near = (NEAR[b] if b & l2 else 0) | (NEAR[d] if self.choose and d & l2 else 0)
        threats = near & l3 & ~l4
        if depth <= 0 and not threats:
            return guess(board)
        best = ply + 1 - WIN
        for action in self._ordered(board, ((a, steps), (c, more)), near, ply):
            value = -self._negamax(after(board, action), depth - 1, ply + 1, -beta, -max(alpha, best))
            if value > best:
                best = value
                if best >= beta:
                    self._killers[ply] = action
                    break
        return best

    def _ordered(self, board: Board, moves: tuple[tuple[int, int], ...], near: int, ply: int) -> list[Action]:
        """Return the turns that do not let the other side climb: the last refutation first, then steps upwards.

        *near* are the neighbours of the other's pawns that stand on level 2 and may act next.
        """
        l1, l2, l3, l4, a, b, c, d = board
        threats, gifts = near & l3 & ~l4, near & l2 & ~l3
        order: list[Action] = []
        for pawn, steps in moves:
            free = ~(l4 | b | d | gifts | (c if pawn == a else a))
            for level in (steps & l2, steps & l1 & ~l2, steps & ~l1):
                for step in bits(level):
                    builds = NEAR[step] & free
                    if left := threats & ~step:
                        builds &= 0 if left & (left - 1) else left
                    order += [(pawn, step, build) for build in bits(builds)]
        killer = self._killers.get(ply)
        if killer in order:
            order.remove(killer)
            order.insert(0, killer)
        return order
