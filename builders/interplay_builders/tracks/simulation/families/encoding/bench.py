"""A workbench with one buffer of bytes."""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import fenced_lines, plain_lines


class Bench:
    """The bench; its buffer starts empty."""

    def __init__(self) -> None:
        self._bytes = b""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return what ``show`` and ``len`` print, in a block, or ``ok`` alone where nothing is printed."""
        lines = [line for command in commands if (line := self._obey(command)) is not None]
        return fenced_lines(lines) if lines else plain_lines(["ok"])

    def _obey(self, command: str) -> str | None:
        verb, _, rest = command.partition(" ")
        if verb == "show":
            return written(self._bytes, rest)
        if verb == "len":
            return str(len(self._bytes))
        if verb not in _CHANGES:
            raise ValueError(f"unknown command {command!r}")
        self._bytes = _CHANGES[verb](self._bytes, rest)
        return None


def written(data: bytes, form: str) -> str:
    """Return *data* as ``hex``, ``b64``, ``text`` or ``dec``."""
    if not data:
        return "(empty)"
    if form == "hex":
        return data.hex(" ")
    if form == "b64":
        return base64.b64encode(data).decode()
    if form == "text":
        return "".join(chr(b) if 0x20 <= b <= 0x7E else "." for b in data)
    if form == "dec":
        return " ".join(str(b) for b in data)
    raise ValueError(f"unknown form {form!r}")


_CHANGES: Mapping[str, Callable[[bytes, str], bytes]] = {
    "text": lambda data, rest: data + rest.encode("ascii"),
    "hex": lambda data, rest: data + binascii.unhexlify(rest.replace(" ", "")),
    "b64": lambda data, rest: data + base64.b64decode(rest, validate=True),
    "drop": lambda data, rest: data[int(rest) :],
    "chop": lambda data, rest: data[: len(data) - int(rest)],
    "flip": lambda data, _: data[::-1],
    "xor": lambda data, rest: bytes(b ^ int(rest, 16) for b in data),
    "clear": lambda *_: b"",
}
