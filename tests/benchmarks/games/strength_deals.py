"""What policies score in Bargain, Bid or Hanabi: python -m tests.benchmarks.games.strength_deals GAME [SETUPS].

For every bot as the opponent: the score with its standard error over setups, and what a match is worth, on the
release's setups from every side. 0 is the random bot, 100 the strong one.
"""

import math
import sys
from statistics import fmean, stdev

from interplay.tracks.games.base import STRENGTHS
from interplay_builders.release import sources
from tests.games.policies import GAMES, scored

OPPONENTS = ("competent", "strong", "random")


def main(game: str, setups: int = 50) -> None:
    """Print the table."""
    seed = sources.identity().seed
    seeds = tuple(f"{seed}/{number}" for number in range(setups))
    opponents = OPPONENTS[: 1 if game == "hanabi" else None]  # a team has no opponent
    print(f"| policy | {' | '.join(opponents)} |\n|---|{'---|' * len(opponents)}")
    for name, policy in [(f"bot: {strength}", strength) for strength in STRENGTHS] + list(GAMES[game].items()):
        cells = []
        for opponent in opponents:
            scores, value = scored(game, opponent, seeds, policy)
            error = stdev(scores) / math.sqrt(setups)
            cells.append(f"{fmean(scores):.0f} ± {error:.0f} ({value:.2f})")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
