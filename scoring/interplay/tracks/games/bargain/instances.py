"""Every pool of the bargaining game with every pair of private values.

After Lewis et al. (2017): one to five of each item, five to seven in all; values are whole numbers from 0 to 10; both
players value the whole pool at 10; every item is worth something to someone, and one of them to both. There are 31
pools and 5,793 instances. A *split* is what one player keeps; the other gets the rest.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from msgspec import Struct

Triple = tuple[int, int, int]
"""Hats, balls, apples: counts of a pool or a split, or the values of one of each."""
TOTAL = 10
"""What the whole pool is worth to each player."""


class Instance(Struct, frozen=True, gc=False):
    """A pool and the values of seat 0 and seat 1."""

    pool: Triple
    values: tuple[Triple, Triple]


@cache
def instances() -> tuple[Instance, ...]:
    """Return all instances, ordered by pool, values of seat 0, values of seat 1."""
    return tuple(Instance(q, (u, w)) for q in pools() for u in _worth_ten(q) for w in opponents(q, u))


@cache
def trades() -> tuple[Instance, ...]:
    """Return the instances in which each player can have 8 points or more while the other has at least 6."""
    return tuple(instance for instance in instances() if _trade(instance))


def pools() -> Iterator[Triple]:
    """Yield the pools in ascending order."""
    for a, b, c in product(range(1, 6), repeat=3):
        if 5 <= a + b + c <= 7:
            yield a, b, c


@cache
def opponents(pool: Triple, mine: Triple) -> tuple[Triple, ...]:
    """Return the values that the other player may have, given the pool and one's own; each is equally likely."""
    return tuple(other for other in _worth_ten(pool) if _fit(mine, other))


@cache
def splits(pool: Triple) -> tuple[Triple, ...]:
    """Return everything one player may keep, in ascending order."""
    a, b, c = pool
    return tuple(product(range(a + 1), range(b + 1), range(c + 1)))


def rest(pool: Triple, kept: Triple) -> Triple:
    """Return what the other player gets."""
    return pool[0] - kept[0], pool[1] - kept[1], pool[2] - kept[2]


def value_of(values: Triple, items: Triple) -> int:
    """Return what *items* are worth in all."""
    return values[0] * items[0] + values[1] * items[1] + values[2] * items[2]


def both(instance: Instance, kept: Triple) -> tuple[int, int]:
    """Return what seat 0 and seat 1 get when seat 0 keeps *kept*."""
    return value_of(instance.values[0], kept), value_of(instance.values[1], rest(instance.pool, kept))


def frontier(instance: Instance) -> frozenset[tuple[int, int]]:
    """Return the pairs of values that no split improves for one player without loss for the other."""
    pairs = {both(instance, kept) for kept in splits(instance.pool)}
    return frozenset(p for p in pairs if not any(o != p and o[0] >= p[0] and o[1] >= p[1] for o in pairs))


def possible(instance: Instance) -> bool:
    """Return whether the game can have dealt *instance*."""
    first, second = instance.values
    return instance.pool in pools() and first in _worth_ten(instance.pool) and second in opponents(instance.pool, first)


@cache
def _worth_ten(pool: Triple) -> tuple[Triple, ...]:
    values = range(TOTAL + 1)
    return tuple((a, b, c) for a in values for b in values for c in values if value_of((a, b, c), pool) == TOTAL)


def _trade(instance: Instance) -> bool:
    pairs = {both(instance, kept) for kept in splits(instance.pool)}
    return all(any(pair[seat] >= 8 and pair[1 - seat] >= 6 for pair in pairs) for seat in (0, 1))


def _fit(mine: Triple, other: Triple) -> bool:
    pairs = tuple(zip(mine, other, strict=True))
    return all(a or b for a, b in pairs) and any(a and b for a, b in pairs)
