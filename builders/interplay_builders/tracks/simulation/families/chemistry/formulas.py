"""Chemical formulas: which elements they hold, which charge, and what they weigh."""

import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal

_PIECE = re.compile(r"(?P<element>[A-Z][a-z]?)|(?P<open>[(\[])|(?P<close>[)\]])(?P<times>\d*)|(?P<count>\d+)")


class FormulaError(ValueError):
    """A formula that cannot be read."""


def charge_of(formula: str) -> int:
    """Return the charge after the caret, as in ``SO4^2-``; 0 without one."""
    _, _, charge = formula.partition("^")
    if not charge:
        return 0
    return int(charge[:-1] or 1) * (1 if charge[-1] == "+" else -1)


def atoms_of(formula: str) -> Counter[str]:
    """Count the atoms of a formula with brackets and dots, as in ``CuSO4.5H2O``; an electron has none."""
    total: Counter[str] = Counter()
    for part in formula.partition("^")[0].split("."):
        times = re.match(r"\d*", part)
        number = int(times[0]) if times and times[0] else 1
        for element, count in _atoms(part[len(times[0]) if times else 0 :]).items():
            total[element] += number * count
    return total


def _atoms(part: str) -> Counter[str]:
    if part == "e":
        return Counter()
    stack: list[Counter[str]] = [Counter()]
    last: Counter[str] = Counter()
    at = 0
    while at < len(part):
        match = _PIECE.match(part, at)
        if match is None:
            raise FormulaError(f"found {part[at:]!r} in {part!r}, expected an element or a bracket")
        at = match.end()
        if match["open"]:
            stack.append(Counter())
        elif match["element"]:
            last = Counter({match["element"]: 1})
            stack[-1].update(last)
        elif match["count"]:
            stack[-1].update({element: count * (int(match["count"]) - 1) for element, count in last.items()})
        else:
            group = stack.pop()
            stack[-1].update({element: count * int(match["times"] or 1) for element, count in group.items()})
    if len(stack) != 1 or not part:
        raise FormulaError(f"found {part!r}, expected a formula with closed brackets")
    return stack[0]


def molar_mass(formula: str, masses: Mapping[str, Decimal]) -> Decimal:
    """Return the mass in g/mol; raise ``FormulaError`` for an element without a mass."""
    atoms = atoms_of(formula)
    if missing := sorted(set(atoms) - set(masses)):
        raise FormulaError(f"found {missing[0]!r} in {formula!r}, expected an element of the table")
    return sum((masses[element] * count for element, count in atoms.items()), Decimal(0))
