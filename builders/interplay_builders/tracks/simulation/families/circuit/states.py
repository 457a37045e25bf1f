"""State vectors of a few qubits; qubit 0 is the leftmost bit of a label."""

import cmath
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

Matrix = tuple[tuple[complex, complex], tuple[complex, complex]]
State = Mapping[str, complex]
_HALF = 1 / math.sqrt(2)
FIXED: Mapping[str, Matrix] = {
    "H": ((_HALF, _HALF), (_HALF, -_HALF)),
    "X": ((0, 1), (1, 0)),
    "Y": ((0, -1j), (1j, 0)),
    "Z": ((1, 0), (0, -1)),
    "S": ((1, 0), (0, 1j)),
    "T": ((1, 0), (0, cmath.exp(1j * math.pi / 4))),
}


def basis(label: str) -> State:
    """Return a basis state."""
    return MappingProxyType({label: 1 + 0j})


def applied(state: State, gate: str) -> State:
    """Return the state after a gate such as ``H 0``, ``RY 60 1``, ``CX 0 2`` (controls first) or ``SWAP 0 1``."""
    name, *words = gate.split()
    if name == "SWAP":
        first, other = sorted(map(int, words))
        return MappingProxyType({_swapped(label, first, other): value for label, value in state.items()})
    if name in {"RX", "RY", "P"}:
        angle, *words = words
        matrix = turning(name, math.radians(float(angle)))
    else:
        matrix = FIXED[name.lstrip("C")]
    *controls, target = map(int, words)
    if len(controls) != name.count("C"):
        raise ValueError(f"found {gate!r}, expected {name.count('C')} controls and a target")
    return _transformed(state, matrix, controls, target)


def turning(name: str, angle: float) -> Matrix:
    """Return the matrix of a rotation, or of a phase; the angle in radians."""
    cosine, sine = math.cos(angle / 2), math.sin(angle / 2)
    if name == "RX":
        return ((cosine, -1j * sine), (-1j * sine, cosine))
    if name == "RY":
        return ((cosine, -sine), (sine, cosine))
    return ((1, 0), (0, cmath.exp(1j * angle)))


def _swapped(label: str, first: int, other: int) -> str:
    bits = list(label)
    bits[first], bits[other] = bits[other], bits[first]
    return "".join(bits)


def _transformed(state: State, matrix: Matrix, controls: Sequence[int], target: int) -> State:
    sums: dict[str, complex] = {}
    for label, value in state.items():
        if any(label[control] == "0" for control in controls):
            sums[label] = sums.get(label, 0) + value
            continue
        column = int(label[target])
        for row in (0, 1):
            to = f"{label[:target]}{row}{label[target + 1 :]}"
            sums[to] = sums.get(to, 0) + matrix[row][column] * value
    return MappingProxyType({label: sums[label] for label in sorted(sums) if abs(sums[label]) > 1e-9})


def rounded(value: float, places: int) -> str:
    """Return *value* with so many decimals; raise ``ValueError`` if it is halfway between two."""
    scaled = abs(value) * 10**places
    if abs(scaled - math.floor(scaled) - 0.5) < 1e-6:
        raise ValueError(f"found {value}, expected a number that is not half-way between two of {places} decimals")
    text = f"{abs(value):.{places}f}"
    return f"-{text}" if value < 0 and float(text) else text
