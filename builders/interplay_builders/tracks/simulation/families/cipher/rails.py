"""A rail fence, which may start on any rail."""

import re
from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import grouped, letters_of, plain_symbols


class Rails:
    """Takes one ``fence N: text``, ``fence N from K: text``, ``unfence N: text`` or ``unfence N from K: text``."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return ciphertext in groups of five, plaintext in one piece."""
        (command,) = commands
        match = re.fullmatch(r"(un)?fence (\d)(?: from (\d))?: (.+)", command)
        if match is None:
            raise ValueError(f"unknown command {command!r}")
        rails, first, text = int(match[2]), int(match[3] or 1), letters_of(match[4])
        if match[1]:
            return plain_symbols(unfenced(text, rails, first), r"[A-Z]+", "capitals in one piece")
        text_ = grouped(fenced(text, rails, first), 5)
        return plain_symbols(text_, r"([A-Z]{5} )*[A-Z]{1,5}", "capitals in groups of five")


def order(length: int, rails: int, first: int) -> list[int]:
    """Return the places of the text in the order in which they are read off; the zigzag starts down from *first*."""
    period = 2 * rails - 2
    phases = [(index + first - 1) % period for index in range(length)]
    return sorted(range(length), key=lambda index: (min(phases[index], period - phases[index]), index))


def fenced(text: str, rails: int, first: int) -> str:
    """Return *text* read off rail by rail."""
    return "".join(text[index] for index in order(len(text), rails, first))


def unfenced(text: str, rails: int, first: int) -> str:
    """Return the text that gives *text* when it is read off."""
    back = dict(zip(order(len(text), rails, first), text, strict=True))
    return "".join(back[index] for index in range(len(text)))
