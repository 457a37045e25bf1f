"""The words of Codenames: common English nouns, written for this release, each with its field and a second sense.

They come from ``words.txt``. A setup names the list by its hash, so that another list is another game.
"""

import hashlib
from functools import cache
from importlib import resources

from msgspec import Struct


class Entry(Struct, frozen=True):
    """A word, the field of its first sense, and what else it means; empty where it has one sense."""

    word: str
    field: str
    other: str


@cache
def entries() -> tuple[Entry, ...]:
    """Return the list in alphabetical order."""
    lines = resources.files(__package__).joinpath("words.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(", ") for line in lines if not line.startswith("#")]
    return tuple(Entry(word, field, "".join(other)) for word, field, *other in rows)


@cache
def words() -> tuple[str, ...]:
    """Return the words in alphabetical order."""
    return tuple(entry.word for entry in entries())


@cache
def known() -> frozenset[str]:
    """Return the words as a set."""
    return frozenset(words())


@cache
def fingerprint() -> str:
    """Return the SHA-256 of the words, one a line, in hexadecimal."""
    return hashlib.sha256("\n".join(words()).encode()).hexdigest()
