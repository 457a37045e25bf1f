"""Words and clues as text in Undercover: cleaning, quoting, and when two texts say the same word."""

import re
from collections.abc import Iterable
from functools import lru_cache

LONGEST = 200
"""Characters kept of a clue."""
BLANK = "(no clue)"
_TOKEN = re.compile(r"[^\W_]+")
_GUESS = re.compile(r"guess player_([0-4]):([^\n\r,;.]*)")
_PLURALS = {"y": "ies", "f": "ves", "fe": "ves"}
_ARTICLES = frozenset({"a", "an", "the"})
_DOUBLE_QUOTES = dict.fromkeys(
    map(ord, '"\u201c\u201d\u201e\u201f\u2033\u2036\u275d\u275e\u301d\u301e\u301f\uff02'), "'"
)
# Listed by number, because what the standard library holds for invisible changes with the version of Unicode.
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)


def clean(line: str) -> str:
    """Return *line* trimmed, with single spaces, without what cannot be seen, cut to 200 characters."""
    text = " ".join(line.split())
    if not (text.isascii() and text.isprintable()):
        text = " ".join(_INVISIBLE.sub("", text).split())
    return text[:LONGEST].rstrip()


def quoted(clue: str) -> str:
    """Return the clue as other players see it: in double quotes that nothing in it can close."""
    return f'"{clue.translate(_DOUBLE_QUOTES)}"' if clue else BLANK


def tokens(text: str) -> list[str]:
    """Return the words of *text* in lower case, without punctuation."""
    return _TOKEN.findall(text.lower())


@lru_cache(maxsize=1024)
def inflections(word: str) -> frozenset[str]:
    """Return the simple inflections of *word*, itself included: plurals, and the forms of a verb spelled like it."""
    stems = {word, word + word[-1:]} | ({word[:-1]} if word.endswith("e") else set())
    return _plurals(word) | {stem + ending for stem in stems for ending in ("ed", "ing")}


def mentions(text: str, word: str) -> bool:
    """Return whether *text* has *word* or a simple inflection of it as a token."""
    return not inflections(word).isdisjoint(tokens(text))


def same_word(guess: str, word: str) -> bool:
    """Return whether *guess* names *word*, apart from case, articles, punctuation and number."""
    guessed = " ".join(token for token in tokens(guess) if token not in _ARTICLES)
    return guessed in _plurals(word) or word in _plurals(guessed)


def guesses(text: str) -> dict[int, str]:
    """Return what a reply guesses (``guess player_j: <word>``), by seat; the last guess for a seat counts."""
    return {int(seat): word.strip() for seat, word in _GUESS.findall(text) if word.strip()}


def repeats(clue: str, earlier: Iterable[str]) -> bool:
    """Return whether *clue* has the same words in the same order as one of the *earlier* ones."""
    words = tokens(clue)
    return any(words == tokens(other) for other in earlier if other)


def _plurals(word: str) -> frozenset[str]:
    changed = (word.removesuffix(end) + plural for end, plural in _PLURALS.items() if word.endswith(end))
    return frozenset((word, word + "s", word + "es", *changed))
