"""Two quantum simulators: one keeps a state and prints amplitudes, one gives measurement probabilities."""

from collections.abc import Sequence

from interplay.tracks.simulation.checks.amplitudes import AmplitudesParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import BLOCK
from interplay_builders.tracks.simulation.families.circuit.states import State, applied, basis, rounded
from interplay_builders.tracks.simulation.sessions import content, fence, form

PLUS = r"\d\.\d{3}"
ABOVE_ZERO = r"(?:[1-9]\.\d{3}|0\.(?:[1-9]\d\d|0[1-9]\d|00[1-9]))"


class Register:
    """Three qubits; gates add up over messages."""

    def __init__(self) -> None:
        self._states: list[State] = [basis("000")]

    def answer(self, commands: Sequence[str]) -> Answer:
        """Apply gates, ``undo 2`` (gates) and ``start 101``; print all amplitudes that are not zero."""
        for command in commands:
            verb, _, rest = command.partition(" ")
            if verb == "undo":
                del self._states[max(1, len(self._states) - int(rest)) :]
            elif verb == "start":
                self._states = [basis(rest)]
            else:
                self._states.append(applied(self._states[-1], command))
        state = self._states[-1]
        lines = [f"|{label}> {_amplitude(value)}" for label, value in state.items()]
        pattern = r"\n".join(rf"\|{label}> (?:{PLUS}|-{ABOVE_ZERO})(?:\+{PLUS}|-{ABOVE_ZERO})i" for label in state)
        terms = tuple((label, value.real, value.imag) for label, value in state.items())
        return Answer(
            fence("\n".join(lines)),
            (
                content("amplitudes", AmplitudesParams(terms=terms)),
                BLOCK,
                form("pattern", PatternParams(pattern=pattern, means="a line for each state that is not zero")),
            ),
        )


def _amplitude(value: complex) -> str:
    imaginary = rounded(value.imag, 3)
    return rounded(value.real, 3) + (imaginary if imaginary.startswith("-") else f"+{imaginary}") + "i"


class Bench:
    """Every request is a circuit of its own, from all qubits 0 to a measurement."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Take ``qubits 2``, gates, and last ``measure 1 0`` or ``measure 1 given 0=1``."""
        state = basis("0" * int(commands[0].removeprefix("qubits ")))
        for gate in commands[1:-1]:
            state = applied(state, gate)
        chances = _chances(state, commands[-1])
        ordered = sorted(chances, key=lambda label: (-round(chances[label], 9), label))
        lines = [f"{label} {rounded(100 * chances[label], 2)}%" for label in ordered]
        pattern = r"\n".join(rf"{label} \d+\.\d{{2}}%" for label in ordered)
        terms = tuple((label, chances[label], 0.0) for label in ordered)
        return Answer(
            "\n".join(lines),
            (
                content("amplitudes", AmplitudesParams(terms=terms, tolerance=0.00005)),
                BLOCK,
                form("pattern", PatternParams(pattern=pattern, means="the outcomes, most probable first")),
            ),
            encode=fence,
        )


def _chances(state: State, measurement: str) -> dict[str, float]:
    """Return the probability of each outcome, given an outcome of another qubit where there is a condition."""
    listed, _, condition = measurement.removeprefix("measure ").partition(" given ")
    qubits = [int(word) for word in listed.split()]
    chances: dict[str, float] = {}
    for label, value in state.items():
        if condition and label[int(condition[0])] != condition[2]:
            continue
        outcome = "".join(label[qubit] for qubit in qubits)
        chances[outcome] = chances.get(outcome, 0) + abs(value) ** 2
    total = sum(chances.values())
    return {outcome: chance / total for outcome, chance in chances.items()}
