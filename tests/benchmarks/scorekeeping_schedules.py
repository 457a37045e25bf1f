"""What policies learn of scorekeeping's schedule: python -m tests.benchmarks.scorekeeping_schedules [SEEDS].

Dialogues of some seeds train, those of other seeds test, the release's among them. A policy sees the round of a probe
and either the requests for its slot or the corrections of its slot; ``both`` sees both, which is the state itself.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean

from sklearn.ensemble import RandomForestClassifier

from interplay.core.randomness import Stream
from interplay.tracks.scorekeeping.informative import of_order
from interplay_builders.release import sources
from interplay_builders.tracks.scorekeeping.draw import CORRECTIONS, INFORMATIVE, ROUNDS, UPDATES
from interplay_builders.tracks.scorekeeping.schedule import Order, corrected

N_SLOTS, DOMAINS = 5, ("job-interview", "restaurant", "travel-booking")
Row = tuple[int, tuple[int, ...], tuple[int, ...], bool]
"""Round, rounds of the slot's requests, rounds of its corrections, whether it is shared."""
TABLES: dict[str, Callable[[Row], object]] = {
    "round of the last correction": lambda row: row[2][-1],
    "rounds since the last correction": lambda row: row[0] - row[2][-1],
    "both of these": lambda row: (row[0], row[2][-1]),
    "round of the last request": lambda row: row[1][-1],
    "rounds since the last request": lambda row: row[0] - row[1][-1],
    "both of these two": lambda row: (row[0], row[1][-1]),
    "numbers of requests and corrections": lambda row: (len(row[1]), len(row[2])),
}


def orders(seed: str) -> list[Order]:
    """Return the orders of the corrections split of a *seed*."""
    return [
        corrected(
            N_SLOTS, ROUNDS, UPDATES, INFORMATIVE, Stream(f"scorekeeping/corrections/{domain}", seed, f"order/{n}/0")
        )
        for domain in DOMAINS
        for n in CORRECTIONS
    ]


def rows(orders: Sequence[Order]) -> list[Row]:
    """Return a row for each informative probe of *orders*."""
    found = []
    for order in orders:
        requests, updates = [-1, *(t.asked for t in order)], [(), *(t.updated for t in order)]
        for (number, slot), truth in of_order(requests, updates, [range(N_SLOTS)] * len(requests)).items():
            asked = tuple(n for n in range(1, number + 1) if requests[n] == slot)
            changed = tuple(n for n in range(1, number + 1) if slot in updates[n])
            found.append((number, asked, changed, truth))
    return found


def by_table(key: Callable[[Row], object], train: Sequence[Row], test: Sequence[Row]) -> float:
    """Return the score of the table that says for each value of *key* what is more frequent in *train*."""
    balance: dict[object, int] = defaultdict(int)
    for row in train:
        balance[key(row)] += 1 if row[3] else -1
    return 100 * fmean(
        (balance[key(row)] > 0) - (balance[key(row)] < 0)
        if row[3]
        else (balance[key(row)] < 0) - (balance[key(row)] > 0)
        for row in test
    )


def features(row: Row, kinds: str) -> list[int]:
    """Return the round and, of each kind, the number of events, their distances and the round of the last."""
    both = (("requests", row[1]), ("corrections", row[2]))
    events = [rounds for name, rounds in both if kinds in (name, "both")]
    distances = [([row[0] - n for n in reversed(rounds)] + [99] * 4)[:4] for rounds in events]
    return [row[0], *(x for rounds in events for x in (len(rounds), rounds[-1])), *(x for d in distances for x in d)]


def by_forest(kinds: str, train: Sequence[Row], test: Sequence[Row]) -> float:
    """Return the score of a random forest on the features of *kinds*."""
    forest = RandomForestClassifier(200, min_samples_leaf=15, random_state=0)
    forest.fit([features(row, kinds) for row in train], [row[3] for row in train])
    said = forest.predict([features(row, kinds) for row in test])
    return 100 * fmean(1 if truth == row[3] else -1 for truth, row in zip(said, test, strict=True))


def best_recency(kind: int, train: Sequence[Row], test: Sequence[Row]) -> float:
    """Return the score of "yes if the last event is at most k rounds ago" or its opposite, k chosen on *train*."""

    def score(k: int, sign: int, rows: Sequence[Row]) -> float:
        last = [(row[1] if kind == 1 else row[2])[-1] for row in rows]
        right = [(row[0] - n <= k) is row[3] for row, n in zip(rows, last, strict=True)]
        return 100 * sign * (2 * fmean(right) - 1)

    rules = [(k, sign) for k in range(1, 20) for sign in (1, -1)]
    k, sign = max(rules, key=lambda rule: score(rule[0], rule[1], train))
    return score(k, sign, test)


def main(seeds: int = 4) -> None:
    """Print the table."""
    train = rows([order for n in range(seeds) for order in orders(f"train/{n}")])
    tests = {
        "release": rows(orders(sources.identity().seed)),
        **{f"draw {n}": rows(orders(f"test/{n}")) for n in range(2)},
    }
    policies: dict[str, Callable[[Sequence[Row]], float]] = {
        **{f"table: {name}": partial(by_table, key, train) for name, key in TABLES.items()},
        "k rounds since the request": partial(best_recency, 1, train),
        "k rounds since the correction": partial(best_recency, 2, train),
        **{f"forest: {kinds}": partial(by_forest, kinds, train) for kinds in ("requests", "corrections", "both")},
    }
    print(f"| policy, learned on {len(train)} probes | {' | '.join(tests)} |\n|---|{'---:|' * len(tests)}")
    for name, policy in policies.items():
        print(f"| {name} | {' | '.join(f'{policy(test):.0f}' for test in tests.values())} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
