"""Compare Hive with OpenSpiel's on many games: python -m tests.benchmarks.games.differential_hive [GAMES [FIRST]].

Every other game is uniformly random; in the rest 40% of the turns crowd a queen, so that they are decided. 500 games
take about a minute and a half; FIRST is the number of the first.
"""

import importlib
import sys
from collections import Counter

from tests.games.hive.openspiel import PARAMETERS, compare


def main(games: int = 2_000, first: int = 0) -> None:
    """Raise at the first difference; print how much was compared."""
    game = importlib.import_module("pyspiel").load_game(PARAMETERS)
    done = [compare(game, f"differential/{seed}", 40 * (seed % 2)) for seed in range(first, first + games)]
    ends = ", ".join(f"{number} {end}" for end, number in sorted(Counter(one.end for one in done).items()))
    print(f"{games} games, {sum(one.turns for one in done)} turns ({ends}): no difference")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
