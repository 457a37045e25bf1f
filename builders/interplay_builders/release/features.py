"""Record types as the ``features`` of Hugging Face's ``datasets``, in the card's YAML."""

from collections.abc import Iterator

import msgspec
from msgspec import inspect

_SCALARS: tuple[tuple[type[inspect.Type], str], ...] = (
    (inspect.BoolType, "bool"),
    (inspect.IntType, "int64"),
    (inspect.FloatType, "float64"),
    (inspect.StrType, "string"),
)


def yaml_features(type_: type[msgspec.Struct], indent: str) -> str:
    """Return the features of a record type as YAML lines, each starting with *indent*."""
    return "".join(f"{indent}{line}\n" for line in _fields(inspect.type_info(type_)))


def _fields(type_: inspect.Type) -> Iterator[str]:
    if not isinstance(type_, inspect.StructType):
        raise TypeError(f"expected a record, got {type_}")
    for field in sorted(type_.fields, key=lambda field: field.encode_name == "canary"):  # which no viewer needs first
        yield f"- name: {field.encode_name}"
        yield from (f"  {line}" for line in _kind(_required(field.type)))


def _kind(type_: inspect.Type) -> Iterator[str]:
    """Yield the key that says what a value is, and what is under it."""
    if isinstance(type_, inspect.StructType):
        yield "struct:"
        yield from _fields(type_)
    elif isinstance(type_, inspect.VarTupleType | inspect.ListType):
        inner = _required(type_.item_type)
        if isinstance(inner, inspect.StructType):
            yield "list:"
            yield from _fields(inner)
        elif isinstance(inner, inspect.VarTupleType | inspect.ListType):
            yield "list:"
            yield from (f"  {line}" for line in _kind(inner))
        else:
            yield f"list: {_scalar(inner)}"
    else:
        yield f"dtype: {_scalar(type_)}"


def _scalar(type_: inspect.Type) -> str:
    if isinstance(type_, inspect.LiteralType):
        return "string"
    for kind, name in _SCALARS:
        if isinstance(type_, kind):
            return name
    raise TypeError(f"no feature stands for {type_}")


def _required(type_: inspect.Type) -> inspect.Type:
    """Return the type without ``None``: every feature may be null."""
    if isinstance(type_, inspect.UnionType):
        kinds = [t for t in type_.types if not isinstance(t, inspect.NoneType)]
        if len(kinds) == 1:
            return kinds[0]
        raise TypeError(f"no feature stands for {type_}")
    if isinstance(type_, inspect.Metadata):
        return _required(type_.type)
    return type_
