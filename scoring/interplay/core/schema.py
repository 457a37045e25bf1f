"""JSON Schemas (Draft 2020-12) made from the record types: the public contract, and the slow path that explains."""

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
