"""A beaker on a bench: water and solutes, commands, molar masses; exact decimals throughout."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.quantities import QuantitiesParams, Quantity
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.families.chemistry.formulas import FormulaError, molar_mass
from interplay_builders.tracks.simulation.sessions import content, fence, form

MASSES: Mapping[str, Decimal] = {
    "H": Decimal("1.008"), "C": Decimal("12.011"), "N": Decimal("14.007"), "O": Decimal("15.999"),
    "Na": Decimal("22.990"), "Mg": Decimal("24.305"), "S": Decimal("32.06"), "Cl": Decimal("35.45"),
    "K": Decimal("39.098"), "Ca": Decimal("40.078"), "Cu": Decimal("63.546"),
}  # fmt: skip
_COMMAND = re.compile(r"(WATER|POUR|BOIL) ([\d.]+) mL|ADD ([\d.]+) (g|mmol) (\S+)|MASS (\S+)")
_FORM = PatternParams(
    pattern=r"M \S+ = \d+\.\d{3} g/mol|refused = \d|V = \d+\.\d mL|\S+ = \d+\.\d{4} mol/L|\S+ = \d+\.\d{2} mmol",
    means="a line such as V = 250.0 mL, with the decimals of the brief",
    each_line=True,
)
Line = tuple[str, str, str]


class RefusalError(Exception):
    """A command that the beaker does not carry out."""


@dataclass(slots=True)
class _Beaker:
    """Volume in mL, solutes in mmol by formula in the order in which they went in."""

    volume: Decimal = Decimal(0)
    solutes: dict[str, Decimal] = field(default_factory=dict)

    def obey(self, command: str) -> Line | None:
        """Carry out one command; return the line that it prints, if any; raise ``RefusalError``."""
        match = _COMMAND.fullmatch(command)
        if match is None:
            raise ValueError(f"found {command!r}, expected a command of the bench")
        if match[6]:
            return (f"M {match[6]}", _rounded(_mass(match[6]), 3), "g/mol")
        if match[3]:
            self._add(Decimal(match[3]), match[4], match[5])
        else:
            self._change(match[1], Decimal(match[2]))
        return None

    def _add(self, amount: Decimal, unit: str, formula: str) -> None:
        mass = _mass(formula)
        self.solutes[formula] = self.solutes.get(formula, Decimal(0)) + (
            amount * 1000 / mass if unit == "g" else amount
        )

    def _change(self, verb: str, volume: Decimal) -> None:
        if (verb == "POUR" and volume > self.volume) or (verb == "BOIL" and volume >= self.volume):
            raise RefusalError
        if verb == "POUR":
            kept = (self.volume - volume) / self.volume
            self.solutes = {formula: kept * amount for formula, amount in self.solutes.items() if kept}
        self.volume += volume if verb == "WATER" else -volume

    def report(self) -> Iterator[Line]:
        """Yield volume and solutes."""
        yield ("V", _rounded(self.volume, 1), "mL")
        for formula, amount in self.solutes.items():
            dry = not self.volume
            yield (
                (formula, _rounded(amount, 2), "mmol")
                if dry
                else ((formula, _rounded(amount / self.volume, 4), "mol/L"))
            )


class Bench:
    """A bench with a beaker, which is empty at first."""

    def __init__(self) -> None:
        self._beaker = _Beaker()

    def answer(self, commands: Sequence[str]) -> Answer:
        """Carry out the commands, joined by semicolons as the user types them, and report."""
        return _answer(tuple(_lines(self._beaker, ";".join(commands))))


def _lines(beaker: _Beaker, commands: str) -> Iterator[Line]:
    for number, command in enumerate(commands.split(";"), 1):
        try:
            line = beaker.obey(command.strip())
        except RefusalError:
            line = ("refused", str(number), "")
        if line is not None:
            yield line
    yield from beaker.report()


def _answer(lines: Sequence[Line]) -> Answer:
    expected = tuple(Quantity(label=label, value=float(value), units=(unit,)) for label, value, unit in lines)
    text = "\n".join(f"{label} = {value} {unit}".strip() for label, value, unit in lines)
    checks = (content("quantities", QuantitiesParams(expected=expected)), BLOCK, form("pattern", _FORM))
    return Answer(text, checks, encode=fence)


def _mass(formula: str) -> Decimal:
    try:
        return molar_mass(formula, MASSES)
    except FormulaError as error:
        raise RefusalError from error


def _rounded(value: Decimal, places: int) -> str:
    return str(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))
