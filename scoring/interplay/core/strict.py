"""Strict JSON: only values that every reader understands in the same way."""

import json
import math

from interplay.core.errors import PathError
from interplay.core.records import json_path
from interplay.core.text import quoted

INT_LIMIT = 2**63
"""Integers from here on, and below the negative of it, are refused."""
MAX_DEPTH = 64
"""Levels of nesting below the key ``x``. Elsewhere the record types bound them. Every interpreter can read as many."""
TOO_DEEP = "found arrays or objects nested too deep to read, expected flat records"


class BadValue(PathError):  # noqa: N818  internal: it becomes a finding
    """A value that JSON allows and a record does not; ``path`` says where it stands."""


class _Pairs(list[tuple[str, object]]):
    """A JSON object with duplicate keys, kept as written so that the place can be named."""

    def doubled(self) -> str:
        """Return the first key that stands here for the second time."""
        before: set[str] = set()
        return next(key for key, _ in self if key in before or before.add(key))  # type: ignore[func-returns-value]


def scan(line: bytes) -> object:
    """Return the JSON value of *line*, refusing what msgspec lets through.

    Raises ``BadValue`` (which names a JSON path) for duplicate keys, lone surrogates, NaN and integers outside
    64 bits; ``RecursionError`` for nesting bombs; ``ValueError`` for text that is not JSON.
    """
    clean = True

    def pairs(items: list[tuple[str, object]]) -> object:
        nonlocal clean
        as_dict = dict(items)
        if len(as_dict) == len(items):
            return as_dict
        clean = False
        return _Pairs(items)

    def integer(text: str) -> int:
        nonlocal clean
        if len(text) > 20:
            clean = False
            return INT_LIMIT
        number = int(text)
        clean = clean and -INT_LIMIT <= number < INT_LIMIT
        return number

    def real(text: str) -> float:
        nonlocal clean
        number = float(text)
        clean = clean and math.isfinite(number)
        return number

    text = line.decode("utf-8")
    value: object = json.loads(text, object_pairs_hook=pairs, parse_int=integer, parse_float=real, parse_constant=real)
    if not clean or "\\u" in text:
        _walk(value, "$")
    if isinstance(value, dict) and _deeper(value.get("x"), MAX_DEPTH):
        raise BadValue("$", TOO_DEEP)
    return value


def _deeper(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _deeper(member, levels - 1) for member in inner)


def _walk(value: object, path: str) -> None:
    if isinstance(value, str):
        _check_text(value, path)
    elif isinstance(value, int) and not -INT_LIMIT <= value < INT_LIMIT:
        raise BadValue(path, "found an integer outside 64 bits, expected it as a string")
    elif isinstance(value, float) and not math.isfinite(value):
        problem = "NaN" if math.isnan(value) else "an infinite number"
        raise BadValue(path, f"found {problem}, expected a finite number or null")
    elif isinstance(value, _Pairs):
        raise BadValue(path, f"found the key {quoted(value.doubled())} twice, expected each key once")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _walk(inner, json_path(path, index))
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_text(key, path)
            _walk(inner, json_path(path, key))


def _check_text(text: str, path: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadValue(path, "found half of a surrogate pair (\\ud800-\\udfff), expected whole characters") from None
