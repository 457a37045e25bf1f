"""Objects in a reply: JSON or a Python literal, alone, in a code fence or behind some sentences. Nothing is evaluated.

An object counts if it has a key for an action. Of several such objects the last one counts.
"""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

KEYS = ("action", "move", "answer", "choice", "final_answer", "final", "decision", "play", "id", "selection")
"""Names of keys under which a reply may give its action."""
LONGEST_LITERAL = 5_000
"""The most characters of an object that is tried as a Python literal."""
MOST_BRACKETS = 50
"""The most opening brackets of an object; beyond that, parsing depends on the parser's version and the stack."""
MOST_OBJECTS = 20
"""The number of objects of a reply that are read, the last ones."""
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_OPENING = re.compile(r"[\[({]")
_FENCED = re.compile(r"```[A-Za-z0-9_+-]{0,20}[ \t]*\n(.*?)```", re.DOTALL)
_MARKS = re.compile(r'[{}"\n]|\\.', re.DOTALL)

Object = Mapping[str, Any]


def last_object(text: str, keys: Sequence[str] = ()) -> Object | None:
    """Return the last object of *text* with an action's key or one of *keys*, its keys in lower case; or ``None``."""
    wanted = {*KEYS, *keys}
    last = None
    for body in _bodies(text):
        data = parsed(body)
        if data is not None and not wanted.isdisjoint(data):
            last = data
    return last


def action_of(data: Object, keys: Sequence[str] = ()) -> object:
    """Return the value of the first of an object's action keys that has one; ``None`` if none has."""
    return next((data[key] for key in (*keys, *KEYS) if data.get(key) not in (None, "")), None)


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


def _bodies(text: str) -> Iterator[str]:
    """Yield texts that may be objects, in the order of their ends."""
    if "{" not in text:
        return
    whole = text.strip()
    if whole.startswith("{") and whole.endswith("}"):
        yield whole
    spans = {*_braced(text, quotes=True), *_braced(text, quotes=False)}
    bare = [(end, text[start:end]) for start, end in spans]
    fenced = [(match.end(), body) for match in _FENCED.finditer(text) if (body := match[1].strip()).startswith("{")]
    for _, body in sorted(bare + fenced)[-MOST_OBJECTS:]:
        yield body


def _braced(text: str, *, quotes: bool) -> list[tuple[int, int]]:
    """Return the spans of the last outermost texts in braces; with *quotes*, braces inside quotes do not count.

    A quote that is not closed on its line ends with the line. One pass, because hostile replies are long.
    """
    opened: list[int] = []
    spans: list[tuple[int, int]] = []
    is_quoted = False
    for mark in _MARKS.finditer(text):
        sign = mark[0]
        if sign == '"' and opened:
            is_quoted = quotes and not is_quoted
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
