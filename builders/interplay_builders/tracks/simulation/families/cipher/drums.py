"""A machine for digits with a wired fast drum and a slow drum that adds."""

import re
from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import plain_symbols

WIRES = (7, 3, 9, 0, 5, 1, 8, 2, 6, 4)


class Drums:
    """The machine; the fast drum starts at 4, the slow one at 2."""

    def __init__(self) -> None:
        self._fast, self._slow = 4, 2

    def answer(self, commands: Sequence[str]) -> Answer:
        """Print one line for each ``TYPE digits``, ``BACK digits``, ``SET f s`` and ``WHERE``."""
        text = "\n".join(self._obey(command) for command in commands)
        pattern = r"(\d+|F\d S\d)(\n(\d+|F\d S\d))" + f"{{{len(commands) - 1}}}"
        return plain_symbols(text, pattern, "a line for each command", "0123456789FS")

    def _obey(self, command: str) -> str:
        verb, _, rest = command.partition(" ")
        if verb in {"TYPE", "BACK"} and re.fullmatch(r"[\d ]+", rest):
            return "".join(self._turned(int(c), back=verb == "BACK") for c in rest if c != " ")
        if verb == "SET":
            self._fast, self._slow = (int(c) for c in rest.split())
        elif command != "WHERE":
            raise ValueError(f"unknown command {command!r}")
        return f"F{self._fast} S{self._slow}"

    def _turned(self, digit: int, *, back: bool) -> str:
        """Turn the drums, then send a digit through them."""
        self._fast = (self._fast + 1) % 10
        if self._fast == 0:
            self._slow = (self._slow + 1) % 10
        if back:
            return str((WIRES.index((digit - self._slow) % 10) - self._fast) % 10)
        return str((WIRES[(digit + self._fast) % 10] + self._slow) % 10)
