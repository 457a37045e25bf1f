"""What the bots of Hive share: alpha-beta search over a number of positions, and a choice from its result."""

from collections.abc import Iterator
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay.tracks.games.hive.position import NONE, State
from interplay.tracks.games.hive.rules import SKIP, choice_id, end_id, turn_id
from interplay.tracks.games.hive.turns import FADE, LOST, SURE, Board, Outlook, Turn
from interplay.tracks.games.shared.menu import Choice

LATE = 10 * len(FADE)
"""From so many turns on their number does not change a value, so that recurring positions are searched once."""


class Search:
    """One search, with the number of positions that it may still value."""

    def __init__(self, board: Board, budget: int) -> None:
        self.board = board
        self.budget = budget
        self._refutations: dict[int, Turn] = {}

    def values(self, turns: list[Turn], depth: int) -> dict[Turn, int]:
        """Return values of *turns*, in order, as far as the budget reaches: right for the best, else upper bounds."""
        values: dict[Turn, int] = {}
        best = -2 * LOST
        for turn in turns:
            value = self._after(turn, depth - 1, best - 1, 2 * LOST)
            if self.budget < 0:
                break
            values[turn] = value
            best = max(best, value)
        return values

    def _after(self, turn: Turn, depth: int, alpha: int, beta: int) -> int:
        start = self.board.make(turn)
        value = -self._value(depth, -beta, -alpha)
        self.board.unmake(turn, start)
        return value

    def _value(self, depth: int, alpha: int, beta: int) -> int:
        """Return the value to the seat to move; it has no meaning once the budget is spent."""
        board = self.board
        if depth == 0 or board.over():
            self.budget -= 1
            value = board.value()
            return value + depth * ((value > SURE) - (value < -SURE))
        best, outlook = -2 * LOST, Outlook(board) if depth == 1 else None
        for turn in self._turns(depth):
            if outlook is None:
                value = self._after(turn, depth - 1, max(alpha, best), beta)
            else:
                self.budget -= 1
                value = outlook.value(turn)
            best = max(best, value)
            if best >= beta or self.budget < 0:
                self._refutations[depth] = turn
                break
        return best

    def _turns(self, depth: int) -> Iterator[Turn]:
        """Yield the turns of the seat to move; first the one that refuted another turn, which is often enough."""
        first = self._refutations.get(depth)
        if first is not None and self.board.can(first):
            yield first
        for turn in self.board.options():
            if turn != first:
                yield turn


@lru_cache(maxsize=4096)
def best_turns(where: tuple[int, ...], turns: int, depth: int, budget: int, only: int = NONE) -> tuple[Turn, ...]:
    """Return the turns of equal and greatest value, searched deeper and deeper, at most *depth* turns deep.

    The search stops once it has valued *budget* positions; values found by then for the last depth count. *only* is the
    tile to be moved, if it was chosen already.
    """
    board = Board(where, turns)
    order = [turn for turn in board.options() if only in (NONE, turn[0])]
    best, search = order, Search(board, budget)
    for deep in range(1, depth + 1 if len(order) > 1 else 1):
        values = search.values(order, deep)
        top = max(values.values(), default=0)
        best = [turn for turn in order if values.get(turn) == top] or best
        if search.budget < 0 or abs(top) >= SURE:
            break
        order.sort(key=lambda turn: -values[turn])
    return tuple(best)


def best_choice(state: State, stream: Stream, depth: int, budget: int) -> Choice:
    """Return the action that begins or completes one of the best turns; *stream* chooses among them."""
    turns = min(state.turns, LATE + state.turns % 2)
    best = best_turns(state.where, turns, depth, budget)
    if state.chosen != NONE:
        best = tuple(turn for turn in best if turn[0] == state.chosen)
        best = best or best_turns(state.where, turns, depth, budget, state.chosen)
    return Choice(_id(state, stream.choice(best)))


def _id(state: State, turn: Turn) -> str:
    tile, end = turn
    if state.chosen != NONE:
        return end_id(end)
    if tile == NONE:
        return SKIP
    return turn_id(state, tile, end) if state.limits.flat else choice_id(state, tile)
