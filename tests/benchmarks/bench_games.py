"""Verified matches a second for each game, recorded random play, one core; beside engines that play the same game.

Run: python -m tests.benchmarks.bench_games [MATCHES]   (default 300 a game)

Verifying parses every text, checks every move and recomputes the outcome. The other engines only play random legal
moves, with nothing to parse; they are shown where they are installed.
"""

import importlib
import random
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from interplay.tracks.games import catalogue
from interplay.tracks.games.match.replay import Replay
from tests.games import matches

TARGETS = {
    "tictactoe": 8_000,
    "connect_four": 2_500,
    "holdem": 15_000,
    "hanabi": 10_000,
    "santorini": 150,
    "sea_battle": 150,
    "air_land_sea": 150,
    "hive": 25,
    "arctic_scavengers": 20,
    "are_you_the_traitor": 20,
    "codenames": 20,
    "pit": 20,
    "two_rooms_and_a_boom": 20,
}
OPEN_SPIEL = {
    "tictactoe": "tic_tac_toe",
    "connect_four": "connect_four",
    "hanabi": "hanabi(players=2,colors=2,ranks=5,hand_size=2,max_information_tokens=3,max_life_tokens=1,"
    "observation_type=card_knowledge)",
    "bargain": "bargaining(max_turns=20)",
}
PETTING_ZOO = {"tictactoe": "tictactoe_v3", "connect_four": "connect_four_v3"}


def per_second(function: Callable[[], int]) -> float:
    """Return the best of three runs of a function that says how much it has done, a second of processor time."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        done = function()
        best = max(best, done / (time.process_time() - start))
    return best


def verified(game: str, number: int) -> float:
    """Return verified matches of random play a second; the referee of each item is made beforehand."""
    items = [matches.item(game, seed=f"bench{n}") for n in range(number)]
    recorded = [(Replay(item), matches.play(item, matches.randomly(n))) for n, item in enumerate(items)]

    def run() -> int:
        for replay, prediction in recorded:
            replay.verify(prediction)
        return number

    return per_second(run)


def open_spiel(game: str, number: int) -> float | None:
    """Return random games a second in OpenSpiel, if it has the game and is installed."""
    if game not in OPEN_SPIEL:
        return None
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    rules = pyspiel.load_game(OPEN_SPIEL[game])
    chance = random.Random(0)

    def run() -> int:
        for _ in range(number):
            state = rules.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
        return number

    return per_second(run)


def petting_zoo(game: str, number: int) -> float | None:
    """Return random games a second in PettingZoo, if it has the game and is installed."""
    if game not in PETTING_ZOO:
        return None
    try:
        module = importlib.import_module(f"pettingzoo.classic.{PETTING_ZOO[game]}")
    except ImportError:
        return None
    environment = module.env()
    chance = random.Random(0)

    def run() -> int:
        for _ in range(number):
            environment.reset()
            for agent in environment.agent_iter():
                observation, _, over, cut, _ = environment.last()
                legal = [i for i, flag in enumerate(observation["action_mask"]) if flag] if not (over or cut) else []
                environment.step(chance.choice(legal) if legal else None)
                assert agent
        return number

    return per_second(run)


def main() -> None:
    """Measure and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    table = Table(title=f"{number} matches a game, one core, processor time, best of 3")
    for heading in ("game", "verified a second", "target", "OpenSpiel, playing", "PettingZoo, playing"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game in catalogue.names():
        peers = [f(game, number) for f in (open_spiel, petting_zoo)]
        shown = ["" if rate is None else f"{rate:,.0f}" for rate in peers]
        target = TARGETS.get(game)
        table.add_row(game, f"{verified(game, number):,.0f}", f"{target:,}" if target else "", *shown)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
