"""How often ``compare --fresh`` finds that a fifth of a release was memorised, by track and over several of them.

    python -m tests.benchmarks.fresh_power > table.md    # the table of cards/fresh.md

A simulated system answers the draws as well as it can, and the release likewise, except for a fifth of its items (in
scorekeeping dialogues, in horizon sessions), which it answers perfectly. Dialogues differ in difficulty as in
``tests.benchmarks.comparing``, siblings share it. In positions a sibling is another item of the same game, and the
system plays the best move or, with some probability, any. The tests are the t-test of one draw, two-sided, and the
pooled test of several draws, one-sided, both at 5%. Four minutes on one core; ``--runs 50`` for a quick look.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from interplay.core.release import open_release
from interplay.tracks import catalogue
from interplay_lab.compare.effects import Floats, PairedScores, effect
from interplay_lab.compare.levels import level_effect
from interplay_lab.compare.pooled import mean_of

SEED = 20_261_126
MEMORISED = 0.2
DRAWS = (1, 2, 4)
HORIZON_RUNS = 40
LIMIT = 1.6449
"""The z that a one-sided test at 5% exceeds."""
Rng = np.random.Generator
Result = tuple[float, float, int, float]
"""Difference, standard error, clusters and two-sided p of one draw."""
Simulated = Callable[[Rng, float, int], list[Result]]


def dialogues(clusters: int, size: int, probes: int, easy: float, rng: Rng, learnt: float, draws: int) -> list[Result]:
    """Return the differences of a run from some draws in *clusters* dialogues of *size* items of so many *probes*."""
    numbers = np.repeat(np.arange(clusters), size)
    hard = 0.8 * rng.standard_normal(clusters)[numbers] + rng.standard_normal(len(numbers))
    chance = 1 / (1 + np.exp(-(easy * math.sqrt(1 + 1.64 / 2.9) - hard)))
    runs = [rng.binomial(probes, chance) / probes * 200 - 100 for _ in range(draws + 1)]
    runs[0] = np.where(rng.random(len(numbers)) < learnt, 100.0, runs[0])
    ones, strata = np.ones((len(numbers), 2)), np.zeros(len(numbers), dtype=np.int64)
    return [_result(PairedScores(np.stack([runs[0], run], axis=1), ones, strata, numbers)) for run in runs[1:]]


def _result(pairs: PairedScores) -> Result:
    found = effect(pairs)
    return found.value, found.error, found.clusters, found.p


class Positions:
    """Items of the default split, and players that err on some of them."""

    def __init__(self) -> None:
        track = catalogue.load("positions")
        items = [item for item in track.items(open_release()) if item.split == "hard" and item.blind]
        self.weights = np.array([track.weight(item) for item in items])
        self.strata = np.unique([item.game for item in items], return_inverse=True)[1].astype(np.int64)
        self.clusters = np.unique([f"{i.game}|{track.cluster(i)}" for i in items], return_inverse=True)[1]
        values = [np.array([entry.value for entry in item.values]) for item in items]
        self.scores = [100 * (1 - (v.max() - v) / item.blind) for v, item in zip(values, items, strict=True)]

    def simulated(self, errs: float, rng: Rng, learnt: float, draws: int) -> list[Result]:
        """Return the differences of a run from some draws, of a player that errs on such a share of items."""
        rows = [self._siblings(rng) for _ in range(draws + 1)]
        runs = [self._played(errs, items, rng) for items in rows]
        runs[0] = np.where(rng.random(len(runs[0])) < learnt, 100.0, runs[0])
        return [
            _result(
                PairedScores(
                    np.stack([runs[0], run], axis=1),
                    np.stack([self.weights[rows[0]], self.weights[items]], axis=1),
                    self.strata,
                    self.clusters.astype(np.int64),
                )
            )
            for run, items in zip(runs[1:], rows[1:], strict=True)
        ]

    def _siblings(self, rng: Rng) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """Return for each item one of its game."""
        return np.concatenate(
            [
                rng.choice(np.flatnonzero(self.strata == game), (self.strata == game).sum())
                for game in np.unique(self.strata)
            ]
        )[np.argsort(np.argsort(self.strata, kind="stable"), kind="stable")]

    def _played(self, errs: float, items: "np.ndarray[tuple[int], np.dtype[np.int64]]", rng: Rng) -> Floats:
        wrong = rng.random(len(items)) < errs
        return np.array(
            [rng.choice(self.scores[i]) if is_wrong else 100.0 for i, is_wrong in zip(items, wrong, strict=True)]
        )


def horizon(middle: float, rng: Rng, learnt: float, draws: int) -> list[Result]:
    """Return the differences in levels of a run from some draws, of a system that halves at such a level."""
    level = np.tile(np.repeat(np.arange(3, 12), 4), 12)
    families = np.repeat(np.arange(12), 36)
    wheres = [{"split": "single", "family": f"f{f}", "level": str(2**x)} for f, x in zip(families, level, strict=True)]
    own = rng.normal(middle, 0.5, 12)[families]
    chance = 0.98 / (1 + np.exp((level - own) / 0.7))
    runs = [(rng.random(len(level)) < chance).astype(np.float64) for _ in range(draws + 1)]
    runs[0] = np.where(rng.random(len(level)) < learnt, 1.0, runs[0])
    results = []
    for run in runs[1:]:
        found = level_effect(wheres, np.stack([runs[0], run], axis=1), np.arange(len(level)), len(level))
        assert found is not None
        results.append((found.value, found.error, found.clusters, found.p))
    return results


def rows(runs: int) -> Iterator[tuple[str, str, dict[tuple[float, int], Floats], Floats]]:
    """Yield track, score, z of the pooled test by share learnt and draws, and p of one draw by share learnt."""
    positions = Positions()
    designs: list[tuple[str, str, Simulated]] = [
        *(("scorekeeping", f"accuracy {p:g}", partial(dialogues, 36, 1, 18, _logit(p))) for p in (0.55, 0.75, 0.9)),
        *(("company", f"accuracy {p:g}", partial(dialogues, 60, 8, 1, _logit(p))) for p in (0.55, 0.75, 0.9)),
        *(("positions", f"errs on {p:.0%}", partial(positions.simulated, p)) for p in (0.6, 0.2, 0.05)),
        *(("horizon", f"H50 of {2**level:,}", partial(horizon, level)) for level in (5, 8)),
    ]
    for number, (track, score, simulated) in enumerate(designs):
        rng = np.random.default_rng([SEED, number])
        count = min(runs, HORIZON_RUNS) if track == "horizon" else runs
        most = 1 if track == "horizon" else max(DRAWS)
        z: dict[tuple[float, int], Floats] = {}
        p = []
        for learnt in (0.0, MEMORISED):
            results = [simulated(rng, learnt, most) for _ in range(count)]
            p.append([run[0][3] for run in results])
            for draws in (n for n in DRAWS if n <= most):
                z[learnt, draws] = np.array([_pooled(run[:draws]) for run in results])
        yield track, score, z, np.array(p)


def _logit(p: float) -> float:
    return math.log(p / (1 - p))


def _found(z: Floats) -> str:
    """Return how often the one-sided test at 5% is significant."""
    return f"{np.mean(z > LIMIT):.0%}"


def _pooled(results: list[Result]) -> float:
    values, errors, clusters, _ = zip(*results, strict=True)
    return 0.0 if any(map(math.isnan, values)) else mean_of(values, errors, min(clusters))[2]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=300)
    print("| track | system | false alarms | one draw | pooled: false alarms | 1 draw | 2 draws | 4 draws |")
    print("|:--|:--|--:|--:|--:|--:|--:|--:|")
    middle: list[dict[tuple[float, int], Floats]] = []
    for track, score, z, p in rows(parser.parse_args().runs):
        alarms, power = (f"{(side < 0.05).mean():.0%}" for side in p)
        cells = [_found(z[MEMORISED, n]) if (MEMORISED, n) in z else "–" for n in DRAWS]
        print(
            f"| {track} | {score} | {alarms} | {power} | {_found(z[0.0, 1])} | {' | '.join(cells)} |",
            flush=True,
        )
        if score in {"accuracy 0.75", "errs on 20%"}:
            middle.append(z)
    sums = {key: np.sum([z[key] for z in middle], axis=0) / math.sqrt(len(middle)) for key in middle[0]}
    cells = [_found(sums[MEMORISED, n]) for n in DRAWS]
    alarms = _found(sums[0.0, 1])
    print(f"| all three but horizon | accuracy 0.75, errs on 20% | – | – | {alarms} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
