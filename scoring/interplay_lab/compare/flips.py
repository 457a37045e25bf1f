"""Tests by sign flips: under no difference, a cluster's difference could as well have had the other sign.

What is flipped is a whole cluster, in all differences at once, so that the correlation of several differences stays
what it is. Where there are at most ``EXACT`` clusters that differ, all signs are tried; else ``DRAWS`` are drawn, and
what was seen counts as one more. Where replies are right or wrong, many signs give exactly the difference that was
seen. Half of these count (mid-p): all of them would make the test find less than a t-test does (Fagerland, Lydersen and
Laake 2013, on McNemar's test).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from interplay.core.randomness import Stream
from interplay_lab.compare.effects import Floats

EXACT = 14
"""Clusters up to which all signs are tried; the first one keeps its own, as only the size counts."""
DRAWS = 9_999
_CHUNK = 4_000_000
_CLOSE = 1e-9
_NOTHING = 1e-12


@dataclass(frozen=True)
class Flipped:
    """The p of J differences by sign flips: each ``alone`` (J,) and all ``together`` (J,), and of how many signs.

    Together: what at least one true null hypothesis falls below with the nominal probability at most, by the maximum
    of the standardised differences, step by step (Westfall and Young 1993; Romano and Wolf 2005).
    """

    alone: Floats
    together: Floats
    signs: int
    exact: bool


def flipped(sums: Floats, draws: int = DRAWS) -> Flipped:
    """Return the tests of J differences whose clusters add *sums* (K, J) to them; who differs nowhere has a p of 1."""
    count = sums.shape[1]
    differing = sums[np.abs(sums).max(axis=1, initial=0) > 1e-9 * np.abs(sums).max(initial=1)]
    norms = np.sqrt((differing**2).sum(axis=0))
    scaled = np.divide(differing, norms, out=np.zeros_like(differing), where=norms > _NOTHING)
    sizes = np.abs(scaled.sum(axis=0))
    order = np.argsort(-sizes, kind="stable")
    exact = len(differing) <= EXACT
    signs = _every(len(differing)) if exact else _drawn(len(differing), draws)
    alone, together = np.zeros(count), np.zeros(count)
    for begin in range(0, len(signs), step := max(1, _CHUNK // max(len(differing), count, 1))):
        flips = np.abs(signs[begin : begin + step].astype(np.float64) @ scaled)
        alone += _beyond(flips, sizes)
        largest = np.maximum.accumulate(flips[:, order[::-1]], axis=1)[:, ::-1]
        together[order] += _beyond(largest, sizes[order])
    more, of = (0.0, len(signs)) if exact else (0.5, len(signs) + 1)
    alone, together = (alone + more) / of, (together + more) / of
    alone[sizes <= _CLOSE] = 1.0
    for column in range(count) if not exact else ():
        nonzero = differing[np.abs(differing[:, column]) > 0, column]
        if len(nonzero) <= EXACT:
            alone[column] = flipped(nonzero[:, None]).alone[0]
    together = np.maximum(together, alone)
    together[order] = np.maximum.accumulate(together[order])
    alone[norms <= _NOTHING], together[norms <= _NOTHING] = 1.0, 1.0
    return Flipped(alone, together, len(signs) * (2 if exact and len(differing) else 1), exact)


def _beyond(flips: Floats, sizes: Floats) -> Floats:
    """Return how many of the differences *found* (D, J) are larger than what was *seen* (J,), and half of the equal."""
    return np.asarray(((flips > sizes + _CLOSE).sum(axis=0) + (flips > sizes - _CLOSE).sum(axis=0)) / 2)


@lru_cache(maxsize=16)
def _every(clusters: int) -> NDArray[np.int8]:
    """Return all signs of so many *clusters* (2 ** (K - 1), K), up to that of all together."""
    numbers = np.arange(2 ** max(clusters - 1, 0))[:, None] >> np.arange(clusters)[None, :]
    return np.asarray(1 - 2 * (numbers & 1), dtype=np.int8)


@lru_cache(maxsize=4)
def _drawn(clusters: int, draws: int) -> NDArray[np.int8]:
    """Return random signs (draws, K) of so many *clusters*, the same on every machine."""
    stream = Stream("compare", clusters, "signs")
    words = -(-draws * clusters // 64)
    raw = b"".join(stream.below(2**64).to_bytes(8) for _ in range(words))
    bits = np.unpackbits(np.frombuffer(raw, dtype=np.uint8))[: draws * clusters]
    return np.asarray(1 - 2 * bits.astype(np.int8), dtype=np.int8).reshape(draws, clusters)


def adjusted(ps: Sequence[float | None]) -> list[float | None]:
    """Return *ps* adjusted so that Holm's procedure keeps the family's error; those that are undefined stay so."""
    known = np.array([p for p in ps if p is not None], dtype=np.float64)
    order = np.argsort(known, kind="stable")
    known[order] = np.minimum(1.0, np.maximum.accumulate(known[order] * np.arange(len(known), 0, -1)))
    values = iter(known.tolist())
    return [None if p is None else next(values) for p in ps]


def alike(names: Sequence[str], apart: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the largest sets of *names*, in their order, that contain no pair that is significantly different.

    A system may be in several sets; one that differs from all others is in a set of its own. Sets are found by parting
    those that hold a pair, and dropping those within others (Piepho 2004, as letters below tables are).

    Example:
        >>> alike(["a", "b", "c"], [("a", "c")])
        (('a', 'b'), ('b', 'c'))
    """
    sets = [frozenset(names)]
    for first, second in apart:
        parted = [group - {x} for group in sets for x in ((first, second) if {first, second} <= group else (None,))]
        unique = list(dict.fromkeys(parted))
        sets = [group for group in unique if not any(group < other for other in unique)]
    order = {name: number for number, name in enumerate(names)}
    ordered = [tuple(sorted(members, key=order.__getitem__)) for members in sets]
    return tuple(sorted(ordered, key=lambda members: [order[name] for name in members]))
