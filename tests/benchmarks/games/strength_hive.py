"""Mirrored pairs of Hive's bots: python -m tests.benchmarks.games.strength_hive ONE OTHER [PAIRS [FIRST]].

A bot against itself plays one match of each pair, because the other is the same.
"""

import sys
import time

from interplay.tracks.games import catalogue
from interplay.tracks.games.records import Prediction
from tests.games import matches

BOTS = catalogue.bots_of("hive")


def match(players: tuple[str, str], seed: int) -> Prediction:
    """Return the match of two bots, the first of them blue."""
    names = tuple(f"bot:{name}@{BOTS[name].version}" for name in players)
    return matches.play(matches.item("hive", names, seed=f"strength/{seed}"), matches.randomly(0))


def main(one: str, other: str, pairs: int = 100, first: int = 0) -> None:
    """Print wins, draws and losses of *one*, blue's mean score, decisions a match, and the time of a decision."""
    results = {1.0: 0, 0.5: 0, 0.0: 0}
    sides = ((one, other), (other, one))[: 1 + (one != other)]
    blue, decisions, start = 0.0, 0, time.process_time()
    for seed in range(first, first + pairs):
        for at, players in enumerate(sides):
            played = match(players, seed)
            assert played.claimed is not None
            results[played.claimed.returns[at]] += 1
            blue += played.claimed.returns[0]
            decisions += len(played.rounds)
    taken = time.process_time() - start
    wins, draws, losses = results.values()
    number = pairs * len(sides)
    result = f"{one} against {other}, {number} matches: {wins} won, {draws} drawn, {losses} lost"
    each = f"{decisions / number:.0f} decisions a match, {1e3 * taken / decisions:.2f} ms each"
    print(f"{result}; blue scores {blue / number:.3f}; {each}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
