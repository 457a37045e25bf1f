"""Mean score of each pair of Hanabi bots: python -m tests.benchmarks.games.strength_hanabi [DECKS]."""

import sys
import time
from itertools import product

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import State
from tests.games.hanabi.tables import deck, states

BOTS = catalogue.bots_of("hanabi")


def match(names: tuple[str, ...], seed: int) -> State:
    """Return the end of a game of the bots *names*, by seat."""

    def choose(state: State) -> int:
        stream = Stream("hanabi", seed, f"bot/{len(state.history)}")
        return GAME.parse(state, state.seat, BOTS[names[state.seat]].move(GAME, state, state.seat, stream))

    return states(deck(f"strength/{seed}"), choose)[-1]


def main(decks: int = 2_000) -> None:
    """Print the mean score, how often the life was lost, and the time of a move, for every pair."""
    for names in product(BOTS, repeat=2):
        start = time.process_time()
        ends = [match(names, seed) for seed in range(decks)]
        taken = time.process_time() - start
        mean = sum(0 if end.lost else end.heights for end in ends) / decks
        lost = sum(end.lost for end in ends) / decks
        move = 1e3 * taken / sum(len(end.history) for end in ends)
        print(f"{' + '.join(names):<26} mean {mean:.2f}   life lost {lost:.1%}   {move:.2f} ms a move")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
