"""How often the tests of ``interplay compare`` are wrong, how much they find, and how often its intervals hold.

    python -m tests.benchmarks.comparing > tables.md    # the tables of cards/comparing.md
    python -m tests.benchmarks.comparing --parts > cards/comparing/parts.md

Every number follows from the seed in this file. About ten minutes on one core; ``--runs 100`` for a quick look.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from interplay.core.release import open_release
from interplay.tracks import catalogue
from interplay_lab.compare.effects import Effect, Floats, Integers, PairedScores, effect
from interplay_lab.compare.flips import adjusted, flipped
from interplay_lab.compare.levels import level_effect

SEED = 20_261_123
DRAWS = 999
"""Signs a test; the command draws 9,999."""
Rng = np.random.Generator
PARTS = """# Several systems by part: rates of false positives

Printed by `python -m tests.benchmarks.comparing --parts`; not edited by hand. The simulated
systems and items, and the tables for two systems, are described in [comparing.md](../comparing.md).

`interplay compare` compares the system that is named first with every other one in each part, and max-t adjusts for
all of these differences together. {runs:,} simulated comparisons a row: how often at least one true null hypothesis
is rejected at 5% (standard error {error:.1%}), and the share of true differences that are found. In rows with fewer
true nulls than differences, the last two systems are weaker in the first half of the parts. Each test used 999 sign
patterns.

*Best as base* is the error rate of max-t if the system with the highest score among equal systems is compared with the
others. Its score is high partly by chance, so the rate can be higher. Therefore the base is the system that the user
names first.
"""


@dataclass(frozen=True)
class Design:
    """Items of a track as its headline weighs them, and how two systems do on them.

    A system passes an item with the logistic chance of *ability* less the item's and its cluster's difficulty, which
    both systems share, less what the cluster is to this system alone (standard deviations *item*, *shared*, *own*).
    Graded scores are that chance with noise around it, with a scale of its own for each stratum. *gap* is by how much
    the second system is weaker in the rows on power.
    """

    name: str
    weights: Floats
    strata: Integers
    clusters: Integers
    ability: float = 0.0
    graded: bool = False
    trials: int = 1
    gap: float = 0.3
    item: float = 1.0
    shared: float = 0.8
    own: float = 0.5
    unlike: bool = False
    """The first system does alike on all clusters, the second well on some and badly on others."""

    @property
    def count(self) -> int:
        """How many clusters there are."""
        return int(self.clusters.max()) + 1


def design_of(name: str, track: str, keep: Callable[[Any], bool], **settings: Any) -> Design:
    """Return the design of the items of *track* that are to be kept."""
    loaded = catalogue.load(track)
    items = [i for i in loaded.items(open_release()) if keep(i) and loaded.headline.name not in loaded.undefined(i)]
    strata = [loaded.where(item)[loaded.equal] if loaded.equal else "" for item in items]
    clusters = [f"{stratum}|{loaded.cluster(item)}" for stratum, item in zip(strata, items, strict=True)]
    weights = np.array([loaded.weight(item) for item in items])
    return Design(name, weights, _numbers(strata), _numbers(clusters), **settings)


def _numbers(names: Sequence[str]) -> Integers:
    return np.unique(names, return_inverse=True)[1].astype(np.int64)


def designs() -> list[Design]:
    """Return designs like those of the tracks, of all their items and of few."""
    script: Callable[[Any], bool] = lambda _: True  # noqa: E731
    small: Callable[[Any], bool] = lambda item: int(item.pair) < 8 and item.split == "llmarena"  # noqa: E731
    simulation = design_of("simulation, 1 trial", "simulation", script)
    seen = np.unique(simulation.clusters, return_index=True)[1][::8]
    few = np.isin(simulation.clusters, simulation.clusters[seen])
    return [
        design_of("scorekeeping, 2 trials", "scorekeeping", script, graded=True, trials=2, gap=0.6),
        design_of("company", "company", script, gap=0.35),
        design_of("company, 2 trials", "company", script, trials=2),
        simulation,
        replace(simulation, name="simulation, 2 trials", trials=2),
        replace(simulation, name="simulation at 98%", ability=4.7, gap=0.7),
        replace(simulation, name="simulation at 99.8%", ability=7.0, gap=1.2),
        replace(simulation, name="simulation, unlike systems", unlike=True),
        replace(
            simulation, name="simulation, every 8th task", weights=simulation.weights[few], gap=0.9,
            strata=simulation.strata[few], clusters=_numbers([str(c) for c in simulation.clusters[few]]),
        ),
        design_of("positions", "positions", lambda item: item.split == "hard", graded=True),
        design_of("games, llmarena", "games", lambda item: item.split == "llmarena", graded=True, gap=0.4),
        design_of("games, 8 setups each", "games", small, graded=True, gap=1.0),
    ]  # fmt: skip


def drawn(design: Design, rng: Rng, gaps: Sequence[float]) -> Floats:
    """Return the scores (n, S) of systems that are weaker by *gaps* than the design's."""
    n, clusters = len(design.weights), design.clusters
    hard = design.item * rng.standard_normal(n) + design.shared * rng.standard_normal(design.count)[clusters]
    scores = []
    for place, gap in enumerate(gaps):
        own = design.own * rng.standard_normal(design.count)
        if design.unlike:
            own = 2.0 * rng.choice([-1.0, 1.0], design.count) if place else np.zeros(design.count)
        chance = 1 / (1 + np.exp(-(design.ability - gap - hard - own[clusters])))
        if design.graded:
            noise = rng.normal(0, 0.25 / np.sqrt(design.trials), n)
            scale = 1 + 0.5 * (design.strata % 3)
            scores.append(100 * scale * (chance + noise) - 20)
        else:
            scores.append(100 * rng.binomial(design.trials, chance) / design.trials)
    return np.stack(scores, axis=1)


def compared(design: Design, scores: Floats) -> Effect:
    """Return the difference of two systems."""
    weights = np.repeat(design.weights[:, None], 2, axis=1)
    return effect(PairedScores(scores, weights, design.strata, design.clusters))


def truth(design: Design, rng: Rng) -> float:
    """Return the difference that the gap of a design makes on average."""
    many = [float(compared(design, drawn(design, rng, (0.0, design.gap))).value) for _ in range(2000)]
    return float(np.mean(many))


def paired_t(design: Design, scores: Floats) -> float:
    """Return the p of the paired t-test over the means of clusters, each counting alike."""
    size = np.bincount(design.clusters)
    means = [np.bincount(design.clusters, scores[:, s]) / size for s in (0, 1)]
    apart = means[0] - means[1]
    return 1.0 if not apart.any() else float(stats.ttest_rel(*means).pvalue)


def by_item(design: Design, scores: Floats) -> float:
    """Return the p of the paired t-test over items, as if these were independent."""
    return float(stats.ttest_rel(scores[:, 0], scores[:, 1]).pvalue) if (scores[:, 0] != scores[:, 1]).any() else 1.0


def tests_table(runs: int) -> list[str]:
    """Return the table of errors, power and coverage of single differences."""
    columns = "error: t | flips | paired t | by item | power: t | flips | paired t | foretold | coverage | same"
    lines = [f"| design | items, clusters | {columns} |", "|:--|:--|" + "--:|" * 10]
    for number, design in enumerate(designs()):
        rng = np.random.default_rng([SEED, number])
        real = truth(design, rng)
        rejected = np.zeros((2, 4))
        covered = same = 0.0
        sizes = []
        for _ in range(runs):
            for row, gap in enumerate((0.0, design.gap)):
                scores = drawn(design, rng, (0.0, gap))
                found = compared(design, scores)
                flips = float(flipped(found.sums[:, None], DRAWS).alone[0])
                p = (found.p, flips, paired_t(design, scores), by_item(design, scores))
                rejected[row] += np.array(p) < 0.05
                low, high = found.bounds(0.95)
                aim = real if row else 0.0
                covered += low <= aim <= high
                if row:
                    same += found.equivalence(abs(real)) < 0.05
                    sizes.append(found.error)
        away = abs(real) / float(np.mean(sizes))
        foretold = float(stats.norm.cdf(away - stats.norm.ppf(0.975)))
        rates = (*(rejected[0] / runs), *(rejected[1][:3] / runs), foretold, covered / (2 * runs), same / runs)
        about = f"{len(design.weights):,}, {design.count:,}"
        lines.append(f"| {design.name} | {about} | {' | '.join(f'{share:.1%}' for share in rates)} |")
    return lines


def families_table(runs: int) -> list[str]:
    """Return the table of family-wise errors: parts of two systems, and pairs of five."""
    lines = ["| family | true nulls | unadjusted | Holm (t) | max-t (flips) | found: Holm | max-t |",
             "|:--|--:|--:|--:|--:|--:|--:|"]  # fmt: skip
    base = {design.name: design for design in designs()}
    for name, title in (("simulation, 1 trial", "tenths of the tasks"), ("games, llmarena", "games")):
        design = base[name]
        part = design.clusters % 10 if title.startswith("tenths") else design.strata
        for moved in (0, 3):
            lines.append(_parts_row(design, part, f"{design.name}, {title}", moved, runs))
    for name in ("simulation, 1 trial", "company"):
        for gaps in ((0.0,) * 5, (0.0, 0.0, 0.0, 0.5, 0.5)):
            lines.append(_pairs_row(base[name], gaps, runs))
    return lines


def _parts_row(design: Design, part: Integers, title: str, moved: int, runs: int) -> str:
    rng = np.random.default_rng([SEED, 77, moved, design.count])
    parts = np.unique(part).tolist()
    null = np.array([number >= moved for number in range(len(parts))])
    count = _Counts(null)
    for _ in range(runs):
        one, other = drawn(design, rng, (0.0, 0.0)), drawn(design, rng, (0.0, 0.8))
        scores = np.where(np.isin(part, parts[:moved])[:, None], other, one)
        pairs = PairedScores(scores, np.repeat(design.weights[:, None], 2, axis=1), design.strata, design.clusters)
        count.add(*_family(pairs, [part == number for number in parts]))
    return f"| {title} | {null.sum()} of {len(parts)} | {count.row()} |"


def _pairs_row(design: Design, gaps: Sequence[float], runs: int) -> str:
    rng = np.random.default_rng([SEED, 78, round(10 * sum(gaps)), design.count])
    couples = [(i, j) for i in range(len(gaps)) for j in range(i)]
    count = _Counts(np.array([gaps[i] == gaps[j] for i, j in couples]))
    for _ in range(runs):
        scores = drawn(design, rng, gaps)
        found = [compared(design, scores[:, [i, j]]) for i, j in couples]
        count.add(
            np.array([one.p for one in found]), flipped(np.stack([one.sums for one in found], axis=1), DRAWS).together
        )
    return f"| {design.name}, pairs of {len(gaps)} systems | {count.null.sum()} of {len(couples)} | {count.row()} |"


def parts_table(runs: int) -> Iterator[str]:
    """Yield the table of family-wise errors of several systems by part, each with the first or with the best."""
    yield "| family | true nulls | unadjusted | Holm (t) | max-t (flips) | best as base | found: Holm | max-t |"
    yield "|:--|--:|--:|--:|--:|--:|--:|--:|"
    base = {design.name: design for design in designs()}
    company = catalogue.load("company")
    kinds = _numbers([company.where(item)["kind"] for item in company.items(open_release())])
    simulation, llmarena = base["simulation, 1 trial"], base["games, llmarena"]
    for design, part, title in (
        (simulation, simulation.clusters % 10, "tenths of the tasks"),
        (simulation, simulation.clusters % 2, "halves of the tasks"),
        (llmarena, llmarena.strata, "games"),
        (base["company"], kinds, "kinds of questions"),
    ):
        for systems, weaker in ((5, 0), (5, 2)):
            yield _systems_row(design, part, f"{design.name}, {title}, {systems} systems", systems, weaker, runs)


def _systems_row(design: Design, part: Integers, title: str, systems: int, weaker: int, runs: int) -> str:
    """Return a row: of so many *systems* the last are *weaker* in the first half of the parts."""
    rng = np.random.default_rng([SEED, 80, systems, weaker, design.count, int(part.max())])
    parts = np.unique(part)
    moved = parts[: len(parts) // 2]
    gaps = np.where(np.arange(systems) >= systems - weaker, 0.8, 0.0)
    null = np.array([not (gaps[j] and number in moved) for j in range(1, systems) for number in parts])
    count, chosen, best_errors = _Counts(null), [part == number for number in parts], 0
    for _ in range(runs):
        scores = drawn(design, rng, [0.0] * systems)
        if weaker:
            lower = drawn(design, rng, gaps.tolist())
            scores = np.where(np.isin(part, moved)[:, None], lower, scores)
        count.add(*_against(design, scores, 0, chosen))
        if not weaker:
            share = design.weights @ scores
            best_errors += bool((_against(design, scores, int(np.argmax(share)), chosen)[1] < 0.05).any())
    before, _, after = count.row().rpartition(" | ")
    errors, _, holm_found = before.rpartition(" | ")
    chosen_best = "–" if weaker else f"{best_errors / runs:.1%}"
    return f"| {title} | {null.sum()} of {len(null)} | {errors} | {chosen_best} | {holm_found} | {after} |"


def _against(design: Design, scores: Floats, base: int, chosen: Sequence[Any]) -> tuple[Floats, Floats]:
    """Return p (t) and max-t of the system *base* and each other one, in each part."""
    weights = np.repeat(design.weights[:, None], 2, axis=1)
    found, columns = [], []
    for other in range(scores.shape[1]):
        if other != base:
            pairs = PairedScores(scores[:, [base, other]], weights, design.strata, design.clusters)
            student, sums = _each(pairs, chosen)
            found.append(student)
            columns.append(sums)
    return np.concatenate(found), flipped(np.concatenate(columns, axis=1), DRAWS).together


def _family(pairs: PairedScores, chosen: Sequence[np.ndarray[Any, np.dtype[np.bool_]]]) -> tuple[Floats, Floats]:
    found, columns = _each(pairs, chosen)
    return found, flipped(columns, DRAWS).together


def _each(pairs: PairedScores, chosen: Sequence[np.ndarray[Any, np.dtype[np.bool_]]]) -> tuple[Floats, Floats]:
    """Return p (t) of each part, and what each cluster adds to its difference."""
    found, columns = [], []
    for held in chosen:
        own = effect(pairs.only(held))
        sums = np.zeros(int(pairs.clusters.max()) + 1)
        sums[np.unique(pairs.clusters[held])] = own.sums
        found.append(own.p)
        columns.append(sums)
    return np.array(found), np.stack(columns, axis=1)


class _Counts:
    """Counts families in which a true null hypothesis was rejected, and false ones that were."""

    def __init__(self, null: Any) -> None:
        self.null, self.runs = null, 0
        self.errors, self.found = np.zeros(3), np.zeros(2)

    def add(self, student: Floats, together: Floats) -> None:
        each = (student < 0.05, np.array(adjusted(student.tolist())) < 0.05, together < 0.05)
        self.errors += [bool((one & self.null).any()) for one in each]
        self.runs += 1
        if not self.null.all():
            self.found += [float(one[~self.null].mean()) for one in each[1:]]

    def row(self) -> str:
        errors = [f"{share:.1%}" for share in self.errors / self.runs]
        found = ["–" if self.null.all() else f"{share:.0%}" for share in self.found / self.runs]
        return " | ".join((*errors, *found))


def horizon_table(runs: int) -> list[str]:
    """Return the table of horizons: 9 levels, 4 sessions each, which are as hard for both systems."""
    lines = ["| horizon | error | power | coverage of 90% | standard error |", "|:--|--:|--:|--:|--:|"]
    for number, (families, shared) in enumerate(((12, 0.0), (12, 1.0), (4, 1.0))):
        rng = np.random.default_rng([SEED, 79, number])
        rejected, covered, widths = np.zeros(2), 0.0, []
        for _ in range(runs):
            for row, gap in enumerate((0.0, 0.6)):
                wheres, passed, aim = _sessions(rng, families, shared, gap)
                found = level_effect(wheres, passed, np.arange(len(passed)), len(passed))
                assert found is not None
                rejected[row] += found.p < 0.05
                low, high = found.bounds(0.9)
                covered += (not low > aim) and (not high < aim)
                widths.append(found.error)
        shares = [f"{share:.1%}" for share in rejected / runs]
        lines.append(
            f"| {families} families, sessions' own difficulty {shared:g} | {' | '.join(shares)} | "
            f"{covered / (2 * runs):.1%} | {np.nanmean(widths):.2f} levels |"
        )
    return lines


def _sessions(rng: Rng, families: int, shared: float, gap: float) -> tuple[list[dict[str, str]], Floats, float]:
    """Return what two systems passed, and the difference of their horizons in levels.

    *shared* is the standard deviation of how hard a session is to both, in levels.
    """
    levels = np.arange(3, 12)
    middle = rng.normal(7, 0.5, families)
    wheres = [
        {"split": "single", "family": f"f{f}", "level": str(2**x)}
        for f in range(families)
        for x in levels
        for _ in range(4)
    ]
    family, level = np.repeat(np.arange(families), 36), np.tile(np.repeat(levels, 4), families)
    hard = shared * rng.standard_normal(len(level))
    passed = [
        rng.random(len(level)) < 0.98 / (1 + np.exp((level + hard - middle[family] + own) / 0.7)) for own in (0.0, gap)
    ]
    return wheres, np.stack(passed, axis=1).astype(np.float64), gap


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--parts", action="store_true", help="print cards/comparing/parts.md instead")
    given = parser.parse_args()
    runs = given.runs
    if given.parts:
        runs //= 2
        print(PARTS.format(runs=runs, error=(0.05 * 0.95 / runs) ** 0.5))
        for line in parts_table(runs):
            print(line, flush=True)
        return
    for table in (tests_table(runs), families_table(runs), horizon_table(max(50, runs // 2))):
        print("\n".join([*table, ""]), flush=True)


if __name__ == "__main__":
    main()
