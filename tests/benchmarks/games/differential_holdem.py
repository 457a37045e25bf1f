"""Hold'em beside other engines and evaluators on many random hands.

Run: python -m tests.benchmarks.games.differential_holdem [HANDS]   (default 20000)
Needs RLCard, OpenSpiel and eval7.
"""

import importlib
import sys
import time
from itertools import pairwise

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.hands import canonical, value
from tests.games.holdem.oracles import against_openspiel, against_rlcard

eval7 = importlib.import_module("eval7")
EVAL7 = [eval7.Card(canonical(card)) for card in range(52)]


def compare_engines(hands: int) -> None:
    """Play the same hands on both sides; the first difference is an AssertionError."""
    for name, play in (("RLCard, rules=rlcard", against_rlcard), ("OpenSpiel, rules=standard", against_openspiel)):
        start = time.perf_counter()
        actions = sum(play(f"differential/{number}") for number in range(hands))
        print(f"{name}: {hands} hands, {actions} actions, 0 differences ({time.perf_counter() - start:.0f} s)")


def compare_evaluators(deals: int) -> None:
    """Sort random deals by value: eval7 must see each step up, and each tie, the same way."""
    stream = Stream("tests", "evaluator", "deals")
    cards = [stream.sample(range(52), 7) for _ in range(deals)]
    ours = [value(deal) for deal in cards]
    theirs = [eval7.evaluate([EVAL7[card] for card in deal]) for deal in cards]
    order = sorted(range(deals), key=ours.__getitem__)
    wrong = sum(
        (ours[a] < ours[b]) != (theirs[a] < theirs[b]) or (ours[a] == ours[b]) != (theirs[a] == theirs[b])
        for a, b in pairwise(order)
    )
    print(f"eval7: {deals} deals, {wrong} differences")
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    compare_evaluators(number)
    compare_engines(number)
