"""A Caesar machine whose dial moves on by two after each text."""

from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import CAPITALS, LETTERS, fenced_lines


class Dial:
    """The machine; the dial starts at 3 and counts modulo 26."""

    def __init__(self) -> None:
        self._dial = 3

    def answer(self, commands: Sequence[str]) -> Answer:
        """Print one line for each ``ENC text``, ``DEC text``, ``SET n`` or ``DIAL``."""
        return fenced_lines([self._obey(command) for command in commands], CAPITALS, case=False)

    def _obey(self, command: str) -> str:
        verb, _, rest = command.partition(" ")
        if verb in {"ENC", "DEC"}:
            text = shifted(rest, self._dial if verb == "ENC" else -self._dial)
            self._dial = (self._dial + 2) % 26
            return text
        if verb == "SET":
            self._dial = int(rest) % 26
        elif command != "DIAL":
            raise ValueError(f"unknown command {command!r}")
        return f"DIAL {self._dial}"


def shifted(text: str, by: int) -> str:
    """Return *text* in capitals with its letters shifted; all other characters stay."""
    return "".join(LETTERS[(LETTERS.index(c) + by) % 26] if c in LETTERS else c for c in text.upper())
