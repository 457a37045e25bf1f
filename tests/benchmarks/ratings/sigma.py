"""How far TrueSkill's means are from the truth, in units of what sigma and sigma by setup say they are.

    python -m tests.benchmarks.ratings.sigma

The root mean square of (difference of two means - true difference) / (what their sigmas say of it), over pairs of
systems in simulated arenas: 1 is honest, more is overconfident. Skills are normal with TrueSkill's own mean and sigma.
Every number follows from the seed in this file. Half a minute on one core.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from interplay.ratings.ledger import collect
from interplay.ratings.matches import Match
from interplay.ratings.skill.orders import rate
from interplay.ratings.skill.tables import TrueSkillSettings

SEED = 20_260_103
SYSTEMS, SETUPS = 6, 6
"""Systems, and setups a pair."""
SETTINGS = TrueSkillSettings(permutations=10, draw_probability=0.01)


def arena(number: int, copies: int, echo: float) -> Iterator[Match]:
    """Yield the matches of one arena: *copies* from each setup; a share *echo* repeats the first result."""
    rng = np.random.default_rng([SEED, number, copies])
    for i in range(SYSTEMS):
        for j in range(i + 1, SYSTEMS):
            gap, won = (_truth(number)[i] - _truth(number)[j]) / SETTINGS.beta, True
            for k in range(SETUPS * copies):
                if k % copies == 0 or rng.random() >= echo:
                    won = rng.normal() * 2**0.5 < gap
                setup = f"{i}-{j}-{k // copies}"
                yield Match(game="g", setup=setup, seats=(f"s{i}", f"s{j}"), returns=(float(won), float(not won)))


def _truth(number: int) -> np.ndarray:
    return np.random.default_rng([SEED, number]).normal(SETTINGS.mu, SETTINGS.sigma, size=SYSTEMS)


def surprise(arenas: int, copies: int, echo: float) -> tuple[float, float]:
    """Return the root mean square error in units of sigma, and of sigma by setup."""
    found = []
    for number in range(arenas):
        rows = sorted(rate(collect(enumerate(arena(number, copies, echo))), SETTINGS).ratings, key=lambda r: r.system)
        mu, sigma, honest = np.array([[row.mu, row.sigma, row.sigma_by_setup] for row in rows], dtype=float).T
        i, j = np.triu_indices(SYSTEMS, 1)
        error = (mu[i] - mu[j]) - (_truth(number)[i] - _truth(number)[j])
        found.append([error / np.hypot(sigma[i], sigma[j]), error / np.hypot(honest[i], honest[j])])
    both = np.sqrt((np.array(found) ** 2).mean(axis=(0, 2)))
    return float(both[0]), float(both[1])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--arenas", type=int, default=100)
    arenas = parser.parse_args().arenas
    print("| matches a setup | repeated | error / sigma | error / sigma by setup |")
    print("|---|---|---|---|")
    for copies, echo in ((1, 0.0), (2, 0.0), (2, 0.5), (2, 1.0), (10, 0.5), (10, 1.0)):
        one, other = surprise(arenas, copies, echo)
        print(f"| {copies} | {echo:.0%} | {one:.2f} | {other:.2f} |", flush=True)


if __name__ == "__main__":
    main()
