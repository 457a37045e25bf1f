"""JSON Schemas (Draft 2020-12) made from the record types: the public contract, and the slow path that explains."""

import inspect
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import cast

import msgspec

from interplay.errors import nearest

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
    found = {key: _stable(inner) for key, inner in value.items()}
    if isinstance(found.get("anyOf"), list):
        found["anyOf"] = sorted(cast("list[object]", found["anyOf"]), key=repr)
    return found


def explain(types: tuple[type, ...], value: object) -> Iterator[tuple[str, str]]:
    """Yield ``(JSON path, message)`` for each reason why *value* is no record of *types*."""
    chosen = _by_tag(types, value)
    if isinstance(chosen, str):
        yield "$.record", chosen
        return
    from jsonschema import Draft202012Validator  # noqa: PLC0415  only failures need it

    validator = Draft202012Validator(_schema(chosen))
    for error in sorted(validator.iter_errors(value), key=lambda e: (len(e.absolute_path), str(e.json_path))):
        path = "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in error.absolute_path)
        yield path, _message(error.validator, error.validator_value, error.instance, error.schema)


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
    return f"{found}, expected {_LIMITS.get(str(kind), str(kind))} {rule if kind != 'anyOf' else ''}".rstrip()


_LIMITS = {
    "minLength": "a length of at least",
    "maxLength": "a length of at most",
    "minimum": "a number of at least",
    "maximum": "a number of at most",
    "exclusiveMaximum": "a number below",
    "minItems": "a list of at least",
    "maxItems": "a list of at most",
    "pattern": "text that matches",
    "anyOf": "another type here (see the schema)",
}


def _unknown_keys(instance: JsonObject, schema: JsonObject) -> str:
    known = list(cast("JsonObject", schema.get("properties", {})))
    unknown = [key for key in instance if key not in known]
    hint = nearest(unknown[0], known)
    return f"found the unknown key {', '.join(map(repr, unknown[:5]))}{hint}, expected only {', '.join(known)}"


def _show(value: object) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…" + text[0]
