"""A packer with a fixed prefix code and run lengths."""

import itertools
import re
from collections.abc import Sequence
from fractions import Fraction

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import fenced_lines, grouped

CODE = (
    ("_", "00"),
    ("E", "010"),
    ("A", "011"),
    ("N", "100"),
    ("T", "1010"),
    ("R", "1011"),
    ("S", "1100"),
    ("O", "1101"),
    ("I", "1110"),
    ("L", "11110"),
    ("D", "11111"),
)


class Packer:
    """Takes one ``pack text``, ``unpack bits``, ``size text``, ``rle text`` or ``unrle text``."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return the lines that the job prints."""
        return fenced_lines([line for command in commands for line in _done(command)])


def _done(command: str) -> list[str]:
    verb, _, rest = command.partition(" ")
    match verb:
        case "pack":
            return packed(rest)
        case "unpack":
            used, _, groups = rest.partition(": ")
            return [unpacked(groups.replace(" ", "")[: int(used)])]
        case "size":
            bits, raw = len(_bits(rest)), 8 * len(rest)
            saved = int(Fraction(100 * (raw - bits), raw) + Fraction(1, 2))
            return [f"{raw} -> {bits} bits, {saved}% saved"]
        case "rle":
            return [run_lengths(rest)]
        case "unrle":
            return [re.sub(r"(\d+)(\D)", lambda m: m[2] * int(m[1]), rest)]
    raise ValueError(f"unknown command {command!r}")


def packed(text: str) -> list[str]:
    """Return the bits of *text* in bytes, the last filled up with zeros, and how many bits are used."""
    bits = _bits(text)
    return [grouped(bits + "0" * (-len(bits) % 8), 8), f"{len(bits)} bits"]


def _bits(text: str) -> str:
    code = dict(CODE)
    return "".join(code[c] for c in text.upper().replace(" ", "_"))


def unpacked(bits: str) -> str:
    """Return the text of *bits*, with ``_`` for blanks; raise ``ValueError`` for a code that breaks off."""
    letters = {code: letter for letter, code in CODE}
    text, open_bits = "", ""
    for bit in bits:
        open_bits += bit
        if open_bits in letters:
            text, open_bits = text + letters[open_bits], ""
    if open_bits:
        raise ValueError(f"{open_bits!r} is left over")
    return text


def run_lengths(text: str) -> str:
    """Return *text* with each run of two or more as its length and the character."""
    runs = ((c, len(list(run))) for c, run in itertools.groupby(text))
    return "".join(c if n == 1 else f"{n}{c}" for c, n in runs)
