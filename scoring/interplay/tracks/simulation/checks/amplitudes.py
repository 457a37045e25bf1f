"""The reply lists these amplitudes, or probabilities: a basis state a line, as ``|01> 0.500-0.500i`` or ``01 50.00%``.

States that are not listed have the value zero, and may be given as zero.
"""

import re
from typing import Annotated

from msgspec import Meta

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, lines, undressed

_PART = r"(?:0|[1-9]\d{0,4})(?:\.\d{1,12})?"
_ENTRY = re.compile(
    rf"\s*\|?([01]{{1,8}})[>\u27e9]?:?\s+(?:(-?{_PART}) ?%|(-?{_PART})(?:\s?([-+])\s?({_PART})i)?)", re.ASCII
)


class AmplitudesParams(Params, frozen=True):
    """The basis states expected, each a term: its label, real and imaginary part of its value.

    ``tolerance`` holds for each part; the default one accepts values rounded to three decimals, and better ones.
    """

    terms: Annotated[tuple[tuple[str, float, float], ...], Meta(min_length=1, max_length=256)]
    tolerance: float = 0.0005

    def problem(self, reply: str) -> str:
        expected = {label: complex(real, imaginary) for label, real, imaginary in self.terms}
        values: dict[str, complex] = {}
        for line in lines(body(reply)):
            match = _ENTRY.fullmatch(undressed(line))
            if match is None or match[1] in values or len(match[1]) != len(self.terms[0][0]):
                return f"found {quoted(line)}, expected each basis state once with its value"
            percent, real, sign, imaginary = match.groups()[1:]
            values[match[1]] = (
                float(percent) / 100 if percent else complex(float(real), float(f"{sign or ''}{imaginary or 0}"))
            )
        for label in sorted({*values, *expected}):
            value, due = values.get(label, 0), expected.get(label, 0)
            if max(abs((value - due).real), abs((value - due).imag)) > self.tolerance + 1e-9:
                return f"{label}: found {value:.6g}, expected {due:.6g}"
        return ""
