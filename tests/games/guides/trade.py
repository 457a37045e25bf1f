"""Players of Bid, Bargain and Pit that follow the decision rules of the guides, in their order."""

from interplay.core.randomness import Stream
from interplay.tracks.games.bargain.instances import Triple, rest, value_of
from interplay.tracks.games.bargain.replies import ITEMS
from interplay.tracks.games.bargain.rules import DEAL, Action
from interplay.tracks.games.bargain.rules import State as Talk
from interplay.tracks.games.bargain.view import view
from interplay.tracks.games.pit.market import BULL, COMMODITIES, MOST, VALUES, Lot, Traded
from interplay.tracks.games.pit.market import State as Market
from interplay.tracks.games.pit.rules import ACCEPT_IDS, OFFER_IDS, PASS
from interplay.tracks.games.shared.menu import Choice

ASKED = (10, 9, 9, 8, 8, 7, 7, 6, 5, 4)
"""The least part of the pool that one asks for in each round, in tenths of what it is worth to oneself."""
LAST = 18
"""The turn from which one has no other."""
BONUS = (9, 6, 3, 0)
"""What is added to the number of cards of each commodity."""
PATIENCE = 6


def half(valuation: int) -> int:
    """Return half of a valuation in cents, rounded up but below it."""
    return min(-(-valuation // 2), valuation - 1)


def bargain(state: Talk, seat: int, _: Stream) -> Action:
    """Accept what is enough for the round, else ask for that much and leave what the other seems to want."""
    known = view(state, seat)
    enough = ASKED[known.turn // 2]
    gain = 0 if known.offered is None else known.gain(known.offered)
    if gain >= enough or (gain and known.turn >= LAST):
        return DEAL
    heard = " ".join(action.message for action in state.actions[1 - seat :: 2])
    a, b, c = (_wish(heard, item) for item in ITEMS)
    last = known.asked[-1] if known.asked else known.pool
    fits = [kept for kept in known.splits if all(map(int.__le__, kept, last)) and known.gain(kept) >= enough]

    def worth(kept: Triple) -> tuple[int, int]:
        return value_of((a, b, c), rest(known.pool, kept)), known.gain(kept)

    return Action(max(fits or [last], key=worth))


def _wish(heard: str, item: str) -> int:
    """Return how much the other seems to want an item, by what it has said."""
    if f"do without the {item}" in heard:
        return 0
    return 5 if f"care a lot about the {item}" in heard else 2


def pit(state: Market, seat: int, stream: Stream) -> Choice:
    """Collect what is worth most for what it lacks, take the largest offer that can be matched, else offer."""
    hand, mine = state.hands[seat], state.offers[seat]
    trades = sum(isinstance(entry, Traded) and seat in (entry.seat, entry.other) for entry in state.log)
    ranked = sorted(COMMODITIES, key=lambda card: (hand[card] + BONUS[card], VALUES[card]), reverse=True)
    goal = ranked[trades // PATIENCE % 2]
    spare = [Lot(card, min(count, MOST)) for card, count in enumerate(hand) if count and card not in (goal, BULL)]
    swaps = [
        (lot.number, -lots.number, other, lots.card)
        for other, lot in enumerate(state.offers)
        for lots in spare
        if lot is not None and other != seat and lots.number >= lot.number and not _back(state, seat, other, lots.card)
    ]
    if swaps:
        number, _, other, card = max(swaps)
        return Choice(ACCEPT_IDS[other][card][number - 1])
    if not spare:
        return Choice(PASS)
    if mine is None or mine.card == goal:
        lot = max(spare, key=lambda lot: lot.number)
    else:
        lot = stream.choice(spare)
        lot = Lot(lot.card, 1 + stream.below(lot.number))
    return Choice(OFFER_IDS[lot.card][lot.number - 1])


def _back(state: Market, seat: int, other: int, card: int) -> bool:
    """Return whether the last trade of the two brought the card."""
    trades = [e for e in state.log if isinstance(e, Traded) and {e.seat, e.other} == {seat, other}]
    return bool(trades) and card == (trades[-1].got if trades[-1].seat == seat else trades[-1].gave)
