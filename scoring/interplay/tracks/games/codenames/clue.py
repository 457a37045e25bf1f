"""Clues of Codenames: how one is read, and which clues are forbidden by the words that are still covered."""

import re
from collections.abc import Iterable
from functools import lru_cache

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games.shared.speech import short

SHORTEST, LONGEST = 2, 30
"""Characters of a clue word."""
NUMBERS = range(10)
CONTAINED = 3
"""A clue of at least so many letters must not be a part of a covered word; stems have as many."""
ENDINGS = ("s", "es", "ed", "ing", "er", "ly")
FORM = f"one word of {SHORTEST} to {LONGEST} letters (a hyphen inside is allowed), a comma, a number from 0 to 9"
_CLUE = re.compile(r"([A-Za-z]+(?:-[A-Za-z]+)?)[ \t]*,[ \t]*([0-9])")


def read_clue(text: str, covered: Iterable[str]) -> tuple[str, int]:
    """Return word, in lower case, and number; raise ``UnparsableMove`` for another form, ``IllegalMove`` by the rules.

    Capitals are dropped because they could carry extra information.
    """
    match = _CLUE.fullmatch(text.strip())
    if match is None or not SHORTEST <= len(match[1]) <= LONGEST:
        raise UnparsableMove(f"found {short(text)}, expected {FORM}")
    word = match[1].lower()
    reason = objection(word, covered)
    if reason:
        raise IllegalMove(f"found the clue {short(word)}, expected another word: it {reason}")
    return word, int(match[2])


def objection(clue: str, covered: Iterable[str]) -> str:
    """Return why a clue word is not allowed, empty if it is allowed; hyphens are ignored."""
    letters = clue.replace("-", "")
    stems = _stems(clue)
    for word in covered:
        if letters == word:
            return f"is the covered word {word}"
        if word in letters:
            return f"contains the covered word {word}"
        if letters in word and len(letters) >= CONTAINED:
            return f"is a part of the covered word {word}"
        if not stems.isdisjoint(_stems(word)):
            return f"has the same stem as the covered word {word}"
    return ""


@lru_cache(maxsize=8192)
def _stems(word: str) -> frozenset[str]:
    """Return *word*, and it without each ending that leaves enough letters; the same for the parts around a hyphen."""
    forms = {word.replace("-", ""), *word.split("-")}
    cut = {form.removesuffix(ending) for form in forms for ending in ENDINGS}
    return frozenset(form for form in forms | cut if len(form) >= CONTAINED)
