"""How often ``compare --fresh`` takes a difference of zeros for one of the system, and what a zero does to scores.

    python -m tests.benchmarks.positions_zero [--draws 100]

The clusters of each game in the hard split are divided at random into a release and a draw. Three players that know
neither part play both: one moves at random, two choose the best move in a share of positions and else a random one.
``anew`` gives each part the best rule on its own positions; ``shared`` gives both the cross-fitted zero of the release.
Printed are the share of draws in which p < 0.05, which should be 5%, and the mean scores on both parts.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from interplay.core.release import open_release
from interplay.tracks.positions.bots import listed
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.blind import LEAST, alike, best_rule, expected, zero_of
from interplay_lab.compare.effects import PairedScores, effect

SKILLS = (0.0, 0.5, 0.8)
"""The shares of positions in which a player finds the best move."""
Halves = tuple[list[Position], list[Position]]


class Outcome(Struct, frozen=True):
    """The p of a comparison and the scores on the release and on the draw."""

    p: float
    scores: tuple[float, float]


def halves(positions: Sequence[Position], rng: np.random.Generator) -> Halves:
    """Divide the clusters of each game at random; both parts have equally many positions of each."""
    release: list[Position] = []
    draw: list[Position] = []
    games: dict[str, dict[str, list[Position]]] = defaultdict(lambda: defaultdict(list))
    for row in positions:
        games[row.game][row.cluster or row.item_id].append(row)
    for clusters in games.values():
        groups = list(clusters.values())
        order = rng.permutation(len(groups))
        first = [row for n in order[: len(groups) // 2] for row in groups[n]]
        second = [row for n in order[len(groups) // 2 :] for row in groups[n]]
        number = min(len(first), len(second))
        release += first[:number]
        draw += second[:number]
    return release, draw


def factors(parts: Halves) -> Mapping[str, tuple[Mapping[tuple[str, str, bool], float], ...]]:
    """Return the share of a random move's regret at which each part has its 0, by way of choosing it."""
    anew = tuple({key: max(LEAST, best_rule(group).left) for key, group in alike(part).items()} for part in parts)
    shared = {key: max(LEAST, zero_of(group).left) for key, group in alike(parts[0]).items()}
    return {"anew": anew, "shared": (shared, shared)}


def regrets(positions: Sequence[Position], skill: float, rng: np.random.Generator) -> np.ndarray:
    """Return the regrets of a player that finds the best move in a share *skill* of positions."""
    values = [np.array([entry.value for entry in row.values]) for row in positions]
    return np.array([0.0 if rng.random() < skill else known.max() - rng.choice(known) for known in values])


def compared(parts: Halves, zeros: Sequence[Mapping[tuple[str, str, bool], float]], lost: np.ndarray) -> Outcome:
    """Return the comparison of a player's results on both parts, given its regrets of shape (n, 2)."""
    chance = np.array([[expected(row) * zeros[s][listed(row)] for row in parts[s]] for s in (0, 1)]).T
    games = np.unique([row.game for row in parts[0]], return_inverse=True)[1]
    clusters = np.unique([row.cluster or row.item_id for row in parts[0]], return_inverse=True)[1]
    clusters = np.unique(games * len(games) + clusters, return_inverse=True)[1]
    scores = 100 * (1 - lost / chance)
    found = effect(PairedScores(scores, chance, games.astype(np.int64), clusters.astype(np.int64)))
    sums = np.stack([np.bincount(games, column) for column in (*lost.T, *chance.T)])
    first, second = (float(np.mean(100 * (1 - sums[s] / sums[s + 2]))) for s in (0, 1))
    return Outcome(found.p, (first, second))


def run(positions: Sequence[Position], draws: int) -> dict[tuple[str, float], list[Outcome]]:
    """Return the outcomes by way of choosing the zero, and skill."""
    rng = np.random.default_rng(1)
    outcomes: dict[tuple[str, float], list[Outcome]] = defaultdict(list)
    for _ in range(draws):
        parts = halves(positions, rng)
        ways = factors(parts)
        for skill in SKILLS:
            lost = np.stack([regrets(part, skill, rng) for part in parts], axis=1)
            for way, zeros in ways.items():
                outcomes[way, skill].append(compared(parts, zeros, lost))
    return outcomes


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=100)
    positions = [row for row in open_release().rows("positions", Position) if row.split == "hard"]
    print("| zero | best moves | release | draw | p < 0.05 |\n|:--|--:|--:|--:|--:|")
    for (way, skill), outcomes in run(positions, parser.parse_args().draws).items():
        first, second = np.mean([outcome.scores for outcome in outcomes], axis=0)
        alarms = np.mean([outcome.p < 0.05 for outcome in outcomes])
        print(f"| {way} | {skill:.0%} | {first:.1f} | {second:.1f} | {alarms:.0%} |")


if __name__ == "__main__":
    main()
