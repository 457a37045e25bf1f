"""Pit: four seats swap equal numbers of cards unseen, and try to corner a commodity.

After GameBench (arXiv 2406.06613), with the constants of its reference and trades that, unlike there, lose no cards.
Seats 0 and 2 are one agent's, 1 and 3 the other's; no seat knows of its partner. Options: ``shout``, whether a seat may
spend its turn on saying something (1, the default) or not (0).
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.pit import market
from interplay.tracks.games.pit.market import Hands, Lot, State, Table
from interplay.tracks.games.pit.text import SUMMARY, TOPICS, instructions, note, observation, position
from interplay.tracks.games.records import Option, Setup
from interplay.tracks.games.shared.menu import Choice, MenuGame, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.verdicts import Outcome

PASS, SHOUT = "pass", "shout"
OPTIONS = {"shout": 1}


class Order(Struct, frozen=True, gc=False):
    """What the id of a trade says: to put up a lot, or to give it for the offer of a partner."""

    lot: Lot
    partner: int | None = None


def _numbers(card: int) -> range:
    return range(1, 2 if card in (market.BULL, market.BEAR) else market.MOST + 1)


LOTS = tuple(tuple(Lot(card, number) for number in _numbers(card)) for card in range(len(market.CARDS)))
OFFER_IDS = tuple(tuple(f"offer_{market.CARDS[lot.card]}_{lot.number}" for lot in lots) for lots in LOTS)
ACCEPT_IDS = tuple(
    tuple(tuple(f"accept_{seat}_{market.CARDS[lot.card]}_{lot.number}" for lot in lots) for lots in LOTS)
    for seat in market.SEATS
)
ORDERS = {
    **{OFFER_IDS[lot.card][lot.number - 1]: Order(lot) for lots in LOTS for lot in lots},
    **{ACCEPT_IDS[s][lot.card][lot.number - 1]: Order(lot, s) for s in market.SEATS for lots in LOTS for lot in lots},
}


class Pit(MenuGame[State]):
    """The rules of Pit for four seats, after GameBench: swap equal numbers of cards unseen, corner a commodity.

    An action is a ``Choice``: the id of a listed action, with words for a shout. Seats 0 and 2 play against 1 and 3.
    """

    name = "pit"
    title = "Pit"
    version = 2
    seats = 4
    categories: tuple[str, ...] = ("language communication",)
    labels: tuple[str, ...] = ("chance", "hidden information", "language", "negotiation")
    teams = (("even", market.SIDES[0]), ("odd", market.SIDES[1]))
    longest = market.TURNS
    topics = TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        chosen = {**OPTIONS, **options}
        if profile != "strict":
            raise ValueError(f"found the profile {profile!r}, expected strict: the reference cannot be played")
        if set(chosen) != set(OPTIONS) or chosen["shout"] not in (0, 1):
            raise ValueError(f"found the options {dict(options)}, expected shout to be 0 or 1, and no other")
        hands = [hand for number in range(market.DEALS) for hand in _drawn(seed, number)]
        first = Stream(self.name, seed, "first").below(4)
        shout = Option(name="shout", value=chosen["shout"])
        return setup_of(self, seed, "strict", (shout,), first=(first,), hands=tuple(map(market.packed, hands)))

    def start(self, setup: Setup) -> State:
        first, shout = setup.drawn("first"), setup.option("shout", 1)
        if len(first) != 1 or first[0] not in market.SEATS:
            raise ValueError(f"found {first}, expected the seat that begins")
        if shout not in (0, 1):
            raise ValueError(f"found {shout} for the option shout, expected 0 or 1")
        deals = market.dealt(setup.drawn("hands"))
        return State(Table(deals, bool(shout)), first[0], deals[0])

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.over else (state.seat,)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        return menu_of(state, seat)

    def listed(self, state: State, seat: int, action_id: str) -> bool:
        order = ORDERS.get(action_id)
        if order is None:
            return action_id == PASS
        if state.hands[seat][order.lot.card] < order.lot.number:
            return False
        if order.partner is None:
            return True
        asked = state.offers[order.partner]
        return order.partner != seat and asked is not None and asked.number == order.lot.number

    def spoken(self, state: State, seat: int) -> Mapping[str, int]:
        return {SHOUT: market.LONGEST_SHOUT} if state.table.shout else {}

    def describe(self, state: State, seat: int, action_id: str) -> str | None:
        order = ORDERS.get(action_id)
        return note(action_id, *((None, None) if order is None else (order.lot, order.partner)))

    def prompt(self, state: State, seat: int) -> Prompt:
        ids = menu_of(state, seat)
        listed = [(i, None if i.startswith("offer") else self.describe(state, seat, i)) for i in ids]
        spoken = [(action_id, note(action_id) or "") for action_id in self.spoken(state, seat)]
        rules = rules_text(self.title, SUMMARY, TOPICS, "you pass")
        return menu_prompt(rules, observation(state, seat), instructions(seat), listed, spoken)

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        choice = actions[state.seat]
        order = ORDERS.get(choice.id)
        if order is None:
            return market.passed(state, choice.text)
        if order.partner is None:
            return market.offered(state, order.lot)
        return market.traded(state, order.partner, order.lot.card)

    def outcome(self, state: State) -> Outcome:
        """Return each side's share of all points, half each where there are none."""
        first, second = state.totals
        reason = "target" if max(first, second) >= state.table.target else "turn_limit"
        everything = first + second
        return shares(reason, market.SIDES, (first / everything, second / everything) if everything else (0.5, 0.5))

    def fallback(self, state: State, seat: int) -> Sequence[Choice]:
        """Return the pass, because a random trade would give cards away."""
        return [Choice(PASS)]

    def show(self, state: State) -> str:
        return position(state)


def menu_of(state: State, seat: int) -> list[str]:
    """Return the ids of what *seat* can do without words: offers, what it can give for each open offer, the pass."""
    hand = state.hands[seat]
    ids = [action_id for card, count in enumerate(hand) for action_id in OFFER_IDS[card][:count]]
    for other, lot in enumerate(state.offers):
        if lot is not None and other != seat:
            at = lot.number - 1
            ids += [ACCEPT_IDS[other][card][at] for card, count in enumerate(hand) if count > at]
    ids.append(PASS)
    return ids


def _drawn(seed: str, number: int) -> Hands:
    """Return the hands of a deal, dealt again until none of them is a corner."""
    stream = Stream(Pit.name, seed, f"deal/{number}")
    while True:
        hands = market.hands_of(stream.shuffled(market.DECK), number)
        if all(market.cornered(hand) is None for hand in hands):
            return hands


GAME: Game[State, Choice] = Pit()
