"""How two bots of Air, Land & Sea fare: python -m tests.benchmarks.games.strength_air_land_sea ONE TWO PAIRS DEALS.

The defaults are greedy, random, 100 mirrored pairs, and deals called "strength". It prints for the first bot the mean
score with its standard error over pairs, matches won, and milliseconds a move; then battles, and the score of seat 0.
"""

import math
import sys
import time
from statistics import mean, stdev

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import State

BOTS = catalogue.bots_of("air_land_sea")


class Clock(Struct):
    """Seconds and moves of a bot."""

    seconds: float = 0.0
    moves: int = 0


def match(names: tuple[str, str], seed: str, clocks: dict[str, Clock]) -> State:
    """Return the end of a match of the bots *names*, by seat."""
    setup = GAME.deal(seed, {}, "strict")
    state: State = GAME.start(setup)
    rounds = 0
    while GAME.to_move(state):
        seat, name = state.seat, names[state.seat]
        start = time.process_time()
        reply = BOTS[name].move(GAME, state, seat, Stream("air_land_sea", seed, f"bot/{name}/{rounds}/{seat}"))
        clocks[name].seconds += time.process_time() - start
        clocks[name].moves += 1
        state = GAME.apply(state, {seat: GAME.parse(state, seat, reply)})
        rounds += 1
    return state


def main(one: str = "greedy", two: str = "random", number: str = "100", deals: str = "strength") -> None:
    """Play and print."""
    pairs = int(number)
    clocks = {one: Clock(), two: Clock()}
    scores, seats, ends = [], [], []
    for pair in range(pairs):
        matches = [match(names, f"{deals}/{pair}", clocks) for names in ((one, two), (two, one))]
        results = [GAME.outcome(end).returns for end in matches]
        scores.append((results[0][0], results[1][1]))
        seats += [result[0] for result in results]
        ends += matches
    means = [mean(both) for both in scores]
    error = stdev(means) / math.sqrt(pairs)
    won = mean(score > 0.5 for both in scores for score in both)
    battles = [battle for end in ends for battle in end.past]
    cost = " ".join(f"{name} {1e3 * clock.seconds / clock.moves:.2f} ms" for name, clock in clocks.items())
    print(f"{one} against {two}, {pairs} pairs: score {mean(means):.3f} +- {error:.3f}, wins {won:.1%}; {cost}")
    withdrawn = mean(battle.left >= 0 for battle in battles)
    print(f"{len(battles) / len(ends):.2f} battles a match, {withdrawn:.0%} withdrawn; seat 0 scores {mean(seats):.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
