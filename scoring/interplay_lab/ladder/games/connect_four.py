"""The ladder of Connect Four: alpha-beta over more and more positions, to the end of the game where they suffice.

No level is a perfect player: solving the opening takes far longer than a move may. The top level saw the end in every
position with 26 discs or more that was looked at, and in none with fewer than 20.
"""

from interplay.core.randomness import Stream
from interplay.tracks.games.connect_four.bitboard import CELLS, bits, column_of, landings
from interplay.tracks.games.connect_four.rules import Column, State
from interplay.tracks.games.connect_four.search import SURE, OutOfBudgetError, Search
from interplay_lab.ladder.levels import Ladder


def think(state: State, seat: int, stream: Stream, budget: int) -> Column:
    """Return the best column that *budget* positions find, random among equals."""
    order = stream.shuffled(bits(landings(state.discs)))
    return column_of(best_cell(state.of(seat), state.discs, order, budget))


def best_cell(own: int, discs: int, order: list[int], budget: int) -> int:
    """Return the best of the landing cells *order*, the first among equals; the depth that was begun last counts, too.

    The outcome of the game is known where the search gets to its end or finds a win or a loss.
    """
    search = Search(budget)
    for depth in range(1, CELLS - discs.bit_count() + 1):
        try:
            values = search.values(own, discs, depth, order, exact=False)
        except OutOfBudgetError:
            seen = search.known
            return max(seen, key=lambda bit: seen[bit]) if seen else order[0]
        order = sorted(order, key=lambda bit: -values[bit])
        if abs(values[order[0]]) >= SURE or len(order) == 1:
            break
    return order[0]


LADDER = Ladder(think, "positions looked at for a move", budgets=(1, 2, 4, 8, 32, 128, 1024, 4096, 16_384))
