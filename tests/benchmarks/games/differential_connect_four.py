"""Compare Connect Four with OpenSpiel at every ply of random matches, and print the rates of random play.

Run: python -m tests.benchmarks.games.differential_connect_four [MATCHES]   (default 20000)
"""

import sys
from collections import Counter

from interplay.tracks.games.connect_four.rules import GAME
from tests.games import boards


def main(number: int = 20_000) -> None:
    """Raise ``AssertionError`` at the first difference in seat, legal moves or returns."""
    game = boards.openspiel("connect_four")
    plies = boards.compare_random_matches("connect_four", number, game, lambda column: column - 1, seed="hand-run")
    print(f"{number} matches, {plies} plies: no difference")
    ends = [states[-1] for states in boards.random_matches("connect_four", number)]
    counted = Counter(GAME.outcome(state).returns[0] for state in ends)
    mean = sum(state.discs.bit_count() for state in ends) / number
    rates = ", ".join(f"{name} {counted[value] / number:.4f}" for name, value in (("X", 1), ("O", -1), ("draw", 0)))
    print(f"{rates}, mean length {mean:.2f} plies")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
