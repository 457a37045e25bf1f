"""Results of the Sea Battle bots on both sides: python -m tests.benchmarks.games.strength_sea_battle [PAIRS [BOT BOT]].

Without bots it prints also side bias and verification speed under random play, and takes minutes for 100 pairs.
"""

import sys
import time
from collections import Counter
from itertools import combinations

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Bot
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.sea_battle.rules import GAME, State
from tests.games import matches

BOTS = sorted(catalogue.bots_of("sea_battle").values(), key=lambda bot: bot.strength)


def match(seed: str, teams: tuple[Bot, Bot], clock: Counter[str]) -> tuple[State, float]:
    """Return the end of a match and the first team's score; add to *clock* each bot's seconds and moves."""
    state = GAME.start(GAME.deal(seed, {}, "strict"))
    while seats := GAME.to_move(state):
        actions = {}
        for seat in seats:
            bot = teams[seat // 3]
            start = time.process_time_ns()
            text = bot.move(GAME, state, seat, Stream("sea_battle", seed, f"bot/{bot.name}/{state.played}/{seat}"))
            clock[f"{bot.name} ns"] += time.process_time_ns() - start
            clock[bot.name] += 1
            actions[seat] = GAME.parse(state, seat, text)
        state = GAME.apply(state, actions)
    return state, GAME.outcome(state).points[0]


def rivals(one: Bot, two: Bot, pairs: int) -> None:
    """Print how *one* does against *two* on both sides of *pairs* setups."""
    clock: Counter[str] = Counter()
    scores, reasons, rounds = Counter[float](), Counter[str](), 0
    for seed in range(pairs):
        for swapped in (False, True):
            state, first = match(f"strength/{seed}", (two, one) if swapped else (one, two), clock)
            scores[1 - first if swapped else first] += 1
            reasons[GAME.outcome(state).reason] += 1
            rounds += state.played
    mean = sum(score * count for score, count in scores.items()) / (2 * pairs)
    cost = ", ".join(f"{b.name} {clock[f'{b.name} ns'] / clock[b.name] / 1e6:.2f} ms" for b in {one, two})
    print(f"{one.name} - {two.name}: {mean:.3f} (won {scores[1.0]}, drawn {scores[0.5]}, lost {scores[0.0]})", end="; ")
    print(f"{rounds / 2 / pairs:.0f} rounds; {dict(reasons)}; {cost}", flush=True)


def random_play(count: int) -> None:
    """Print the first side's mean score under random play, the length of matches, and matches verified per second."""
    items = [matches.item("sea_battle", seed=f"random/{n}") for n in range(count)]
    played = [matches.play(item, matches.randomly(n)) for n, item in enumerate(items)]
    replays = [Replay(item) for item in items]
    start = time.process_time()
    verdicts = [replay.verify(prediction) for replay, prediction in zip(replays, played, strict=True)]
    taken = time.process_time() - start
    decisions = sum(seat.decisions for verdict in verdicts for seat in verdict.seats)
    bias = sum(verdict.outcome.points[0] for verdict in verdicts) / count
    rounds = [verdict.rounds for verdict in verdicts]
    print(
        f"random play: first side {bias:.3f} of {count}; {sum(rounds) / count:.1f} rounds, "
        f"{sum(r == GAME.longest for r in rounds) / count:.1%} at the limit; {decisions / count:.0f} decisions; "
        f"{count / taken:.0f} matches verified per second; {dict(Counter(v.outcome.reason for v in verdicts))}"
    )


def main(pairs: int = 100, *only: str) -> None:
    """Print everything, or only what concerns the two bots named."""
    if only:
        one, two = (next(bot for bot in BOTS if bot.name == name) for name in only)
        rivals(one, two, pairs)
        return
    random_play(20 * pairs)
    for weak, strong in combinations(BOTS, 2):
        rivals(strong, weak, pairs)
    for bot in BOTS:
        rivals(bot, bot, pairs // 2)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100, *sys.argv[2:])
