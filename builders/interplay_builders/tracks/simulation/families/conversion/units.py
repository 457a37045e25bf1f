"""A converter with stated factors that rounds to significant digits."""

import re
from collections.abc import Sequence
from fractions import Fraction

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import plain_lines
from interplay_builders.tracks.simulation.sessions import form

_BASES = """
m m 1 | km m 1000 | cm m 0.01 | mm m 0.001 | in m 0.0254 | ft m 0.3048 | yd m 0.9144 | mi m 1609.344 | nmi m 1852
kg kg 1 | g kg 0.001 | lb kg 0.45359237 | oz kg 0.028349523125 | st kg 6.35029318
L L 1 | mL L 0.001 | gal L 3.785411784 | cup L 0.2365882365
s s 1 | min s 60 | h s 3600
"""
_LINE = PatternParams(pattern=r"-?\d+(\.\d+)? \S+( \S+)?", means="a number, a space and a unit", each_line=True)


class Converter:
    """Takes ``amount unit [amount unit ...] -> unit, N digits``; temperatures are in C and F."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return one line for each conversion."""
        return plain_lines([_converted(command) for command in commands], form("pattern", _LINE))


def _converted(command: str) -> str:
    match = re.fullmatch(r"(.+) -> (\S+(?: km)?), (\d) digits", command)
    if match is None:
        raise ValueError(f"unknown command {command!r}")
    parts = match[1].split()
    amounts = [(Fraction(parts[i]), parts[i + 1]) for i in range(0, len(parts), 2)]
    unit = match[2]
    return f"{significant(_in(amounts, unit), int(match[3]))} {unit.replace('L/100km', 'L/100 km')}"


def _in(amounts: Sequence[tuple[Fraction, str]], unit: str) -> Fraction:
    (first, given), *_ = amounts
    if unit in {"C", "F"}:
        return (first - 32) * Fraction(5, 9) if unit == "C" else first * Fraction(9, 5) + 32
    if (given, unit) == ("mi/gal", "L/100km"):
        return 100 * _factor("L", "gal") / (first * _factor("km", "mi"))
    return sum((amount * _factor(unit, other) for amount, other in amounts), Fraction(0))


def _factor(unit: str, given: str) -> Fraction:
    """Return how many *unit* there are in one *given*; both may be quotients such as ``km/h``."""
    first, other = _base(given), _base(unit)
    if first[0] != other[0]:
        raise ValueError(f"cannot turn {given} into {unit}")
    return first[1] / other[1]


def _base(unit: str) -> tuple[tuple[str, ...], Fraction]:
    table = {name: (base, Fraction(size)) for name, base, size in (e.split() for e in re.split(r"[|\n]", _BASES) if e)}
    parts = [table[part] for part in unit.split("/")]
    size = parts[0][1] / parts[1][1] if len(parts) > 1 else parts[0][1]
    return tuple(base for base, _ in parts), size


def significant(number: Fraction, digits: int) -> str:
    """Return *number* with *digits* significant digits, halves away from zero, without an exponent."""
    size = abs(number)
    exponent = len(str(int(size))) - 1 if size >= 1 else -next(n for n in range(1, 40) if size * 10**n >= 1)
    units = int(size / Fraction(10) ** (exponent - digits + 1) + Fraction(1, 2))
    places = digits - 1 - exponent
    if units == 10**digits:
        units, places = units // 10, places - 1
    text = str(units * 10 ** max(0, -places))
    if places > 0:
        text = text.rjust(places + 1, "0")
        text = f"{text[:-places]}.{text[-places:]}"
    return f"-{text}" if number < 0 else text
