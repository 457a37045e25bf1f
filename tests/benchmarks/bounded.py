"""How often intervals of bounded scores hold the true score near the end of the scale.

    python -m tests.benchmarks.bounded > table.md    # the table of docs/decisions/0092-looks-and-pooled-draws.md

Dialogues have chances of their own around the accuracy: a beta distribution with an intraclass correlation of a tenth,
or a probit normal one. In positions a perfect player, or one that errs on a twentieth of the items, gives unreadable
replies, and the setups of each game are drawn anew in each run. A minute; ``--runs 100`` for a quick look.
"""

import argparse
import math
from collections.abc import Iterator
from statistics import NormalDist

import numpy as np
from scipy import stats

from interplay.core import intervals
from interplay.core.intervals import Bounds, Floats, Moments
from interplay.core.release import open_release
from interplay.tracks import catalogue

SEED = 20_261_126
CORRELATION = 0.1
SPREAD = 0.5
ENDS = (-100.0, 100.0)
Rng = np.random.Generator


def chances(kind: str, accuracy: float, shape: tuple[int, int], rng: Rng) -> Floats:
    """Return the chance of a right answer in each of K dialogues, in each of the runs (K, runs)."""
    if kind == "beta":
        size = (1 - CORRELATION) / CORRELATION
        return rng.beta(accuracy * size, (1 - accuracy) * size, shape)
    middle = NormalDist().inv_cdf(accuracy) * math.sqrt(1 + SPREAD**2)
    return np.asarray(stats.norm.cdf(middle + SPREAD * rng.standard_normal(shape)))


def dialogues(track: str, kind: str, accuracy: float, runs: int, rng: Rng) -> Moments:
    """Return the moments of a score in each run: 36 dialogues of 18 probes, or 60 of 8 questions, each an item."""
    values: Floats
    if track == "scorekeeping":
        values = np.asarray(200.0 * rng.binomial(18, chances(kind, accuracy, (36, runs), rng)) / 18 - 100)
        clusters = np.arange(36)
    else:
        clusters = np.repeat(np.arange(60), 8)
        right = rng.random((480, runs)) < chances(kind, accuracy, (60, runs), rng)[clusters]
        values = np.where(right, 100.0, -100.0)
    strata = np.zeros(len(values), dtype=np.int64)
    return intervals.moments(values, np.ones_like(values), strata, clusters, np.full(runs, intervals.MAX_DIFFERENCE))


def coverage(bounds: list[Bounds], truth: float) -> float:
    """Return the share of intervals with the truth; what has no interval does not have it."""
    within = [b.low is not None and b.high is not None and b.low <= truth <= b.high for b in bounds]
    return sum(within) / len(within)


def rows_of_dialogues(runs: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of scorekeeping and company."""
    for track, accuracies in (("scorekeeping", (0.97, 0.99, 0.995)), ("company", (0.97, 0.99))):
        for kind in ("beta", "probit"):
            for accuracy in accuracies:
                found = dialogues(track, kind, accuracy, runs, np.random.default_rng(SEED))
                ends = (ENDS, (-math.inf, 100.0))  # a scale with one end has t intervals
                pair = [[intervals.interval(found, run, "", scale) for run in range(runs)] for scale in ends]
                cells = [f"{coverage(bounds, 200 * accuracy - 100):.3f}" for bounds in pair]
                widths = [(b.high or 0) - (b.low or 0) for b in pair[0]]
                yield f"{track}, {accuracy:g}", kind, *cells, f"{np.mean(widths):.1f}"


def rows_of_positions(runs: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of positions."""
    track = catalogue.load("positions")
    items = [item for item in track.items(open_release()) if item.split == "hard" and item.blind]
    weights = np.array([track.weight(item) for item in items])
    strata = np.unique([item.game for item in items], return_inverse=True)[1]
    clusters = np.unique([f"{i.game}|{track.cluster(i)}" for i in items], return_inverse=True)[1]
    members = [np.flatnonzero(clusters == cluster) for cluster in range(clusters.max() + 1)]
    home = np.array([strata[rows[0]] for rows in members])
    lost = np.array([100 * (1 - item.penalty / item.blind) for item in items])
    worst = np.array([100 * (1 - (_spread(item)) / item.blind) for item in items])
    for errs in (0.0, 0.05):
        for unreadable in (0.01, 0.02, 0.03):
            rng = np.random.default_rng(SEED)
            expected = (1 - unreadable) * (100 * (1 - errs) + errs * worst) + unreadable * lost
            games = range(strata.max() + 1)
            truth = np.mean([np.average(expected[strata == g], weights=weights[strata == g]) for g in games])
            bounds = []
            for _ in range(runs):
                picked = np.concatenate([rng.choice(np.flatnonzero(home == g), (home == g).sum()) for g in games])
                rows = np.concatenate([members[cluster] for cluster in picked])
                numbers = np.repeat(np.arange(len(picked)), [len(members[cluster]) for cluster in picked])
                chance = rng.random(len(rows))
                values = np.where(chance < unreadable, lost[rows], 100.0)
                values = np.where((chance >= unreadable) & (rng.random(len(rows)) < errs), worst[rows], values)
                found = intervals.moments(
                    values[:, None], weights[rows][:, None], strata[rows], numbers, np.full(1, 100.0)
                )
                bounds.append(intervals.interval(found, 0, "", (-math.inf, 100.0)))
            share = f"{coverage(bounds, float(truth)):.3f}"
            width = np.mean([(b.high or 0) - (b.low or 0) for b in bounds])
            name = f"positions, {unreadable:.0%} unreadable, {errs:.0%} worst moves"
            yield name, "setups drawn anew", share, share, f"{width:.1f}"


def _spread(item: object) -> float:
    """Return the regret of the worst legal move."""
    values = [entry.value for entry in item.values]  # type: ignore[attr-defined]
    return float(max(values) - min(values))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000)
    runs = parser.parse_args().runs
    print("| score, accuracy | dialogues | printed interval | t interval | mean width |\n|:--|:--|--:|--:|--:|")
    for row in (*rows_of_dialogues(runs), *rows_of_positions(runs)):
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
