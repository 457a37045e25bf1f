"""A desk that answers physics problems with one number and its unit."""

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.number import NumberParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.physics.expressions import value_of
from interplay_builders.tracks.simulation.sessions import content, form

CONSTANTS: Mapping[str, float] = {
    "g": 9.81, "c": 2.998e8, "h": 6.626e-34, "e": 1.602e-19, "k": 1.381e-23, "R": 8.314, "me": 9.109e-31,
    "sigma": 5.670e-8, "pi": 3.141592653589793
}  # fmt: skip
NOTHING = "NO SOLUTION"
_NUMBER = r"-?(\d\.\d\d|\d\d\.\d|\d\d\d|\d{4}|0\.\d{3,5}|\d\.\d\de-?[1-9]\d?)"


class Problem(Record, frozen=True):
    """The formula of what is asked for, with the values that the request states, and the unit of the result."""

    formula: str
    unit: str
    values: dict[str, float] = {}


class Solver:
    """Solves each problem; none depends on another."""

    def answer(self, problem: Problem) -> Answer:
        """Return the result with its unit, or that there is none."""
        value = solved(problem)
        unit = re.escape(problem.unit)
        means = f"{NOTHING}, or a number of three digits, a blank and {problem.unit}"
        dress = (
            form("bare", BareParams(most_lines=1)),
            form("pattern", PatternParams(pattern=f"{_NUMBER} {unit}|{NOTHING}", means=means)),
        )
        if value is None:
            return Answer(NOTHING, (content("text", TextParams(accepted=(NOTHING,), case=False)), *dress))
        text = rounded(value)
        spellings = {problem.unit, problem.unit.replace("^2", "²").replace("^3", "³")}
        params = NumberParams(value=float(text), units=tuple(sorted(spellings)), where="first")
        return Answer(f"{text} {problem.unit}", (content("number", params), *dress))


def solved(problem: Problem) -> float | None:
    """Return the unrounded result, or nothing where there is none."""
    try:
        return value_of(problem.formula, {**CONSTANTS, **problem.values})
    except ValueError:
        return None


def rounded(value: float) -> str:
    """Return three significant digits: plain from 0.001 to below 10,000, else like ``1.23e5``."""
    exact = Decimal(repr(value))
    once = exact.quantize(Decimal(1).scaleb(exact.adjusted() - 2), ROUND_HALF_UP)
    short = once.quantize(Decimal(1).scaleb(once.adjusted() - 2)) if once.adjusted() > exact.adjusted() else once
    if Decimal("0.001") <= abs(short) < 10_000:
        return f"{short:f}"
    mantissa = short.scaleb(-short.adjusted()).quantize(Decimal("0.01"))
    return f"{mantissa}e{short.adjusted()}"
