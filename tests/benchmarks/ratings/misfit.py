"""How often the test of misfit warns of results that fit, and how often of results that do not.

    python -m tests.benchmarks.ratings.misfit

Arenas are drawn from the model, with standard normal strengths; then again with a circle added: in half of the pairs,
drawn at random, the log-odds are off by 1, in one direction or the other. Every number follows from the seed in this
file. A minute or two on one core; ``--arenas 200`` for a quick look.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from interplay.ratings.arrays import FloatArray
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.tables import Settings
from interplay_lab.statistics.misfit import misfit

SEED = 20_260_102


@dataclass(frozen=True)
class Design:
    """Who meets whom how often; ``echo`` is how often the second match of a setup repeats the first.

    ``games`` share the matches of a pair out, the first game half of them, the second half of the rest, and so on.
    """

    name: str
    times: FloatArray
    echo: float = 0.0
    games: int = 1
    draws: float = 0.0


def designs() -> tuple[Design, ...]:
    """Return dense and sparse arenas, with few matches, with several games, with setups, and with draws."""
    ring = np.zeros((12, 12))
    for i in range(12):
        for step in (1, 5):
            ring[i, (i + step) % 12] = ring[(i + step) % 12, i] = 16
    return (
        Design("dense: 8 systems, 20 matches a pair", np.full((8, 8), 20)),
        Design("sparse: 12 systems, each meets 4 others 16 times", ring),
        Design("thin: 12 systems, 2 matches a pair", np.full((12, 12), 2)),
        Design("single: 12 systems, 1 match a pair", np.full((12, 12), 1)),
        Design("small: 6 systems, 4 matches a pair", np.full((6, 6), 4)),
        Design("three: 3 systems, 10 matches a pair", np.full((3, 3), 10)),
        Design("games: 7 systems, 13 matches a pair, 5 games of unequal size", np.full((7, 7), 13), games=5),
        Design("setups: 8 systems, 20 a pair, two a setup, 7 of 10 alike", np.full((8, 8), 20), echo=0.7),
        Design("draws: 8 systems, 20 a pair, equals draw 3 of 10", np.full((8, 8), 20), draws=0.3),
    )


def arena(design: Design, number: int, off: float) -> Ledger:
    """Return the matches of one simulated arena; *off* is what half of the pairs are off by, in log-odds."""
    rng = np.random.default_rng([SEED, sum(design.name.encode()), number])
    truth = rng.normal(size=len(design.times))
    return collect(enumerate(_matches(design, truth, off, rng)))


def _matches(design: Design, truth: FloatArray, off: float, rng: np.random.Generator) -> Iterator[Match]:
    for i in range(len(truth)):
        for j in range(i + 1, len(truth)):
            gap, won = truth[i] - truth[j] + off * rng.choice([-1, 0, 0, 1]), 0.0
            for k in range(int(design.times[i, j])):
                if k % 2 == 0 or rng.random() >= design.echo:
                    won = _result(1 / (1 + np.exp(-gap)), design.draws, rng)
                game = f"g{min(int(rng.geometric(0.5)), design.games)}"
                setup = f"{i}-{j}-{k // 2}" if design.echo else None
                yield Match(game=game, setup=setup, seats=(f"s{i:02d}", f"s{j:02d}"), returns=(won, 1 - won))


def _result(share: float, draws: float, rng: np.random.Generator) -> float:
    """Return 1, 0.5 or 0, on average *share*; *draws* is how often equals draw."""
    drawn = draws * 4 * share * (1 - share)
    return 0.5 if rng.random() < drawn else float(rng.random() < (share - drawn / 2) / (1 - drawn))


def rates(design: Design, arenas: int, off: float = 0.0) -> tuple[float, float, float]:
    """Return how often p is below .01 and below .05, and the mean design effect."""
    made = []
    for number in range(arenas):
        settings = Settings(resamples=0, seed=number)
        made.append(misfit(count(arena(design, number, off), settings), settings))
    p = np.array([1.0 if found.p is None else found.p for found in made])
    return float((p < 0.01).mean()), float((p < 0.05).mean()), float(np.mean([f.design_effect or 0 for f in made]))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--arenas", type=int, default=1000)
    arenas = parser.parse_args().arenas
    print("| arena | false alarms at .01 | at .05 | design effect | circles found at .01 |")
    print("|---|---|---|---|---|")
    for design in designs():
        one, five, effect = rates(design, arenas)
        found, _, _ = rates(design, max(100, arenas // 5), off=1.0)
        print(f"| {design.name} | {one:.1%} | {five:.1%} | {effect:.2f} | {found:.0%} |", flush=True)


if __name__ == "__main__":
    main()
