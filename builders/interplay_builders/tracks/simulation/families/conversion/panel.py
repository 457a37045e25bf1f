"""A panel of four registers of eight bits, with two's complement and two flags."""

from collections.abc import Sequence

from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import fenced_lines
from interplay_builders.tracks.simulation.sessions import form

_DISPLAY = PatternParams(
    pattern=r"[A-D] [01]{8} [0-9A-F]{2} \d+ -?\d+|CY=[01] OV=[01]|(?i:refused): \S+|(?i:ready)",
    means="lines of the panel, hex digits in capitals",
    each_line=True,
)


class Panel:
    """The panel: registers A to D and the flags CY and OV start at 0."""

    def __init__(self) -> None:
        self._values = dict.fromkeys("ABCD", 0)
        self._carry = self._overflow = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return what ``show``, ``flags`` and refused commands print, or ``ready`` where nothing is printed."""
        lines = [line for command in commands if (line := self._obey(command))]
        return fenced_lines(lines or ["ready"], form("pattern", _DISPLAY), case=False)

    def _obey(self, command: str) -> str:
        verb, *names = command.split()
        if verb == "flags":
            return f"CY={self._carry} OV={self._overflow}"
        register = names[0]
        value = self._values[register]
        if verb == "show":
            return f"{register} {value:08b} {value:02X} {value} {signed(value)}"
        if verb == "load":
            number = int(names[1], 0)
            if not -128 <= number <= 255:
                return f"refused: {names[1]}"
            self._values[register] = number % 256
        elif verb in {"add", "sub"}:
            self._values[register] = self._sum(value, self._values[names[1]], 1 if verb == "add" else -1)
        else:
            self._values[register] = self._bitwise(verb, value, names[-1])
        return ""

    def _sum(self, first: int, other: int, sign: int) -> int:
        total = first + sign * other
        self._carry = int(not 0 <= total <= 255)
        self._overflow = int(not -128 <= signed(first) + sign * signed(other) <= 127)
        return total % 256

    def _bitwise(self, verb: str, value: int, name: str) -> int:
        if verb in {"and", "xor"}:
            other = self._values[name]
            return value & other if verb == "and" else value ^ other
        if verb in {"not", "neg"}:
            return (-value - (verb == "not")) % 256
        places = int(name)
        shifted = {"shl": value << places, "lsr": value >> places, "asr": signed(value) >> places}
        return shifted[verb] % 256


def signed(value: int) -> int:
    """Return the two's-complement value of a byte."""
    return value - 256 if value > 127 else value
