"""A machine that balances chemical equations: the kernel of the matrix of atoms and charges, in exact fractions."""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from scipy.optimize import linprog

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.chemical_equation import ChemicalEquationParams, Term
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay.tracks.simulation.records import Check
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.chemistry.formulas import atoms_of, charge_of
from interplay_builders.tracks.simulation.sessions import content, form

Rows = list[list[Fraction]]
NEVER, SEVERAL = "IMPOSSIBLE", "AMBIGUOUS"
_TERM = r"(([2-9]|[1-9]\d+) )?[A-Za-z(\[][A-Za-z0-9()\[\]]*(\^\d*[+-])?"
_FORM = PatternParams(
    pattern=rf"{_TERM}( \+ {_TERM})* -> {_TERM}( \+ {_TERM})*|{NEVER}|{SEVERAL}",
    means="an equation such as 2 H2 + O2 -> 2 H2O",
)


class Reaction(Record, frozen=True):
    """What is to be balanced: formulas joined by ``+`` on both sides of ``->``."""

    equation: str


class Balancer:
    """Balances each reaction; none depends on another."""

    def answer(self, reaction: Reaction) -> Answer:
        """Return the balanced equation, or why there is none."""
        return _answer(reaction.equation)


def _answer(equation: str) -> Answer:
    left, right = ([formula.strip() for formula in side.split(" + ")] for side in equation.split("->"))
    result = coefficients(left, right)
    dress = (form("bare", BareParams(most_lines=1, may_fence=True)), form("pattern", _FORM))
    if isinstance(result, str):
        return Answer(result, (content("text", TextParams(accepted=(result,), case=False)), *dress))
    terms = [Term(coefficient=n, formula=f) for n, f in zip(result, left + right, strict=True)]
    params = ChemicalEquationParams(left=tuple(terms[: len(left)]), right=tuple(terms[len(left) :]))
    text = " -> ".join(" + ".join(map(_text, side)) for side in (params.left, params.right))
    checks: tuple[Check, ...] = (content("chemical_equation", params), *dress)
    return Answer(text, checks)


def _text(term: Term) -> str:
    return term.formula if term.coefficient == 1 else f"{term.coefficient} {term.formula}"


def coefficients(left: Sequence[str], right: Sequence[str]) -> tuple[int, ...] | str:
    """Return the smallest whole coefficients, or why there are none: ``IMPOSSIBLE`` or ``AMBIGUOUS``."""
    rows = _matrix(left, right)
    kernel = _kernel(rows, len(left) + len(right))
    if len(kernel) == 1:
        scale = lcm(*(value.denominator for value in kernel[0]))
        whole = [int(value * scale) for value in kernel[0]]
        whole = [value // gcd(*whole) * (-1 if whole[0] < 0 else 1) for value in whole]
        return tuple(whole) if min(whole) > 0 else NEVER
    return SEVERAL if kernel and _has_positive(rows) else NEVER


def _matrix(left: Sequence[str], right: Sequence[str]) -> Rows:
    """Return a row for each element and one for the charge; the right side counts negative."""
    substances = [(formula, 1) for formula in left] + [(formula, -1) for formula in right]
    elements = sorted({element for formula, _ in substances for element in atoms_of(formula)})
    rows = [[Fraction(sign * atoms_of(formula)[element]) for formula, sign in substances] for element in elements]
    return [*rows, [Fraction(sign * charge_of(formula)) for formula, sign in substances]]


def _kernel(rows: Rows, width: int) -> Rows:
    """Return a basis of the vectors that all rows send to 0, by Gauss and Jordan."""
    reduced: Rows = [list(row) for row in rows]
    pivots: list[int] = []
    for column in range(width):
        row_at = len(pivots)
        source = next((i for i in range(row_at, len(reduced)) if reduced[i][column]), None)
        if source is None:
            continue
        reduced[row_at], reduced[source] = reduced[source], reduced[row_at]
        reduced[row_at] = [value / reduced[row_at][column] for value in reduced[row_at]]
        for i, row in enumerate(reduced):
            if i != row_at and row[column]:
                reduced[i] = [a - row[column] * b for a, b in zip(row, reduced[row_at], strict=True)]
        pivots.append(column)
    basis = []
    for free in (column for column in range(width) if column not in pivots):
        vector = [Fraction(int(column == free)) for column in range(width)]
        for row, pivot in zip(reduced, pivots, strict=False):
            vector[pivot] = -row[free]
        basis.append(vector)
    return basis


def _has_positive(rows: Rows) -> bool:
    """Return whether some vector with all values positive is sent to 0."""
    plain = [[float(value) for value in row] for row in rows]
    width = len(plain[0])
    return bool(linprog([1] * width, A_eq=plain, b_eq=[0] * len(plain), bounds=[(1, None)] * width).success)
