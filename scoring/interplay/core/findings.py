"""What is wrong with a file, and where."""

import re
from pathlib import Path
from typing import Literal

from interplay.core.records import Record
from interplay.core.text import quoted


class Finding(Record, frozen=True):
    """Something wrong with a file: where, what was found and what was expected."""

    severity: Literal["error", "warning"]
    message: str
    file: str
    line: int | None = None
    path: str = "$"

    def __str__(self) -> str:
        """Return ``FILE:LINE: $.path: message``, leaving out what is not known."""
        line = self.file if self.line is None else f"{self.file}:{self.line}"
        inside = "" if self.path == "$" else f"{self.path}: "
        return f"{line}: {inside}{self.message}"


def printed_path(path: Path) -> str:
    """Return *path* as findings name it: without the half characters that stand for bytes that are not UTF-8."""
    return str(path).encode("utf-8", "replace").decode("utf-8")


def json_path(path: str, step: str | int) -> str:
    """Return the JSON path of what stands at *step* within *path*; keys that are not plain names are quoted."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    return f"{path}.{step}" if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,79}", step) else f"{path}[{quoted(step)}]"
