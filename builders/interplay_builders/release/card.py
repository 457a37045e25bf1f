"""The texts of a dataset: dataset card, track cards, licence, citation, canary and evaluation registry."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template

import msgspec

from interplay.core import canonical
from interplay.core.records import Manifest
from interplay_builders.release import results
from interplay_builders.release.features import yaml_features
from interplay_builders.release.sources import AUTHORS, TITLE, Sources
from interplay_builders.tracks.base import DataFile

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
INFERRED = frozenset({"scorekeeping_corrections", "scorekeeping_probes", "simulation_tasks"})
"""Configurations whose column types loaders infer from the rows; a test loads them all."""
FIRST = ("simulation", "scorekeeping")
"""Tracks whose configurations stand first, for they come from a seed paper; the very first one is the default."""
LICENSE_SOURCE = "LICENSE-CC-BY-4.0.txt"
ROWS = {
    "scorekeeping_corrections": "one dialogue in which values change after they were given",
    "transitions": "a position of a game and an action, which the system under test answers with the next position",
}
"""What a row is, where configurations share a type."""


def files(manifest: Manifest, digest: str, made_from: Sources) -> dict[str, bytes]:
    """Return path -> bytes of every text of the dataset; *digest* is the sha256 of the manifest."""
    texts = {"CANARY": manifest.canary + "\n"}
    values = _values(manifest, digest, made_from)
    if manifest.notes:
        texts["README.md"] = _front_matter(manifest, made_from, "other") + _unreleased(manifest)
    else:
        texts["README.md"] = _front_matter(manifest, made_from, "cc-by-4.0") + _filled("card.md", values)
        texts["CITATION.cff"] = _filled("CITATION.cff", values)
        texts["LICENSE"] = _read(LICENSE_SOURCE)
        texts |= {f"cards/{name}": _filled(name, values) for name in _shipped() if name != "card.md"}
    return {path: text.encode() for path, text in texts.items()}


def folder() -> Path:
    """Return the folder of the card sources: in the wheel, or in the source checkout."""
    packaged = Path(__file__).parents[1] / "_cards"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "cards"


def _shipped() -> Iterator[str]:
    """Yield the names of the cards of tracks and games, which are part of the dataset."""
    for pattern in ("*.md", "games/*.md"):
        yield from (path.relative_to(folder()).as_posix() for path in sorted(folder().glob(pattern)))


def _read(name: str) -> str:
    return (folder() / name).read_text(encoding="utf-8")


def _filled(name: str, values: Mapping[str, str]) -> str:
    return Template(_read(name)).substitute(values)


def _values(manifest: Manifest, digest: str, made_from: Sources) -> dict[str, str]:
    return {
        "release": manifest.release,
        "date": made_from.identity.date,
        "manifest_sha256": digest,
        "seed": manifest.seed,
        "canary": manifest.canary,
        "title": TITLE,
        "authors": AUTHORS,
        "configs": _config_table(made_from),
        "results": results.table(_read("difficulty.md"), {track.name for track in made_from.tracks}),
        "counts": _split_table(made_from),
        "examples": _examples(made_from),
    }


def _config_table(made_from: Sources) -> str:
    lines = ["| config | rows | one row is |", "|---|---|---|"]
    for name, files in _configs(made_from).items():
        doc = (files[0].type.__doc__ or "").split("\n", 1)[0].rstrip(".").replace("``", "`")
        row = ROWS.get(name, f"{doc[0].lower()}{doc[1:]}")
        lines.append(f"| `{name}` | {sum(len(f.rows) for f in files)} | {row} |")
    return "\n".join(lines)


def _examples(made_from: Sources) -> str:
    """Return the shortest row of each configuration, a column a line, and long ones cut."""
    parts = []
    for name, files in _configs(made_from).items():
        row = min((canonical.encode(row) for file in files for row in file.rows), key=len, default=b"{}")
        columns = msgspec.json.decode(row, type=dict[str, msgspec.Raw])
        lines = "\n".join(f"{key}: {_cut(bytes(value).decode())}" for key, value in columns.items() if key != "canary")
        parts.append(f"<details><summary>{name}</summary>\n\n```\n{lines}\n```\n\n</details>")
    return "\n".join(parts)


def _cut(text: str, longest: int = 160) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _split_table(made_from: Sources) -> str:
    lines = ["| config | split | domain or game | rows |", "|---|---|---|---|"]
    for track in made_from.tracks:
        for file in track.files:
            parts = Counter((getattr(r, "split", ""), getattr(r, "domain", getattr(r, "game", ""))) for r in file.rows)
            lines += [f"| `{file.config}` | {split} | {name} | {n} |" for (split, name), n in sorted(parts.items())]
    return "\n".join(lines)


def _front_matter(manifest: Manifest, made_from: Sources, licence: str) -> str:
    configs = _configs(made_from)
    data = [file for files in configs.values() for file in files]
    sizes = {entry.path: entry.bytes for entry in manifest.files}
    text = (
        f"---\nlicense: {licence}\nlanguage:\n- en\npretty_name: {manifest.name}\nsize_categories:\n- {_size(data)}\n"
    )
    text += (
        "task_categories:\n- text-generation\ntags:\n- benchmark\n- evaluation\n- dialogue\n- common-ground\nconfigs:\n"
    )
    for number, (name, files) in enumerate(configs.items()):
        text += f"- config_name: {name}\n  version: {manifest.release}\n"
        text += "  default: true\n" if number == 0 else ""
        text += "  data_files:\n  - split: test\n    path:" + _paths(files)
    text += "dataset_info:\n"
    for name, files in configs.items():
        size = sum(sizes[file.path] for file in files)
        text += f"- config_name: {name}\n"
        text += "" if name in INFERRED else f"  features:\n{yaml_features(files[0].type, '  ')}"
        rows = sum(len(file.rows) for file in files)
        text += f"  splits:\n  - name: test\n    num_bytes: {size}\n    num_examples: {rows}\n"
        text += f"  dataset_size: {size}\n"
    return text + "---\n\n"


def _configs(made_from: Sources) -> dict[str, list[DataFile]]:
    """Return the data files of each configuration, in order: the first is what loads without a name."""
    configs: dict[str, list[DataFile]] = {}
    ranks = {name: number for number, name in enumerate(FIRST)}
    for track in sorted(made_from.tracks, key=lambda track: ranks.get(track.name, len(ranks))):
        for file in track.files:
            configs.setdefault(file.config, []).append(file)
    return configs


def _paths(files: list[DataFile]) -> str:
    if len(files) == 1:
        return f" {files[0].path}\n"
    return "\n" + "".join(f"    - {file.path}\n" for file in files)


def _size(data: list[DataFile]) -> str:
    """Return the hub's name for how many rows there are."""
    rows = sum(len(file.rows) for file in data)
    return next(name for limit, name in SIZES if rows < limit)


def _unreleased(manifest: Manifest) -> str:
    notes = "\n".join(f"- {note}" for note in manifest.notes)
    return f"# A dataset in the form of {manifest.name}\n\nThis is not a release of {manifest.name}:\n\n{notes}\n"
