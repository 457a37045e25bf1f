"""How often the intervals cover the truth, in simulated arenas with known strengths.

    python -m tests.benchmarks.ratings.coverage > cards/ratings/coverage.md

Every number follows from the seed in this file. About three minutes on one core; ``--arenas 100`` for a quick look.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from interplay.ratings.arrays import FloatArray
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.standings import gather
from interplay.ratings.pairwise.tables import IntervalMethod, Settings

SEED = 20_260_101
METHODS: tuple[IntervalMethod, ...] = ("percentile", "basic", "bca", "wald")
LEVEL = 0.9
INSIDE = (0.88, 0.92)
CLUSTERS: tuple[Literal["match", "setup"], ...] = ("match", "setup")
HEAD = """# Coverage of the intervals

Printed by `python -m tests.benchmarks.ratings.coverage`; not edited by hand.

How often a 90% interval holds the true strength: {arenas} simulated arenas a design, {resamples} resamples each, the
default prior. Strengths are standard normal and centred, results are wins and losses drawn from the model. Coverage is
averaged over systems; "worst system" is the lowest of any one. The standard error of a coverage is below 1%.
"""


@dataclass(frozen=True)
class Design:
    """Who meets whom how often: ``times[i, j]`` matches a pair.

    With ``echo``, two matches come from each setup, and the second repeats the first one's result that often.
    """

    name: str
    what: str
    times: FloatArray
    echo: float = 0.0


def designs() -> tuple[Design, ...]:
    """Return the designs, all with strengths drawn from a standard normal distribution."""
    balanced = np.full((8, 8), 20.0)
    unbalanced = np.full((8, 8), 3.0)
    for i in range(8):
        unbalanced[i, (i + 1) % 8] = unbalanced[(i + 1) % 8, i] = 30.0
    sparse = np.zeros((12, 12))
    for i in range(12):
        for step in (1, 5):
            sparse[i, (i + step) % 12] = sparse[(i + step) % 12, i] = 16.0
    return (
        Design("balanced", "8 systems, 20 matches a pair (560)", balanced),
        Design("unbalanced", "8 systems, 30 matches for neighbours, 3 for other pairs (300)", unbalanced),
        Design("sparse", "12 systems, each meets 4 others 16 times, the rest never (384)", sparse),
        Design(
            "small", "6 systems, 4 matches a pair (60): many resamples have undefeated systems", np.full((6, 6), 4.0)
        ),
        Design("paired", "as balanced; two matches a setup, the second repeats the first 7 times of 10", balanced, 0.7),
    )


def arenas(design: Design, number: int) -> Iterator[tuple[FloatArray, Ledger]]:
    """Yield true strengths (centred) and the matches of each simulated arena."""
    n = len(design.times)
    for arena in range(number):
        rng = np.random.default_rng([SEED, sum(design.name.encode()), arena])
        truth = rng.normal(size=n)
        truth -= truth.mean()
        yield truth, collect(enumerate(_matches(design, truth, rng)))


def _matches(design: Design, truth: FloatArray, rng: np.random.Generator) -> Iterator[Match]:
    for i in range(len(truth)):
        for j in range(i + 1, len(truth)):
            chance, won = 1 / (1 + np.exp(truth[j] - truth[i])), 0.0
            for k in range(int(design.times[i, j])):
                if k % 2 == 0 or rng.random() >= design.echo:
                    won = float(rng.random() < chance)
                setup = f"{i}-{j}-{k // 2}" if design.echo else None
                yield Match(game="g", setup=setup, seats=(f"s{i:02d}", f"s{j:02d}"), returns=(won, 1 - won))


def cover(design: Design, number: int, settings: Settings) -> list[tuple[str, float, float, float]]:
    """Return for each method its name, the coverage, the lowest coverage of any system, and the mean width."""
    n = len(design.times)
    hits, widths = np.zeros((len(METHODS), n)), np.zeros(len(METHODS))
    for truth, ledger in arenas(design, number):
        evidence, _, _ = gather(count(ledger, settings), settings)
        for place, method in enumerate(METHODS):
            low, high = evidence.bounds(np.eye(n) - 1 / n, method, LEVEL)
            hits[place] += (low <= truth) & (truth <= high)
            widths[place] += float((high - low).mean())
    share = hits / number
    return [(m, float(h.mean()), float(h.min()), w / number) for m, h, w in zip(METHODS, share, widths, strict=True)]


def main() -> None:
    """Print the card."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--arenas", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=1000)
    options = parser.parse_args()
    print(HEAD.format(arenas=options.arenas, resamples=options.resamples))
    for design in designs():
        print(f"- *{design.name}*: {design.what}")
    print("\n| design | resampled by | interval | coverage | worst system | mean width | inside 88-92% |")
    print("|---|---|---|---|---|---|---|")
    failed: list[str] = []
    for design in designs():
        for clusters in CLUSTERS if design.echo else CLUSTERS[:1]:
            settings = Settings(resamples=options.resamples, clusters=clusters, level=LEVEL)
            failed += _rows(design, options.arenas, settings)
    print(f"\nOutside 88-92%: {'; '.join(failed) or 'none'}.")


def _rows(design: Design, number: int, settings: Settings) -> list[str]:
    """Print the rows of a design and return which methods failed on it."""
    failed = []
    for method, mean, worst, width in cover(design, number, settings):
        inside = INSIDE[0] <= mean <= INSIDE[1]
        place = f"| {design.name} | {settings.clusters} | {method} "
        print(f"{place}| {mean:.1%} | {worst:.1%} | {width:.3f} | {'yes' if inside else '**no**'} |", flush=True)
        if not inside:
            failed.append(f"{method} on {design.name}, by {settings.clusters} ({mean:.1%})")
    return failed


if __name__ == "__main__":
    main()
