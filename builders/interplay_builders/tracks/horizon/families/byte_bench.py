"""Six bytes and a carry in formal notation: the bytes determine rotations, summands and addresses."""

from collections.abc import Callable, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Command, Effect, State

SIZE = 6
"""Bytes in the buffer."""
NAMES = tuple(f"b{number}" for number in range(SIZE))
TOP = 255


class Bench(State):
    """Bytes, the carry, faults, and the instructions that AGAIN and RETRY refer to."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.bytes = dict(values)
        self.carry = 0
        self.faults = 0
        self.last: Command | None = None
        self.failed: Command | None = None
        self.recent = NAMES[0]
        """The byte that was changed last: what comes next rather looks at it."""
        self.repeated = False
        """Whether the last instruction was AGAIN or RETRY."""

    def obey(self, command: Command) -> Effect:
        """Carry out an instruction."""
        self.repeated = command.verb in _AGAIN
        meant = {"AGAIN": self.last, "RETRY": self.failed}.get(command.verb, command)
        if meant is None:
            self.faults += 1
            return (REFUSED,)
        effect = _VERBS[meant.verb](self, *meant.args)
        if effect[:1] == (REFUSED,):
            self.failed = meant
        else:
            self.last = meant
            self.recent = meant.args[0] if isinstance(meant.args[0], str) else self.recent
        return effect

    def values(self) -> tuple[str, ...]:
        return (*map(str, self.bytes.values()), str(self.carry), str(self.faults))

    def xor(self, target: str, source: str) -> Effect:
        """Combine a byte with another."""
        return self._mix(target, self.bytes[source])

    def at(self, target: str, source: str) -> Effect:
        """Combine a byte with the one whose number another gives; a fault where that is the byte itself."""
        meant = NAMES[self.bytes[source] % SIZE]
        return self._fault() if meant == target else self._mix(target, self.bytes[meant])

    def add(self, target: str, source: str) -> Effect:
        """Add another byte and the carry; the carry is what does not fit."""
        number, before = self.bytes[source] + self.carry, self.carry
        self.carry, self.bytes[target] = divmod(self.bytes[target] + number, TOP + 1)
        return ("added", target, number, self.carry) if number or before else ()

    def subtract(self, target: str, source: str) -> Effect:
        """Subtract a byte that is not greater; a fault otherwise."""
        number = self.bytes[source]
        if number > self.bytes[target]:
            return self._fault()
        self.bytes[target] -= number
        return ("subtracted", target, number) if number else ()

    def left(self, target: str, source: str) -> Effect:
        """Rotate to the left by as many places as the lowest three bits of another byte say."""
        return self._rotate(target, self.bytes[source] % 8)

    def right(self, target: str, source: str) -> Effect:
        """Rotate to the right in the same way."""
        return self._rotate(target, -self.bytes[source] % 8)

    def nibbles(self, target: str) -> Effect:
        """Exchange the upper and the lower four bits."""
        return self._rotate(target, 4)

    def odd(self, target: str, source: str) -> Effect:
        """Invert all bits of a byte where another has an odd number of ones; otherwise rotate it by one to the left."""
        return self._mix(target, TOP) if self.bytes[source].bit_count() % 2 else self._rotate(target, 1)

    def switch(self, first: str, other: str) -> Effect:
        """With the carry set, exchange two bytes and clear it; otherwise combine them and set it."""
        self.carry = 1 - self.carry
        if self.carry:
            return "set", *self._mix(first, self.bytes[other])
        self.bytes[first], self.bytes[other] = self.bytes[other], self.bytes[first]
        return "exchanged", first, other

    def _mix(self, target: str, mask: int) -> Effect:
        self.bytes[target] ^= mask
        return ("mixed", target, mask) if mask else ()

    def _rotate(self, target: str, places: int) -> Effect:
        before = self.bytes[target]
        self.bytes[target] = (before << places | before >> (8 - places)) & TOP
        return ("rotated", target, places) if self.bytes[target] != before else ()

    def _fault(self) -> Effect:
        self.faults += 1
        return (REFUSED,)


_VERBS: Mapping[str, Callable[..., Effect]] = {
    "XOR": Bench.xor,
    "XAT": Bench.at,
    "ADC": Bench.add,
    "SUB": Bench.subtract,
    "ROL": Bench.left,
    "ROR": Bench.right,
    "NIB": Bench.nibbles,
    "ODD": Bench.odd,
    "CAR": Bench.switch,
}
_AGAIN = frozenset({"AGAIN", "RETRY"})
_CHANCES = (*("XOR", "ADC", "SUB", "ROL", "ROR") * 5, *("XAT", "CAR") * 3, *("ODD", "AGAIN") * 2, "NIB", "RETRY")


class ByteBench:
    """The family of byte benches."""

    name = "byte_bench"

    def start(self, stream: Stream) -> Bench:
        return Bench({name: stream.below(TOP + 1) for name in NAMES})

    def facts(self, start: Bench) -> Mapping[str, str]:
        return {"values": ", ".join(f"{name} = {value}" for name, value in start.bytes.items())}

    def report(self, start: Bench) -> tuple[Line, ...]:
        return tuple(Line(label=name, kind="number") for name in (*start.bytes, "Carry", "Faults"))

    def order(self, engine: Bench, stream: Stream) -> Command:
        """Draw an instruction; most look at the byte that was changed last."""
        verb = stream.choice([name for name in _CHANCES if not (engine.repeated and name in _AGAIN)])
        if verb in _AGAIN:
            return Command(verb)
        if verb == "NIB":
            return Command(verb, (stream.choice(NAMES),))
        target, source = stream.sample(NAMES, 2)
        if stream.below(12):
            source = engine.recent
            target = stream.choice([name for name in NAMES if name != source])
        return Command(verb, (target, source))

    def question(self, engine: Bench, stream: Stream) -> Command:  # noqa: ARG002  the interface's signature
        return Command("SHOW", (stream.choice(NAMES),))


FAMILY = ByteBench()
