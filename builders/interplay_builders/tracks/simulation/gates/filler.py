"""Measure how many words of a right reply can be nonsense before a check fails: the part that only a judge can decide.

Words are replaced one after the other, from the first to the last; a word that a check needs stays.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator

from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import passes

Nonsense = Callable[[int, str], str]
"""Returns the replacement of a word, given its number in the text, from 0, and the word."""
HALF = 0.5
MOST_TRIED = 150
_TWENTY = (
    "plim", "dorv", "keth", "sulm", "brav", "tolk", "wisp", "nard", "fley", "quon",
    "zedd", "harl", "mubb", "crin", "vost", "jelk", "porv", "lunt", "sorv", "gith",
)  # fmt: skip
_VOWELS, _CONSONANTS = "aeiou", "bdfgklmnprstvz"
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LONG = re.compile(r"[^\W\d_]{3,}")


def constant(number: int, word: str) -> str:  # noqa: ARG001
    """Return always the same word."""
    return "blah"


def many(number: int, word: str) -> str:  # noqa: ARG001
    """Return twenty words in turn that mean nothing."""
    return _TWENTY[number % len(_TWENTY)]


def alike(number: int, word: str) -> str:
    """Return syllables of the word's own length, in capitals where it has some."""
    digest = hashlib.sha256(f"{number}/{word}".encode()).digest()
    letters = ((_CONSONANTS, _VOWELS)[n % 2][digest[n % 32] % (5 if n % 2 else 14)] for n in range(len(word)))
    result = "".join(letters)
    return result.upper() if word.isupper() else result.capitalize() if word[:1].isupper() else result


def accepting(scripts: Iterable[Script], nonsense: Nonsense) -> tuple[Script, ...]:
    """Return the checkable scripts that accept a reply in which at least half of the words are *nonsense*."""
    checkable = (s for s in scripts if any(check.role == "content" for check in s.checks))
    return tuple(script for script in checkable if share(script, nonsense) >= HALF)


def share(script: Script, nonsense: Nonsense) -> float:
    """Return which share of the words of the reference can be *nonsense*; 0 where it has no words."""
    verdicts = list(_replaced(script, nonsense, _WORD))
    return sum(verdicts) / len(verdicts) if verdicts else 0.0


def loose(script: Script) -> tuple[int, int]:
    """Return how many words of three letters or more were tried, and how many of them can be nonsense alike.

    Of a long table not every word is tried, for that would take minutes.
    """
    verdicts = list(_replaced(script, alike, _LONG, 1 + len(_LONG.findall(script.reference)) // MOST_TRIED))
    return len(verdicts), sum(verdicts)


def _replaced(script: Script, nonsense: Nonsense, words: re.Pattern[str], every: int = 1) -> Iterator[bool]:
    """Yield of each word, or of *every* second or third, whether it could be replaced."""
    text, at, number = script.reference, 0, 0
    while (match := words.search(text, at)) is not None:
        number += 1
        if number % every:
            at = match.end()
            continue
        word = nonsense(number - 1, match[0])
        other = f"{text[: match.start()]}{word}{text[match.end() :]}"
        fits = passes(script, other)
        text, at = (other, match.start() + len(word)) if fits else (text, match.end())
        yield fits
