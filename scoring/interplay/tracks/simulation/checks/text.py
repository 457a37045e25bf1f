"""The reply's text equals one of the accepted ones.

The text is the inside of the reply's only fenced block, or the whole reply. Trailing blanks and empty lines at either
end never count, nor do blanks around a reply without a block. ``case``: upper and lower case differ. ``blanks``:
``exact``, or ``collapsed`` (any run of white space, line breaks included, is one blank).
"""

from typing import Annotated, Literal

from msgspec import Meta

from interplay.core.replies import bare
from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, collapsed, lines, parts


class TextParams(Params, frozen=True):
    """The texts that are accepted. ``case``: upper and lower case differ; ``blanks``: how white space is compared."""

    accepted: Annotated[tuple[str, ...], Meta(min_length=1)]
    case: bool = True
    blanks: Literal["exact", "collapsed"] = "exact"

    def problem(self, reply: str) -> str:
        dressed = (
            str if parts(reply).blocks else bare
        )  # a reply has lost the blanks around it; in a block they still stand
        actual = _normal(dressed(body(reply)), self)
        accepted = [_normal(dressed(text), self) for text in self.accepted]
        return "" if actual in accepted else _difference(actual, accepted[0])


def _normal(text: str, params: TextParams) -> str:
    normal = collapsed(text) if params.blanks == "collapsed" else "\n".join(lines(text))
    return normal if params.case else normal.casefold()


def _difference(actual: str, expected: str) -> str:
    ours, theirs = actual.split("\n"), expected.split("\n")
    for number, (line, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if line != other:
            where = f"line {number}: " if len(theirs) > 1 else ""
            return f"{where}found {quoted(line)}, expected {quoted(other)}"
    return f"found {len(ours)} lines, expected {len(theirs)}"
