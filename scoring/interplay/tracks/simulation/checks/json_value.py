"""The reply's text is JSON that equals a value; numbers within ``tolerance``, keys in any order, arrays in theirs.

An object in which a key stands twice fails.
"""

import json
import math
from typing import Any, ClassVar

import msgspec

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import body


class JsonValueParams(Params, frozen=True):
    """The value expected. ``expected`` is JSON text."""

    expected: str
    tolerance: float = 1e-9
    literal: ClassVar = True

    def problem(self, reply: str) -> str:
        text = body(reply).strip()
        try:
            value = msgspec.json.decode(text)
            json.loads(text, object_pairs_hook=_unique)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            return f"found {quoted(text)}, expected JSON: {error}"
        return _difference(value, msgspec.json.decode(self.expected), self.tolerance, "$") or ""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raise ``ValueError`` for a repeated key, which readers resolve differently."""
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f"the key {quoted(key)} stands twice")
        members[key] = value
    return members


def _difference(value: Any, expected: Any, tolerance: float, path: str) -> str | None:
    """Return the first difference; the depth is that of *expected*, which is ours."""
    if isinstance(expected, dict) and isinstance(value, dict):
        return _of_objects(value, expected, tolerance, path)
    if isinstance(expected, list) and isinstance(value, list):
        if len(value) != len(expected):
            return f"{path}: found {len(value)} elements, expected {len(expected)}"
        inner = (
            _difference(f, e, tolerance, f"{path}[{i}]") for i, (f, e) in enumerate(zip(value, expected, strict=True))
        )
        return next((d for d in inner if d is not None), None)
    if _is_number(expected) and _is_number(value):
        close = math.isfinite(value) and abs(value - expected) <= tolerance + 1e-12 * abs(expected)
        return None if close else f"{path}: found {value:.12g}, expected {expected:.12g}"
    same = type(value) is type(expected) and value == expected
    return None if same else f"{path}: found {_text(value)}, expected {_text(expected)}"


def _of_objects(members: dict[str, Any], expected: dict[str, Any], tolerance: float, path: str) -> str | None:
    if missing := [key for key in expected if key not in members]:
        return f"{path}: found no key {quoted(missing[0])}, expected it"
    if extra := [key for key in members if key not in expected]:
        return f"{path}: found the key {quoted(extra[0])}, expected no such key"
    inner = (_difference(members[key], value, tolerance, f"{path}.{key}") for key, value in expected.items())
    return next((d for d in inner if d is not None), None)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: Any) -> str:
    try:
        return quoted(json.dumps(value)[:200])
    except (ValueError, RecursionError):
        return type(value).__name__
