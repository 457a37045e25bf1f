"""How often intervals cover the truth, how often a table claims something false, and what it can tell apart.

    python -m tests.benchmarks.ratings.coverage > cards/ratings/coverage.md

Every number follows from the seed in this file. About five minutes on one core; ``--arenas 100`` for a quick look.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from interplay.ratings.arrays import FloatArray, IntArray
from interplay.ratings.ledger import Ledger
from interplay.ratings.matches import Result
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.standings import Judged, judge
from interplay.ratings.pairwise.tables import Settings

SEED = 20_261_122
"""Other than the seed with which the settings were chosen."""
LEVEL = 0.9
INSIDE = (0.88, 0.92)
HEAD = """# Coverage of the intervals, and claims of the ranks

Printed by `python -m tests.benchmarks.ratings.coverage`; not edited by hand.

{arenas} simulated arenas a design, the default prior and weights (equal for all games), level 90%. Results are wins and
losses drawn from the model; strengths are standard normal, or all equal. The standard error of a share of arenas is at
most {error:.1%}, of a coverage it is smaller.

- *coverage*: how often an interval contains the true strength, averaged over systems; *worst system*: the lowest of any
  one; *bounded*: share of ratings with two bounds (a missing bound counts as infinite); *width*: the median.
- *RMSE*: of the rating, against the true strengths.
- *false claims*: arenas in which the ranks order some pair wrongly, or order a pair of equal strength; nominally 10%
  if all are equal, and lower otherwise. *distinguished*: share of the pairs with different strengths that are ordered
  correctly. *rank held*: arenas in which all true ranks lie within the printed ranges.
"""
GAMEBENCH = (
    "0,5,5,5,3,0 0,0,0,0,0 0,0,0,0 0,0,0 0,0 0",
    "0,9,4,7,4,1 0,0,0,0,0 2,0,0,0 0,0,0 0,0 0",
    "0,5,5,6,5,3 0,0,0,0,0 3,3,3,0 3,3,0 0,0 0",
    "0,5,5,5,5,3 0,0,0,3,0 3,3,3,0 3,3,0 0,0 0",
    "0,5,5,5,3,0 0,0,3,0,0 0,0,0,0 0,0,0 0,0 0",
    "0,6,3,3,3,1 0,0,0,1,0 0,0,0,0 0,0,0 0,0 0",
    "0,5,5,6,4,2 0,0,3,0,0 0,0,0,0 0,0,0 0,0 0",
    "0,5,5,11,4,0 0,0,3,0,0 3,3,3,0 3,3,0 6,0 0",
    "0,5,5,6,6,3 0,0,0,0,0 3,3,3,0 3,3,0 0,0 0",
)
"""How often each pair of seven agents met in GameBench's nine games, in its published matches: 277 in all."""


@dataclass(frozen=True, eq=False)
class Design:
    """Who meets whom how often: ``times[g, i, j]`` matches of a pair (i < j) in game g.

    With ``echo``, two matches come from each setup, and the second repeats the first one's result that often.
    ``spread`` is the standard deviation of a system's strengths between games; true is the mean over the games.
    """

    name: str
    what: str
    times: IntArray
    echo: float = 0.0
    equal: bool = False
    spread: float = 0.0


def skewed() -> IntArray:
    """Return GameBench's numbers of matches (9 x 7 x 7)."""
    times = np.zeros((9, 7, 7), dtype=np.int64)
    for game, rows in enumerate(GAMEBENCH):
        for i, row in enumerate(rows.split()):
            times[game, i, i + 1 :] = [int(number) for number in row.split(",")]
    return times


def spread(matches: int, games: int, systems: int = 7) -> IntArray:
    """Return *matches* dealt to all pairs and games as evenly as can be."""
    pairs = [(i, j) for i in range(systems) for j in range(i + 1, systems)]
    times = np.zeros((games, systems, systems), dtype=np.int64)
    for number in range(matches):
        i, j = pairs[number % len(pairs)]
        times[(number + number // len(pairs)) % games, i, j] += 1
    return times


def designs() -> tuple[Design, ...]:
    """Return the designs."""
    sparse, step = np.zeros((1, 12, 12), dtype=np.int64), (1, 5)
    for i in range(12):
        for j in ((i + s) % 12 for s in step):
            sparse[0, min(i, j), max(i, j)] = 16
    one, nine, gamebench = spread(277, 1), spread(277, 9), skewed()
    doubled, apart = 2 * spread(140, 1), "7 systems, nine games between which strengths differ by 1"
    uneven = np.repeat(np.array([100, 100, 50, 50, 20, 20, 10, 4, 4]), 49).reshape(9, 7, 7) // 4
    return (
        Design("one game", "7 systems, 277 matches", one),
        Design("nine games", "7 systems, 277 matches over nine games", nine),
        Design("nine skewed", "7 systems, GameBench's 277 matches: most are against one of them", gamebench),
        Design("paired", "7 systems, 280 matches, two a setup; the second repeats the first 70%", doubled, 0.7),
        Design("paired nine", "the same over nine games", 2 * spread(140, 9), 0.7),
        Design("equal", "7 equal systems, 277 matches over nine games", nine, equal=True),
        Design("equal skewed", "7 equal systems, GameBench's 277 matches", gamebench, equal=True),
        Design("equal paired", "7 equal systems, paired as above", doubled, 0.7, equal=True),
        Design("sparse", "12 systems, each meets 4 others 16 times, the rest never (384)", sparse),
        Design("by game", f"{apart}, 831 matches", spread(831, 9), spread=1.0),
        Design("by game uneven", f"{apart}, 1 to 25 matches a pair", np.triu(uneven, 1), spread=1.0),
        Design("small", "6 systems, 4 matches a pair (60): many never win or never lose", spread(60, 1, 6)),
    )  # fmt: skip


def arenas(design: Design, number: int) -> Iterator[tuple[FloatArray, Ledger]]:
    """Yield true strengths (centred) and the matches of each simulated arena."""
    n = design.times.shape[1]
    kinds = [(g, i, j) for g, i, j in np.argwhere(design.times).tolist()]
    results = tuple(_result(g, i, j, won) for g, i, j in kinds for won in (1.0, 0.0))
    kind = np.repeat(np.arange(len(kinds)), [design.times[place] for place in kinds])
    played_in, first, second = np.array(kinds)[kind].T
    for arena in range(number):
        rng = np.random.default_rng([SEED, sum(design.name.encode()), arena])
        truth: FloatArray = np.zeros(n) if design.equal else rng.normal(size=(n,))
        truth -= truth.mean()
        inside = truth + design.spread * rng.normal(size=(len(design.times), n)) if design.spread else truth[None]
        truth, game = inside.mean(axis=0), played_in if design.spread else 0
        lost = rng.random(len(kind)) >= 1 / (1 + np.exp(inside[game, second] - inside[game, first]))
        setups = np.full(len(kind), -1)
        if design.echo:
            lost[1::2] = np.where(rng.random(len(kind) // 2) < design.echo, lost[::2], lost[1::2])
            setups = np.arange(len(kind)) // 2
        yield truth, Ledger(results, 2 * kind + lost, setups)


def _result(game: int, i: int, j: int, won: float) -> Result:
    ranks = (1, 2) if won else (2, 1)
    sides = ((f"s{i:02d}",), (f"s{j:02d}",))
    return Result(game=f"g{game}", sides=sides, returns=(won, 1 - won), ranks=ranks, file="simulated", line=1)


@dataclass
class Tally:
    """What is added up over the arenas of a design."""

    held: FloatArray
    bounded: int = 0
    square: float = 0.0
    false: int = 0
    apart: int = 0
    pairs: int = 0
    ranked: int = 0
    widths: list[float] = field(default_factory=list)

    def add(self, truth: FloatArray, found: Judged) -> None:
        """Add one arena; the true strengths are centred as the ratings are."""
        truth = truth - np.mean(truth[found.zero_mean_systems])
        low, high = (
            np.where(np.isnan(found.low), -np.inf, found.low),
            np.where(np.isnan(found.high), np.inf, found.high),
        )
        self.held += (low <= truth) & (truth <= high)
        both = np.isfinite(low) & np.isfinite(high)
        self.bounded += int(both.sum())
        self.widths.extend((high - low)[both].tolist())
        self.square += float(((found.rating - truth) ** 2).sum())
        above = truth[:, None] > truth
        self.false += bool((found.better & ~above).any())
        self.apart += int((found.better & above).sum())
        self.pairs += int(above.sum())
        best, worst = 1 + above.sum(axis=0), len(truth) - above.sum(axis=1)
        printed_best, printed_worst = 1 + found.better.sum(axis=0), len(truth) - found.better.sum(axis=1)
        self.ranked += bool((printed_best <= best).all() and (worst <= printed_worst).all())


def simulate(design: Design, number: int, settings: Settings) -> Tally:
    """Return what came out in *number* arenas of a design."""
    tally = Tally(held=np.zeros(design.times.shape[1]))
    for truth, ledger in arenas(design, number):
        tally.add(truth, judge(count(ledger, settings, _names(design)), settings))
    return tally


def _names(design: Design) -> tuple[str, ...]:
    return tuple(f"s{i:02d}" for i in range(design.times.shape[1]))


def main() -> None:
    """Print the card."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--arenas", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--percentile", action="store_true", help="percentile intervals and the mean as well")
    parser.add_argument("--design", help="only this one")
    options = parser.parse_args()
    chosen = [design for design in designs() if options.design in (None, design.name)]
    print(HEAD.format(arenas=options.arenas, error=0.5 / options.arenas**0.5))
    for design in chosen:
        print(f"- *{design.name}*: {design.what}")
    print("\n| design | interval | coverage | worst system | bounded | width | RMSE | inside 88-92% |")
    print("|---|---|---|---|---|---|---|---|")
    robust = {}
    for design in chosen:
        robust[design] = simulate(design, options.arenas, Settings(level=LEVEL))
        _print(design, "robust", robust[design], options.arenas)
        if options.percentile:
            point = Settings(level=LEVEL, interval="percentile", point="mean", resamples=options.resamples)
            _print(design, "percentile, mean", simulate(design, options.arenas, point), options.arenas)
    print("\n| design | false claims | distinguished | rank held |\n|---|---|---|---|")
    for design, tally in robust.items():
        apart = f"{tally.apart / tally.pairs:.1%}" if tally.pairs else "-"
        print(f"| {design.name} | {tally.false / options.arenas:.1%} | {apart} | {tally.ranked / options.arenas:.1%} |")


def _print(design: Design, method: str, tally: Tally, number: int) -> None:
    """Print the row of a design and method."""
    held: FloatArray = np.divide(tally.held, number)
    inside = "yes" if INSIDE[0] <= held.mean() <= INSIDE[1] else "**no**"
    shown = (held.mean(), held.min(), tally.bounded / number / len(held))
    rmse = (tally.square / number / len(held)) ** 0.5
    cells = [f"{value:.1%}" for value in shown] + [f"{np.median(tally.widths):.3f}", f"{rmse:.3f}", inside]
    print(f"| {design.name} | {method} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
