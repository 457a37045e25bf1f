"""A registrar who numbers members in Roman numerals and never gives a number twice."""

from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import plain_lines

_SIGNS = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)


class Registrar:
    """The register; the next number is XXXVIII at first."""

    def __init__(self) -> None:
        self._next = 38
        self._members: dict[int, str] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Print the lines of each ``enrol``, ``strike``, ``jump``, ``next``, ``list``, ``sum`` and ``gap``."""
        return plain_lines([line for command in commands for line in self._obey(command)])

    def _obey(self, command: str) -> list[str]:
        verb, _, rest = command.partition(" ")
        match verb:
            case "enrol":
                self._members[self._next] = rest
                self._next += 1
                return [self._line(self._next - 1)]
            case "next":
                return [numeral(self._next)]
            case "list":
                return [self._line(number) for number in sorted(self._members)] or ["NEMO"]
            case "sum":
                return [_limited(sum(self._members))]
        return self._numbered(verb, rest)

    def _numbered(self, verb: str, rest: str) -> list[str]:
        if [text for text in rest.split() if not is_numeral(text)]:
            return ["ERRATUM"]
        numbers = [value(text) for text in rest.split()]
        if verb == "strike":
            name = self._members.pop(numbers[0], None)
            return ["ERRATUM"] if name is None else [f"{rest} {name} struck"]
        if verb == "jump":
            if numbers[0] < self._next:
                return ["ERRATUM"]
            self._next = numbers[0]
            return [rest]
        if verb == "gap":
            return [_limited(abs(numbers[0] - numbers[1]))]
        raise ValueError(f"unknown command {verb!r}")

    def _line(self, number: int) -> str:
        return f"{numeral(number)} {self._members[number]}"


def _limited(number: int) -> str:
    if number > 3999:
        return "NIMIS"
    return numeral(number) if number else "NULLA"


def numeral(number: int) -> str:
    """Return the standard numeral of 1 to 3999."""
    text = ""
    for sign_value, sign in _SIGNS:
        count, number = divmod(number, sign_value)
        text += sign * count
    return text


def value(text: str) -> int:
    """Return the value of a numeral: a smaller sign before a larger one counts against it."""
    single = {sign: number for number, sign in _SIGNS if len(sign) == 1}
    values = [single[c] for c in text]
    return sum(-sign if sign < after else sign for sign, after in zip(values, [*values[1:], 0], strict=True))


def is_numeral(text: str) -> bool:
    """Tell whether *text* is the standard numeral of a number."""
    return bool(text) and set(text) <= set("MDCLXVI") and value(text) <= 3999 and numeral(value(text)) == text
