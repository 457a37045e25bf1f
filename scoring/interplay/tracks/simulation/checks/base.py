"""What a kind of check is, and how reasons quote replies."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal

from msgspec import Struct

from interplay.core.records import Record

Verdict = Literal["pass", "fail"]


class Params(Record, frozen=True):
    """A kind of check: the parameters, with a pure function that looks at a reply. Each kind has a class of its own.

    ``literal``: it is given the reply letter by letter, because a machine reads it; else typographic variants are made
    plain before (see ``reading.plain``).
    """

    literal: ClassVar = False

    def problem(self, reply: str) -> str:
        """Return why the reply fails, or nothing; never raises for any reply, and takes time linear in its length."""
        raise NotImplementedError


class Result(Struct, frozen=True):
    """What a check found; ``reason`` says it to a person, in the words "found ..., expected ..." where it failed."""

    verdict: Verdict
    reason: str = ""


def compared(rows: Sequence[str], expected: Sequence[str]) -> str:
    """Return the first difference between the rows of a board and those expected, or nothing."""
    if len(rows) != len(expected):
        return f"found {len(rows)} rows of the board, expected {len(expected)}"
    pairs = enumerate(zip(rows, expected, strict=True), 1)
    return next((f"row {n}: found {quoted(row)}, expected {quoted(due)}" for n, (row, due) in pairs if row != due), "")


def quoted(text: str, longest: int = 60) -> str:
    """Return *text* as reasons quote it: escaped, and cut to *longest* characters."""
    literal = repr(text[: longest + 1])
    return literal if len(text) <= longest and len(literal) <= longest + 20 else f"{literal[:longest]}…'"


Texts = Mapping[str, str]
"""Attribute -> value."""


def different(values: Texts, expected: Texts, defaults: Texts, normal: Callable[[str, str], str]) -> str:
    """Return which attribute is not the *expected* one in its *normal* form first, or nothing; some have defaults."""
    for name in sorted({*values, *expected}):
        value, other = values.get(name, defaults.get(name)), expected.get(name, defaults.get(name))
        if value is None or other is None or normal(name, value) != normal(name, other):
            actual = "nowhere" if value is None else quoted(value)
            return f"found {name} {actual}, expected {other or 'no such attribute'}"
    return ""
