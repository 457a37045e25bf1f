"""Makes the pool of positions of Sea Battle from battles of gunners with some random orders.

python -m interplay_builders.tracks.positions._sea_battle_pool > sea_battle.tsv
"""

import sys
from collections.abc import Iterator

from interplay.core.randomness import Stream
from interplay.tracks.games.sea_battle.gunnery import ORDERS, distance, greedy_orders, view
from interplay.tracks.games.sea_battle.rules import GAME, State
from interplay.tracks.games.sea_battle.waters import SEATS, fleets
from interplay_builders.tracks.positions import sea_battle
from interplay_builders.tracks.positions._levelled import by_kind
from interplay_builders.tracks.positions._sea_battle_sealed import ROUNDS, Orders, Plan, values
from interplay_builders.tracks.positions.rules import rules_of
from interplay_builders.tracks.positions.sea_battle import Turn

WANTED = {name: 2 * each for name, each in sea_battle.EACH.items()}
BATTLES, PERCENT_RANDOM = 170, 20
NEAR, MOST, FIRST, LAST = 5, 5, 6, 90
"""The greatest distance of the nearest enemy, the most ships afloat, and the range of rounds."""
GAP = 1.5
"""The least advantage of the best order over an average one."""
BEST = 2
"""The most orders that may be best."""


def cases() -> Iterator[sea_battle.Labelled]:
    """Yield positions of each kind, at most one of a kind from a battle."""
    candidates = [case for battle in range(1, BATTLES + 1) for case in _candidates(str(battle))]
    posed = [
        sea_battle.posed(case, number, "", Turn(number % 4, mirrored=number % 8 > 3))
        for number, case in enumerate(candidates)
    ]
    kept = by_kind(posed, [(case.battle,) for case in candidates], WANTED, rules_of("sea_battle"))
    yield from (candidates[index] for index in kept)


def _candidates(battle: str) -> Iterator[sea_battle.Labelled]:
    """Yield situations of a battle in which the order matters, each with one plan and with two."""
    stream = Stream("positions/sea_battle", battle, "pool")
    played: list[Orders] = []
    state = sea_battle.state_of(sea_battle.Labelled(battle, 0, (), (), ()))
    while GAME.to_move(state) and state.played < LAST:
        if state.played >= FIRST and len(state.afloat()) <= MOST:
            seat = stream.choice(state.afloat())
            if near(state, seat):
                plans = [planned(state, seat, stream) for _ in range(2)]
                for number in (1, 2):
                    known = (plans[0],) if number == 1 else (plans[0], _joined(seat, *plans))
                    worth = values(state, seat, known)
                    clear = max(worth) - sum(worth) / len(worth) >= GAP and worth.count(max(worth)) <= BEST
                    if clear and len(set(known)) == number:
                        yield sea_battle.Labelled(battle, seat, tuple(played), known, tuple(worth))
        played.append(orders_of(state, stream))
        state = sea_battle.sailed(state, played[-1])


def near(state: State, seat: int) -> bool:
    foes = state.afloat(fleets(seat)[1])
    return any(distance(state.at[seat], state.at[foe]) <= NEAR for foe in foes)


def orders_of(state: State, stream: Stream) -> Orders:
    """Return an order for each ship afloat."""
    return tuple(
        stream.below(len(ORDERS))
        if stream.below(100) < PERCENT_RANDOM
        else stream.choice(greedy_orders(view(state, seat), seat))
        for seat in state.afloat()
    )


def planned(state: State, seat: int, stream: Stream, number: int = ROUNDS) -> Plan:
    """Return the orders of all other ships in a battle that goes on like this; 0 for the seat itself."""
    rounds = []
    for _ in range(number):
        there = dict(zip(state.afloat(), orders_of(state, stream), strict=True))
        rounds.append(tuple(0 if s == seat else there.get(s, stream.below(len(ORDERS))) for s in SEATS))
        if GAME.to_move(state):
            state = sea_battle.sailed(state, tuple(there.values()))
    return tuple(rounds)


def _joined(seat: int, first: Plan, second: Plan) -> Plan:
    """Return the second plan for the opponents of *seat*, the first for its teammates."""
    team = fleets(seat)[0]
    return tuple(
        tuple(a if s in team else b for s, (a, b) in enumerate(zip(first_orders, two, strict=True)))
        for first_orders, two in zip(first, second, strict=True)
    )


if __name__ == "__main__":
    for labelled in cases():
        sys.stdout.write(sea_battle.written(labelled) + "\n")
