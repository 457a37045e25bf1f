"""The reply is a chemical equation with these substances and coefficients, each side in its order.

Subscript digits, other arrows (``=``, ``→``), missing blanks, Markdown marks and a coefficient of 1 that is written out
are read; the formulas are compared letter by letter. A charge stands after a caret (``SO4^2-``, ``e^-``).
"""

import re
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record
from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, lines

_ARROW = re.compile(r"-{1,3}>|=>|={1,2}|[\u2192\u27f6\u21cc\u27f9\u21d2]")
_TERM = re.compile(r"\s*(\d{0,6})\s*([A-Za-z(\[][A-Za-z0-9()\[\].]{0,60}(?:\^\d{0,2}[+-])?)\s*(\+|$)", re.ASCII)
_PLAIN = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻\u2212·", "01234567890123456789+--.", "*`${}_")
_LABEL = re.compile(r"[^:]{0,60}:\s")


class Term(Record, frozen=True):
    """A substance with its coefficient."""

    coefficient: Annotated[int, Meta(ge=1)]
    formula: str


class ChemicalEquationParams(Params, frozen=True):
    """The substances expected on each side, with their coefficients, in order."""

    left: Annotated[tuple[Term, ...], Meta(min_length=1, max_length=12)]
    right: Annotated[tuple[Term, ...], Meta(min_length=1, max_length=12)]

    def problem(self, reply: str) -> str:
        equations = [line for line in lines(body(reply)) if _ARROW.search(line)]
        if len(equations) != 1:
            return f"found {len(equations)} equations, expected one"
        text = _LABEL.sub("", equations[0].translate(_PLAIN), count=1).strip()
        sides = _ARROW.split(text)
        if len(sides) != 2:
            return f"found {len(sides) - 1} arrows in {quoted(equations[0])}, expected one"
        for name, side, expected in (("left", sides[0], self.left), ("right", sides[1], self.right)):
            terms = _terms(side)
            if terms is None:
                return f"found {quoted(side)} on the {name}, expected substances joined by +"
            if terms != expected:
                return f"found {_text(terms)} on the {name}, expected {_text(expected)}"
        return ""


def _terms(side: str) -> tuple[Term, ...] | None:
    """Return the terms of one side, or nothing where it cannot be read."""
    terms, start, text = [], 0, side.strip()
    while match := _TERM.match(text, start):
        terms.append(Term(coefficient=max(int(match[1] or 1), 1), formula=match[2]))
        if not match[3]:
            return tuple(terms) if match[1] != "0" else None
        start = match.end()
        if len(terms) > 20:
            return None
    return None


def _text(terms: Sequence[Term]) -> str:
    return quoted(" + ".join(f"{t.coefficient} {t.formula}" for t in terms), 100)
