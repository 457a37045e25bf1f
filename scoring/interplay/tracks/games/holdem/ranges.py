"""All 1,326 hands of two cards at once: their values on boards, and how often they beat each other.

Incomplete boards are completed by every card that can come, or by draws from a stream that is named after the cards on
the table, so that all bots use the same ones. Arrays over hands are in the order of ``HANDS``.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.equity import Equity, before_flop
from interplay.tracks.games.holdem.hands import KEYS, RANK_BITS, STRENGTHS, flush, rank_value

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Values = NDArray[np.int32]
HANDS = tuple(combinations(range(52), 2))
"""Every two cards, the lower number first."""
_INDEXES = {hand: index_of for index_of, hand in enumerate(HANDS)}
FREE = np.array([[card not in hand for hand in HANDS] for card in range(52)])
"""Card, hand -> whether the hand does without the card."""
RUNOUTS = {0: 512, 3: 64}
"""Cards on the board -> number of runouts drawn, if there are too many to take all."""
THOUSAND = 1000
_BITS = 11  # bits of a number of a hand
_RIVALS = 47 * 46 // 2  # hands that a whole board leaves free

_PAIRS = tuple((a, b) for a in range(13) for b in range(a + 1))
_STEPS = np.array([(1 << 3 * a) + (1 << 3 * b) for a, b in _PAIRS])
"""What two cards of each pair of ranks, the higher first, add to the sum of the keys."""
_RANKS_OF = np.array(
    [_PAIRS.index((max(pair), min(pair))) for pair in ((STRENGTHS[a], STRENGTHS[b]) for a, b in HANDS)]
)
_RANK_KEYS = np.array([key & RANK_BITS for key in KEYS])
_SUIT_BITS = np.array([[(card // 13 == suit) << STRENGTHS[card] for card in range(52)] for suit in range(4)])
_HANDS_WITH = np.array([[i for i, hand in enumerate(HANDS) if card in hand] for card in range(52)])
_SUITED = np.array(
    [[sum(1 << STRENGTHS[card] for card in hand if card // 13 == suit) for hand in HANDS] for suit in range(4)]
)


@lru_cache(maxsize=1)
def _flushes() -> Values:
    """Return the value of every set of ranks in one suit as a flush, 0 for fewer than five."""
    return np.array([flush(ranks) if ranks.bit_count() >= 5 else 0 for ranks in range(1 << 13)], dtype=np.int32)


def index_of(hole: Sequence[int]) -> int:
    """Return the index of two cards in ``HANDS``."""
    return _INDEXES[min(hole), max(hole)]


def free_of(cards: Sequence[int]) -> NDArray[np.bool_]:
    """Return for each hand whether it holds none of the cards."""
    free: NDArray[np.bool_] = np.logical_and.reduce(FREE[list(cards)], axis=0)
    return free


def values(boards: Sequence[Sequence[int]]) -> Values:
    """Return the value of each hand on each board of three to five cards, a row a board; -1 for one that overlaps."""
    cards = np.array(boards)
    keys, row = np.unique(_RANK_KEYS[cards].sum(axis=1), return_inverse=True)
    counts = (keys[:, None] + _STEPS).tolist()
    by_ranks = np.array([list(map(rank_value, pairs)) for pairs in counts], dtype=np.int32)
    results: Values = by_ranks.take(_RANKS_OF, axis=1).take(row, axis=0)
    for suit in range(4):
        bits = _SUIT_BITS[suit][cards].sum(axis=1)
        rows = np.flatnonzero(np.bitwise_count(bits) >= 3)
        if len(rows):
            suited, kind = np.unique(bits[rows], return_inverse=True)
            flushes = _flushes().take(suited[:, None] | _SUITED[suit])
            results[rows] = np.maximum(results[rows], flushes.take(kind, axis=0))
    results[np.arange(len(cards))[:, None, None], _HANDS_WITH[cards]] = -1
    return results


def exact(hole: Sequence[int], board: Sequence[int]) -> Equity:
    """Return the equity of *hole* on three to five cards of *board*, over every deal.

    These are 1,070,190 deals on the flop (some 20 ms), 45,540 on the turn (1 ms) and 990 on the river (0.2 ms).
    """
    unseen = [card for card in range(52) if card not in hole and card not in board]
    boards = [(*board, *rest) for rest in combinations(unseen, 5 - len(board))]
    strength = values(boards)
    mine = strength[:, index_of(hole)][:, None].copy()
    strength[:, _HANDS_WITH[list(hole)].ravel()] = -1
    below, tied, impossible = (
        int(np.count_nonzero(hands)) for hands in (strength < mine, strength == mine, strength < 0)
    )
    return Equity(below - impossible, tied, strength.size - impossible)


def runouts(board: Sequence[int], dead: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """Return whole boards that *board* may become without the cards *dead*: all of them on the turn, else draws."""
    unseen = [card for card in range(52) if card not in board and card not in dead]
    missing = 5 - len(board)
    if missing <= 1:
        return [(*board, *rest) for rest in combinations(unseen, missing)]
    stream = Stream("holdem", " ".join(map(str, (*board, "/", *dead))), "runouts")
    boards = []
    for _ in range(RUNOUTS[len(board)] // (4 if dead and not board else 1)):
        for i in range(missing):
            j = i + stream.below(len(unseen) - i)
            unseen[i], unseen[j] = unseen[j], unseen[i]
        boards.append((*board, *unseen[:missing]))
    return boards


class Order:
    """The hands on each of some whole boards, in groups of equal hands from the worst to the best, to compare a range.

    Groups are numbered over all boards, board by board.
    """

    def __init__(self, boards: Sequence[Sequence[int]]) -> None:
        strength = values(boards)
        self._possible = strength >= 0
        self._times = np.maximum(self._possible.sum(axis=0), 1)
        ranked = np.sort((strength.astype(np.int64) << _BITS) + np.arange(len(HANDS)), axis=1)
        fresh = np.ones(ranked.shape, dtype=bool)
        fresh[:, 1:] = ranked[:, 1:] >> _BITS != ranked[:, :-1] >> _BITS
        groups = fresh.ravel().cumsum().reshape(ranked.shape) - 1
        self._groups = np.empty_like(groups)
        np.put_along_axis(self._groups, ranked & ((1 << _BITS) - 1), groups, axis=1)

    def against(self, weights: Ints) -> Ints:
        """Return for each hand the part of a range that it beats minus the part that beats it, times a thousand.

        *weights* are whole numbers up to a million. The result is the mean over the boards without the hand's cards,
        rounded down. Hands of the range that share a card with the hand are not removed.
        """
        inside = np.where(self._possible, weights, 0)
        equal = np.bincount(self._groups.ravel(), weights=inside.ravel()).astype(np.int64)  # exact: far below 2**53
        before = np.concatenate(([0], inside.sum(axis=1).cumsum()))
        beaten = (2 * equal.cumsum() - equal)[self._groups] - (before[:-1] + before[1:])[:, None]
        net: Ints = (np.where(self._possible, beaten, 0).sum(axis=0) * THOUSAND) // self._times
        return net


@lru_cache(maxsize=32)
def order_of(board: tuple[int, ...]) -> Order:
    """Return the order of hands on what *board*, ascending, may become."""
    return Order(runouts(board))


@lru_cache(maxsize=2048)
def strengths(board: tuple[int, ...]) -> Ints:
    """Return how often each hand beats a random one on what *board*, ascending, may become, in thousandths."""
    if not board:
        return np.array([round(THOUSAND * before_flop(hand)) for hand in HANDS])
    free = free_of(board)
    net = order_of(board).against(free.astype(np.int64))
    return np.where(free, THOUSAND // 2 + net // (2 * _RIVALS), 0)
