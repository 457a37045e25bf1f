"""The ladder of Connect Four: alpha-beta search over more positions on each level, to the end of the game if possible.

No level plays perfectly, since solving the opening takes too long. In a sample of positions, the top level solved all
with 26 discs or more, and none with fewer than 20.
"""

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four.bitboard import CELLS, bits, column_of, landings
from interplay.tracks.games.connect_four.rules import Column, State
from interplay.tracks.games.connect_four.search import SURE, OutOfBudgetError, Search
from interplay_lab.ladder.levels import Ladder


def think(state: State, seat: int, stream: Stream, budget: int) -> Column:
    """Return the best column by a search of *budget* positions, random among equals."""
    order = stream.shuffled(bits(landings(state.discs)))
    return column_of(best_cell(state.of(seat), state.discs, order, budget))


def best_cell(mine: int, discs: int, order: list[int], budget: int) -> int:
    """Return the best of the landing cells *order*, the first among equals; an unfinished last depth counts, too.

    The search stops early at a forced win or loss or at the end of the game.
    """
    search = Search(budget)
    for depth in range(1, CELLS - discs.bit_count() + 1):
        try:
            values = search.values(mine, discs, depth, order, exact=False)
        except OutOfBudgetError:
            partial = search.known
            return max(partial, key=lambda bit: partial[bit]) if partial else order[0]
        order = sorted(order, key=lambda bit: -values[bit])
        if abs(values[order[0]]) >= SURE or len(order) == 1:
            break
    return order[0]


LADDER = Ladder(think, "positions looked at for a move", budgets=(1, 2, 4, 8, 32, 128, 1024, 4096, 16_384))
