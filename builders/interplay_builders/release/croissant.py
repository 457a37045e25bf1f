"""Croissant metadata of a dataset, with the fields for responsible use that the hub does not generate."""

import json
import tomllib
from functools import cache
from pathlib import Path

import msgspec
from msgspec import inspect

from interplay.core.errors import DatasetError
from interplay.core.records import FileEntry
from interplay.core.release import file_sha256, read_manifest
from interplay_builders.release.sources import AUTHORS, TITLE, Sources

Json = dict[str, object]
COLUMNS = Path(__file__).with_name("columns.toml")
"""Descriptions of all columns."""
CONSTANT = Path(__file__).with_name("croissant.toml")
"""The context and what is said about responsible use."""


def document(root: Path, made_from: Sources) -> bytes:
    """Return the Croissant 1.1 document of the dataset in *root* as JSON-LD.

    Columns of records within records within rows are described, too, but mlcroissant 1.1 does not read them.
    """
    manifest, _ = read_manifest(root)
    constant = tomllib.loads(CONSTANT.read_text(encoding="utf-8"))
    types = {file.path: file.type for track in made_from.tracks for file in track.files}
    data = [entry for entry in manifest.files if entry.path in types]
    body: Json = {
        "@context": constant["context"],
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": manifest.name,
        "description": TITLE + ".",
        "keywords": ["language models", "evaluation", "benchmark", "dialogue", "games", "simulation"],
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "version": manifest.release,
        "datePublished": made_from.identity.date,
        "creator": {"@type": "sc:Organization", "name": AUTHORS},
        "citeAs": f"{AUTHORS}: {TITLE}. Release {manifest.release}.",
        "url": "https://huggingface.co/datasets/interplay/interplay",
        "isLiveDataset": False,
        **constant["responsible_use"],
        "distribution": [_file(root, entry) for entry in data],
        "recordSet": [_records(entry, types[entry.path]) for entry in data],
    }
    return json.dumps(body, indent=2, ensure_ascii=False).encode() + b"\n"


def _file(root: Path, entry: FileEntry) -> Json:
    return {
        "@type": "cr:FileObject",
        "@id": entry.path,
        "name": entry.path,
        "contentUrl": entry.path,
        "contentSize": f"{(root / entry.path).stat().st_size} B",
        "encodingFormat": ["application/jsonlines", "application/gzip"],
        "sha256": file_sha256(root / entry.path),
    }


def _records(entry: FileEntry, type_: type[msgspec.Struct]) -> Json:
    source = {"fileObject": {"@id": entry.path}}
    return {
        "@type": "cr:RecordSet",
        "@id": _name(entry),
        "name": _name(entry),
        "description": (type_.__doc__ or "").split("\n", 1)[0],
        "field": [
            _field(
                f"{_name(entry)}/{field.encode_name}",
                type_,
                field,
                {**source, "extract": {"column": field.encode_name}},
            )
            for field in _fields(type_)
        ],
    }


def _name(entry: FileEntry) -> str:
    """Return the name of a file's records: the configuration, and the splits where each has its own file."""
    return "-".join((entry.config or entry.path, *entry.splits))


def _field(name: str, record: type, field: inspect.Field, source: Json) -> Json:
    """Return a column called *name*, with those of the records in it; *source* says where its values are."""
    inner, depth = _inner(field.type)
    described: Json = {
        "@type": "cr:Field",
        "@id": name,
        "name": field.encode_name,
        "description": described_as(record, field.encode_name),
    }
    if depth:
        described |= {"isArray": True, "arrayShape": ",".join(["-1"] * depth)}
    if isinstance(inner, inspect.StructType):
        below = (
            _field(
                f"{name}/{part.encode_name}", inner.cls, part, {**source, "transform": {"jsonPath": part.encode_name}}
            )
            for part in _fields(inner.cls)
        )
        return {**described, "subField": [*below]}
    kinds = {inspect.BoolType: "sc:Boolean", inspect.IntType: "sc:Integer", inspect.FloatType: "sc:Float"}
    return {**described, "dataType": kinds.get(type(inner), "sc:Text"), "source": source}


def _fields(type_: type) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(type_)
    return info.fields if isinstance(info, inspect.StructType) else ()


def _inner(kind: inspect.Type) -> tuple[inspect.Type, int]:
    """Return what is in a type's lists, and how many lists are around it; the type beside null counts alone."""
    match kind:
        case inspect.Metadata():
            return _inner(kind.type)
        case inspect.UnionType():
            return _inner(next(type_ for type_ in kind.types if not isinstance(type_, inspect.NoneType)))
        case inspect.VarTupleType() | inspect.ListType():
            inner, depth = _inner(kind.item_type)
            return inner, depth + 1
    return kind, 0


@cache
def _table() -> dict[str, dict[str, str]]:
    return tomllib.loads(COLUMNS.read_text(encoding="utf-8"))


def described_as(record: type, name: str) -> str:
    """Return what a column of a record holds, from ``columns.toml``; raise ``DatasetError`` where nothing is said."""
    table = _table()
    text = table.get(record.__name__, {}).get(name) or table["*"].get(name)
    if text is None:
        raise DatasetError(f"{COLUMNS.name} does not describe the column {name} of {record.__name__}")
    return text
