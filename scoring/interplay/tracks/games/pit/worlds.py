"""Markets that a seat of Pit can imagine: they fit all it has seen in a deal, and can be played on.

To draw a market, the cards that the seat was not dealt are dealt to the others, and the log of the deal is replayed.
A seat that offered cards had them, and is assumed to give what it does not collect. A seat that swapped with this one
gave what this one got. Nobody had a corner. A seat that was not caught lying has and wants what it said.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.pit import market
from interplay.tracks.games.pit.market import COPIES, SEATS, Hand, Log, Lot, Offered, Shouted, State, Traded, swapped
from interplay.tracks.games.pit.talk import Claims, claims

_NOTHING = Claims()
TRIES = 12
"""Attempts to draw a market that fits; as many again, in which seats give anything; then cards are only dealt."""
HESITATES = 5
"""In one of so many imagined turns, a seat does nothing."""
TURNS = 10
"""Turns that are played on; a deal of greedy traders takes six."""


class Dice:
    """Small random numbers; each word of a stream yields many."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._word = stream, 0

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1; *n* is small, so that none is noticeably more likely."""
        if self._word < 1 << 32:
            self._word = self._stream.below(1 << 64)
        self._word, number = divmod(self._word, n)
        return number

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return *cards* in the order of a random byte for each; equal bytes, which are few, leave the order."""
        words = -(-len(cards) // 8)
        keys = b"".join(self._stream.below(1 << 64).to_bytes(8, "big") for _ in range(words))
        return [card for _, card in sorted(zip(keys, cards, strict=False), key=itemgetter(0))]


class Market(Struct, frozen=True):
    """A possible market: all hands, and the contents of the open offers; ``None`` also if unknown."""

    hands: tuple[Hand, ...]
    offers: tuple[Lot | None, ...]


class View(Struct, frozen=True):
    """All that a seat knows of a deal.

    ``now`` and ``first`` are its present hand and the one it was dealt. Of the log it reads what is public and the
    trades it took part in. ``shouts`` has what it believes of each entry, ``open`` the size of each open offer.
    """

    seat: int
    now: Hand
    first: Hand
    log: Log
    open: tuple[int, ...]
    sizes: tuple[int, ...]
    shouts: tuple[Claims, ...]


@lru_cache(maxsize=1 << 16)
def plan(hand: Hand) -> tuple[int, tuple[Lot, ...]]:
    """Return the card that the holder of *hand* collects, and its spare lot of each other card, the smallest first."""
    goal = max(market.COMMODITIES, key=lambda card: (hand[card], market.VALUES[card]))
    lots = [
        Lot(card, min(count, market.MOST))
        for card, count in enumerate(hand)
        if count and card not in (goal, market.BULL)
    ]
    return goal, tuple(sorted(lots, key=lambda lot: lot.number))


@lru_cache(maxsize=1 << 16)
def score_of(hand: Hand) -> int:
    """Return what *hand* scores, 0 without a corner."""
    card = market.cornered(hand)
    return 0 if card is None else market.points_of(hand, card)


def view(state: State, seat: int) -> View:
    """Return what *seat* knows."""
    now = first = state.hands[seat]
    for entry in state.log:
        if isinstance(entry, Traded) and seat in (entry.seat, entry.other):
            gave, got = (entry.gave, entry.got) if seat == entry.seat else (entry.got, entry.gave)
            first = swapped(first, got, gave, entry.number)
    believed = [other != seat and honest(state, seat, other) for other in SEATS]
    shouts = tuple(
        claims(entry.words) if isinstance(entry, Shouted) and believed[entry.seat] else _NOTHING for entry in state.log
    )
    numbers = tuple(0 if lot is None else lot.number for lot in state.offers)
    return View(seat, now, first, state.log, numbers, tuple(map(sum, state.hands)), shouts)


def honest(state: State, seat: int, other: int) -> bool:
    """Return whether every card that *seat* got from *other* was among those that it had announced, if any."""
    return not any(_lied(log, seat, other) for log in (*state.past, state.log))


def _lied(log: Log, seat: int, other: int) -> bool:
    named: frozenset[int] = frozenset()
    for entry in log:
        if isinstance(entry, Traded) and other in (entry.seat, entry.other):
            if named and entry.seat == seat and entry.got not in named:
                return True
            named = frozenset()
        elif entry.seat == other:
            named = claims(entry.words).given if isinstance(entry, Shouted) else frozenset()
    return False


def imagine(known: View, dice: Dice) -> Market:
    """Return a market that fits what is known, or one that fits the seat's own hand if such are hard to find."""
    for attempt in range(2 * TRIES):
        fitting = _retold(known, _dealt(known.first, known, dice), dice, anything=attempt >= TRIES)
        if fitting is not None:
            return fitting
    hands = _dealt(known.now, known, dice)
    pairs = zip(hands, known.open, strict=True)
    lots = [_lot(hand, number, dice, anything=True) if number else None for hand, number in pairs]
    return Market(tuple(hands), tuple(lots))


def _dealt(hand: Hand, known: View, dice: Dice) -> list[Hand]:
    """Return hands in which the seat has *hand* and the other cards are dealt at random."""
    unseen = [card for card, copies in enumerate(COPIES) for _ in range(copies - hand[card])]
    unseen = dice.shuffled(unseen)
    hands, at = [], 0
    for seat in SEATS:
        if seat == known.seat:
            hands.append(hand)
            continue
        cards = unseen[at : at + known.sizes[seat]]
        at += known.sizes[seat]
        hands.append(tuple(map(cards.count, range(len(COPIES)))))
    return hands


def _retold(known: View, hands: list[Hand], dice: Dice, *, anything: bool) -> Market | None:
    """Return the market after the log was replayed with *hands*, ``None`` if that is impossible.

    Seats give what they can spare; with *anything* they may give any card, and shouts are ignored.
    """
    offers: list[Lot | None] = [None] * 4
    if any(map(score_of, hands)):
        return None
    for entry, claim in zip(known.log, known.shouts, strict=True):
        if isinstance(entry, Offered):
            mine = entry.seat == known.seat
            lot = entry.lot if mine else _lot(hands[entry.seat], entry.lot.number, dice, anything=anything)
            if lot is None:
                return None
            offers[entry.seat] = lot
        elif isinstance(entry, Traded):
            if not _swap(known.seat, entry, hands, offers, dice, anything=anything):
                return None
        elif not anything and not _true(claim, entry.seat, hands, offers):
            return None
    return Market(tuple(hands), tuple(offers))


def _lot(hand: Hand, number: int, dice: Dice, *, anything: bool) -> Lot | None:
    """Return *number* cards that the holder of *hand* can spare, or has at all."""
    if anything:
        cards = [card for card, count in enumerate(hand) if count >= number]
    else:
        cards = [lot.card for lot in plan(hand)[1] if lot.number >= number]
    if not cards:
        return None
    return Lot(cards[0] if len(cards) == 1 else cards[dice.below(len(cards))], number)


def _swap(seat: int, entry: Traded, hands: list[Hand], offers: list[Lot | None], dice: Dice, *, anything: bool) -> bool:
    """Swap cards as a trade of the log did; return whether that was possible and gave nobody a corner."""
    taker, giver = entry.seat, entry.other
    lot = offers[giver]
    if seat in (taker, giver):
        given, taken = entry.gave, entry.got
    else:
        answer = _lot(hands[taker], entry.number, dice, anything=anything)
        if answer is None or lot is None:
            return False
        given, taken = answer.card, lot.card
    if hands[taker][given] < entry.number or hands[giver][taken] < entry.number:
        return False
    hands[taker] = swapped(hands[taker], given, taken, entry.number)
    hands[giver] = swapped(hands[giver], taken, given, entry.number)
    offers[taker] = offers[giver] = None
    return not score_of(hands[taker]) and not score_of(hands[giver])


def _true(claim: Claims, seat: int, hands: list[Hand], offers: list[Lot | None]) -> bool:
    """Return whether the claim of *seat* fits its hand; the card that it claims to give is put into its offer."""
    if claim.wanted and plan(hands[seat])[0] not in claim.wanted:
        return False
    lot = offers[seat]
    if lot is None or not claim.given:
        return True
    cards = [card for card in sorted(claim.given) if hands[seat][card] >= lot.number]
    if cards and lot.card not in cards:
        offers[seat] = Lot(cards[0], lot.number)
    return bool(cards)


def play_on(hands: list[Hand], offers: list[Lot | None], first: int, dice: Dice) -> tuple[int, int]:
    """Play on with greedy traders from seat *first*, changing both lists; return the scoring seat and points, or 0."""
    for turn in range(first, first + TURNS):
        seat = turn % 4
        if dice.below(HESITATES) == 0:
            continue
        spare = plan(hands[seat])[1]
        other, mine = _taken(seat, spare, offers)
        if mine is not None:
            winner, points = settle(hands, offers, seat, other, mine)
            if points:
                return winner, points
        elif spare:
            offers[seat] = spare[-1] if offers[seat] is None else spare[dice.below(len(spare))]
    return 0, 0


def settle(hands: list[Hand], offers: list[Lot | None], seat: int, other: int, mine: int) -> tuple[int, int]:
    """Swap the offer of *other* for cards *mine* of *seat*; return the scoring seat and its points, or 0."""
    lot = offers[other]
    if lot is None:
        return 0, 0
    hands[seat] = swapped(hands[seat], mine, lot.card, lot.number)
    hands[other] = swapped(hands[other], lot.card, mine, lot.number)
    offers[seat] = offers[other] = None
    if points := score_of(hands[seat]):
        return seat, points
    return other, score_of(hands[other])


def _taken(seat: int, spare: Sequence[Lot], offers: Sequence[Lot | None]) -> tuple[int, int | None]:
    """Return the seat whose offer *seat* takes, and the card it gives: the largest offer, from the smallest lot."""
    best, chosen = 0, None
    partner = seat
    for other, lot in enumerate(offers):
        if lot is not None and other != seat and lot.number > best:
            for mine in spare:
                if mine.number >= lot.number:
                    best, chosen, partner = lot.number, mine.card, other
                    break
    return partner, chosen
