"""Which operations of every session of a seed (the release's) count, and how long its chains are: all operations.

    python -m tests.benchmarks.horizon_dependence [--seed SEED] [--least LEVEL] [--most LEVEL] [--family NAME ...]

Running time grows with the square of the level: minutes at 2,048 operations. Ends with an error where one is not fit.
"""

import argparse
import sys

from interplay_builders.release import sources
from interplay_builders.tracks.horizon.build import LEVELS, SESSIONS
from interplay_builders.tracks.horizon.dependence import COUNTED, fitting, least_chain, measured
from interplay_builders.tracks.horizon.sessions import FAMILIES


def main() -> None:
    """Print a line for each family and level."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default=sources.identity().seed)
    parser.add_argument("--least", type=int, default=min(LEVELS))
    parser.add_argument("--most", type=int, default=max(LEVELS))
    parser.add_argument("--family", nargs="+", choices=FAMILIES.names(), default=FAMILIES.names())
    options = parser.parse_args()
    unfit = 0
    print("| family | level | least counted | mean counted | shortest chain | mean chain |\n|:--|--:|--:|--:|--:|--:|")
    for family in options.family:
        for level in (one for one in LEVELS if options.least <= one <= options.most):
            found = [measured(fitting(family, level, options.seed, number)) for number in range(SESSIONS)]
            shares, chains = ([getattr(one, what) / level for one in found] for what in ("counted", "chain"))
            unfit += sum(100 * share < COUNTED for share in shares)
            unfit += sum(100 * chain < least_chain(family) for chain in chains)
            means = sum(shares) / SESSIONS, sum(chains) / SESSIONS
            row = f"{min(shares):.1%} | {means[0]:.1%} | {min(chains):.1%} | {means[1]:.1%}"
            print(f"| {family} | {level:,} | {row} |", flush=True)
    sys.exit(f"{unfit} sessions are not fit" if unfit else 0)


if __name__ == "__main__":
    main()
