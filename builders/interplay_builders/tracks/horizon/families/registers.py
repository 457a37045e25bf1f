"""A machine with four registers in formal notation: most instructions look at registers before they change any."""

from collections.abc import Callable, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Command, Effect, State

NAMES = ("A", "B", "C", "D")
SIZE = 1_000
"""Registers contain numbers below this."""
FACTORS = (3, 7, 9, 11)
"""What may be multiplied by: numbers that lose nothing of three digits."""


class Machine(State):
    """Registers, faults, and the last instruction that changed a register."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.registers = dict(values)
        self.faults = 0
        self.last: Command | None = None
        self.recent = NAMES[0]
        """The register that changed last: what comes next rather looks at it."""

    def obey(self, command: Command) -> Effect:
        """Carry out an instruction."""
        effect = _VERBS[command.verb](self, *command.args)
        if effect and effect[0] != REFUSED and command.verb != "REDO":
            self.last = command
        return effect

    def values(self) -> tuple[str, ...]:
        return (*map(str, self.registers.values()), str(self.faults))

    def add(self, target: str, source: str) -> Effect:
        """Add a register to another."""
        return self._change((target, self.registers[target] + self.registers[source]))

    def plus(self, target: str, number: int) -> Effect:
        """Add a number."""
        return self._change((target, self.registers[target] + number))

    def subtract(self, target: str, source: str) -> Effect:
        """Subtract a register from another."""
        return self._change((target, self.registers[target] - self.registers[source]))

    def multiply(self, target: str, number: int) -> Effect:
        """Multiply by a number."""
        return self._change((target, self.registers[target] * number))

    def take(self, target: str, source: str) -> Effect:
        """Subtract a register that is not greater; a fault otherwise."""
        if self.registers[source] > self.registers[target]:
            return self._fault()
        return self.subtract(target, source)

    def swap(self, first: str, other: str) -> Effect:
        """Exchange two registers."""
        return self._change((first, self.registers[other]), (other, self.registers[first]))

    def order(self, first: str, other: str) -> Effect:
        """Exchange two registers where the first is the greater one."""
        return self.swap(first, other) if self.registers[first] > self.registers[other] else ()

    def odd(self, target: str, source: str, number: int) -> Effect:
        """Add a number to one register where another one is odd, and subtract it where that is even."""
        sign = 1 if self.registers[source] % 2 else -1
        return self._change((target, self.registers[target] + sign * number))

    def greater(self, target: str, first: str, other: str) -> Effect:
        """Add the greater of two registers to a third."""
        return self._change((target, self.registers[target] + max(self.registers[first], self.registers[other])))

    def redo(self) -> Effect:
        """Carry out the last instruction again that changed a register; a fault where there is none."""
        return self._fault() if self.last is None else _VERBS[self.last.verb](self, *self.last.args)

    def _change(self, *values: tuple[str, int]) -> Effect:
        """Set registers; return by how much each changed, nothing where none did."""
        changes = []
        self.recent = values[0][0]
        for name, value in values:
            before, self.registers[name] = self.registers[name], value % SIZE
            changes.append((name, (value - before) % SIZE))
        return tuple(changes) if any(change for _, change in changes) else ()

    def _fault(self) -> Effect:
        self.faults += 1
        return (REFUSED,)


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "ADD": Machine.add,
    "PLUS": Machine.plus,
    "SUB": Machine.subtract,
    "MUL": Machine.multiply,
    "TAKE": Machine.take,
    "SWAP": Machine.swap,
    "ORDER": Machine.order,
    "ODD": Machine.odd,
    "MAX": Machine.greater,
    "REDO": Machine.redo,
}
_CHANCES = (*("ADD", "SUB", "TAKE", "MAX", "MUL") * 4, "REDO", "REDO", "ODD", "ORDER", "SWAP", "PLUS")


class Registers:
    """The family of register machines."""

    name = "registers"

    def start(self, stream: Stream) -> Machine:
        return Machine({name: stream.below(SIZE) for name in NAMES})

    def facts(self, start: Machine) -> Mapping[str, str]:
        return {"values": ", ".join(f"{name} = {value}" for name, value in start.registers.items())}

    def report(self, start: Machine) -> tuple[Line, ...]:
        return tuple(Line(label=name, kind="number") for name in (*start.registers, "Faults"))

    def order(self, engine: Machine, stream: Stream) -> Command:
        verb = stream.choice(_CHANCES)
        first, other, third = stream.sample(NAMES, 3)
        if other != engine.recent and stream.below(8):
            first, other = (other, engine.recent) if first == engine.recent else (first, engine.recent)
            third = next(name for name in NAMES if name not in {first, other})
        match verb:
            case "REDO":
                return Command(verb)
            case "PLUS":
                return Command(verb, (first, 1 + stream.below(SIZE - 1)))
            case "MUL":
                return Command(verb, (other, stream.choice(FACTORS)))
            case "ODD":
                return Command(verb, (first, other, 1 + stream.below(SIZE - 1)))
            case "MAX":
                return Command(verb, (first, other, third))
        return Command(verb, (first, other))

    def question(self, engine: Machine, stream: Stream) -> Command:  # noqa: ARG002  the interface's signature
        return Command("SHOW", (stream.choice(NAMES),))


FAMILY = Registers()
