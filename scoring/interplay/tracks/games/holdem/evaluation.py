"""The values of many hands without a flush at once; the same numbers as ``hands.rank_value``."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from interplay.tracks.games.holdem.hands import FULL, HIGH, PAIR, QUADS, STRAIGHT, TRIPS, TWO_PAIR, straight

Ints = NDArray[np.int64]
_SETS = 1 << 13
"""Sets of ranks, as bits."""
_FIELDS = sum(1 << 3 * rank for rank in range(13))
"""The lowest bit of each rank's count."""


@lru_cache(maxsize=1)
def _bit_tables() -> tuple[Ints, ...]:
    """Return three tables that map the lowest bits of the ranks' counts, 13 bits each, to the set of ranks."""
    bits = np.arange(_SETS)
    return tuple(
        np.sum([(bits >> bit & 1) << (bit + first) // 3 for bit in range(13) if (bit + first) % 3 == 0], axis=0)
        for first in (0, 13, 26)
    )


@lru_cache(maxsize=1)
def _highest() -> tuple[Ints, ...]:
    """Return for n = 0 to 5 the table of the n highest ranks of each set, four bits a rank, the highest first."""
    tables = [np.zeros(_SETS, dtype=np.int64) for _ in range(6)]
    for ranks in range(_SETS):
        left, packed = ranks, 0
        for count in range(1, 6):
            top = max(left.bit_length() - 1, 0)
            packed = packed << 4 | top
            tables[count][ranks] = packed
            left &= ~(1 << top)
    return tuple(tables)


@lru_cache(maxsize=1)
def _straights() -> Ints:
    """Return the highest rank of the straight in each set of ranks, -1 where there is none."""
    highest = (straight(ranks) for ranks in range(_SETS))
    return np.array([-1 if high is None else high for high in highest])


def _set_of(bits: Ints) -> Ints:
    low, middle, high = _bit_tables()
    ranks: Ints = low[bits & 8191] | middle[bits >> 13 & 8191] | high[bits >> 26]
    return ranks


def rank_values(counts: Ints) -> Ints:
    """Return the value of five to seven cards without a flush, given three bits a rank that count them.

    0 where a rank is counted five times or more.
    """
    ones, twos, fours = (counts >> shift & _FIELDS for shift in range(3))
    any_of, pairs = _set_of(ones | twos | fours), _set_of(twos | fours)
    trips, quads = _set_of(fours | ones & twos), _set_of(fours)
    top = _highest()
    best, three = top[1][quads], top[1][trips]
    pair, two = top[1][pairs], top[2][pairs]
    others = pairs & ~(1 << three)  # without the highest three of a kind
    high = _straights()[any_of]
    chosen = [
        (quads > 0, QUADS << 20 | best << 16 | top[1][any_of & ~(1 << best)] << 12),
        ((trips > 0) & (others > 0), FULL << 20 | three << 16 | _second(others, trips & ~(1 << three)) << 12),
        (high >= 0, STRAIGHT << 20 | high << 16),
        (trips > 0, TRIPS << 20 | three << 16 | top[2][any_of & ~(1 << three)] << 8),
        (pairs & (pairs - 1) > 0, TWO_PAIR << 20 | two << 12 | top[1][any_of & ~_pair_set(two)] << 8),
        (pairs > 0, PAIR << 20 | pair << 16 | top[3][any_of & ~(1 << pair)] << 4),
    ]
    conditions, ranks = [condition for condition, _ in chosen], [rank for _, rank in chosen]
    values: Ints = np.select(conditions, ranks, HIGH << 20 | top[5][any_of])
    return np.where(fours & (ones | twos), 0, values)


def _second(others: Ints, trips: Ints) -> Ints:
    """Return the rank that fills a full house: a second three of a kind, else the highest pair."""
    top = _highest()[1]
    return np.where(trips > 0, top[trips], top[others])


def _pair_set(two: Ints) -> Ints:
    return 1 << (two >> 4) | 1 << (two & 15)
