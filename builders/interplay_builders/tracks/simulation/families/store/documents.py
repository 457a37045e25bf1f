"""A small document database, commanded line by line; each command gives one JSON value."""

import copy
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.json_value import JsonValueParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form

Document = dict[str, Any]
_MISSING: Any = object()


class RefusedError(ValueError):
    """A command that the database answers with an error."""


class DocumentStore:
    """Collections of documents in the order of insertion."""

    def __init__(self) -> None:
        self._collections: dict[str, list[Document]] = {}
        self._given: Counter[str] = Counter()

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey the commands and return the array of their results."""
        results = [self._result(command) for command in commands]
        plain = json.dumps(results, ensure_ascii=False)
        text = "[\n" + ",\n".join("  " + json.dumps(result, ensure_ascii=False) for result in results) + "\n]"
        checks = (
            content("json_value", JsonValueParams(expected=plain)),
            form("fenced", FencedParams(languages=("json",), talk=True)),
        )
        return Answer(fence(text, "json"), checks)

    def _result(self, command: str) -> Any:
        verb, _, rest = command.strip().partition(" ")
        collection, _, tail = rest.partition(" ")
        values = tuple(_json_values(tail))
        try:
            return self._obey(verb, collection, values)
        except RefusedError as error:
            return {"error": str(error)}

    def _obey(self, verb: str, collection: str, values: tuple[Document, ...]) -> Any:
        match verb, values:
            case "insert", (document,):
                return {"inserted": self._insert(collection, document)}
            case "find", (query,):
                return copy.deepcopy(self._matching(collection, query))
            case "count", (query,):
                return {"count": len(self._matching(collection, query))}
            case "update", (query, changes):
                return {"matched": self._update(collection, query, changes)}
            case "remove", (query,):
                return {"removed": self._remove(collection, query)}
            case _:
                raise RefusedError(f"unknown command {verb}")

    def _insert(self, collection: str, document: Document) -> str:
        self._given[collection] += 1
        number = f"{collection}-{self._given[collection]}"
        self._collections.setdefault(collection, []).append({"_id": number, **document})
        return number

    def _matching(self, collection: str, query: Document) -> list[Document]:
        return [document for document in self._collections.get(collection, []) if _fits(document, query)]

    def _remove(self, collection: str, query: Document) -> int:
        gone = self._matching(collection, query)
        self._collections[collection] = [d for d in self._collections.get(collection, []) if d not in gone]
        return len(gone)

    def _update(self, collection: str, query: Document, changes: Document) -> int:
        documents = self._matching(collection, query)
        changed = [_changed(document, changes) for document in documents]
        for old, new in zip(documents, changed, strict=True):
            old.clear()
            old.update(new)
        return len(documents)


def _json_values(text: str) -> Iterator[Document]:
    rest = text.strip()
    while rest:
        value, end = json.JSONDecoder().raw_decode(rest)
        yield value
        rest = rest[end:].strip()


def _at(document: Document, path: str) -> Any:
    value: Any = document
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            return _MISSING
        value = value[key]
    return value


def _fits(document: Document, query: Document) -> bool:
    return all(_fits_field(_at(document, path), condition) for path, condition in query.items())


def _fits_field(value: Any, condition: Any) -> bool:
    """Say whether a field fits; an array fits a plain value that it holds."""
    if value is _MISSING:
        return False
    if not isinstance(condition, dict):
        return _equal(value, condition) or (isinstance(value, list) and any(_equal(v, condition) for v in value))
    return all(_compares(value, operator, operand) for operator, operand in condition.items())


def _compares(value: Any, operator: str, operand: Any) -> bool:
    if operator == "$in":
        return any(_equal(value, item) for item in operand)
    if operator == "$ne":
        return not _equal(value, operand)
    if not (_is_number(value) and _is_number(operand)):
        return False
    match operator:
        case "$gt":
            return bool(value > operand)
        case "$gte":
            return bool(value >= operand)
        case "$lt":
            return bool(value < operand)
    raise ValueError(f"found the operator {operator!r}, expected $in, $ne, $gt, $gte or $lt")


def _equal(first: Any, other: Any) -> bool:
    return isinstance(first, bool) == isinstance(other, bool) and bool(first == other)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _changed(document: Document, changes: Mapping[str, Any]) -> Document:
    """Return a document after ``$set``, ``$unset``, ``$inc`` and ``$push``, in this order."""
    new: Document = copy.deepcopy(document)
    for path, value in changes.get("$set", {}).items():
        _put(new, path, value)
    for path in changes.get("$unset", ()):
        new.pop(path, None)
    for path, step in changes.get("$inc", {}).items():
        old = _at(new, path)
        if old is not _MISSING and not _is_number(old):
            raise RefusedError(f"{path} is not a number")
        _put(new, path, step if old is _MISSING else old + step)
    for path, value in changes.get("$push", {}).items():
        old = _at(new, path)
        _put(new, path, [value] if old is _MISSING else [*old, value])
    return new


def _put(document: Document, path: str, value: Any) -> None:
    *parents, last = path.split(".")
    for key in parents:
        document = document.setdefault(key, {})
    document[last] = value
