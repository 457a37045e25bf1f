"""Hold'em: how strong the bots are, in chips and in hands won, and how fast recorded hands are verified.

Run: python -m tests.benchmarks.games.bench_holdem [DEALS] [RULES]   (default 500 and 0; both seats of each deal)
"""

import math
import sys
import time
from typing import Any

import msgspec

from interplay.core import canonical
from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Bot, Game
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import ALL_IN, CHECK_CALL
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Prediction, Setup
from tests.games import matches


class Stubborn:
    """Plays one action whenever it is on offer, and calls otherwise."""

    version = 1
    games: tuple[str, ...] = ("holdem",)
    strength = 1

    def __init__(self, name: str, action: int) -> None:
        self.name, self.action = name, action

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        offered = list(GAME.legal(state, seat))  # type: ignore[arg-type]
        return game.write(state, seat, self.action if self.action in offered else CHECK_CALL)


def payoff(setup: Setup, bots: tuple[Bot, Bot]) -> tuple[float, float]:
    """Return chips and points of seat 0."""
    state = GAME.start(setup)
    while not state.ended:
        bot = bots[state.seat]
        stream = Stream("holdem", setup.seed, f"bot/{bot.name}/{len(state.steps)}/{state.seat}")
        text = bot.move(GAME, state, state.seat, stream)
        state = GAME.apply(state, {state.seat: GAME.parse(state, state.seat, text)})
    outcome = GAME.outcome(state)
    return outcome.returns[0], outcome.points[0]


def duel(one: Bot, other: Bot, deals: int, rules: int) -> None:
    """Print the mean of both seats of each deal, with its standard error over deals."""
    chips, points = [], 0.0
    for number in range(deals):
        setup = GAME.deal(f"strength/{number}", {"rules": rules}, "strict")
        (first, first_points), (second, second_points) = payoff(setup, (one, other)), payoff(setup, (other, one))
        chips.append((first - second) / 2)
        points += (first_points + 1 - second_points) / 2
    mean = sum(chips) / deals
    error = math.sqrt(sum((c - mean) ** 2 for c in chips)) / deals
    print(
        f"rules {rules}: {one.name} against {other.name}: {mean:+.2f} ({error:.2f}) chips, {points / deals:.3f} points"
    )


def verify(number: int) -> None:
    """Print how many recorded random hands a second the referee verifies, with and without decoding."""
    items = [matches.item("holdem", seed=str(seed)) for seed in range(number)]
    played = [matches.play(item, matches.randomly(seed)) for seed, item in enumerate(items)]
    replays = [Replay(item) for item in items]
    raw = [canonical.encode(prediction) for prediction in played]
    decoder = msgspec.json.Decoder(Prediction)
    start = time.perf_counter()
    for replay, prediction in zip(replays, played, strict=True):
        replay.verify(prediction)
    decoded = time.perf_counter()
    for replay, line in zip(replays, raw, strict=True):
        replay.verify(decoder.decode(line))
    end = time.perf_counter()
    print(f"verified a second: {number / (decoded - start):,.0f}, with decoding {number / (end - decoded):,.0f}")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    verify(10_000)
    variant = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    bots = catalogue.bots_of("holdem")
    all_in, calling = Stubborn("always all in", ALL_IN), Stubborn("always calling", CHECK_CALL)
    duel(bots["tight"], bots["random"], count, variant)
    duel(bots["equity"], bots["random"], count, variant)
    duel(bots["equity"], bots["tight"], count, variant)
    duel(bots["equity"], all_in, count, variant)
    duel(bots["equity"], calling, count, variant)
    duel(all_in, bots["tight"], count, variant)
