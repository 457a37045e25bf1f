"""Compare Hanabi with OpenSpiel's on many decks: python -m tests.benchmarks.games.differential_hanabi [GAMES]."""

import importlib
import sys

from tests.games.hanabi.openspiel import PARAMETERS, compare


def main(games: int = 20_000) -> None:
    """Raise at the first difference; print how much was compared."""
    game = importlib.import_module("pyspiel").load_game(PARAMETERS)
    decisions = sum(compare(game, f"differential/{seed}") for seed in range(games))
    print(f"{games} games, {decisions} decisions: no difference")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
