"""Explain why a value is not a record of some types: the slow path behind a refused line."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, cast

from interplay.core.findings import json_path
from interplay.core.schema import JsonObject, schema_of
from interplay.core.text import nearest, quoted

if TYPE_CHECKING:
    from jsonschema import ValidationError

_MAX_REASONS = 50
"""A hostile record can be wrong in millions of places; looking at a few explains it."""


def explain(types: tuple[type, ...], value: object) -> Iterator[tuple[str, str]]:
    """Yield ``(JSON path, message)`` for each reason why *value* is not a record of *types*."""
    chosen = _by_tag(types, value)
    if isinstance(chosen, str):
        yield "$.record", chosen
        return
    from jsonschema import Draft202012Validator  # noqa: PLC0415  only failures need it

    validator = Draft202012Validator(_schema(chosen))
    leaves = (leaf for error in validator.iter_errors(value) for leaf in _leaves(error))
    outermost_first = sorted(islice(leaves, _MAX_REASONS), key=lambda e: len(e.absolute_path))
    yield from dict.fromkeys(_reason(error) for error in outermost_first)


def _leaves(error: "ValidationError") -> Iterator["ValidationError"]:
    """Yield what is wrong under the alternatives whose type fits the value, or the error itself if none does."""
    below = error.context if error.validator == "anyOf" else ()
    fitting = [e for e in below if e.validator != "type" or e.relative_path]
    if not fitting:
        yield error
    for inner in fitting:
        yield from _leaves(inner)


def _reason(error: "ValidationError") -> tuple[str, str]:
    path = "$"
    for step in error.absolute_path:
        path = json_path(path, step)
    return path, _message(error.validator, error.validator_value, error.instance, error.schema)


@lru_cache(maxsize=32)
def _schema(types: tuple[type, ...]) -> JsonObject:
    return schema_of(types, "record")


def _by_tag(types: tuple[type, ...], value: object) -> tuple[type, ...] | str:
    """Return the type that the record's tag names, or what is wrong with the tag."""
    tags = {tag: t for t in types if (tag := getattr(t, "__struct_config__").tag) is not None}  # noqa: B009
    if not tags or not isinstance(value, dict):
        return types
    tag = value.get("record")
    if isinstance(tag, str) and tag in tags:
        return (tags[tag],)
    expected = " or ".join(repr(t) for t in sorted(tags))
    found = f"found {_show(tag)}" if "record" in value else "found no such key"
    return f"{found}, expected {expected}{nearest(tag, tags) if isinstance(tag, str) else ''}"


def _message(kind: object, rule: object, instance: object, schema: object) -> str:
    found = f"found {_show(instance)}"
    if kind == "type":
        return f"{found}, expected {' or '.join(rule) if isinstance(rule, list) else rule}"
    if kind == "required":
        missing = [key for key in cast("Iterable[str]", rule) if key not in cast("JsonObject", instance)]
        return f"found no key {', '.join(map(repr, missing))}, expected it"
    if kind == "additionalProperties":
        return _unknown_keys(cast("JsonObject", instance), cast("JsonObject", schema))
    if kind in {"enum", "const"}:
        return f"{found}, expected {' or '.join(repr(r) for r in rule) if isinstance(rule, list) else repr(rule)}"
    if kind == "anyOf":
        types = dict.fromkeys(str(option.get("type", "object")) for option in cast("list[JsonObject]", rule))
        return f"{found}, expected {' or '.join(types)}"
    return f"{found}, expected {_LIMITS.get(str(kind), str(kind))} {rule}"


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


def _unknown_keys(instance: JsonObject, schema: JsonObject) -> str:
    known = list(cast("JsonObject", schema.get("properties", {})))
    unknown = [key for key in instance if key not in known]
    hint = nearest(unknown[0], known)
    named = ", ".join(map(quoted, unknown[:5]))
    return f"found the unknown key {named}{hint}, expected only {', '.join(known)}"


def _show(value: object) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value)
