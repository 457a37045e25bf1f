"""The tokens of a reply: what a submission claims, held against the fewest that its text can have (note 0084)."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from interplay.core.records import Usage

LONGEST = 64
"""Letters and digits that one token stands for at most."""
_LETTER = r"(?:[^\W_]|[\u0300-\u1cff\ua66f-\ua6ff\ua800-\uabff])"  # and what stands on or below letters
_WORD = re.compile(rf"{_LETTER}+(?:['\u2019\u200c\u200d]{_LETTER}+)*")


def fewest(text: str) -> int:
    """Return a lower bound of the tokens of *text* in any common tokenizer: none has a token of two words.

    Example:
        >>> fewest("I don't know: 110.51 of 2,048")
        8
    """
    return sum(-(-len(word) // LONGEST) for word in _WORD.findall(text))


class Tokens(NamedTuple):
    """The tokens of replies: those ``claimed``, 0 for none, the ``fewest`` that their text has, and its ``size``."""

    claimed: int
    fewest: int
    size: int

    @property
    def used(self) -> int:
        """The count that budgets are about."""
        return max(self.claimed, self.fewest)

    @property
    def is_refused(self) -> bool:
        """Whether the claim is below what the text shows, and so is ignored."""
        return 0 < self.claimed < self.fewest

    @property
    def is_hidden(self) -> bool:
        """Whether most of what is claimed was not sent back: more tokens than the text has bytes."""
        return self.claimed > self.size


def tokens_of(usage: Usage | None, texts: Iterable[str | None]) -> Tokens:
    """Return the tokens of replies and their reasoning, *texts*, of which *usage* is claimed."""
    whole = "\n".join(filter(None, texts))
    return Tokens(0 if usage is None else usage.completion_tokens, fewest(whole), len(whole.encode()) + 16)
