"""The reply's text is a sequence of plain lines and JSON values, one after the other.

Plain lines are compared with white space collapsed, JSON values as by ``json_value``, on one line or several. A tuple
of ``expected`` that reads as a JSON object or array is one, anything else is a plain line.
"""

import json
from typing import Annotated, ClassVar

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.json_value import JsonValueParams
from interplay.tracks.simulation.checks.reading import body, collapsed

_OPENERS = ("{", "[")


class JsonSequenceParams(Params, frozen=True):
    """The plain lines and JSON values expected, in order. ``case``: upper and lower case of plain lines differ."""

    expected: Annotated[tuple[str, ...], Meta(min_length=1, max_length=40)]
    tolerance: float = 1e-9
    case: bool = True
    literal: ClassVar = True

    def problem(self, reply: str) -> str:
        rest = body(reply).replace("\r\n", "\n").replace("\r", "\n").strip()
        for number, expected in enumerate(self.expected, 1):
            taken, rest = _split(rest, is_json=expected.startswith(_OPENERS))
            if problem := _problem(taken, expected, self):
                return f"part {number}: {problem}"
        return f"found {quoted(rest)} at the end, expected nothing more" if rest else ""


def _split(text: str, *, is_json: bool) -> tuple[str, str]:
    """Return the first JSON value or line of *text*, and what follows it."""
    if is_json and text.startswith(_OPENERS):
        try:
            _, end = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            end = len(text)
    else:
        end = (text + "\n").index("\n")
    return text[:end].rstrip(), text[end:].lstrip()


def _problem(taken: str, expected: str, params: JsonSequenceParams) -> str:
    if expected.startswith(_OPENERS):
        return JsonValueParams(expected=expected, tolerance=params.tolerance).problem(taken)
    actual, wanted = collapsed(taken), collapsed(expected)
    same = actual == wanted or (not params.case and actual.casefold() == wanted.casefold())
    return "" if same else f"found {quoted(taken)}, expected {quoted(expected)}"
