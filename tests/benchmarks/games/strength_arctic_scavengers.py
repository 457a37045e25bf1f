"""Arctic Scavengers at length: python -m tests.benchmarks.games.strength_arctic_scavengers [PAIRS] [SEEDS].

Mean scores of the bots over mirrored pairs, what the first seat and the first initiative are worth, time of a move;
what uninformed players score against them;
then matches of random, first-listed and last-listed moves with the cards counted after each.
"""

import statistics
import sys
import time
from itertools import combinations_with_replacement

from interplay.core.driver import SYSTEM
from interplay.tracks.games import blind, catalogue
from interplay.tracks.games.arctic_scavengers.cards import CARDS
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import State
from interplay.tracks.games.match.referee import Turn
from tests.games import matches
from tests.games.arctic_scavengers.tables import eager, states

BOTS = catalogue.bots_of("arctic_scavengers")


def match(names: tuple[str, str], seed: int, taken: dict[str, list[float]]) -> tuple[State, int]:
    """Return the end of a match and the first initiative; times of moves are added to *taken*."""
    setup = matches.item("arctic_scavengers", seed=f"strength/{seed}").setup
    state = GAME.start(setup)
    first, number = state.initiator, 0
    while GAME.to_move(state):
        bot = BOTS[names[state.seat]]
        start = time.process_time()
        text = bot.move(GAME, state, state.seat, Turn(setup, number, state.seat).stream(f"bot/{bot.name}"))
        taken[bot.name].append(time.process_time() - start)
        state = GAME.apply(state, {state.seat: GAME.parse(state, state.seat, text)})
        number += 1
    return state, first


def compare(one: str, two: str, pairs: int) -> None:
    """Print what *one* scores against *two*, and the first seat and the first initiative against the others."""
    scores, seats, starts = [], [], []
    taken: dict[str, list[float]] = {name: [] for name in BOTS}
    for seed in range(pairs):
        both = []
        for names in ((one, two), (two, one)):
            end, first = match(names, seed, taken)
            returns = GAME.outcome(end).returns
            both.append(returns[names.index(one)])
            seats.append(returns[0])
            starts.append(returns[first])
        scores.append(sum(both) / 2)
    error = statistics.stdev(scores) / pairs**0.5 if one != two else 0.0
    mean, move = statistics.mean(scores), 1e3 * statistics.mean(taken[one])
    print(
        f"{one} - {two}: {mean:.3f} ± {error:.3f}   seat 0 {statistics.mean(seats):.3f}   "
        f"first initiative {statistics.mean(starts):.3f}   {move:.2f} ms a move of {one}",
        flush=True,
    )


def withstand(one: str, pairs: int) -> None:
    """Print what uninformed players score against *one*."""
    address = f"bot:{one}@{BOTS[one].version}"
    for name, player in blind.PLAYERS.items():
        scores = []
        for seed in range(pairs):
            both = []
            for players in ((SYSTEM, address), (address, SYSTEM)):
                item = matches.item("arctic_scavengers", players, seed=f"strength/{seed}")
                claimed = matches.play(item, player).claimed
                assert claimed is not None
                both.append(claimed.returns[players.index(SYSTEM)])
            scores.append(sum(both) / 2)
        error = statistics.stdev(scores) / pairs**0.5
        print(f"{name} - {one}: {statistics.mean(scores):.3f} ± {error:.3f}", flush=True)


def prove(seeds: int) -> None:
    """Raise ``AssertionError`` where a match is too long, loses a card or does not share one point."""
    total = sum(2 * card.started + card.hired + card.dumped + card.contested for card in CARDS)
    longest = 0
    for seed in range(seeds):
        for path in (*(states(seed, pick) for pick in ("random", "first", "last")), eager(seed)):
            decisions = -1
            for state in path:
                decisions += 1
                zones = (state.junkyard, state.contested, state.piles, *(tribe.owned for tribe in state.tribes))
                assert sum(sum(z) if z is state.piles else len(z) for z in zones) == total
            assert sum(GAME.outcome(state).returns) == 1
            longest = max(longest, decisions)
    assert longest <= GAME.longest
    print(f"{4 * seeds} matches of scripted moves: all cards there, {longest} decisions at most", flush=True)


def main(pairs: int = 100, seeds: int = 1_000) -> None:
    """Measure and print."""
    for one, two in combinations_with_replacement(BOTS, 2):
        compare(one, two, pairs)
    for bot in ("forager", "planner"):
        withstand(bot, pairs)
    prove(seeds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
