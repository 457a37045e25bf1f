"""The reply's text has exactly these lines, in order unless ``ordered`` is false; blanks at line ends never count."""

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, collapsed, lines


class LineSetParams(Params, frozen=True):
    """The lines expected. ``case``: upper and lower case differ; ``blanks``: whether several in a row are one."""

    expected: Annotated[tuple[str, ...], Meta(min_length=1)]
    ordered: bool = True
    case: bool = True
    blanks: Literal["exact", "collapsed"] = "exact"

    def problem(self, reply: str) -> str:
        actual = [_normal(line, self) for line in lines(body(reply)) if line.strip()]
        expected = [_normal(line, self) for line in self.expected]
        if (actual == expected) if self.ordered else (Counter(actual) == Counter(expected)):
            return ""
        if missing := list((Counter(expected) - Counter(actual)).elements()):
            return f"found no line {quoted(missing[0])}, expected it"
        if extra := list((Counter(actual) - Counter(expected)).elements()):
            return f"found the line {quoted(extra[0])}, expected no such line"
        return "found the right lines in another order"


def _normal(line: str, params: LineSetParams) -> str:
    text = collapsed(line) if params.blanks == "collapsed" else line.strip()
    return text if params.case else text.casefold()
