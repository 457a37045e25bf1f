"""The tokens of replies: what a submission claims, held against the words that are stored (note 0084)."""

import re
from collections.abc import Iterable

from msgspec import Struct

from interplay.core.records import Usage

LONGEST = 64
"""Characters of a word that one token stands for at most."""
_LETTER = r"(?:[^\W_]|[\u0300-\u1cff\ua66f-\ua6ff\ua800-\uabff])"  # and what stands on or below letters
_WORD = re.compile(rf"{_LETTER}+(?:['\u2019\u200c\u200d]{_LETTER}+)*")


class Tokens(Struct, frozen=True):
    """Tokens that are ``claimed``, 0 for none; those ``used``, no fewer than the words; and two faults of claims.

    A claim ``is_refused`` that is below the words, and ``is_hidden`` above the bytes: reasoning was not sent back.
    """

    claimed: int
    used: int
    is_refused: bool
    is_hidden: bool


def fewest(text: str) -> int:
    """Return a lower bound of the tokens of *text*: no common tokenizer has one that stands for two words."""
    return sum(-(-len(word) // LONGEST) for word in _WORD.findall(text))


def tokens_of(usage: Usage | None, texts: Iterable[str | None]) -> Tokens:
    """Return the tokens of replies and their reasoning, *texts*, of which *usage* is claimed."""
    whole, claimed = "\n".join(filter(None, texts)), 0 if usage is None else usage.completion_tokens
    least = fewest(whole)
    return Tokens(claimed, max(claimed, least), 0 < claimed < least, claimed > len(whole.encode()) + 16)
