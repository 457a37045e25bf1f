"""The clue bank of Undercover: what people say about each word, and how well what is said fits a word.

All weights are whole numbers, so that every machine reads a clue alike.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from interplay.tracks.games.undercover.text import tokens

_IDLE_WORDS = """
a about above after all also always an and any anything are as at away be because before but by can cannot come
comes do does done down each every everybody everyone everything find first for found from get gets give given
gives go goes got had has have he her here hers him his how i if in inside into is it its just keep keeps kind
know let like look looks made make makes many may me mine more most much must my near need needed needs never no
nobody not nothing of off often on one only onto or other others our out over people person player put quite
really said say says see seen she should so some somebody someone something sometimes stand stands than that the
their them then there these they thing things think this those to too under up us use used uses usually very was
we well were what when where which while who will with without word would you your yours
"""
"""Words that say nothing about what a clue describes."""
_IDLE = frozenset(_IDLE_WORDS.split())
_ENDINGS = ("ies", "ing", "es", "ed", "er", "ly", "s", "y", "e")


class Sides(Struct, frozen=True, forbid_unknown_fields=True):
    """Clues of a pair: what fits both words, only the first, only the second; each from vague to telling."""

    both: tuple[str, ...]
    first: tuple[str, ...]
    second: tuple[str, ...]


class Near(Struct, frozen=True, forbid_unknown_fields=True):
    """Further words that come to mind, separated by spaces, for both words of a pair or for one of them."""

    both: str
    first: str
    second: str


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """All that the bank has about a pair."""

    words: tuple[str, str]
    clues: Sides
    near: Near


class Association(Struct, frozen=True):
    """One word: its pair's other word, the clues that fit both, those that fit it alone, and the stems near it."""

    word: str
    other: str
    shared: tuple[str, ...]
    own: tuple[str, ...]
    stems: frozenset[str]

    @property
    def clues(self) -> tuple[str, ...]:
        """Return every clue that fits the word."""
        return self.shared + self.own


class Bank(Struct, frozen=True):
    """Associations by word, and how rare each stem is: 1 where half of the words have it, 9 where one has it."""

    associations: Mapping[str, Association]
    weights: Mapping[str, int]

    def about(self, word: str) -> Association:
        """Return what goes with *word*."""
        return self.associations[word]

    def weigh(self, found: frozenset[str]) -> int:
        """Return the summed weight of stems."""
        return sum(self.weights.get(stem, 0) for stem in found)


@cache
def entries() -> Mapping[str, Entry]:
    """Return the bank as written, by pair id."""
    data = resources.files(__package__).joinpath("clues.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, Entry])


@cache
def bank() -> Bank:
    """Return the bank by word."""
    words = {}
    for entry in entries().values():
        first, second = entry.words
        words[first] = _association(first, second, entry, entry.clues.first, entry.near.first)
        words[second] = _association(second, first, entry, entry.clues.second, entry.near.second)
    counts = Counter(stem for association in words.values() for stem in association.stems)
    return Bank(words, {stem: (len(words) // count).bit_length() for stem, count in counts.items()})


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of *text* that say something."""
    return frozenset(_stem(token) for token in tokens(text) if token not in _IDLE)


def _association(word: str, other: str, entry: Entry, own: tuple[str, ...], near: str) -> Association:
    said = (*entry.clues.both, *own, entry.near.both, near)
    return Association(word, other, entry.clues.both, own, frozenset().union(*map(stems, said)))


def _stem(token: str) -> str:
    """Return *token* without its ending, where at least three letters remain, a doubled last one made single."""
    for ending in _ENDINGS:
        if token.endswith(ending) and len(token) - len(ending) >= 3 and not token.endswith("ss"):
            token = token[: -len(ending)]
            break
    return token[:-1] if len(token) > 3 and token[-1] == token[-2] else token
