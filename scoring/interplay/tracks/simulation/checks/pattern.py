"""The reply's text matches a regular expression of ours, as a whole (``whole``) or somewhere; or none of it may.

Expressions run on RE2, in linear time. They are Unicode-aware and see the inside of the only fenced block.
"""

from typing import Literal

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, collapsed, compiled, lines, undashed


class PatternParams(Params, frozen=True):
    """The regular expression that is tried. ``means`` says in words what is expected, for the reason.

    ``each_line``: every line that is not empty must match. ``blanks``: whether several blanks in a row are one.
    """

    pattern: str
    means: str
    whole: bool = True
    each_line: bool = False
    absent: bool = False
    blanks: Literal["exact", "collapsed"] = "exact"

    def problem(self, reply: str) -> str:
        kept = lines(undashed(body(reply)))
        if self.blanks == "collapsed":
            kept = tuple(map(collapsed, kept))
        texts = [line for line in kept if line.strip()] if self.each_line else ["\n".join(kept)]
        if not texts:
            return f"found an empty reply, expected {self.means}"
        expression = compiled(self.pattern)
        for text in texts:
            match = expression.fullmatch(text) if self.whole else expression.search(text)
            if (match is not None) == self.absent:
                return f"found {quoted(text)}, expected {self.means}"
        return ""
