"""Compare Bid with OpenSpiel's first-price auction: python -m tests.benchmarks.games.differential_bid [MATCHES]."""

import importlib
import random
import sys
from typing import Any

from interplay.tracks.games.bid.rules import GAME, State


def compare(rng: random.Random, matches: int) -> None:
    """Play random legal bids on both sides and compare legality, the seats in a tie, and what both earn."""
    oracle = importlib.import_module("pyspiel").load_game("first_sealed_auction", {"players": 2, "max_value": 1000})
    for _ in range(matches):
        highest = rng.choice((3, 20, 1000))
        values = rng.randint(1, highest), rng.randint(1, highest)
        state: Any = oracle.new_initial_state()
        for value in values:
            state.apply_action(value)
        ours = State(values, rng.randint(0, 1), prior=True, compat=False)
        bids = {}
        for seat in (0, 1):
            assert GAME.legal(ours, seat) == range(values[seat])
            assert state.legal_actions() == [*range(values[seat])]
            bids[seat] = rng.choice(state.legal_actions())
            state.apply_action(bids[seat])
        if state.is_chance_node():
            tied = [seat for seat, _ in state.chance_outcomes()]
            assert len(tied) == 1 or bids[0] == bids[1]
            state.apply_action(ours.tie if len(tied) == 2 else tied[0])
        earned = GAME.outcome(GAME.apply(ours, bids)).returns
        assert [round(100 * dollars) for dollars in earned] == state.returns(), (values, bids)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    compare(random.Random(2), count)
    print(f"{count} matches agree")
