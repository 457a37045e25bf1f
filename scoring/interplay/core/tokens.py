"""The tokens of replies: what a submission claims, held against the words that are stored (notes 0084 and 0098)."""

import re
from collections.abc import Iterable

from msgspec import Struct

from interplay.core.records import Usage

BUDGETS = (256, 1_024, 4_096, 16_384)
"""Tokens of a reply, reasoning included, at which scores are stated."""
SHORT = "replies were cut off below this budget; run with a --max-tokens of at least the budget"
"""Why there is no score at a budget."""
LONGEST = 64
"""Characters of a word that one token stands for at most."""
_LETTERS = r"(?:[^\W_]+|[\u0300-\u1cff\ua66f-\ua6ff\ua800-\uabff]+)+"  # and what stands on or below letters
_WORD = re.compile(rf"{_LETTERS}(?:['\u2019\u200c\u200d]{_LETTERS})*")
_ASCII = re.compile("[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*")  # the same for ASCII, in a fraction of the time


class Tokens(Struct, frozen=True):
    """Tokens that are ``claimed``, 0 for none; those ``used``, no fewer than the words; and two faults of claims.

    A claim ``is_refused`` that is below the words, and ``is_hidden`` above the bytes: reasoning was not sent back.
    """

    claimed: int
    used: int
    is_refused: bool
    is_hidden: bool

    @property
    def is_bound(self) -> bool:
        """Whether ``used`` is only a lower bound: nothing was claimed, or less than the text has."""
        return self.is_refused or not self.claimed


def fewest(text: str) -> int:
    """Return a lower bound of the tokens of *text*: no common tokenizer has one that stands for two words."""
    words = (_ASCII if text.isascii() else _WORD).findall(text)
    return len(words) + sum((len(word) - 1) // LONGEST for word in words if len(word) > LONGEST)


def tokens_of(usage: Usage | None, texts: Iterable[str | None]) -> Tokens:
    """Return the tokens of replies and their reasoning, *texts*, for which *usage* is claimed."""
    whole, claimed = "\n".join(filter(None, texts)), 0 if usage is None else usage.completion_tokens
    least = fewest(whole)
    return Tokens(claimed, max(claimed, least), 0 < claimed < least, claimed > len(whole.encode()) + 16)
