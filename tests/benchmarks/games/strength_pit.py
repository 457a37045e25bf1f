"""Mean score of each Pit bot against each: python -m tests.benchmarks.games.strength_pit [PAIRS [BOT BOT]]."""

import math
import sys
import time
from collections import Counter
from itertools import combinations_with_replacement

from msgspec import Struct, field

from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Bot
from interplay.tracks.games.match.referee import Turn
from interplay.tracks.games.pit.market import Cornered, State
from interplay.tracks.games.pit.rules import GAME
from interplay.tracks.games.records import Setup

BOTS = catalogue.bots_of("pit")


class Tally(Struct):
    """What is added up over matches; ``seconds`` and ``moves`` by bot."""

    turns: int = 0
    corners: int = 0
    most: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    moves: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    even: float = 0


def match(setup: Setup, bots: tuple[Bot, Bot], tally: Tally) -> State:
    """Return the end of a match of *bots*, by side."""
    state = GAME.start(setup)
    while seats := GAME.to_move(state):
        bot = bots[seats[0] % 2]
        start = time.process_time()
        text = bot.move(GAME, state, seats[0], Turn(setup, state.turn, seats[0]).stream(f"bot/{bot.name}"))
        tally.seconds[bot.name] = tally.seconds.get(bot.name, 0.0) + time.process_time() - start
        tally.moves[bot.name] += 1
        state = GAME.apply(state, {seats[0]: GAME.parse(state, seats[0], text)})
    corners = state.deal + (1 if state.log and isinstance(state.log[-1], Cornered) else 0)
    tally.turns += state.turn
    tally.corners += corners
    tally.most = max(tally.most, corners)
    tally.reasons[GAME.outcome(state).reason] += 1
    tally.even += GAME.outcome(state).returns[0]
    return state


def compare(first: Bot, second: Bot, pairs: int, shout: int = 1) -> None:
    """Print the mean score of *first* against *second*, by mirrored pairs."""
    tally, means, points = Tally(), [], [0, 0]
    for number in range(pairs):
        setup = GAME.deal(f"strength/{number}", {"shout": shout}, "strict")
        there, back = match(setup, (first, second), tally), match(setup, (second, first), tally)
        means.append((GAME.outcome(there).returns[0] + GAME.outcome(back).returns[1]) / 2)
        for state, side in ((there, 0), (back, 1)):
            points[0] += state.totals[side]
            points[1] += state.totals[1 - side]
    mean = math.fsum(means) / pairs
    error = math.sqrt(math.fsum((m - mean) ** 2 for m in means) / max(1, pairs - 1) / pairs)
    won = sum(m > 0.5 for m in means) / pairs
    games = 2 * pairs
    print(f"{first.name} - {second.name}: {mean:.3f} (s.e. {error:.3f}), {won:.0%} of the pairs won")
    print(f"  points {points[0] / games:.0f} : {points[1] / games:.0f}, even {tally.even / games:.3f}")
    print(f"  {dict(tally.reasons)}")
    print(f"  {tally.turns / games:.0f} turns, {tally.corners / games:.1f} corners, at most {tally.most}")
    for name, moves in tally.moves.items():
        print(f"  {name}: {1e3 * tally.seconds[name] / moves:.2f} ms a move")


def main(pairs: str = "100", *names: str) -> None:
    """Compare the two bots named, or all."""
    chosen = [names] if names else list(combinations_with_replacement(sorted(BOTS), 2))
    for first, second in chosen:
        compare(BOTS[first], BOTS[second], int(pairs))


if __name__ == "__main__":
    main(*sys.argv[1:])
