"""The ladder of Santorini: alpha-beta search over more positions on each level."""

from interplay.core.randomness import Stream
from interplay.tracks.games.santorini.rules import State
from interplay.tracks.games.santorini.search import (
    SURE,
    Action,
    Board,
    OutOfBudgetError,
    Search,
    actions,
    board_of,
    id_of,
    placed,
)
from interplay.tracks.games.shared.menu import Choice
from interplay_lab.ladder.levels import Ladder

DEEPEST = 40
"""Greatest depth of the search in turns."""


def think(state: State, _seat: int, stream: Stream, budget: int) -> Choice:
    """Return an inner square when placing, later the best turn by a search of *budget* positions."""
    if state.placing:
        return Choice(placed(state, stream))
    board = board_of(state)
    order = stream.shuffled(actions(board, choose=state.choose))
    return Choice(id_of(state, best_action(board, order, budget, choose=state.choose)))


def best_action(board: Board, order: list[Action], budget: int, *, choose: bool = False) -> Action:
    """Return the best of the actions *order*, the first among equals; an unfinished last depth counts, too."""
    search = Search(budget, choose=choose)
    for depth in range(1, DEEPEST):
        try:
            values = search.values(board, depth, order)
        except OutOfBudgetError:
            partial = search.known
            return max(partial, key=lambda action: partial[action]) if partial else order[0]
        order = sorted(order, key=lambda action: -values[action])
        if abs(values[order[0]]) >= SURE or len(order) == 1:
            break
    return order[0]


LADDER = Ladder(think, "positions looked at for a move", budgets=(2, 4, 8, 16, 32, 128, 512, 2048, 8192, 32_768))
