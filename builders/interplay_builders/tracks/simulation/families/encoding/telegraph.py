"""A telegraph desk: Morse, charges by the word, and a till."""

import re
from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import fenced_lines

_SIGNS = (
    "A.- B-... C-.-. D-.. E. F..-. G--. H.... I.. J.--- K-.- L.-.. M-- N-. O--- P.--. Q--.- R.-. S... T- U..- V...- "
    "W.-- X-..- Y-.-- Z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----."
)
PENCE, LEAST_WORDS, LONG = 3, 5, 9


class Desk:
    """The desk; telegrams are numbered from 41, the till starts at 100 pence."""

    def __init__(self) -> None:
        self._till = 100
        self._next = 41
        self._charges: dict[int, int] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Print the lines of each ``SEND text``, ``RECEIVE morse``, ``CANCEL number`` and ``TILL``."""
        return fenced_lines([line for command in commands for line in self._obey(command)])

    def _obey(self, command: str) -> list[str]:
        verb, _, rest = command.partition(" ")
        if verb == "SEND":
            return self._send(words_of(rest))
        if verb == "RECEIVE":
            return [received(rest)]
        if verb == "CANCEL":
            self._till -= self._charges.pop(int(rest))
            return [f"CANCELLED {rest} TILL {self._till}"]
        if command == "TILL":
            return [f"TILL {self._till}"]
        raise ValueError(f"unknown command {command!r}")

    def _send(self, words: Sequence[str]) -> list[str]:
        counted = sum(2 if len(word) > LONG else 1 for word in words)
        charge = PENCE * max(counted, LEAST_WORDS)
        number, self._next = self._next, self._next + 1
        self._charges[number] = charge
        self._till += charge
        return [f"NUMBER {number}", f"WORDS {counted} CHARGE {charge} TILL {self._till}", morse(words)]


def words_of(text: str) -> list[str]:
    """Return the words in capitals; a full stop is the word STOP, other marks are left out."""
    return re.sub(r"[^A-Z0-9 ]", "", text.upper().replace(".", " STOP ")).split()


def morse(words: Sequence[str]) -> str:
    """Return words in Morse: a blank between letters, `` / `` between words."""
    code = {sign[0]: sign[1:] for sign in _SIGNS.split()}
    return " / ".join(" ".join(code[c] for c in word) for word in words)


def received(text: str) -> str:
    """Return what Morse says, in capitals."""
    letter = {sign[1:]: sign[0] for sign in _SIGNS.split()}
    return " ".join("".join(letter[sign] for sign in word.split()) for word in text.split(" / "))
