"""What a learner scores in positions that sees nothing but the list of legal moves.

    python -m tests.benchmarks.positions_lists [--game NAME ...] [--built]

Ten parts of the clusters of a game, each played by a learner that has seen the values of the other nine. ``lookup``
knows what each move lost on average in the same list, and elsewhere what each move lost; ``forest`` and ``ridge``
predict what a move loses, as a share of a random move's regret, from its words, its place, and the words of the list.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import fsum

import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import Ridge

from interplay.core.release import open_release
from interplay.tracks.positions.records import Position
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.blind import expected

PARTS = 10
Learner = Callable[[Sequence[Position], Sequence[Position]], list[str]]


def losses(position: Position) -> dict[str, float]:
    """Return what each move loses, as a share of what a random move does."""
    best = max(entry.value for entry in position.values)
    return {entry.action: (best - entry.value) / expected(position) for entry in position.values}


def lookup(known: Sequence[Position], asked: Sequence[Position]) -> list[str]:
    """Return the move that lost least in the same list; in a new list, the one that lost least in all lists."""
    moves: dict[str, list[float]] = defaultdict(list)
    lists: dict[tuple[str, ...], list[dict[str, float]]] = defaultdict(list)
    for position in known:
        row = losses(position)
        lists[tuple(row)].append(row)
        for action, loss in row.items():
            moves[action].append(loss)
    chosen = []
    for position in asked:
        actions = tuple(entry.action for entry in position.values)
        same = lists.get(actions, [])
        means = {
            action: fsum(row[action] for row in same) if same else (fsum(moves[action]) + 2) / (len(moves[action]) + 2)
            for action in actions
        }
        chosen.append(min(means, key=means.__getitem__))
    return chosen


def features(position: Position) -> list[dict[str, float]]:
    """Return for each move its words and place, and the words of the whole list."""
    actions = [entry.action for entry in position.values]
    words = [re.findall(r"[a-z]+|\d+", action) for action in actions]
    whole = {f"list {word}": float(sum(word in own for own in words)) for word in {w for own in words for w in own}}
    count = len(actions)
    return [
        {
            **whole,
            **{f"word {word}": float(own.count(word)) for word in own},
            f"is {action}": 1.0,
            "place": index / max(1, count - 1),
            "last": float(index == count - 1),
            "count": float(count),
        }
        for index, (action, own) in enumerate(zip(actions, words, strict=True))
    ]


def fitted(model: Callable[[], RandomForestRegressor | Ridge]) -> Learner:
    """Return the learner that plays the move for which a model predicts the least loss."""

    def choose(known: Sequence[Position], asked: Sequence[Position]) -> list[str]:
        vectors = DictVectorizer(sparse=False)
        table = vectors.fit_transform([row for position in known for row in features(position)])
        regressor = model().fit(table, [loss for position in known for loss in losses(position).values()])
        chosen = []
        for position in asked:
            predicted = regressor.predict(vectors.transform(features(position)))
            chosen.append(position.values[int(np.argmin(predicted))].action)
        return chosen

    return choose


LEARNERS: Mapping[str, Learner] = {
    "lookup": lookup,
    "forest": fitted(lambda: RandomForestRegressor(60, min_samples_leaf=3, random_state=1)),
    "ridge": fitted(lambda: Ridge(10.0)),
}


def score(positions: Sequence[Position], learner: Learner) -> float:
    """Return the cross-validated score of a learner in a game."""
    numbers: dict[str, int] = {}
    parts = [numbers.setdefault(row.cluster or row.item_id, len(numbers)) % PARTS for row in positions]
    lost = 0.0
    for part in range(PARTS):
        asked = [row for row, own in zip(positions, parts, strict=True) if own == part]
        known = [row for row, own in zip(positions, parts, strict=True) if own != part]
        chosen = learner(known, asked)
        lost += fsum(losses(row)[action] * expected(row) for row, action in zip(asked, chosen, strict=True))
    return 100 * (1 - lost / fsum(row.blind for row in positions))


def lists_of(positions: Sequence[Position]) -> int:
    """Return the number of different lists of moves."""
    return len({tuple(entry.action for entry in row.values) for row in positions})


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--built", action="store_true", help="positions of the builders, not of the dataset")
    options = parser.parse_args()
    known = sources.identity()
    made = build.positions(known.seed, known.canary, options.game) if options.built else None
    positions = [row for row in (made or open_release().rows("positions", Position)) if row.split == "hard"]
    print(f"| game | positions | lists | {' | '.join(LEARNERS)} |\n|:--|--:|--:|{'--:|' * len(LEARNERS)}")
    for game in dict.fromkeys(row.game for row in positions):
        rows = [row for row in positions if row.game == game]
        if not options.game or game in options.game:
            scores = " | ".join(f"{score(rows, learner):.1f}" for learner in LEARNERS.values())
            print(f"| {game} | {len(rows)} | {lists_of(rows)} | {scores} |", flush=True)


if __name__ == "__main__":
    main()
