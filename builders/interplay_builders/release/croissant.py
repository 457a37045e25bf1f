"""Croissant metadata of a dataset, with the fields for responsible use that the hub does not generate."""

import json
from pathlib import Path

import msgspec
from msgspec import inspect

from interplay.core.records import FileEntry
from interplay.core.release import file_sha256, read_manifest
from interplay_builders.release.sources import AUTHORS, TITLE, Sources

Json = dict[str, object]
_CONTEXT: Json = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "samplingRate": "cr:samplingRate",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
    "prov": "http://www.w3.org/ns/prov#",
}
_RESPONSIBLE_USE: Json = {
    "rai:dataLimitations": "Instructions are in English. Dialogues of the scorekeeping track are scripted on the "
    "questioner's side and short; they measure whether a model tracks what was said, not how well it talks. Checks of "
    "simulated dialogues decide what a program can decide; scripts that it cannot decide are marked and need a judge. "
    "Bots of the games know their game, not people.",
    "rai:dataCollection": "Synthetic: texts were written with large language models under written instructions; "
    "references and labels are computed by programs, or written and checked by other language models.",
    "rai:dataAnnotationProtocol": "No human annotators.",
    "rai:dataBiases": "Scorekeeping takes place in everyday service encounters, which follow one cultural script, "
    "though places and dishes span continents. Users of simulated systems are invented; how they write shows what "
    "language models believe of such users. Games reward planning and bluff as their rules do, against bots of one "
    "style each.",
    "rai:personalSensitiveInformation": "None. No living person is described; historical figures are named.",
    "rai:dataUseCases": "Evaluation of language models. Not for training: every row carries a canary.",
    "rai:dataSocialImpact": "Better scorekeeping makes assistants less likely to assume knowledge that their partner "
    "lacks. Some games reward deception, a skill that can be misused. Simulated advice on health, animals and food "
    "must not be acted on; passwords in dialogues are public. A high score says nothing about safety or truthfulness.",
    "rai:dataReleaseMaintenancePlan": "Releases are immutable; corrected rows get new ids (superseded.json).",
    "rai:hasSyntheticData": True,
    "prov:wasGeneratedBy": "interplay-build freeze: texts written for this benchmark, combined by a seeded program.",
    "prov:wasDerivedFrom": "No data was taken over. Rules follow clembench's privateshared, LLMArena, GameBench and "
    "SimulBench.",
}


def document(root: Path, made_from: Sources) -> bytes:
    """Return the Croissant 1.1 document of the dataset in *root* as JSON-LD."""
    manifest, _ = read_manifest(root)
    types = {file.path: file.type for track in made_from.tracks for file in track.files}
    data = [entry for entry in manifest.files if entry.path in types]
    body: Json = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": manifest.name,
        "description": TITLE + ".",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "version": manifest.release,
        "datePublished": made_from.identity.date,
        "creator": {"@type": "sc:Organization", "name": AUTHORS},
        "citeAs": f"{AUTHORS}: {TITLE}. Release {manifest.release}.",
        "url": "https://huggingface.co/datasets/interplay/interplay",
        "isLiveDataset": False,
        **_RESPONSIBLE_USE,
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
    info = inspect.type_info(type_)
    fields = info.fields if isinstance(info, inspect.StructType) else ()
    described = [_field(entry, field, kind) for field in fields if (kind := _scalar(field)) is not None]
    return {
        "@type": "cr:RecordSet",
        "@id": _name(entry),
        "name": _name(entry),
        "description": (type_.__doc__ or "").split("\n", 1)[0],
        "field": described,
    }


def _name(entry: FileEntry) -> str:
    """Return the name of a file's records: the configuration, and the splits where each has its own file."""
    return "-".join((entry.config or entry.path, *entry.splits))


def _scalar(field: inspect.Field) -> str | None:
    """Return the data type of a plain column; nested ones are only in the card, as readers differ on them."""
    inner = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
    if isinstance(inner, inspect.StrType | inspect.LiteralType):
        return "sc:Text"
    kinds = {inspect.BoolType: "sc:Boolean", inspect.IntType: "sc:Integer", inspect.FloatType: "sc:Float"}
    return kinds.get(type(inner))


def _field(entry: FileEntry, field: inspect.Field, kind: str) -> Json:
    return {
        "@type": "cr:Field",
        "@id": f"{_name(entry)}/{field.encode_name}",
        "name": field.encode_name,
        "dataType": kind,
        "source": {"fileObject": {"@id": entry.path}, "extract": {"column": field.encode_name}},
    }
