"""JSON Schemas (Draft 2020-12) made from the record types: the public contract, and the slow path that explains.

They explain why a value is not a record of some types, behind a refused line.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import islice
from typing import TYPE_CHECKING, Any

from interplay.core.packaged import table
from interplay.core.records import json_path
from interplay.core.text import nearest, quoted

if TYPE_CHECKING:
    from jsonschema import ValidationError

import inspect
from typing import cast

import msgspec

DRAFT = "https://json-schema.org/draft/2020-12/schema"
JsonObject = dict[str, object]


def schema_of(types: tuple[type, ...], title: str) -> JsonObject:
    """Return one schema that accepts any of the record *types* (a line of the file named *title*)."""
    parts, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    body: JsonObject = dict(parts[0]) if len(parts) == 1 else {"anyOf": list(parts)}
    return {"$schema": DRAFT, "title": title, **body, "$defs": _stable(components)}


def _stable(value: object) -> object:
    """Return a schema that is the same under every version of Python and msgspec.

    Python dedents docstrings by itself from 3.13 on, and msgspec 0.22 changed the order of alternatives.
    """
    if isinstance(value, list):
        return [_stable(inner) for inner in value]
    if not isinstance(value, dict):
        return inspect.cleandoc(value) if isinstance(value, str) else value
    stable = {key: _stable(inner) for key, inner in value.items()}
    if isinstance(kinds := stable.get("anyOf"), list):
        stable["anyOf"] = sorted(cast("list[object]", kinds), key=lambda kind: (kind == {"type": "null"}, repr(kind)))
    return stable


_schema = lru_cache(maxsize=32)(schema_of)
_MAX_REASONS = 50  # a hostile record can be wrong in millions of places; looking at a few explains it
_LIMITS = table(__package__, "schema.toml", dict[str, str])


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
