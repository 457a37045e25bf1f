"""Mirrored pairs of the bots of a talking game: python -m tests.benchmarks.games.strength_talking GAME [PAIRS].

GAME is one with two sides: are_you_the_traitor or two_rooms_and_a_boom. Prints for every pair of bots what the first
one scores on each side, with standard errors, the decisions of a match and the time of a decision, verification
included.
"""

import math
import sys
import time
from itertools import combinations_with_replacement

from interplay.tracks.games import catalogue
from tests.games import matches


def score(game: str, players: tuple[str, ...], seat: int, seed: int) -> tuple[float, int]:
    """Return what *seat* scores, and the decisions of the match."""
    played = matches.play(matches.item(game, players, seed=f"strength/{seed}"), matches.randomly(seed))
    if played.claimed is None:
        raise ValueError("a match without an outcome")
    return played.claimed.returns[seat], sum(map(len, played.rounds))


def main(game: str, pairs: int = 1_000) -> None:
    """Play and print."""
    rules = catalogue.load(game)
    sides = rules.sides(rules.deal("0", {}, "strict"))
    bots = sorted(catalogue.bots_of(game).values(), key=lambda bot: -bot.strength)
    for first, second in combinations_with_replacement(bots, 2):
        start, scores, decisions = time.process_time(), [], 0
        for _, seats in sides:
            seated = [first if seat in seats else second for seat in range(rules.seats)]
            players = tuple(f"bot:{bot.name}@{bot.version}" for bot in seated)
            results = [score(game, players, seats[0], seed) for seed in range(pairs)]
            scores.append(sum(result for result, _ in results) / pairs)
            decisions += sum(count for _, count in results)
        taken = 1e3 * (time.process_time() - start) / decisions
        shown = ", ".join(f"as {name} {mean:.3f}" for (name, _), mean in zip(sides, scores, strict=True))
        error = math.sqrt(sum(mean * (1 - mean) for mean in scores) / pairs) / 2
        mean = f"mean {sum(scores) / 2:.3f} +- {error:.3f}"
        print(
            f"{first.name} - {second.name}: {shown}, {mean}; {decisions / pairs / 2:.0f} decisions, {taken:.2f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
