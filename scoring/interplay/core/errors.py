"""Exceptions that interplay raises on purpose.

InterplayError
├── RecordError       a file does not match its schema; carries findings
├── DatasetError      the release is missing, modified or of another version
├── UnknownName       no such track, model, bot or metric
├── OutputError       a result cannot be written
├── MissingPackage    a library of an extra is not installed
├── MoveError         a move cannot be played
│   ├── UnparsableMove   the text does not follow the game's protocol
│   └── IllegalMove      the action breaks the rules in this position
├── BudgetError       a limit on calls or cost was reached
└── ModelError        a system under test gave no answer
    ├── ContextError       a request is longer than the system can take in
    ├── RefusedError       a server refuses the request as it is: sending it again cannot help
    └── FatalModelError    asking again, or asking for another item, cannot help
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from interplay.core.records import Finding

CONTEXT_CODE: Final = "context_length_exceeded"
"""What servers that speak OpenAI's protocol call a request that is longer than the model can take in."""
_TOO_LONG: Final = re.compile(
    r"context_length_exceeded|context[ _](?:length|window|size)|maximum context|requested tokens|prompt is too long"
    r"|(?:input|prompt).{0,60}(?:exceeds?|too (?:long|large)|longer than)",
    re.IGNORECASE | re.DOTALL,
)


_MOST_ALIKE = 3  # findings of one kind that get a line each; more are counted in one line


def in_lines(findings: Iterable[Finding], *, with_severity: bool = False) -> list[str]:
    """Return findings as lines; many that differ in line and values alone are one, with a count and the first lines."""
    kinds: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        kind = re.sub(r"\(did you mean[^)]*\)|'[^']*'|\"[^\"]*\"|\d+", "", finding.message)
        kinds.setdefault((finding.severity, finding.file, finding.path, kind), []).append(finding)
    lines = []
    for alike in kinds.values():
        is_many, first = len(alike) > _MOST_ALIKE, alike[:_MOST_ALIKE]
        where = f" ({len(alike):,} such lines: {', '.join(str(f.line) for f in first)}, …)" if is_many else ""
        prefixes = (f"{f.severity}: " if with_severity else "" for f in first)
        lines += [f"{prefix}{f}{where}" for prefix, f in zip(prefixes, first[:1] if is_many else first, strict=False)]
    return lines


class InterplayError(Exception):
    """Base of every error interplay raises on purpose."""


class RecordError(InterplayError):
    """A file does not match its schema; ``findings`` says where and how."""

    def __init__(self, message: str, findings: Iterable[Finding] = ()) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join([message, *(f"  {line}" for line in in_lines(self.findings))]))


class DatasetError(InterplayError):
    """The release is missing, modified or of another version."""


class UnknownName(InterplayError):  # noqa: N818  the public name says what happened, as LookupError does
    """No track, model, bot or metric has that name."""


class OutputError(InterplayError):
    """A result cannot be written."""


class MissingPackage(InterplayError):  # noqa: N818  the public name says what happened
    """A library that an extra of this package installs is missing."""


class MoveError(InterplayError):
    """A move cannot be played."""


class UnparsableMove(MoveError):  # noqa: N818  the three ways in which a reply is not a move read alike
    """The text does not follow the game's protocol."""


class IllegalMove(MoveError):  # noqa: N818
    """The action breaks the rules in the current position."""


class PathError(Exception):
    """Something well-formed that cannot have been; ``path`` is the JSON path at fault, and it becomes a finding."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__(message)


class BudgetError(InterplayError):
    """A limit on calls or cost was reached."""


class ModelError(InterplayError):
    """A system under test gave no answer to a request."""


class ContextError(ModelError):
    """A request is longer than the system can take in, and would be the next time."""


class RefusedError(ModelError):
    """A server refuses the request as it is, and would the next time."""


class FatalModelError(ModelError):
    """No request to this system can succeed (no such model, key refused)."""


def is_overflow(message: str) -> bool:
    """Return whether an error's text is about a request that is too long."""
    return _TOO_LONG.search(message[:2_000]) is not None
