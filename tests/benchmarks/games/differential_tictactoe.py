"""Compare TicTacToe with OpenSpiel at every ply of all 255,168 games.

Run: python -m tests.benchmarks.games.differential_tictactoe
"""

from typing import Any

from interplay.tracks.games.tictactoe.rules import CELLS, GAME, State
from tests.games import boards


def compared(state: State, theirs: Any) -> int:
    """Return the number of complete games from here on; raise ``AssertionError`` at the first difference."""
    boards.agree(GAME, state, theirs, CELLS.index)
    seats = GAME.to_move(state)
    if not seats:
        return 1
    games = 0
    for cell in GAME.legal(state, seats[0]):  # type: ignore[union-attr]
        games += compared(GAME.apply(state, {seats[0]: cell}), theirs.child(CELLS.index(cell)))
    return games


if __name__ == "__main__":
    (empty,) = boards.states("tictactoe", [])
    print(f"{compared(empty, boards.openspiel('tic_tac_toe').new_initial_state()):,} games: no difference")
