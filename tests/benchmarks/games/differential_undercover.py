"""Compare Undercover with the reference implementation on many matches.

Run: python -m tests.benchmarks.games.differential_undercover [COUNT]
"""

import random
import sys

from interplay.tracks.games.undercover.rules import GAME
from tests.games.undercover.test_rules import compare


def main(count: int = 20_000) -> None:
    """Play random votes in *count* dealt matches in both; any difference is an assertion error."""
    rng = random.Random(0)
    for number in range(count):
        compare(
            rng, GAME.deal(f"differential/{number}", {"held_out": number % 2}, "strict" if number % 5 else "compat")
        )
    print(f"{count} matches agree")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
