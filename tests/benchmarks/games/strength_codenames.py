"""Strength of the Codenames bots over mirrored pairs: python -m tests.benchmarks.games.strength_codenames [PAIRS]."""

import sys
import time
from collections import Counter
from itertools import combinations_with_replacement
from statistics import stdev

from tests.games import matches

NAMES = ("random", "careful", "daring")


def play(first: str, second: str, seed: int) -> tuple[float, str, list[str], int]:
    """Return the score of red, the reason of the end, the numbers of red's clues, and the decisions."""
    players = (*(f"bot:{first}@1",) * 2, *(f"bot:{second}@1",) * 2)
    match = matches.play(matches.item("codenames", players, seed=str(seed)), lambda _: "")
    assert match.claimed is not None
    texts = [r[0].text for r in match.rounds if r[0].seat == 0]
    numbers = [text[-3] for text in texts if "silence" not in text]
    return match.claimed.returns[0], match.claimed.reason, numbers, len(match.rounds)


def main(pairs: int = 200) -> None:
    """Print score, wins, ends, clue numbers and speed of each pairing; the first bot's view."""
    for first, second in combinations_with_replacement(NAMES, 2):
        start = time.process_time()
        scores: list[float] = []
        red, reasons, numbers, decisions = 0.0, Counter[str](), Counter[str](), 0
        for seed in range(pairs):
            ours, theirs = play(first, second, seed), play(second, first, seed)
            scores.append((ours[0] + 1 - theirs[0]) / 2)
            red += ours[0] + theirs[0]
            reasons.update((ours[1], theirs[1]))
            numbers.update(ours[2])
            decisions += ours[3] + theirs[3]
        taken = time.process_time() - start
        error = stdev(scores) / pairs**0.5
        print(
            f"{first:>8} {second:<8} score {sum(scores) / pairs:.3f} +- {error:.3f}  red {red / 2 / pairs:.3f}  "
            f"{dict(reasons)}  clues {dict(sorted(numbers.items()))}  {decisions / 2 / pairs:.1f} decisions  "
            f"{1e3 * taken / decisions:.2f} ms each"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
