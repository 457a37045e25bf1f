"""Objects in a reply: JSON or a Python literal, alone or among sentences. Nothing is evaluated."""

import ast
import re
import warnings
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

LONGEST_LITERAL = 5_000
"""The most characters of an object that is tried as a Python literal."""
MOST_BRACKETS = 50
"""The most opening brackets of an object; beyond that, parsing depends on the parser's version and the stack."""
MOST_OBJECTS = 20
"""The number of objects of a reply that are read, the last ones."""
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_OPENING = re.compile(r"[\[({]")
_MARKS = re.compile(r'[{}"\n]|\\.', re.DOTALL)

Object = Mapping[str, Any]


def last_object(text: str, keys: Collection[str]) -> tuple[Object, int] | None:
    """Return the last object of *text* with one of *keys*, in lower case, and where it ends; or ``None``."""
    for start, end in reversed(_braced(text)):
        data = parsed(text[start:end])
        if data is not None and not data.keys().isdisjoint(keys):
            return data, end
    return None


def parsed(body: str) -> Object | None:
    """Return *body* parsed as an object, its keys trimmed and in lower case; ``None`` if it is none."""
    value: object = None
    if len(_OPENING.findall(_STRING.sub("", body))) <= MOST_BRACKETS:
        try:
            value = msgspec.json.decode(body, type=dict[str, Any])
        except ValueError:
            value = _literal(body)
    if not isinstance(value, dict):
        return None
    entries = ((key, value) for key, value in value.items() if isinstance(key, str))
    return {key.strip().casefold().replace(" ", "_"): value for key, value in entries}


def _braced(text: str) -> list[tuple[int, int]]:
    """Return the spans of the last outermost texts in braces; braces inside double quotes do not count.

    A quote that is not closed on its line ends with the line. One pass, because hostile replies are long.
    """
    opened: list[int] = []
    spans: list[tuple[int, int]] = []
    is_quoted = False
    for mark in _MARKS.finditer(text) if "{" in text else ():
        sign = mark[0]
        if sign == '"' and opened:
            is_quoted = not is_quoted
        elif sign == "\n":
            is_quoted = False
        elif sign == "{" and not is_quoted:
            opened.append(mark.start())
        elif sign == "}" and opened and not is_quoted:
            start = opened.pop()
            while spans and spans[-1][0] > start:
                spans.pop()
            spans.append((start, mark.end()))
    return spans[-MOST_OBJECTS:]


def _literal(body: str) -> object:
    """Return the value of a Python literal, ``None`` for anything else.

    Names of characters (``\\N{...}``) are not read, because they depend on the interpreter's version of Unicode.
    """
    if len(body) > LONGEST_LITERAL or "\\N" in body or len(_OPENING.findall(body)) > MOST_BRACKETS:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.literal_eval(body)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return None
