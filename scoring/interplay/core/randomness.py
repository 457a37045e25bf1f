"""Named streams of random numbers that are the same on every machine and Python version.

Block *i* of a stream is the SHA-256 of ``interplay-1|SCOPE|SEED|PURPOSE|i`` in UTF-8, read as four big-endian 64-bit
words. One stream per purpose, so that drawing more for one thing never shifts another.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
PREFIX = "interplay-1"
_BLOCK = Struct(">4Q")


class Stream:
    """A stream of words; every draw advances it."""

    def __init__(self, scope: str, seed: int | str, purpose: str, *, prefix: str = PREFIX) -> None:
        self._words = _words(f"{prefix}|{scope}|{seed}|{purpose}")

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely; *n* is 1 to 2^64."""
        if not 1 <= n <= 2**64:
            raise ValueError(f"below({n}): expected a bound from 1 to 2**64")
        word, limit = next(self._words), 2**64 - 2**64 % n
        while word >= limit:
            word = next(self._words)
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """Return one of *items*."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return *items* in random order (Fisher-Yates, from the last index down)."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Return *k* different positions of *items* in random order."""
        return self.shuffled(items)[:k]


def _words(name: str) -> Iterator[int]:
    prefix = hashlib.sha256(f"{name}|".encode())
    for block in count():
        digest = prefix.copy()
        digest.update(str(block).encode())
        yield from _BLOCK.unpack(digest.digest())
