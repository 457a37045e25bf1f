"""The formats of files as pages of tables, from the JSON schemas that the release publishes."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from cards import ROOT, write

SCHEMAS = ROOT / "dataset" / "schemas"
KEYS = tomllib.loads((Path(__file__).parent / "keys.toml").read_text(encoding="utf-8"))
PAGES = {
    "predictions": (
        "Submissions",
        "the first line and the other lines of a submission, for every track",
        "*-predictions",
    ),
    "items": ("Items", "the columns of every dataset configuration", "*"),
    "report": ("Reports", "what `interplay score --json` prints", "report"),
    "judgments": ("Judgments", "what `interplay judge` writes", "judgments"),
    "matches": ("Match results", "files for `interplay rate` that are not submissions", "matches"),
    "manifest": ("Manifest", "the table of contents of a release, `manifest.json`", "manifest"),
}
Schema = Mapping[str, Any]


def pages() -> Iterator[tuple[str, str]]:
    """Yield name and text of each page."""
    alone = {name for name in PAGES if (SCHEMAS / f"{name}.schema.json").exists()}
    for page, (title, what, pattern) in PAGES.items():
        names = sorted(path.name.removesuffix(".schema.json") for path in SCHEMAS.glob(f"{pattern}.schema.json"))
        if page == "items":
            names = [name for name in names if not name.endswith("-predictions") and name not in alone]
        yield page, "\n".join([f"# {title}", "", f"After this page you can read and write {what}.", "", *body(names)])


def body(names: list[str]) -> Iterator[str]:
    """Yield the lines of a page: records that schemas share stand at its end, once."""
    schemas = {name: json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")) for name in names}
    shared: dict[str, Schema] = {}
    for name, schema in schemas.items():
        own = {key: record for key, record in schema["$defs"].items() if not is_shared(key, record, schemas.values())}
        shared |= {key: record for key, record in schema["$defs"].items() if key not in own}
        if len(names) > 1 and own:
            yield from (f"## {title_of(name)}", "", f"Schema: `dataset/schemas/{name}.schema.json`", "")
        level = "###" if len(names) > 1 else "##"
        for key in sorted(own, key=lambda key: (key not in main_of(schema), key)):
            yield from record_table(level, name, key, own[key])
    if shared:
        yield from ("## Shared records", "")
    for key, record in sorted(shared.items()):
        yield from record_table("###", "", key, record)


def is_shared(key: str, record: Schema, schemas: Any) -> bool:
    """Return whether all schemas of the page that have a record of this name, at least two, have this one."""
    same = [schema["$defs"][key] for schema in schemas if key in schema["$defs"]]
    return len(same) > 1 and all(other == record for other in same)


def main_of(schema: Schema) -> list[str]:
    """Return the records that lines of the file are."""
    return [choice["$ref"].rpartition("/")[2] for choice in schema.get("anyOf", [schema])]


def title_of(name: str) -> str:
    """Return the heading of a schema: its track or configuration."""
    return name.removesuffix("-predictions")


def record_table(level: str, schema: str, key: str, record: Schema) -> Iterator[str]:
    """Yield heading, description and table of one record."""
    yield from (f"{level} {key}", "", prose(record.get("description", "")), "")
    yield from ("| key | type | required | meaning |", "|---|---|---|---|")
    for name, value in record.get("properties", {}).items():
        required = "yes" if name in record.get("required", ()) else default_of(value)
        yield f"| `{name}` | {type_of(value)} | {required} | {meaning(schema, key, name)} |"
    yield ""


def meaning(schema: str, record: str, key: str) -> str:
    """Return what a key means; raise ``ExtensionError`` when nobody wrote it down."""
    for table in (f"{schema}.{record}", record, "any"):
        if key in KEYS.get(table, {}):
            return str(KEYS[table][key])
    raise ExtensionError(
        f"docs/extensions/keys.toml has no meaning of {key} in {schema or 'a shared record'}: {record}"
    )


def prose(text: str) -> str:
    """Return a docstring as Markdown."""
    return re.sub(r"``(.+?)``", r"`\1`", text)


def default_of(value: Schema) -> str:
    """Return what a key is where it is absent."""
    return f"no: `{json.dumps(value['default'])}`" if "default" in value else "no"


def type_of(value: Schema) -> str:
    """Return the type of a value in words."""
    if "$ref" in value:
        return str(value["$ref"]).rpartition("/")[2]
    if "enum" in value:
        return " or ".join(f"`{json.dumps(choice)}`" for choice in value["enum"])
    if "anyOf" in value:
        return " or ".join(dict.fromkeys(type_of(choice) for choice in value["anyOf"]))
    if value.get("type") == "array":
        return f"list of {type_of(value['items'])}" if value.get("items") else "pair"
    if value.get("type") == "object":
        return f"object of {type_of(value.get('additionalProperties', {}))}"
    return str(value.get("type", "any value"))


def write_formats(app: Sphinx) -> None:
    """Write the pages."""
    for name, text in pages():
        write(Path(app.srcdir) / "formats" / f"{name}.md", text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the step above."""
    app.connect("builder-inited", write_formats)
    return {"parallel_read_safe": True}
