"""The clue bank of Undercover: clues for each word, and how well a clue fits a word.

All weights are whole numbers, so that the result is the same on every machine.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from msgspec import Struct

from interplay.tracks.games.shared.lines import table
from interplay.tracks.games.undercover.text import tokens

_CONTRACTED = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))\b", re.IGNORECASE)
_ENDINGS = {"ies": 3, "ied": 3, "ing": 3, "es": 3, "ed": 3, "er": 4, "ly": 4, "s": 3, "y": 3, "e": 3}
"""What is taken off a word, with the number of letters that must remain."""
TELLING = 6
"""A stem distinguishes the words of a pair if it weighs this much: at most fifteen words of the bank have it."""


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
    """One word: its pair's other word, the clues that fit both, those that fit it alone, and stems.

    ``stems`` are all that are near the word, ``alone`` those of them that are not near the other word, too.
    """

    word: str
    other: str
    shared: tuple[str, ...]
    distinct: tuple[str, ...]
    stems: frozenset[str]
    alone: frozenset[str]

    @property
    def clues(self) -> tuple[str, ...]:
        return self.shared + self.distinct


class Bank(Struct, frozen=True):
    """Associations by word, how rare each stem is (1 where half of the words have it, 9 where one has it), and more.

    ``understood`` are the stems that have a meaning to a listener.
    """

    associations: Mapping[str, Association]
    weights: Mapping[str, int]
    understood: frozenset[str]

    def about(self, word: str) -> Association:
        """Return what goes with *word*."""
        return self.associations[word]

    def weigh(self, stems: frozenset[str]) -> int:
        """Return the summed weight of stems."""
        return sum(self.weights.get(stem, 0) for stem in stems)


@cache
def entries() -> Mapping[str, Entry]:
    """Return the bank as written, by pair id."""
    return table("undercover", "clues.toml", dict[str, Entry])


@cache
def bank() -> Bank:
    """Return the bank by word."""
    words = {}
    for entry in entries().values():
        first, second = entry.words
        near = _near(first, entry, entry.clues.first, entry.near.first)
        away = _near(second, entry, entry.clues.second, entry.near.second)
        words[first] = Association(first, second, entry.clues.both, entry.clues.first, near, near - away)
        words[second] = Association(second, first, entry.clues.both, entry.clues.second, away, away - near)
    counts = Counter(stem for association in words.values() for stem in association.stems)
    weights = {stem: (len(words) // count).bit_length() for stem, count in counts.items()}
    return Bank(words, weights, frozenset(weights) | _everyday())


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of *text* that say something."""
    return frozenset(_stem(token) for token in tokens(_CONTRACTED.sub("", text))) - _unspecific()


@cache
def _unspecific() -> frozenset[str]:
    """Return the stems of words that say nothing about what a clue describes, or may be said of anything."""
    return frozenset(map(_stem, _file("unspecific.txt").split()))


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _near(word: str, entry: Entry, clues: tuple[str, ...], near: str) -> frozenset[str]:
    texts = (*entry.clues.both, *clues, entry.near.both, near, word)
    return frozenset().union(*map(stems, texts))


def _everyday() -> frozenset[str]:
    return frozenset().union(*(stems(line) for line in _file("everyday.txt").splitlines() if line[:1] != "#"))


def _stem(token: str) -> str:
    """Return *token* without its ending and without a doubled last letter (except before y: "carry" is not "car")."""
    ending = next((e for e, least in _ENDINGS.items() if token.endswith(e) and len(token) - len(e) >= least), "")
    if ending and not token.endswith("ss"):
        token = token[: -len(ending)]
    doubled = len(token) > 3 and token[-1] == token[-2] and not ending.endswith(("y", "ies", "ied"))
    return token[:-1] if doubled else token
