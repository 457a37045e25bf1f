"""The reply lists these quantities, a line each: a label, ``=`` or ``:``, a number (or a word) and its unit.

Lines of another form are read over. ``m/s²`` and ``m/s^2``, ``·`` and ``*``, both signs of minus, and commas between
thousands are read; labels and units are compared letter by letter.
"""

import math
import re
from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record
from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, lines, numbers

_LINE = re.compile(r"^[\s>*\-•]*([^\s=:*][^=:*]{0,79})\s*[=:]\s*(\S{1,40})(?:\s+(\S{1,40}))?$")
_GLUED = re.compile(r"([-+]?[\d.,]+(?:e[-+]?\d+)?)([^\d.,\s]\S*)")
_PLAIN = str.maketrans("²³·\u2212\u00a0", "23*- ", "`$")


class Quantity(Record, frozen=True):
    """A line: with ``value`` a number, else a ``word``; ``units`` are the spellings that pass, an empty one is none."""

    label: str
    value: float | None = None
    word: str = ""
    units: tuple[str, ...] = ("",)
    tolerance: float = 0.0


class QuantitiesParams(Params, frozen=True):
    """The quantities expected. ``ordered``: the lines stand in this order."""

    expected: Annotated[tuple[Quantity, ...], Meta(min_length=1, max_length=30)]
    ordered: bool = True

    def problem(self, reply: str) -> str:
        amounts = [read for line in lines(body(reply)) if (read := _read(line)) is not None]
        labels, expected = [label for label, _, _ in amounts], [q.label for q in self.expected]
        if sorted(labels) != sorted(expected) or (self.ordered and labels != expected):
            return f"found the labels {quoted(', '.join(labels))}, expected {', '.join(expected)}"
        if not self.ordered:
            amounts = sorted(amounts)
        wanted = self.expected if self.ordered else sorted(self.expected, key=lambda q: q.label)
        pairs = zip(amounts, wanted, strict=True)
        return next((p for (_, value, unit), quantity in pairs if (p := _problem(quantity, value, unit))), "")


def _read(line: str) -> tuple[str, str, str] | None:
    """Return label, value and unit of a line, or nothing where it has another form."""
    match = _LINE.match(line.translate(_PLAIN).strip().strip("*")[:200])
    if match is None:
        return None
    value, unit = match[2], (match[3] or "")
    if not unit and (glued := _GLUED.fullmatch(value)) is not None:
        value, unit = glued[1], glued[2]
    return match[1].strip(), value, unit.replace("^", "")


def _problem(expected: Quantity, value: str, unit: str) -> str:
    literal = quoted(f"{value} {unit}".strip())
    if expected.value is None:
        is_right = value.casefold() == expected.word.casefold()
        return "" if is_right else f"{expected.label}: found {literal}, expected {expected.word}"
    figures = numbers(value)
    room = expected.tolerance + 1e-12 * abs(expected.value)
    if len(figures) != 1 or not math.isfinite(figures[0]) or abs(figures[0] - expected.value) > room:
        return f"{expected.label}: found {literal}, expected {expected.value:.12g}"
    units = [spelling.replace("^", "").translate(_PLAIN) for spelling in expected.units]
    return "" if unit in units else f"{expected.label}: found the unit {unit!r}, expected {expected.units[0]!r}"
