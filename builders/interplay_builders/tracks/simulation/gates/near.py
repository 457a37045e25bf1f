"""Which texts say nearly the same: Jaccard similarity of their word 5-grams, found with MinHash.

MinHash (Broder 1997) only proposes pairs; the exact similarity decides. A pair at the threshold of 0.5 is proposed with
a probability of more than 0.9999999: 128 minima in 64 bands of two.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

WORDS = 5
THRESHOLD = 0.5
"""Similarity from which two texts count as near-duplicates."""
MINIMA = 128
BAND = 2
_WORD = re.compile(r"\w+")
_BYTES = 8


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts by name, and how similar they are: shared 5-grams over all 5-grams of both."""

    first: str
    other: str
    similarity: float


def near_duplicates(texts: Sequence[tuple[str, str]], threshold: float = THRESHOLD) -> tuple[Pair, ...]:
    """Return the pairs of (name, text) that are at least as similar as *threshold*, in the order of *texts*.

    Texts without a word are like no other.
    """
    grams = [shingles(text) for _, text in texts]
    pairs = []
    for i, j in sorted(_candidates([minima(g) for g in grams])):
        similarity = jaccard(grams[i], grams[j])
        if similarity >= threshold:
            pairs.append(Pair(texts[i][0], texts[j][0], similarity))
    return tuple(pairs)


def shingles(text: str) -> frozenset[str]:
    """Return the word 5-grams of *text* without case and marks; all its words as one where it has fewer than five."""
    words = _WORD.findall(text.casefold())
    if not words:
        return frozenset()
    return frozenset(" ".join(words[n : n + WORDS]) for n in range(max(1, len(words) - WORDS + 1)))


def jaccard(first: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of elements of either set that are in both; 0 where both are empty."""
    return len(first & other) / len(first | other) if first or other else 0.0


def minima(grams: frozenset[str]) -> NDArray[np.uint64]:
    """Return the signature of a set: the least value of each of ``MINIMA`` hash functions; empty for the empty set."""
    if not grams:
        return np.zeros(0, dtype=np.uint64)
    hashed = np.array([_hash(gram) for gram in grams], dtype=np.uint64)
    factors, offsets = _functions()
    mixed = hashed[:, None] * factors + offsets
    least: NDArray[np.uint64] = (mixed ^ (mixed >> np.uint64(32))).min(axis=0)
    return least


def estimate(first: NDArray[np.uint64], other: NDArray[np.uint64]) -> float:
    """Return the similarity that two signatures suggest: the share of equal minima; 0 where one is empty."""
    return float((first == other).mean()) if len(first) and len(other) else 0.0


def _functions() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return odd factors and offsets, the same everywhere."""
    drawn = np.array([_hash(f"minhash/{n}") for n in range(2 * MINIMA)], dtype=np.uint64)
    return drawn[:MINIMA] | np.uint64(1), drawn[MINIMA:]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=_BYTES).digest(), "big")


def _candidates(signatures: Sequence[NDArray[np.uint64]]) -> Iterator[tuple[int, int]]:
    """Yield, once, each pair of indices whose signatures agree in a band."""
    pairs: set[tuple[int, int]] = set()
    for start in range(0, MINIMA, BAND):
        alike: defaultdict[bytes, list[int]] = defaultdict(list)
        for index, signature in enumerate(signatures):
            if len(signature):
                alike[signature[start : start + BAND].tobytes()].append(index)
        pairs.update(pair for places in alike.values() for pair in combinations(places, 2))
    yield from pairs
