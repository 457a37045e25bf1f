"""The bots of Pit: ``greedy`` collects what it has most of, ``broker`` tries actions out in imagined markets."""

from collections.abc import Sequence
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game, choosing
from interplay.tracks.games.pit.market import BULL, CARDS, COMMODITIES, MOST, VALUES, Lot, State, Traded
from interplay.tracks.games.pit.rules import ACCEPT_IDS, OFFER_IDS, ORDERS, PASS, SHOUT, menu_of
from interplay.tracks.games.pit.worlds import Dice, Market, imagine, play_on, settle, view
from interplay.tracks.games.shared.menu import Choice

GREEDY_PATIENCE = 6
"""Trades after which it changes what it collects."""


def greedy_choice(state: State, seat: int, stream: Stream) -> Choice:
    """Return what the greedy trader does."""
    hand = state.hands[seat]
    goal = goal_of(state, seat)
    spare = [Lot(card, min(count, MOST)) for card, count in enumerate(hand) if count and card not in (goal, BULL)]
    taken = _acceptance(state, seat, spare)
    if taken is not None:
        return Choice(taken)
    mine = state.offers[seat]
    if not spare:
        return Choice(PASS)
    if mine is None or mine.card == goal:
        return _offer(max(spare, key=lambda lot: lot.number))
    if state.table.shout and stream.below(3) == 0:
        return Choice(SHOUT, f"I collect {CARDS[goal]} and give {mine.number} {CARDS[mine.card]}. Who trades?")
    lot = stream.choice(spare)
    return _offer(Lot(lot.card, 1 + stream.below(lot.number)))


GREEDY = Bot("greedy", 1, 1, choosing(greedy_choice))
"""The greedy trader: collect what there is most of in hand, and swap everything else for whatever comes.

It takes the largest offer that it can match from its spare cards, else puts up its largest spare lot. It announces
an offer that nobody took for a round, truthfully, or replaces it by another one. After every six trades that did
not end the deal it switches between its most and second most frequent card. It scores 0.71 against ``random`` (300
mirrored pairs).
"""


def goal_of(state: State, seat: int) -> int:
    """Return what *seat* collects: its most frequent card, the most valuable among equals, or the second choice."""
    hand = state.hands[seat]
    ranked = sorted(COMMODITIES, key=lambda card: (-hand[card], -VALUES[card]))
    trades = sum(isinstance(entry, Traded) and seat in (entry.seat, entry.other) for entry in state.log)
    return ranked[trades // GREEDY_PATIENCE % 2]


def _offer(lot: Lot) -> Choice:
    return Choice(OFFER_IDS[lot.card][lot.number - 1])


def _acceptance(state: State, seat: int, spare: list[Lot]) -> str | None:
    """Return the largest offer that spare cards match, with the smallest lot that does; never the same swap back."""
    swaps = [
        (other, lot, mine)
        for other, lot in enumerate(state.offers)
        if lot is not None and other != seat
        for mine in spare
        if mine.number >= lot.number and not _returned(state, seat, other, mine)
    ]
    if not swaps:
        return None
    other, lot, mine = max(swaps, key=lambda swap: (swap[1].number, -swap[2].number))
    return ACCEPT_IDS[other][mine.card][lot.number - 1]


def _returned(state: State, seat: int, other: int, mine: Lot) -> bool:
    """Return whether the last trade of the two brought the cards that would now be given back."""
    for entry in reversed(state.log):
        if isinstance(entry, Traded) and {entry.seat, entry.other} == {seat, other}:
            return mine.card == (entry.got if entry.seat == seat else entry.gave)
    return False


BROKER_STAGES = ((8, 40), (12, 8), (16, 3))
"""Markets imagined in a stage, and how many of the actions, the best so far, are tried in them."""
BROKER_CRIES = {
    1: "One for one! Who trades?",
    2: "Two for two!",
    3: "Three! Three for three!",
    4: "Four for four, anyone?",
}


def _broker(state: State, seat: int, stream: Stream) -> Choice:
    chosen = best_action(state, seat, menu_of(state, seat), stream)
    lot = state.offers[seat]
    if chosen == PASS and lot is not None and state.table.shout:
        return Choice(SHOUT, BROKER_CRIES[lot.number])
    return Choice(chosen)


BROKER = Bot("broker", 2, 2, choosing(_broker))
"""The broker: imagine markets that fit what was offered, swapped and said, and try every action in them.

In each imagined market greedy traders continue after the action. The result counts as the seat's own points minus a
third of anybody else's, because the broker does not know its partner. So it finds which lot is likely to help whom,
goes for a doubled corner when it has the bull, and passes the bear on while that is cheap. Instead of passing it
calls out how many cards it offers, and never what it collects. It scores 0.67 against ``greedy`` (100 mirrored
pairs) and 0.79 against ``random`` (60).
"""


def best_action(state: State, seat: int, actions: Sequence[str], stream: Stream) -> str:
    """Return the action worth most, any of them where several are."""
    known, dice = view(state, seat), Dice(stream)
    totals = dict.fromkeys(stream.shuffled(actions), 0)
    for markets, most in BROKER_STAGES:
        left = sorted(totals, key=lambda action_id: -totals[action_id])[:most]
        totals = {action_id: totals[action_id] for action_id in left}
        for _ in range(markets if len(left) > 1 else 0):
            market = imagine(known, dice)
            for action_id in left:
                totals[action_id] += action_value(market, seat, action_id, dice)
    return max(totals, key=lambda action_id: totals[action_id])


def action_value(market: Market, seat: int, action_id: str, dice: Dice) -> int:
    """Return three times the seat's gain minus that of others, when greedy traders continue after the action."""
    hands, offers = list(market.hands), list(market.offers)
    order = ORDERS.get(action_id)
    winner, points = seat, 0
    if order is not None and order.partner is not None:
        winner, points = settle(hands, offers, seat, order.partner, order.lot.card)
    elif order is not None:
        offers[seat] = order.lot
    if not points:
        winner, points = play_on(hands, offers, seat + 1, dice)
    return 3 * points if winner == seat else -points


def _further(game: Game[Any, Any], state: Any, seat: int, _: Stream) -> str:
    actions: Any = game.legal(state, seat)
    return game.write(state, seat, actions[2 * len(actions) // 3])


FURTHER = Bot("further", 1, 0, _further)
"""An uninformed baseline: the move at two thirds of the list, mostly an exchange for what another one offers."""

BOTS: tuple[Bot, ...] = (FURTHER, GREEDY, BROKER)
