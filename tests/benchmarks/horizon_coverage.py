"""How often the intervals of horizons cover the truth, and how wide they are.

    python -m tests.benchmarks.horizon_coverage > cards/horizon/coverage.md

Every number follows from the seed in this file. About three minutes on one core; ``--systems 50`` for a quick look.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interplay.tracks.horizon.h50 import LINKS, Floats, Link, h50

SEED = 20_260_115
LEVELS = np.arange(3.0, 12.0)
HEAD = """# Horizons: coverage of the intervals, and standard errors

Printed by `python -m tests.benchmarks.horizon_coverage`; not edited by hand.

{systems} simulated systems a row answer 9 levels (8 to 2,048 operations) x 4 items x the families of the row. A
system's mean threshold is uniform from 32 to 512 operations; thresholds of its families are normal around it with the
standard deviation *between* (in levels, that is, doublings). The probability that an item succeeds falls with the level
along the *curve* (survival: with spread 1, a fixed probability of failure for each operation), minus the *lapses*. The
truth is the level at which half of the items of these families succeed. Nominal coverage is 90%; the standard error
of a coverage is about {error:.1%}.

- *effects*: the estimator of the package, families as random effects, both curves equally likely before the data;
- *pooled*: the same with all items treated as exchangeable; *logistic*: effects with the logistic curve alone.
- *error*: root mean squared error of the estimate in levels; *SE*: the mean standard error that is reported.
"""


@dataclass(frozen=True, slots=True)
class Design:
    """What systems are like, and how many families they answer."""

    link: Link
    spread: float
    between: float
    lapse: float
    families: int = 12


DESIGNS = (
    Design("survival", 1.0, 0.0, 0.0),
    Design("survival", 1.0, 0.35, 0.0),
    Design("survival", 1.0, 1.0, 0.03),
    Design("survival", 1.0, 1.5, 0.03),
    Design("survival", 0.5, 1.0, 0.0),
    Design("survival", 1.5, 0.7, 0.03),
    Design("logistic", 1.0, 0.0, 0.03),
    Design("logistic", 1.0, 0.7, 0.03),
    Design("logistic", 0.5, 1.0, 0.0),
    Design("survival", 1.0, 0.7, 0.02, families=4),
    Design("survival", 1.0, 0.0, 0.0, families=1),
    Design("logistic", 0.7, 0.0, 0.02, families=1),
)


def chances(design: Design, levels: Floats, thresholds: Floats) -> Floats:
    """Return the chances of success (F, K)."""
    distance = (levels[None, :] - thresholds[:, None]) / design.spread
    survival = np.exp(-math.log(2) * np.exp2(np.minimum(distance, 30.0)))
    curve = survival if design.link == "survival" else 1 / (1 + np.exp(distance))
    return np.asarray((1 - design.lapse) * curve)


def halfway(design: Design, thresholds: Floats) -> float:
    """Return the level at which half of the items succeed."""
    low, high = -10.0, 30.0
    for _ in range(50):
        middle = (low + high) / 2
        more = chances(design, np.array([middle]), thresholds).mean() > 0.5
        low, high = (middle, high) if more else (low, middle)
    return low


def simulated(design: Design, systems: int) -> dict[str, tuple[float, float, float, float]]:
    """Return coverage, bias, error and mean standard error of each estimator."""
    random = np.random.default_rng([SEED, DESIGNS.index(design)])
    found: dict[str, list[tuple[bool, float, float]]] = {"effects": [], "pooled": [], "logistic": []}
    for _ in range(systems):
        thresholds = random.uniform(5, 9) + design.between * random.standard_normal(design.families)
        truth = halfway(design, thresholds)
        passed = random.binomial(4, chances(design, LEVELS, thresholds)).astype(np.int64)
        tried = np.full_like(passed, 4)
        whole = passed.sum(axis=0, keepdims=True), tried.sum(axis=0, keepdims=True)
        links: Sequence[tuple[str, tuple[np.ndarray, np.ndarray], tuple[Link, ...]]] = (
            ("effects", (passed, tried), LINKS),
            ("pooled", whole, LINKS),
            ("logistic", (passed, tried), ("logistic",)),
        )
        for name, counts, curves in links:
            if name == "pooled" and design.families == 1:
                continue
            one = h50(LEVELS, *counts, curves)
            found[name].append((one.low <= truth <= one.high, one.value - truth, one.error))
    return {name: summary(rows) for name, rows in found.items() if rows}


def summary(rows: Sequence[tuple[bool, float, float]]) -> tuple[float, float, float, float]:
    """Return coverage, bias, root mean squared error and mean standard error."""
    held, off, error = np.array(rows, dtype=np.float64).T
    return float(held.mean()), float(off.mean()), float(np.sqrt((off**2).mean())), float(error.mean())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--systems", type=int, default=400)
    systems = parser.parse_args().systems
    print(HEAD.format(systems=systems, error=math.sqrt(0.09 / systems)))
    columns = "families | curve | spread | between | lapses | estimator | coverage | bias | error | SE"
    print(f"| {columns} |\n|{'--:|:--|--:|--:|--:|:--|--:|--:|--:|--:|'}")
    for design in DESIGNS:
        what = f"{design.families} | {design.link} | {design.spread:g} | {design.between:g} | {design.lapse:.0%}"
        for name, (coverage, bias, error, reported) in simulated(design, systems).items():
            print(f"| {what} | {name} | {coverage:.1%} | {bias:+.2f} | {error:.2f} | {reported:.2f} |", flush=True)


if __name__ == "__main__":
    main()
