"""How often the intervals of horizons and of their differences cover the truth, and how wide they are.

    python -m tests.benchmarks.horizon_coverage > cards/horizon/coverage.md

Every number follows from the seed in this file. About half an hour on one core; ``--systems 50`` for a quick look.
"""

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from interplay.tracks.horizon.h50 import Floats, h50
from interplay_lab.compare.levels import LevelEffect, level_effect

SEED = 20_260_115
FAMILIES = 12
HEAD = """# Horizons: coverage of the intervals, false alarms of differences, and bounds

Printed by `python -m tests.benchmarks.horizon_coverage`; not edited by hand.

{systems} simulated systems a row (pairs of systems in the second table) answer the main split, 9 levels (8 to 2,048
operations) x 12 families x 4 items = 432 items, or a sample of it as in `quick`, 7 levels (8 to 512) x 6 items = 42.
The probability that an item succeeds falls with the level along a *curve* around the threshold of its family, with a
*spread* in levels (doublings), minus the *lapses*: survival with spread 1 is a fixed probability of failure for each
operation, a step is a limit below which everything succeeds. Thresholds of families are normal around a common one
with the standard deviation *between*. The truth is the level at which half of the items of these families succeed.
The standard error of a coverage near 90% is about {error:.1%}, that of a false alarm rate near 5% about {alarm:.1%}.
"""
COVERAGE = """
## Coverage of the 90% interval

The common threshold is uniform over two octaves or more, so that a step lies anywhere between two levels. Where all
sessions succeed up to one level and none from the next, the data allow everything between the two levels, and the
interval is never narrower: its coverage is 100% by design. *error*: root mean squared error of the estimate in levels.
"""
DIFFERENCES = """
## Differences of two systems

Both answer the same items. *false alarms*: p < 0.05 although both have the same H50, with thresholds uniform as above,
or where it says so exactly at a level (64); *coverage*: of the 90% interval of the difference. Difficulty: how much
harder an item is for both systems, its standard deviation in levels. Where a system fails between two levels all at
once, its H50 may be anywhere between them, and a difference is only found beyond that: false alarms are rarer than 5%.
"""
BOUNDS = """
## Near the highest level

Systems with a true H50 below the highest level (2,048, or 512 of 42 items). *above*: the estimate lies above all
levels; *without a bound*: the lower end does so, too, so that `> 2,048` is printed alone, which is false.
"""
Kind = Literal["survival", "logistic", "step"]


@dataclass(frozen=True, slots=True)
class Design:
    """What a system is like."""

    curve: Kind
    spread: float = 0.0
    between: float = 0.0
    lapse: float = 0.0

    def __str__(self) -> str:
        """Return what tables call it."""
        extra = [f"between {self.between:g}"] * bool(self.between) + [f"lapses {self.lapse:.0%}"] * bool(self.lapse)
        return ", ".join([self.curve + (f" {self.spread:g}" if self.spread else ""), *extra])


@dataclass(frozen=True, slots=True)
class Plan:
    """Which items are asked, and between which levels common thresholds lie."""

    levels: Floats
    each: int
    least: float
    most: float

    def items(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return the family and the level of each item, as numbers from 0."""
        levels = np.arange(len(self.levels))
        if self.each >= FAMILIES:
            each = self.each // FAMILIES
            return np.repeat(np.arange(FAMILIES), len(levels) * each), np.tile(np.repeat(levels, each), FAMILIES)
        chosen = [random.choice(FAMILIES, self.each, replace=False) for _ in levels]
        return np.concatenate(chosen), np.repeat(levels, self.each)


PLANS = {432: Plan(np.arange(3.0, 12.0), 48, 5.0, 9.0), 42: Plan(np.arange(3.0, 10.0), 6, 5.0, 7.0)}
DESIGNS = (
    Design("survival", 1.0),
    Design("survival", 1.0, 1.0, 0.03),
    Design("survival", 0.5, 1.0),
    Design("survival", 1.5, 0.7, 0.03),
    Design("survival", 1.0, 0.3, 0.15),
    Design("logistic", 1.0, 0.0, 0.03),
    Design("logistic", 0.5, 1.0),
    Design("logistic", 0.25, 0.0),
    Design("logistic", 0.25, 0.3, 0.15),
    Design("step"),
    Design("step", 0.0, 0.1),
    Design("step", 0.0, 0.3),
    Design("step", 0.0, 1.0),
    Design("step", 0.0, 0.0, 0.15),
    Design("step", 0.0, 0.1, 0.15),
    Design("step", 0.0, 0.3, 0.15),
    Design("logistic", 0.06, 0.15),
)
SMOOTH, STEEP, FLAT, STEP = Design("survival", 1.0), Design("logistic", 0.25), Design("logistic", 1.5), Design("step")
LAPSING = replace(SMOOTH, lapse=0.15)
PAIRS = (
    (SMOOTH, SMOOTH, 0.0, False),
    (SMOOTH, SMOOTH, 0.7, False),
    (STEEP, FLAT, 0.0, False),
    (SMOOTH, LAPSING, 0.0, False),
    (STEEP, LAPSING, 0.0, False),
    (STEP, SMOOTH, 0.0, False),
    (STEP, SMOOTH, 0.0, True),
    (replace(STEP, between=0.1), SMOOTH, 0.0, False),
    (replace(STEP, between=0.3), SMOOTH, 0.0, False),
    (replace(STEP, lapse=0.15), SMOOTH, 0.0, False),
    (replace(STEP, between=0.3), replace(STEP, between=0.3), 0.0, False),
    (STEP, STEP, 0.0, False),
)
NEAR: tuple[tuple[Kind, float], ...] = (
    ("survival", 0.1),
    ("survival", 0.2),
    ("logistic", 0.1),
    ("logistic", 0.2),
    ("step", 0.1),
    ("step", 0.2),
)


def chances(design: Design, levels: Floats, thresholds: Floats) -> Floats:
    """Return the chances of success at *levels* of families with *thresholds*, one another's shape."""
    distance = (levels - thresholds) / (design.spread or 1.0)
    if design.curve == "survival":
        curve = np.exp(-math.log(2) * np.exp2(np.minimum(distance, 30.0)))
    elif design.curve == "logistic":
        curve = 1 / (1 + np.exp(np.minimum(distance, 100.0)))
    else:
        curve = (distance <= 0).astype(np.float64)
    return np.asarray((1 - design.lapse) * curve)


def halfway(design: Design, thresholds: Floats) -> float:
    """Return the level at which half of the items succeed."""
    low, high = -10.0, 30.0
    for _ in range(50):
        middle = (low + high) / 2
        more = chances(design, np.full(len(thresholds), middle), thresholds).mean() > 0.5
        low, high = (middle, high) if more else (low, middle)
    return low


def counts(plan: Plan, items: tuple[np.ndarray, np.ndarray], right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how many items of each family and level succeeded, and how many there were."""
    shape = FAMILIES, len(plan.levels)
    cell = np.ravel_multi_index(items, shape)
    return tuple(
        np.bincount(cell, weights, math.prod(shape)).reshape(shape) for weights in (right, np.ones(len(right)))
    )  # type: ignore[return-value]


def coverage(design: Design, plan: Plan, systems: int, random: np.random.Generator) -> tuple[float, ...]:
    """Return coverage, bias, root mean squared error and mean width of the intervals."""
    rows = []
    for _ in range(systems):
        items = plan.items(random)
        thresholds = random.uniform(plan.least, plan.most) + design.between * random.standard_normal(FAMILIES)
        right = random.random(len(items[0])) < chances(design, plan.levels[items[1]], thresholds[items[0]])
        truth = halfway(design, thresholds[np.unique(items[0])])
        fit = h50(plan.levels, *counts(plan, items, right))
        rows.append((fit.low <= truth <= fit.high, fit.value - truth, fit.high - fit.low))
    covered, off, width = np.array(rows, dtype=np.float64).T
    return float(covered.mean()), float(off.mean()), float(np.sqrt((off**2).mean())), float(width.mean())


def pair(
    designs: tuple[Design, Design], plan: Plan, random: np.random.Generator, hard: float, at: float
) -> LevelEffect:
    """Return the difference of two systems that have their H50 *at* a level."""
    family, level = items = plan.items(random)
    asked, difficulty, passed = np.unique(family), hard * random.standard_normal(len(family)), []
    for design in designs:
        thresholds = design.between * random.standard_normal(FAMILIES)
        thresholds += at - halfway(design, thresholds[asked]) + 1e-9
        passed.append(random.random(len(family)) < chances(design, plan.levels[level] + difficulty, thresholds[family]))
    wheres = [
        {"split": "single", "family": f"f{f:02}", "level": f"{2 ** plan.levels[k]:.0f}"}
        for f, k in zip(*(column.tolist() for column in items), strict=True)
    ]
    effect = level_effect(wheres, np.stack(passed, axis=1).astype(np.float64), np.arange(len(family)), len(family))
    assert effect is not None
    return effect


def differences(
    designs: tuple[Design, Design],
    plan: Plan,
    systems: int,
    random: np.random.Generator,
    hard: float,
    *,
    at_level: bool,
) -> tuple[float, float]:
    """Return how often systems of one horizon are called different, and the coverage of the 90% intervals."""
    alarms, covered = 0, 0
    for _ in range(systems):
        effect = pair(designs, plan, random, hard, 6.0 if at_level else random.uniform(plan.least, plan.most))
        low, high = effect.bounds(0.9)
        covered += not low > 0 and not high < 0
        alarms += effect.p < 0.05
    return alarms / systems, covered / systems


def bounds(curve: Kind, below: float, plan: Plan, systems: int, random: np.random.Generator) -> tuple[float, float]:
    """Return how often the estimate lies above the highest level, and how often its lower end does, too."""
    design, top = Design(curve, 0.0 if curve == "step" else 1.0), plan.levels[-1]
    rows = []
    for _ in range(systems):
        items = plan.items(random)
        right = random.random(len(items[0])) < chances(
            design, plan.levels[items[1]], np.full(len(items[0]), top - below)
        )
        fit = h50(plan.levels, *counts(plan, items, right))
        rows.append((fit.beyond > 0, fit.low > top))
    above, bare = np.array(rows, dtype=np.float64).mean(axis=0).tolist()
    return above, bare


def table(columns: str, rows: Iterator[str]) -> None:
    """Print a table; the first column is text."""
    print(f"\n| {columns} |\n|:--|{'--:|' * columns.count('|')}")
    for row in rows:
        print(f"| {row} |", flush=True)


def coverage_rows(systems: int) -> Iterator[str]:
    for n, design in enumerate(DESIGNS):
        for items, plan in PLANS.items():
            share, bias, error, width = coverage(design, plan, systems, np.random.default_rng([SEED, n, items]))
            yield f"{design} | {items} | {share:.1%} | {bias:+.2f} | {error:.2f} | {width:.2f}"


def difference_rows(systems: int) -> Iterator[str]:
    for n, (first, second, hard, at_level) in enumerate(PAIRS):
        for items, plan in PLANS.items():
            random = np.random.default_rng([SEED, 100 + n, items])
            alarms, share = differences((first, second), plan, systems, random, hard, at_level=at_level)
            name = f"{first} - {second}{f', difficulty {hard:g}' if hard else ''}{', at 64' if at_level else ''}"
            yield f"{name} | {items} | {alarms:.1%} | {share:.1%}"


def bound_rows(systems: int) -> Iterator[str]:
    for n, (curve, below) in enumerate(NEAR):
        for items, plan in PLANS.items():
            random = np.random.default_rng([SEED, 200 + n, items])
            above, bare = bounds(curve, below, plan, systems, random)
            yield f"{curve} | {items} | {2 ** (plan.levels[-1] - below):,.0f} | {above:.1%} | {bare:.1%}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--systems", type=int, default=400)
    parser.add_argument("--only", choices=("coverage", "differences", "bounds"))
    given = parser.parse_args()
    systems = given.systems
    print(HEAD.format(systems=systems, error=math.sqrt(0.09 / systems), alarm=math.sqrt(0.0475 / systems)), end="")
    if given.only in {None, "coverage"}:
        print(COVERAGE, end="")
        table("system | items | coverage | bias | error | width", coverage_rows(systems))
    if given.only in {None, "differences"}:
        print(DIFFERENCES, end="")
        table("systems | items | false alarms | coverage", difference_rows(systems))
    if given.only in {None, "bounds"}:
        print(BOUNDS, end="")
        table("curve | items | true H50 | above | without a bound", bound_rows(systems))


if __name__ == "__main__":
    main()
