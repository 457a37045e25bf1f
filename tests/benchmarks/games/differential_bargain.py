"""Compare Bargain with OpenSpiel's: python -m tests.benchmarks.games.differential_bargain [MATCHES]."""

import importlib
import random
import sys
from typing import Any

from interplay.tracks.games.bargain.instances import Instance, instances
from interplay.tracks.games.bargain.rules import DEAL, GAME, Action, State


def compare(rng: random.Random, matches: int) -> tuple[float, float]:
    """Play random legal turns on both sides; compare legality, who moves, the end and both values.

    Returns the share of matches with a deal and the mean number of turns.
    """
    spiel = importlib.import_module("pyspiel")
    oracle = spiel.load_game("bargaining", {"max_turns": 20})
    deals = turns = 0
    for _ in range(matches):
        ours = State(rng.choice(instances()), (), prior=False, compat=False)
        state = _start(spiel, oracle, ours.instance)
        while not state.is_terminal():
            seat = state.current_player()
            assert GAME.to_move(ours) == (seat,)
            offers = {_named(state, seat, index): index for index in state.legal_actions()}
            assert len(offers) == len(state.legal_actions())
            assert set(offers) == {action.keep for action in _legal(ours, seat)}
            action = rng.choice(_legal(ours, seat))
            state.apply_action(offers[action.keep])
            ours = GAME.apply(ours, {seat: action})
        assert GAME.to_move(ours) == ()
        assert list(GAME.outcome(ours).returns) == state.returns(), (ours, str(state))
        deals += ours.agreed
        turns += len(ours.actions)
    return deals / matches, turns / matches


def _legal(state: State, seat: int) -> list[Action]:
    return [*GAME.fallback(state, seat), *([DEAL] if state.latest else [])]


def _named(state: Any, seat: int, index: int) -> tuple[int, ...] | None:
    """Return what an offer of OpenSpiel keeps, ``None`` for its agreement."""
    if index == state.agree_action():
        return None
    return tuple(int(part.rpartition(" ")[2]) for part in state.action_to_string(seat, index)[6:].split(","))


def _start(spiel: Any, oracle: Any, instance: Instance) -> Any:
    state = oracle.new_initial_state()
    state.apply_action(0)
    injected = state.instance()
    injected.pool, injected.values = list(instance.pool), [list(values) for values in instance.values]
    state.set_instance(injected)
    found = state.instance()
    assert (tuple(found.pool), tuple(map(tuple, found.values))) == (instance.pool, instance.values)
    return state


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    share, length = compare(random.Random(2), count)
    print(f"{count} matches agree; {share:.3f} ended with a deal, after {length:.1f} turns on average")
