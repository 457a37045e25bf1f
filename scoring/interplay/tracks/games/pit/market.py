"""The market of Pit: cards, hands, corners, the state of a match and how trades change it.

A hand is six counts, in the order of ``CARDS``. In a setup it is a decimal number of six digits, one a count: 321201 is
three wheat, two barley, one corn, two soybeans, no bull, the bear.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

Hand = tuple[int, ...]
Hands = tuple[Hand, ...]
CARDS = ("wheat", "barley", "corn", "soybeans", "bull", "bear")
COPIES: Hand = (9, 9, 9, 9, 1, 1)
VALUES = (100, 85, 75, 55)
"""The points of a corner in each commodity."""
COMMODITIES = range(4)
BULL, BEAR = 4, 5
DECK = tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))
SEATS = range(4)
SIDES = ((0, 2), (1, 3))
"""The seats of the first and of the second agent."""
CORNER, TARGET, TURNS, MOST = 6, 500, 240, 4
"""Copies that make a corner, points that end a match, turns that end it too, cards in the largest offer."""
BEAR_COST, LONGEST_SHOUT = 20, 120
LEAST = min(VALUES) - BEAR_COST
"""The fewest points that a corner brings."""
DEALS = 2 * ((TARGET - 1) // LEAST) + 1
"""The most deals of a match, 29: after as many corners some side has the points that end it."""


class Lot(Struct, frozen=True, gc=False):
    """What is in an open offer."""

    card: int
    number: int


class Offered(Struct, frozen=True, gc=False):
    """A seat made an offer; turns in the log count from 1."""

    turn: int
    seat: int
    lot: Lot


class Traded(Struct, frozen=True, gc=False):
    """A seat took the offer of another: it gave *number* of one card and got as many of another."""

    turn: int
    seat: int
    other: int
    gave: int
    got: int
    number: int


class Cornered(Struct, frozen=True, gc=False):
    """A seat has a corner, which ends the deal."""

    turn: int
    seat: int
    card: int
    points: int


class Shouted(Struct, frozen=True, gc=False):
    """A seat said something to all."""

    turn: int
    seat: int
    words: str


Entry = Offered | Traded | Cornered | Shouted
Log = tuple[Entry, ...]


class Table(Struct, frozen=True):
    """What a match is played with: the hands of every deal, whether seats may shout, and when it ends."""

    deals: tuple[Hands, ...]
    shout: bool = True
    target: int = TARGET
    turns: int = TURNS


class State(Struct, frozen=True):
    """The market before a turn: ``turn`` have been taken, ``deal`` deals are over.

    ``offers`` has the open offer of each seat. ``log`` tells what happened in this deal, passes left out, ``past`` what
    happened in those before.
    """

    table: Table
    seat: int
    hands: Hands
    turn: int = 0
    offers: tuple[Lot | None, ...] = (None,) * 4
    scores: tuple[int, ...] = (0,) * 4
    deal: int = 0
    log: Log = ()
    past: tuple[Log, ...] = ()

    @property
    def totals(self) -> tuple[int, int]:
        """Return the points of each side."""
        a, b, c, d = self.scores
        return a + c, b + d

    @property
    def over(self) -> bool:
        """Return whether the turns are used up or a side has the points it needs."""
        return self.turn >= self.table.turns or max(self.totals) >= self.table.target


def cornered(hand: Sequence[int]) -> int | None:
    """Return the commodity that *hand* has a corner in; ten cards are too few for two."""
    needed = CORNER - 1 if hand[BULL] else CORNER
    for card in COMMODITIES:
        if hand[card] >= needed:
            return card
    return None


def points_of(hand: Sequence[int], card: int) -> int:
    """Return the points of a corner in *card* with *hand*: twice for six and the bull, less for the bear."""
    value = VALUES[card]
    if hand[BULL] and hand[card] >= CORNER:
        value *= 2
    return value - BEAR_COST if hand[BEAR] else value


def sizes(deal: int) -> tuple[int, ...]:
    """Return how many cards each seat is dealt: ten for two of them, who change from deal to deal."""
    return tuple(10 if (seat - deal) % 4 < 2 else 9 for seat in SEATS)


def hands_of(order: Sequence[int], deal: int) -> Hands:
    """Return the hands when the cards in *order* go round, from the seat that the number of the deal gives."""
    dealt = [[0] * len(CARDS) for _ in SEATS]
    for index, card in enumerate(order):
        dealt[(index + deal) % 4][card] += 1
    return tuple(map(tuple, dealt))


def packed(hand: Hand) -> int:
    """Return *hand* as a setup stores it; no hand that is dealt has ten of a card."""
    return int("".join(map(str, hand)))


def unpacked(number: int) -> Hand:
    """Return the hand that a number of a setup stands for."""
    if not 0 <= number < 10 ** len(CARDS):
        raise ValueError(f"{number} is not a hand of six counts")
    return tuple(map(int, f"{number:06d}"))


def dealt(numbers: Sequence[int]) -> tuple[Hands, ...]:
    """Return the hands of every deal of a setup; raise ``ValueError`` for hands that no deal gives."""
    if len(numbers) != 4 * DEALS:
        raise ValueError(f"found {len(numbers)} hands, expected 4 in each of {DEALS} deals")
    hands = tuple(map(unpacked, numbers))
    deals = tuple(hands[4 * deal : 4 * deal + 4] for deal in range(DEALS))
    for number, deal in enumerate(deals):
        if tuple(map(sum, deal)) != sizes(number) or tuple(map(sum, zip(*deal, strict=True))) != COPIES:
            raise ValueError(f"the hands {deal} of deal {number + 1} do not hold the 38 cards of the game")
        if any(cornered(hand) is not None for hand in deal):
            raise ValueError(f"the hands {deal} of deal {number + 1} hold a corner already")
    return deals


def offered(state: State, lot: Lot) -> State:
    """Return the state in which the seat to move has put up *lot* in place of its earlier offer."""
    offers = list(state.offers)
    offers[state.seat] = lot
    entry = Offered(state.turn + 1, state.seat, lot)
    return _next(state, state.hands, tuple(offers), (*state.log, entry))


def passed(state: State, words: str | None = None) -> State:
    """Return the state in which the seat to move has done nothing, or said *words*."""
    log = state.log if words is None else (*state.log, Shouted(state.turn + 1, state.seat, words))
    return _next(state, state.hands, state.offers, log)


def traded(state: State, other: int, card: int) -> State:
    """Return the state in which the seat to move has taken the offer of *other* for its own cards of type *card*."""
    lot, seat = state.offers[other], state.seat
    if lot is None:
        raise ValueError(f"seat {other} has no open offer")
    hands = list(state.hands)
    hands[seat] = swapped(hands[seat], card, lot.card, lot.number)
    hands[other] = swapped(hands[other], lot.card, card, lot.number)
    offers = list(state.offers)
    offers[seat] = offers[other] = None
    log = (*state.log, Traded(state.turn + 1, seat, other, card, lot.card, lot.number))
    for owner in (seat, other):
        corner = cornered(hands[owner])
        if corner is not None:
            return _scored(state, tuple(hands), log, owner, corner)
    return _next(state, tuple(hands), tuple(offers), log)


def swapped(hand: Hand, out: int, into: int, number: int) -> Hand:
    """Return *hand* with *number* cards of one type fewer and as many of another more."""
    cards = list(hand)
    cards[out] -= number
    cards[into] += number
    return tuple(cards)


def _next(state: State, hands: Hands, offers: tuple[Lot | None, ...], log: Log) -> State:
    seat, turn = (state.seat + 1) % 4, state.turn + 1
    return State(state.table, seat, hands, turn, offers, state.scores, state.deal, log, state.past)


def _scored(state: State, hands: Hands, log: Log, owner: int, card: int) -> State:
    """Return the state after a corner: a new deal, or the hands as they lie when the match is over."""
    points = points_of(hands[owner], card)
    scores = tuple(score + points * (seat == owner) for seat, score in enumerate(state.scores))
    log = (*log, Cornered(state.turn + 1, owner, card, points))
    seat, turn = (state.seat + 1) % 4, state.turn + 1
    last = State(state.table, seat, hands, turn, (None,) * 4, scores, state.deal, log, state.past)
    if last.over:
        return last
    deal = state.deal + 1
    return replace(last, hands=state.table.deals[deal], deal=deal, log=(), past=(*state.past, log))
