"""Wins of Santorini's bots in mirrored pairs, and the time of a move; side bias of random play.

Run: python -m tests.benchmarks.games.strength_santorini [PAIRS] [CHOOSE]   (default 100, 0)
"""

import sys
import time
from collections import Counter, defaultdict

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.records import Setup
from interplay.tracks.games.santorini.rules import GAME, State
from tests.games import matches

BOTS = catalogue.bots_of("santorini")
Times = dict[str, list[float]]


def match(names: tuple[str, str], setup: Setup, times: Times) -> State:
    """Return the end of a match of the bots *names*, by seat."""
    state: State = GAME.start(setup)
    while GAME.to_move(state):
        name = names[state.seat]
        stream = Stream("santorini", setup.seed, f"bot/{name}/{state.ply}/{state.seat}")
        start = time.process_time()
        text = BOTS[name].move(GAME, state, state.seat, stream)
        times[name].append(time.process_time() - start)
        state = GAME.apply(state, {state.seat: GAME.parse(state, state.seat, text)})
    return state


def fare(one: str, two: str, pairs: int, choose: int, times: Times) -> tuple[int, Counter[tuple[str, int]], float]:
    """Return how many matches *one* won, reasons and winning seats, and the mean length."""
    won, plies = 0, 0
    ends: Counter[tuple[str, int]] = Counter()
    for pair in range(pairs):
        setup = matches.item("santorini", seed=f"strength/{pair}", choose_pawn=choose).setup
        for names in ((one, two), (two, one)):
            end = match(names, setup, times)
            won += names[end.winner] == one
            plies += end.ply
            ends[GAME.outcome(end).reason, end.winner] += 1
    return won, ends, plies / (2 * pairs)


def main(pairs: int = 100, choose: int = 0) -> None:
    """Print a line for each pair of bots, then the time of a move of each."""
    times: Times = defaultdict(list)
    for one, two in (("greedy", "random"), ("search", "random"), ("search", "greedy"), ("greedy", "greedy")):
        won, ends, plies = fare(one, two, pairs, choose, times)
        print(f"{one} - {two}: {won} of {2 * pairs}, {plies:.1f} plies, {dict(sorted(ends.items()))}", flush=True)
    won, ends, plies = fare("random", "random", 10 * pairs, choose, times)
    print(f"random - random: {plies:.1f} plies, {dict(sorted(ends.items()))}")
    for name, taken in times.items():
        print(f"{name}: {1e3 * sum(taken) / len(taken):.2f} ms a move, {1e3 * max(taken):.1f} at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
