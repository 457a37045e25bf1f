"""A Vigenère office that also knows the autokey method."""

import re
from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import CAPITALS, LETTERS, fenced_lines


class Office:
    """Takes ``encrypt KEY: text``, ``decrypt KEY: text``, ``auto KEY: text`` and ``unauto KEY: text``."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return the texts in a code block, a line each."""
        return fenced_lines([_worked(command) for command in commands], CAPITALS, case=False)


def _worked(command: str) -> str:
    match = re.fullmatch(r"(encrypt|decrypt|auto|unauto) ([A-Z]+): (.+)", command)
    if match is None:
        raise ValueError(f"unknown command {command!r}")
    verb, key, text = match.groups()
    return keyed(text, key, back=verb in {"decrypt", "unauto"}, auto="auto" in verb)


def keyed(text: str, key: str, *, back: bool, auto: bool) -> str:
    """Add (``back``: subtract) key letters; with ``auto`` the plaintext goes on where the key word ends."""
    stream, letters, used = list(key), [], 0
    for c in text.upper():
        if c not in LETTERS:
            letters.append(c)
            continue
        by = LETTERS.index(stream[used] if auto else stream[used % len(key)])
        out = LETTERS[(LETTERS.index(c) + (-by if back else by)) % 26]
        stream.append(out if back else c)
        letters.append(out)
        used += 1
    return "".join(letters)
