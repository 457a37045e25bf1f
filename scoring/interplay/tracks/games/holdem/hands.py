"""Playing cards, and the value of the best poker hand among five to seven of them.

A card is its place in a new deck: suits spades, hearts, diamonds, clubs, and in each suit A, 2 to 9, T, J, Q, K.
Adding up the keys of cards counts their ranks (three bits each, deuces lowest) and, above them, their suits (four bits
each), so that a hand without a flush is one addition a card and one look-up among the 49,205 possible rank counts.
"""

from collections.abc import Iterable
from functools import cache

SUITS = "shdc"
RANKS = "A23456789TJQK"
SUIT_NAMES = ("Spades", "Hearts", "Diamonds", "Clubs")
CATEGORIES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
)  # fmt: skip
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH = range(9)

STRENGTHS = tuple((card % 13 + 12) % 13 for card in range(52))
"""Card -> its rank from 0 (deuce) to 12 (ace)."""
_SUITED = 39
KEYS = tuple(1 << 3 * strength | 1 << _SUITED + 4 * (card // 13) for card, strength in enumerate(STRENGTHS))
RANK_BITS = (1 << _SUITED) - 1
_ONES = 0x1111 << _SUITED
_STRAIGHTS = (*((high, 0b11111 << high - 4) for high in range(12, 3, -1)), (3, 0b1000000001111))
"""Highest rank of a straight and its five ranks as bits, best first; the last is A-2-3-4-5."""

_KINDS = {(4, 1): QUADS, (4, 2): QUADS, (3, 2): FULL, (3, 1): TRIPS, (2, 2): TWO_PAIR, (2, 1): PAIR, (1, 1): HIGH}
"""Cards of the commonest rank and of the next (2 is two or more) -> what they make."""
_PARTS = {QUADS: (1, 1), FULL: (2, 0), TRIPS: (1, 2), TWO_PAIR: (2, 1), PAIR: (1, 3), HIGH: (0, 5)}
"""Ranks that make the hand, and further ones that count."""


def canonical(card: int) -> str:
    """Return rank and suit, such as ``Td``."""
    return RANKS[card % 13] + SUITS[card // 13]


def words(card: int) -> str:
    """Return suit and rank as a player reads them, such as ``Diamonds 10``."""
    rank = RANKS[card % 13]
    return f"{SUIT_NAMES[card // 13]} {'10' if rank == 'T' else rank}"


def cards_of(text: str) -> tuple[int, ...]:
    """Return the cards of a text such as ``AsTd``; raise ``ValueError`` for any other."""
    if len(text) % 2:
        raise ValueError(f"{text!r} is not a series of cards such as AsTd")
    return tuple(13 * SUITS.index(text[i + 1]) + RANKS.index(text[i]) for i in range(0, len(text), 2))


def value(cards: Iterable[int]) -> int:
    """Return a number that is higher the better the best five of five to seven different cards are.

    Seven cards with a flush have at least five different ranks, which leaves no room for a full house.
    """
    chosen = tuple(cards)
    total = sum([KEYS[card] for card in chosen])
    suit = suit_of_many(total, 5)
    return rank_value(total & RANK_BITS) if suit is None else flush(ranks_in(suit, chosen))


def category(hand: int) -> str:
    """Return the name of what a ``value`` is, such as ``full house``."""
    return CATEGORIES[hand >> 20]


def suit_of_many(total: int, least: int) -> int | None:
    """Return the suit with *least* cards or more, given the sum of the keys of up to seven cards."""
    crowd = total + (8 - least) * _ONES & 8 * _ONES
    return (crowd >> _SUITED).bit_length() // 4 - 1 if crowd else None


def ranks_in(suit: int, cards: Iterable[int]) -> int:
    """Return the strengths of the cards of a suit, as bits."""
    return sum(1 << STRENGTHS[card] for card in cards if card // 13 == suit)


@cache
def flush(ranks: int) -> int:
    """Return the value of five or more cards of one suit, given their strengths as bits."""
    if (high := straight(ranks)) is not None:
        return _packed(STRAIGHT_FLUSH, (high,))
    return _packed(FLUSH, [rank for rank in range(12, -1, -1) if ranks >> rank & 1][:5])


@cache
def rank_value(counts: int) -> int:
    """Return the value of cards without a flush, given three bits a rank that count them.

    A rank that is counted more than four times, in hands that share a card with the board, counts as four.
    """
    counted = [(count, rank) for rank in range(12, -1, -1) if (count := counts >> 3 * rank & 7)]
    groups = sorted(counted, reverse=True)
    kind = _KINDS[min(groups[0][0], 4), min(groups[1][0], 2)]
    if kind < STRAIGHT and (high := straight(sum([1 << rank for _, rank in counted]))) is not None:
        return _packed(STRAIGHT, (high,))
    grouped, kickers = _PARTS[kind]
    chief = [rank for _, rank in groups[:grouped]]
    return _packed(kind, chief + [rank for _, rank in counted if rank not in chief][:kickers])


@cache
def straight(ranks: int) -> int | None:
    """Return the highest rank of the best straight in a set of ranks, given as bits."""
    return next((high for high, mask in _STRAIGHTS if ranks & mask == mask), None)


def _packed(kind: int, ranks: Iterable[int]) -> int:
    for rank in (*ranks, 0, 0, 0, 0, 0)[:5]:
        kind = kind << 4 | rank
    return kind
