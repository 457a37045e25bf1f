"""The reply gives these amplitudes, or probabilities, in any usual notation.

Either as a list, one basis state a line (``|01> 0.5-0.5i``, ``01: 50%``, ``|01⟩ = i/√2``), or as a sum of kets
(``(|00> + |11>)/sqrt(2)``). States that are not listed have the value zero, and may be given as zero.
"""

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks._vectors import NotAVectorError, Vector, number, vector
from interplay.tracks.simulation.checks.base import Kind, Params, quoted
from interplay.tracks.simulation.checks.reading import body, lines

_ENTRY = re.compile(r"[\s*|\-]{0,6}([01]{1,8})[>\u27e9\u232a|]?[\s*:=|]{1,12}([^>\s\u27e9\u232a][^>\u27e9\u232a]*)")
_NAME = re.compile(r"^[^=]{0,40}=")
_MOST_LINES = 300


class AmplitudesParams(Params, frozen=True):
    """The basis states expected, each a term: its label, real and imaginary part of its value.

    ``tolerance`` holds for each part; the default one accepts values rounded to three decimals, and better ones.
    """

    terms: Annotated[tuple[tuple[str, float, float], ...], Meta(min_length=1, max_length=256)]
    tolerance: float = 0.0005


def check(params: AmplitudesParams, reply: str) -> str:
    """Read the values and compare them."""
    width = len(params.terms[0][0])
    try:
        values = _values(body(reply), width)
    except NotAVectorError as error:
        return f"found {error}, expected a list or a sum of basis states"
    expected = {label: complex(real, imaginary) for label, real, imaginary in params.terms}
    return _compared(values, expected, params.tolerance)


def _compared(values: Mapping[str, complex], expected: Mapping[str, complex], tolerance: float) -> str:
    if not any(values):
        return f"found no basis state, expected {', '.join(expected)[:100]}"
    for label in sorted({*values, *expected}):
        value, due = values.get(label, 0), expected.get(label, 0)
        if not max(abs((value - due).real), abs((value - due).imag)) <= tolerance + 1e-9:
            return f"{label or 'constant'}: found {value:.6g}, expected {due:.6g}"
    return ""


def _values(text: str, width: int) -> Vector:
    """Return the amplitudes that a text lists, or sums up."""
    kept = [line for line in lines(text) if line.strip()][:_MOST_LINES]
    entries = [match for line in kept if (match := _ENTRY.fullmatch(line)) and len(match[1]) == width]
    if not entries:
        sums = [line for line in kept if re.search(rf"\|[01]{{{width}}}[>\u27e9\u232a]", line)]
        return vector(_NAME.sub("", " ".join(sums), count=1))
    values: Vector = {}
    for label, value in (match.groups() for match in entries):
        if label in values:
            raise NotAVectorError(f"{quoted(label)} twice")
        values[label] = number(value.rstrip("| *"))
    return values


KIND = Kind(AmplitudesParams, check)
