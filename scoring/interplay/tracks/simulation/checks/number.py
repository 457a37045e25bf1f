"""The reply gives this number, within a tolerance, and one of these units where there are any.

``where`` says which number of the text counts: the ``only`` one (a reply with several different ones fails), the
``last`` or the ``first``. A unit must follow its number. Numbers may have commas between thousands.
"""

import math
import re
from typing import Literal

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body, numbers


class NumberParams(Params, frozen=True):
    """The number expected. ``tolerance`` is absolute, ``relative`` a share of the value; the larger one counts."""

    value: float
    tolerance: float = 0.0
    relative: float = 0.0
    units: tuple[str, ...] = ()
    where: Literal["only", "first", "last"] = "only"

    def problem(self, reply: str) -> str:
        text = body(reply)
        values = numbers(text)
        if not values:
            return f"found no number in {quoted(text)}, expected {self.value:g}"
        if self.where == "only" and len(set(values)) > 1:
            return f"found several numbers ({', '.join(f'{n:g}' for n in values[:4])}), expected only {self.value:g}"
        number = values[0] if self.where == "first" else values[-1]
        room = max(self.tolerance, abs(self.value) * self.relative)
        if not math.isfinite(number) or abs(number - self.value) > room + 1e-12 * abs(self.value):
            return f"found {number:.12g}, expected {self.value:.12g}"
        units = "|".join(map(re.escape, self.units))
        if units and re.search(rf"\d[ \t\u00a0]*(?:{units})(?![A-Za-z0-9])", text) is None:
            return f"found {quoted(text)}, expected the unit {self.units[0]}"
        return ""
