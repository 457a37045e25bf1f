"""Rules for Hold'em that look at the player's cards and the price, and not at what the opponent is said to hold."""

from collections.abc import Callable, Mapping

from interplay.tracks.games.holdem.equity import before_flop
from interplay.tracks.games.holdem.hands import value
from interplay.tracks.games.holdem.ranges import exact
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    CHECK_CALL,
    FOLD,
    NAMES,
    RAISE_FULL,
    RAISE_HALF,
    Action,
    State,
    prices,
)
from interplay.tracks.positions.scores import Plan

_SURE = (RAISE_HALF, 0.55), (RAISE_FULL, 0.7), (ALL_IN, 0.85)
"""What is bet, and the chance to beat any hand from which it is."""


def chance(state: State, seat: int) -> float:
    """Return how often the cards of *seat* beat a hand that may be any."""
    hole = state.hand.hole(seat)
    return exact(hole, state.board).share if state.board else before_flop(hole)


def against_any(state: State, seat: int) -> Action:
    """Return what is best against a hand that may be any: by the pot odds, and with a bet the bigger the surer."""
    equity, offered = chance(state, seat), prices(state)
    need, stake = state.need, state.put[1 - seat]
    if need:
        return CHECK_CALL if stake * (2 * equity - 1) > -state.put[seat] else FOLD
    bets = [action for action, least in _SURE if equity >= least and offered[action] is not None]
    return bets[-1] if bets else CHECK_CALL


def _against_any(plan: Plan) -> str:
    return NAMES[against_any(plan.state, plan.position.seat)]


def _wary(plan: Plan) -> str:
    """Ask for a good deal more than the pot odds, and bet half the pot with it."""
    state, seat = plan.state, plan.position.seat
    equity = chance(state, seat)
    if state.need:
        return NAMES[CHECK_CALL if equity >= state.need / (sum(state.put) + state.need) + 0.18 else FOLD]
    return NAMES[RAISE_HALF] if equity >= 0.65 and "raise_half_pot" in plan.values else NAMES[CHECK_CALL]


def _makes(least: int, bet: Action) -> Callable[[Plan], str]:
    """Return the rule that stays with what makes at least so much more than the board, and bets the same with it."""

    def play(plan: Plan) -> str:
        state, seat = plan.state, plan.position.seat
        hole = state.hand.hole(seat)
        if state.board:
            kind = value((*hole, *state.board)) >> 20
            good = kind >= least
        else:
            good = hole[0] % 13 == hole[1] % 13 or any(card % 13 in (0, 12) for card in hole)
        if state.need:
            return NAMES[CHECK_CALL if good else FOLD]
        return NAMES[bet] if good and NAMES[bet] in plan.values else NAMES[CHECK_CALL]

    return play


RULES: Mapping[str, Callable[[Plan], str]] = {
    "wary": _wary,
    "against any hand": _against_any,
    "a pair is good": _makes(1, RAISE_HALF),
    "a pair is very good": _makes(1, ALL_IN),
    "two pair is good": _makes(2, RAISE_FULL),
}
