"""A signal station that ciphers by columnar transposition and keeps a log."""

from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import CAPITALS, grouped, letters_of, plain_lines


class Station:
    """The station: its key word, and what has been sent, from number 17 on."""

    def __init__(self) -> None:
        self._key = "ZEBRA"
        self._log: list[str] = []

    def answer(self, commands: Sequence[str]) -> Answer:
        """Print the lines of each ``KEY word``, ``SEND text``, ``READ text`` and ``LOG``."""
        lines = [line for command in commands for line in self._obey(command)]
        return plain_lines(lines, CAPITALS, case=False)

    def _obey(self, command: str) -> list[str]:
        verb, _, rest = command.partition(" ")
        text = letters_of(rest)
        if verb == "KEY":
            self._key = text
            return [f"KEY {text}"]
        if verb == "SEND":
            number = 17 + len(self._log)
            self._log.append(f"{number} {self._key} {len(text)}")
            return [f"{number}: {grouped(sent(text, self._key), 5)}"]
        if verb == "READ":
            return [f"PLAIN: {read(text, self._key)}"]
        if command == "LOG":
            return self._log or ["LOG EMPTY"]
        raise ValueError(f"unknown command {command!r}")


def sent(text: str, key: str) -> str:
    """Write *text* in rows under *key*, without filling up; read columns in the order of the key's letters."""
    return "".join(text[column :: len(key)] for column in _columns(key))


def read(text: str, key: str) -> str:
    """Return the text that gives *text* when it is sent."""
    places = [index for column in _columns(key) for index in range(len(text))[column :: len(key)]]
    back = dict(zip(places, text, strict=True))
    return "".join(back[index] for index in range(len(text)))


def _columns(key: str) -> list[int]:
    return sorted(range(len(key)), key=lambda column: (key[column], column))
