"""How fast ratings are, beside choix in a loop, evalica and the trueskill package, all in one run on one core.

    OMP_NUM_THREADS=1 python -m tests.benchmarks.ratings.speed > cards/ratings/speed.md

About five minutes. Peers that would take long are timed on fewer resamples and scaled, which the table says.
"""

import os
import platform
import random
import sys
import tempfile
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import choix
import evalica
import numpy as np
import trueskill

from interplay.core.canonical import encode_lines, write_atomically
from interplay.ratings.ledger import Ledger, collect, read_matches
from interplay.ratings.matches import Match, MatchHeader, Result
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.skill.orders import play_together
from interplay.ratings.skill.players import Players, margin, update
from interplay.ratings.skill.tables import TrueSkillSettings

SEED = 11
SHARES = (1.0, 0.0, 0.5)


def league(systems: int, matches: int, games: int = 1) -> Ledger:
    """Return a simulated ledger in which better-numbered systems win more often; 5% draws."""
    rng = np.random.default_rng(SEED)
    pairs = [(i, j) for i in range(systems) for j in range(i + 1, systems)]
    kinds = [(g, i, j, s) for g in range(games) for i, j in pairs for s in SHARES]
    results = tuple(
        Result(
            game=f"g{g}", sides=((f"s{i:02d}",), (f"s{j:02d}",)), returns=(s, 1 - s),
            ranks=(1, 1) if s == 0.5 else (int(2 - s), int(1 + s)), file="simulated", line=1,
        )
        for g, i, j, s in kinds
    )  # fmt: skip
    chance = np.array([(0.05, 0.95 / (1 + np.exp((i - j) * 2 / systems)))[s != 0.5] for _, i, j, s in kinds])
    lost = np.array([s == 0.0 for *_, s in kinds])
    chance[lost] = 0.95 - chance[np.flatnonzero(lost) - 1]
    sequence = rng.choice(len(kinds), size=matches, p=chance / chance.sum())
    return Ledger(results, sequence, np.full(matches, -1, dtype=np.int64))


def timed(action: Callable[[], object], repeats: int = 1) -> float:
    """Return the shortest time of some runs, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


Rows = list[tuple[int, int, float, float]]


def rows_of(ledger: Ledger) -> Rows:
    """Return the matches as (first, second, their returns)."""
    names = {name: index for index, name in enumerate(ledger.systems)}
    kinds = [(names[r.sides[0][0]], names[r.sides[1][0]], *(r.returns or (0.5, 0.5))) for r in ledger.results]
    return [kinds[number] for number in ledger.sequence.tolist()]


def choix_rows(rows: Rows, n: int, resamples: int) -> None:
    """Resample rows and fit each resample with choix from its list of wins, draws left out: the reference loop."""
    rng = random.Random(SEED)
    for _ in range(resamples):
        drawn = rng.choices(rows, k=len(rows))
        wins = [(i, j) if first > second else (j, i) for i, j, first, second in drawn if first != second]
        choix.ilsr_pairwise(n, wins, alpha=0.001, max_iter=1000)


def choix_dense(rows: Rows, n: int, resamples: int) -> None:
    """Resample rows, count wins, and fit each resample with choix from the matrix of wins: a kinder loop."""
    rng = random.Random(SEED)
    for _ in range(resamples):
        wins = np.zeros((n, n))
        for i, j, first, second in rng.choices(rows, k=len(rows)):
            wins[i, j] += first
            wins[j, i] += second
        choix.ilsr_pairwise_dense(wins, alpha=0.001, max_iter=1000)


def evalica_loop(ledger: Ledger, resamples: int) -> None:
    """Resample and fit with evalica's bootstrap, percentile method."""
    winners = {1.0: evalica.Winner.X, 0.0: evalica.Winner.Y, 0.5: evalica.Winner.Draw}
    kinds = [(r.sides[0][0], r.sides[1][0], winners[(r.returns or (0.5,))[0]]) for r in ledger.results]
    xs, ys, wins = zip(*(kinds[number] for number in ledger.sequence.tolist()), strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        evalica.bootstrap(
            evalica.bradley_terry, list(xs), list(ys), list(wins), n_resamples=resamples, bootstrap_method="percentile",
            random_state=SEED,
        )  # fmt: skip


def small() -> None:
    """277 matches, 7 systems, 9 games, 10,000 resamples."""
    ledger = league(7, 277, games=9)
    resampled = Settings(interval="percentile", point="mean")
    default, ours = timed(lambda: rate(ledger, Settings()), 3), timed(lambda: rate(ledger, resampled), 3)
    rows = rows_of(ledger)
    peers: tuple[tuple[str, Callable[[], None], int], ...] = (
        ("choix in a Python loop, lists of wins (100 resamples, scaled)", lambda: choix_rows(rows, 7, 100), 100),
        ("choix in a Python loop, counted wins (200 resamples, scaled)", lambda: choix_dense(rows, 7, 200), 50),
        ("evalica.bootstrap, percentile (400 resamples, scaled)", lambda: evalica_loop(ledger, 400), 25),
    )
    print("\n## 277 matches, 7 systems, 9 games, 10,000 resamples\n\n| | seconds | ours is faster by |\n|---|---|---|")
    print(f"| ours, by default: no resamples; fit, variance, bounds, ranks | {default:.3f} | |")
    print(f"| ours, percentile intervals: the same with 10,000 resamples | {ours:.3f} | |")
    for name, action, scale in peers:
        seconds = timed(action) * scale
        print(f"| {name} | {seconds:.1f} | {seconds / default:,.0f} and {seconds / ours:,.0f} times |", flush=True)


def large() -> None:
    """50 systems, a million matches."""
    ledger = league(50, 1_000_000)
    ours = timed(lambda: rate(ledger, Settings(resamples=1000, interval="percentile"))) / 1000
    none = timed(lambda: evalica_loop(ledger, 1))
    by_evalica = (timed(lambda: evalica_loop(ledger, 5)) - none) / 4
    print("\n## 1,000,000 matches, 50 systems, one resample\n\n| | milliseconds | ours is faster by |\n|---|---|---|")
    print(f"| ours (1,000 resamples with everything else, divided) | {1000 * ours:.2f} | |")
    ratio = by_evalica / ours
    print(
        f"| evalica.bootstrap (5 resamples minus 1, divided) | {1000 * by_evalica:.0f} | {ratio:,.0f} times |",
        flush=True,
    )


def growth() -> None:
    """The same league with more and more matches."""
    print("\n## 20 systems, 1,000 resamples, more and more matches\n")
    print("| matches | all but the resamples, s | the 1,000 resamples, s | peak memory of the rating, MB |")
    print("|---|---|---|---|")
    for power in (4, 5, 6, 7):
        _grown(f"10^{power}", league(20, 10**power))
    single = league(20, 500_000)
    again = 3 * (single.sequence // 3) + np.random.default_rng(SEED).integers(0, 3, len(single.sequence))
    paired = np.stack([single.sequence, again], axis=1).ravel()
    _grown("10^6, two of a pair from each setup", Ledger(single.results, paired, np.arange(1_000_000) // 2))


def _grown(name: str, ledger: Ledger) -> None:
    without = timed(lambda: rate(ledger, Settings(resamples=0)), 3)
    resampled = Settings(resamples=1000, interval="percentile")
    everything = timed(lambda: rate(ledger, resampled), 3)
    tracemalloc.start()
    rate(ledger, resampled)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    print(f"| {name} | {without:.3f} | {everything - without:.3f} | {peak:.0f} |", flush=True)


def crowd() -> None:
    """1,000 systems, 20,000 matches."""
    rng = np.random.default_rng(SEED)
    pairs = np.array([rng.choice(1000, 2, replace=False) for _ in range(20_000)])
    won = rng.random(20_000) < 1 / (1 + np.exp((pairs[:, 0] - pairs[:, 1]) / 300))
    rows = enumerate(zip(pairs.tolist(), won.tolist(), strict=True))
    matches = (
        (k, Match(game="g", setup=None, seats=(f"s{i}", f"s{j}"), returns=(int(w), 1 - int(w))))
        for k, ((i, j), w) in rows
    )
    ledger = collect(matches)
    print("\n## 20,000 matches, 1,000 systems\n\n| | seconds |\n|---|---|")
    for what, settings in (
        ("by default", Settings()),
        ("with 1,000 resamples", Settings(resamples=1000, interval="percentile")),
    ):
        print(f"| {what} | {timed(partial(rate, ledger, settings)):.0f} |", flush=True)


def reading() -> None:
    """A million lines of JSON."""
    print("\n## Reading and counting 1,000,000 match lines, 50 systems\n")
    print("| file | distinct results | seconds | lines a second |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.jsonl"
        for games in (1, 5):
            for paired in (True, False):
                _write(path, games, paired=paired)
                seconds = timed(lambda: read_matches([path]), 3)
                kinds = len(read_matches([path]).results)
                what = f"{games} game(s), " + ("two matches a setup" if paired else "no setups")
                print(f"| {what} | {kinds:,} | {seconds:.2f} | {1e6 / seconds:,.0f} |", flush=True)


def _write(path: Path, games: int, *, paired: bool) -> None:
    rng = random.Random(SEED)

    def lines() -> Iterator[bytes]:
        yield encode_lines([MatchHeader(format="interplay-matches/1")])
        for k in range(500_000):
            first, second = (f"system-{i}" for i in rng.sample(range(50), 2))
            for seats in ((first, second), (second, first)):
                won = rng.choice((0, 1, 0.5))
                setup = f"setup-{k:06d}" if paired else None
                yield encode_lines([Match(game=f"game-{k % games}", setup=setup, seats=seats, returns=(won, 1 - won))])

    write_atomically(path, lines())


def skills() -> None:
    """TrueSkill updates of two players."""
    options = TrueSkillSettings()
    edge, start = margin(options, 0.1), (25.0, 69.4)
    package = trueskill.TrueSkill()
    rating = package.create_rating()
    one = timed(lambda: [update(start, start, options, edge, drawn=False) for _ in range(20_000)], 3) / 20_000
    theirs = timed(lambda: [package.rate([(rating,), (rating,)], ranks=[0, 1]) for _ in range(1000)], 3) / 1000
    ledger = league(7, 277, games=9)
    players = Players(ledger.results, ledger.systems, options, 0.1)
    orders = np.array([np.random.default_rng(k).permutation(ledger.sequence) for k in range(1000)])
    duels = players.duels or []
    many = timed(lambda: play_together(duels, orders, 7, options, edge), 3) / orders.size
    print("\n## TrueSkill, one update of two players\n\n| | microseconds | ours is faster by |\n|---|---|---|")
    print(f"| ours, closed form | {1e6 * one:.2f} | |")
    print(f"| ours, 1,000 orders of 277 matches side by side | {1e6 * many:.3f} | |")
    print(
        f"| trueskill package | {1e6 * theirs:.1f} | {theirs / one:,.0f} and {theirs / many:,.0f} times |", flush=True
    )


def main() -> None:
    """Print the card."""
    threads = os.environ.get("OMP_NUM_THREADS", "not set")
    print("# Speed of the ratings\n\nPrinted by `tests/benchmarks/ratings/speed.py`; not edited by hand.\n")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, evalica {evalica.__version__}, ", end="")
    print(f"{platform.machine()}; one process, OMP_NUM_THREADS {threads}.")
    print("Times vary with the machine and its load; the ratios are of one run.")
    only = sys.argv[1:]
    for part in (small, large, growth, crowd, reading, skills):
        if not only or part.__name__ in only:
            part()


if __name__ == "__main__":
    main()
