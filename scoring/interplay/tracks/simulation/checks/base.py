"""What a kind of check is."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from interplay.core.records import Record

Verdict = Literal["pass", "fail"]


class Params(Record, frozen=True):
    """The parameters of one kind; each kind has its own."""


class Result(Struct, frozen=True):
    """What a check found; ``reason`` says it to a person, in the words "found ..., expected ..." where it failed."""

    verdict: Verdict
    reason: str = ""


class Kind(Struct, frozen=True):
    """A kind of check: the type of its parameters, and a pure function of parameters and reply.

    The function returns why the reply fails, or nothing where it passes. It never raises, whatever the reply, and takes
    time linear in its length. ``literal``: it is given the reply letter by letter, because a machine reads it; else
    typographic variants are made plain before (see ``reading.plain``).
    """

    params: type[Any]
    check: Callable[[Any, str], str]
    literal: bool = False


def table(name: str) -> dict[str, dict[str, str]]:
    """Return the names and values that the file *name* beside the checks holds, by section."""
    return msgspec.toml.decode(files(__package__).joinpath(name).read_bytes(), type=dict[str, dict[str, str]])


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
