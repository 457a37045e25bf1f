"""Players of Hanabi and Hold'em that follow the decision rules of the guides, in their order."""

from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.odds import critical, dead, odds
from interplay.tracks.games.hanabi.table import HINT, HINT_RANK, NAMED, NAMED_COLOR, PLAY, TOKENS, State
from interplay.tracks.games.holdem.ranges import index_of, strengths
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    BEFORE_FLOP,
    CHECK_CALL,
    FOLD,
    RAISE_FULL,
    RAISE_HALF,
    Action,
    prices,
)
from interplay.tracks.games.holdem.table import State as Hand


def hanabi(state: State, seat: int, _: Stream) -> int:
    """Play as the partner's rank hint says, or what is certain; else point at a card that fits, save one, discard."""
    hand_odds, positions = odds(state, seat), range(len(state.hands[seat]))
    meant = _meant(state, seat)
    if meant is not None and hand_odds.chance(meant, state.playable) > 0:
        return PLAY + meant
    for position in positions:
        if hand_odds.certain(position, state.playable):
            return PLAY + position
    partner = state.hands[1 - seat]
    if state.tokens:
        fitting = (at for at, card in enumerate(partner) if state.playable >> card & 1)
        if orders := [order for at in fitting if (order := _order(partner, at)) is not None]:
            return min(orders)
        if critical(state) >> partner[0] & 1 and not state.known[1 - seat][0] & NAMED_COLOR:
            return HINT + partner[0] // 5
    if state.tokens < TOKENS:
        return _discard(state, seat)
    return HINT + partner[-1] // 5


def _meant(state: State, seat: int) -> int | None:
    """Return the position that the partner's last hint says to play, if it was a rank that some firework needs."""
    if not state.history or state.history[-1] < HINT_RANK:
        return None
    cards = NAMED[state.history[-1] - HINT]
    if not cards & state.playable:
        return None
    pointed = [at for at, card in enumerate(state.hands[seat]) if cards >> card & 1]
    return pointed[0]


def _order(partner: tuple[int, ...], at: int) -> int | None:
    """Return the rank hint that means "play position *at*", if there is one."""
    rank = partner[at] % 5
    pointed = [n for n, card in enumerate(partner) if card % 5 == rank]
    return HINT_RANK + rank if pointed[0] == at else None


def _discard(state: State, seat: int) -> int:
    """Return a useless card, else one without a color hint that is probably not a last copy, the older first."""
    hand_odds, known = odds(state, seat), state.known[seat]
    positions = range(len(state.hands[seat]))
    for position in positions:
        if hand_odds.certain(position, dead(state)):
            return position
    unmarked = [at for at in positions if not known[at] & NAMED_COLOR] or list(positions)
    return min(unmarked, key=lambda at: (hand_odds.chance(at, critical(state)) > 0.5, at))


OPEN, CALL, CALL_AGAIN, RAISE, RAISE_AGAIN, STACK = 400, 470, 530, 640, 690, 660
"""Strengths before the flop, in thousandths: to raise first, to call one raise and two, to raise these, to call all."""
DEAR = 30
"""Chips from which a call before the flop is for the whole stack."""
HALF, FULL, BEST, MARGIN = 620, 780, 860, 250
"""Strengths after the flop to bet half the pot, to bet it all, to raise, and what a call needs beyond the odds."""


def holdem(state: Hand) -> Action:
    """Act by the strength of the hand against a random one, the pot odds, and the raises of the street."""
    strength = int(strengths(tuple(sorted(state.board)))[index_of(state.hand.hole(state.seat))])
    raises = sum(step.street == state.street and step.action >= RAISE_HALF for step in state.steps)
    if state.street == BEFORE_FLOP:
        return _before_flop(state, strength, raises)
    if state.need == 0:
        wish = (RAISE_FULL, ALL_IN) if strength >= FULL else (RAISE_HALF, RAISE_FULL) if strength >= HALF else ()
        return _first(state, *wish)
    odds_asked = 1000 * state.need // (sum(state.put) + state.need)
    if strength >= BEST + 40 * (raises - 1):
        return _first(state, RAISE_FULL, ALL_IN)
    return CHECK_CALL if strength >= odds_asked + MARGIN + 80 * (raises - 1) else FOLD


def _before_flop(state: Hand, strength: int, raises: int) -> Action:
    if raises == 0:
        if strength >= OPEN:
            return _first(state, RAISE_FULL, ALL_IN)
        return FOLD if state.need else CHECK_CALL
    if state.need > DEAR:
        return CHECK_CALL if strength >= STACK else FOLD
    if raises <= 2 and strength >= (RAISE, RAISE_AGAIN)[raises - 1]:
        return _first(state, RAISE_FULL, ALL_IN)
    return CHECK_CALL if strength >= (CALL if raises == 1 else CALL_AGAIN) else FOLD


def _first(state: Hand, *wish: Action) -> Action:
    return next((action for action in wish if prices(state)[action] is not None), CHECK_CALL)
