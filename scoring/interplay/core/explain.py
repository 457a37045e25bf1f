"""Explain by the published schema why a value is not a record of some types: the slow path behind a refused line."""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import islice
from typing import TYPE_CHECKING, Any

from interplay.core.records import json_path
from interplay.core.schema import schema_of
from interplay.core.text import nearest, quoted

if TYPE_CHECKING:
    from jsonschema import ValidationError

_schema = lru_cache(maxsize=32)(schema_of)
_MAX_REASONS = 50  # a hostile record can be wrong in millions of places; looking at a few explains it
_LIMITS = {
    "minLength": "a length of at least",
    "maxLength": "a length of at most",
    "minimum": "a number of at least",
    "maximum": "a number of at most",
    "exclusiveMaximum": "a number below",
    "minItems": "a list of at least",
    "maxItems": "a list of at most",
    "pattern": "text that matches",
}


def explain(types: tuple[type, ...], value: object) -> Iterator[tuple[str, str]]:
    """Yield ``(JSON path, message)`` for each reason why *value* is not a record of *types*."""
    tags = {tag: t for t in types if (tag := getattr(t, "__struct_config__").tag) is not None}  # noqa: B009
    if tags and isinstance(value, dict):
        tag = value.get("record")
        if not isinstance(tag, str) or tag not in tags:
            reason = f"found {_show(tag)}" if "record" in value else "found no such key"
            hint = nearest(tag, tags) if isinstance(tag, str) else ""
            yield "$.record", f"{reason}, expected {' or '.join(map(repr, sorted(tags)))}{hint}"
            return
        types = (tags[tag],)
    from jsonschema import Draft202012Validator  # noqa: PLC0415  only failures need it

    errors = Draft202012Validator(_schema(types, "record")).iter_errors(value)
    reasons = islice((leaf for error in errors for leaf in _leaves(error)), _MAX_REASONS)
    outermost_first = sorted(reasons, key=lambda e: len(e.absolute_path))
    yield from dict.fromkeys((reduce(json_path, e.absolute_path, "$"), _message(e)) for e in outermost_first)


def _leaves(error: "ValidationError") -> Iterator["ValidationError"]:
    """Yield what is wrong under the alternatives whose type fits the value, or the error itself if none does."""
    below = error.context if error.validator == "anyOf" else ()
    fitting = [e for e in below if e.validator != "type" or e.relative_path]
    if not fitting:
        yield error
    for inner in fitting:
        yield from _leaves(inner)


def _message(error: "ValidationError") -> str:
    """Return what was found, and what the rule that it breaks expects."""
    kind, instance = str(error.validator), error.instance
    rule: Any = error.validator_value
    if kind == "required":
        return f"found no key {', '.join(repr(key) for key in rule if key not in instance)}, expected it"
    if kind == "additionalProperties":
        known = list(error.schema.get("properties", {}))
        unknown = [key for key in instance if key not in known]
        keys = ", ".join(map(quoted, unknown[:5])) + nearest(unknown[0], known)
        return f"found the unknown key {keys}, expected only {', '.join(known)}"
    options = rule if isinstance(rule, list) else [rule]
    if kind == "anyOf":
        expected = " or ".join(dict.fromkeys(str(option.get("type", "object")) for option in options))
    elif kind in {"type", "enum", "const"}:
        expected = " or ".join(options if kind == "type" else map(repr, options))
    else:
        expected = f"{_LIMITS.get(kind, kind)} {rule}"
    return f"found {_show(instance)}, expected {expected}"


def _show(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    return quoted(value)
