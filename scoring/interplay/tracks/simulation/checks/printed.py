"""The lines that a machine prints are exactly these, in this order; other lines are read over.

A line is the machine's where it begins with one of the phrases that the machine knows, in any of its languages. Thus a
phrase of the wrong language, a second amount beside the right one, and a reply given twice fail. Blanks, case, bullets,
numbering, emphasis, full-width forms, lengths of dashes, and full stops or exclamation marks at the end are dress.
"""

import re
import unicodedata
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import lines, undressed

Phrase = Annotated[str, Meta(min_length=1, max_length=200)]
_NUMBER = re.compile(r"^\s*\d{1,2}[.)]\s+")
_DRESS = re.compile(r"[\s*_]+")
_DASHES = str.maketrans("\u2013\u2014", "--")


class PrintedParams(Params, frozen=True):
    """The lines expected, and what every line of the machine begins with: its ``phrases``."""

    expected: Annotated[tuple[Phrase, ...], Meta(min_length=1, max_length=20)]
    phrases: Annotated[tuple[Phrase, ...], Meta(min_length=1, max_length=60)]

    def problem(self, reply: str) -> str:
        begins = tuple(plain(phrase) for phrase in self.phrases)
        kept = [line for line in lines(reply) if plain(line).startswith(begins)]
        if [plain(line) for line in kept] == [plain(line) for line in self.expected]:
            return ""
        phrases = quoted("; ".join(kept), 100) if kept else "no phrase of the machine"
        return f"found {phrases}, expected {quoted('; '.join(self.expected), 100)}"


def plain(line: str) -> str:
    """Return *line* without dress, as it is compared."""
    text = unicodedata.normalize("NFKC", undressed(_NUMBER.sub("", line))).translate(_DASHES)
    return _DRESS.sub("", text).rstrip(".!。").casefold()
