"""Every deal of Hold'em at once: how often two cards win against each hand of another player, on any board.

Ranks are added up with the weights of ``_WEIGHTS``, so that any seven cards without a flush are one look-up; suits are
counted in four bits each beside them, and a flush is looked up by its ranks. Values are those of ``hands.value``.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from interplay.tracks.games.holdem.hands import STRENGTHS, flush, rank_value

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_WEIGHTS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22_854, 83_661, 262_349, 636_345, 1_479_181)
"""Rank -> what it adds; sums of up to seven cards of one number differ if the cards' ranks do (checked below)."""
_SUITED = 24
_RANKS = (1 << _SUITED) - 1
KEYS = np.array([_WEIGHTS[STRENGTHS[c]] + (1 << _SUITED + 4 * (c // 13)) for c in range(52)], dtype=np.int64)
MASKS = np.array([1 << 13 * (c // 13) + STRENGTHS[c] for c in range(52)], dtype=np.int64)


def values(keys: Ints, masks: Ints, cards: int) -> NDArray[np.int32]:
    """Return the values of hands of so many *cards*, given the sums of their keys and of their masks."""
    result: NDArray[np.int32] = _by_ranks(cards)[keys & _RANKS]
    crowds = (keys >> _SUITED) + 0x3333 & 0x8888
    for suit in range(4):
        at = np.nonzero(crowds & 8 << 4 * suit)
        if at[0].size:
            result[at] = np.maximum(result[at], _flushes()[masks[at] >> 13 * suit & 8191])
    return result


def strengths(board: Sequence[int], hands: Ints) -> NDArray[np.int32]:
    """Return what each of *hands*, a row of two cards each, makes of the *board* now."""
    cards = list(board)
    keys, masks = (card[hands].sum(axis=1) + card[cards].sum() for card in (KEYS, MASKS))
    return values(keys, masks, len(board) + 2)


def free_hands(hole: Sequence[int], board: Sequence[int]) -> Ints:
    """Return the hands that another player can have, a row each."""
    unseen = [card for card in range(52) if card not in hole and card not in board]
    return np.array(list(combinations(unseen, 2)), dtype=np.int64)


def shares(hole: Sequence[int], board: Sequence[int], hands: Ints, runouts: Ints | None = None) -> Floats:
    """Return for each of *hands* what share of the pot *hole* wins against it on average.

    That is over *runouts*, a row of cards to come each, by default every one.
    """
    runouts = _runouts(hole, board) if runouts is None else runouts
    base = [int(card[[*board]].sum()) if len(board) else 0 for card in (KEYS, MASKS)]
    keys, masks = KEYS[runouts].sum(axis=1) + base[0], MASKS[runouts].sum(axis=1) + base[1]
    taken, cards = MASKS[runouts].sum(axis=1), list(hole)
    mine = values(keys + KEYS[cards].sum(), masks + MASKS[cards].sum(), 7)
    result = np.empty(len(hands))
    for row, hand in enumerate(hands):
        free = np.nonzero(taken & MASKS[hand].sum() == 0)[0]
        theirs = values(keys[free] + KEYS[hand].sum(), masks[free] + MASKS[hand].sum(), 7)
        result[row] = ((mine[free] > theirs).sum() + (mine[free] == theirs).sum() / 2) / len(free)
    return result


def _runouts(hole: Sequence[int], board: Sequence[int]) -> Ints:
    unseen = [card for card in range(52) if card not in hole and card not in board]
    coming = list(combinations(unseen, 5 - len(board)))
    return np.array(coming, dtype=np.int64).reshape(len(coming), 5 - len(board))


@cache
def _by_ranks(cards: int) -> NDArray[np.int32]:
    """Return the value of every sum of the weights of so many cards, as if there were no flushes."""
    table = np.zeros(4 * _WEIGHTS[12] + 4 * _WEIGHTS[11] + 1, dtype=np.int32)
    number = 0
    for counts in _counts(cards, 13):
        at = sum(weight * count for weight, count in zip(_WEIGHTS, counts, strict=True))
        number += 1
        table[at] = rank_value(sum(count << 3 * rank for rank, count in enumerate(counts)))
    if np.count_nonzero(table) != number:
        raise ValueError(f"two sets of ranks of {cards} cards have the same sum")
    return table


def _counts(cards: int, ranks: int) -> list[tuple[int, ...]]:
    """Return how often each of the first *ranks* ranks can occur among so many cards."""
    if not ranks:
        return [()] if not cards else []
    return [(*rest, n) for n in range(min(4, cards) + 1) for rest in _counts(cards - n, ranks - 1)]


@cache
def _flushes() -> NDArray[np.int32]:
    """Return the value of every set of ranks in one suit as a flush, 0 for fewer than five."""
    return np.array([flush(ranks) if ranks.bit_count() >= 5 else 0 for ranks in range(1 << 13)], dtype=np.int32)
