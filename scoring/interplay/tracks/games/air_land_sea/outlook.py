"""How the bots of Air, Land & Sea judge a table, with all cards open.

A margin is twice a seat's lead in a theater, plus or minus one for the player who controls tied theaters. A player with
two positive margins of three wins the battle, so the middle margin counts most.
"""

from collections.abc import Callable, Sequence

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.cards import MOVES
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import Both, State, menu, totals
from interplay.tracks.games.shared.menu import Choice

WON = 1_000
"""The value of a won battle, more than any margins."""
WEIGHT = 4
"""How much the middle margin counts; the outer ones count once each."""
MIDDLE, OUTER = 24, 16
"""Greater margins count as much as these."""
CHOICES = {action_id: Choice(action_id) for action_id in MOVES}


def after(state: State, action_id: str) -> State:
    """Return the state after an action of the seat to decide."""
    return GAME.apply(state, {state.seat: CHOICES[action_id]})


def margins(sums: Both, first: int, seat: int) -> list[int]:
    """Return the margins of *seat*, the least first."""
    edge = 1 if first == seat else -1
    mine, other = sums[seat], sums[1 - seat]
    return sorted([2 * (mine[0] - other[0]) + edge, 2 * (mine[1] - other[1]) + edge, 2 * (mine[2] - other[2]) + edge])


def table_value(state: State, battle: int, seat: int) -> int:
    """Return the value of a table to *seat* in a battle, which may have ended."""
    if state.battle != battle or state.over:
        return WON if state.past[-1].winner == seat else -WON
    low, middle, high = margins(totals(state), state.first, seat)
    return WEIGHT * within(middle, MIDDLE) + within(low, OUTER) + within(high, OUTER)


def within(margin: int, most: int) -> int:
    """Return a margin, cut off at *most* on either side."""
    return -most if margin < -most else most if margin > most else margin


def prospect(state: State, action_id: str) -> int:
    """Return the immediate value of an action; answers to an ability are the best at sight for their seat."""
    battle, seat = state.battle, state.seat
    state = after(state, action_id)
    while state.stack and state.battle == battle and not state.over:
        tables = [after(state, answer) for answer in menu(state)]
        state = max(tables, key=_sight(battle, state.seat))
    return table_value(state, battle, seat)


def played_out(state: State, battle: int, breadth: int, stream: Stream) -> State:
    """Return the state after a battle, in which each decision is the best at sight of *breadth* random ones."""
    while state.battle == battle and not state.over:
        ids = menu(state)
        if not state.stack:
            ids.pop()  # nobody withdraws
        if len(ids) > breadth:
            ids = _some(ids, breadth, stream.below(1 << 64))
        state = max([after(state, action_id) for action_id in ids], key=_sight(battle, state.seat))
    return state


def _sight(battle: int, seat: int) -> Callable[[State], int]:
    return lambda state: table_value(state, battle, seat)


def _some(ids: Sequence[str], number: int, chance: int) -> list[str]:
    """Return *number* of the ids, not always different, as a random number below 2^64 says."""
    chosen = []
    for _ in range(number):
        chance, index = divmod(chance, len(ids))
        chosen.append(ids[index])
    return chosen
