"""Time of reading hostile replies: python -m tests.benchmarks.bench_reading [GAME...]

For each game the slowest repeated piece, with the milliseconds for 1, 10 and 100 kB of it.
"""

import sys

from interplay.tracks.games import catalogue
from tests.games.test_replies import PIECES, seconds
from tests.games.test_styles import points

SIZES = (1_000, 10_000, 100_000)


def main(games: list[str]) -> None:
    """Print a row for each game."""
    print("| game | slowest piece | 1 kB | 10 kB | 100 kB |\n|---|---|---:|---:|---:|")
    for game in games:
        point = points(game, 1)[0]
        times = {piece: [1_000 * seconds(point, (piece * size)[:size]) for size in SIZES] for piece in PIECES}
        slowest = max(times, key=lambda piece: times[piece][-1])
        print(f"| {game} | `{slowest!r}` | " + " | ".join(f"{time:.1f}" for time in times[slowest]) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(catalogue.names()))
