"""The reply has these lines, each exactly as often as it is named here, and no other line with the same label.

A label is what a line begins with, up to its first mark (``Treasury:``, ``HP 14 |``, ``A)``). All numbers in it are
one, so that ``Week 2:`` has the label of ``Week 1:``. Thus a wrong figure beside the right one fails, and so does a
reply that is given twice. Lines of other labels, prose among them, are read over. Blanks, emphasis and code marks are
dress; dashes of all lengths are one, and so are the sign of multiplication and the letter x.
"""

import re
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import collapsed, lines, undressed

_LABEL = re.compile(r"[^:|/,)]{0,60}?(?:[:|/,)]|\.(?=\s)|$)")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_MARKS = re.compile(r"\s*([|/])\s*")
_SIGNS = str.maketrans("\u2013\u2014\u00d7", "--x")


class LabelledParams(Params, frozen=True):
    """The lines expected, those of one label in their order. ``case``: upper and lower case differ."""

    expected: Annotated[tuple[str, ...], Meta(min_length=1, max_length=40)]
    case: bool = True

    def problem(self, reply: str) -> str:
        actual = [_normal(line) for line in lines(reply) if line.strip()]
        expected = [_normal(line) for line in self.expected]
        for kind in dict.fromkeys(map(label, expected)):
            ours = [line for line in actual if label(line) == kind]
            theirs = [line for line in expected if label(line) == kind]
            if ours != theirs and (self.case or [s.casefold() for s in ours] != [s.casefold() for s in theirs]):
                return f"found {_text(ours)}, expected {_text(theirs)} and no other line of this kind"
        return ""


def _normal(line: str) -> str:
    line = line.translate(_SIGNS)
    return _MARKS.sub(r" \1 ", re.sub(r",\s*", ", ", collapsed(undressed(line)))).strip()


def label(line: str) -> str:
    """Return what a line begins with, up to its first mark."""
    match = _LABEL.match(line)
    return _FIGURE.sub("0", match[0] if match else line).casefold()


def _text(group: list[str]) -> str:
    return quoted("; ".join(group), 100) if group else "no such line"
