"""Write a dataset directory: the same sources give the same bytes on every machine and day."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from interplay.core import canonical, schema
from interplay.core.errors import DatasetError
from interplay.core.records import MANIFEST, FileEntry, Manifest
from interplay.core.release import (
    MANIFEST_NAME,
    SUMS_NAME,
    SUPERSEDED_NAME,
    Release,
    content,
    file_sha256,
    read_manifest,
    walk,
)
from interplay.core.reports import Report
from interplay.core.text import noop
from interplay.judging.judge import load, names
from interplay.judging.records import JUDGMENT_TYPES
from interplay.ratings.matches import MATCH_TYPES
from interplay.tracks.games.records import Item
from interplay_builders.release import baselines, card, carrying, croissant
from interplay_builders.release.sources import Sources, track_entry

SCHEMA_VERSION = 1
LEFT_OUT_NAME = "left_out.json"
"""In a draw: the items that could not be drawn, by track and name, with counts and reasons."""


def compose(made_from: Sources) -> dict[str, bytes]:
    """Return path -> content of every file except submissions and files with hashes of compressed files."""
    files = {f.path: canonical.encode_lines(f.rows) for track in made_from.tracks for f in track.files}
    files |= _schemas(made_from)
    files[SUPERSEDED_NAME] = canonical.encode({t.name: t.superseded for t in made_from.tracks if t.superseded}) + b"\n"
    if made_from.left_out:
        files[LEFT_OUT_NAME] = _pretty(made_from.left_out)
    manifest = _manifest(made_from, files)
    files[MANIFEST_NAME] = canonical.encode(manifest) + b"\n"
    files |= card.files(manifest, canonical.sha256(files[MANIFEST_NAME]), made_from)
    return dict(sorted(files.items()))


def refuse_foreign(root: Path) -> None:
    """Raise ``DatasetError`` when *root* is a file, or a directory that is neither empty nor a dataset."""
    if root.exists() and not root.is_dir():
        raise DatasetError(f"{root} is a file, expected a directory to write a dataset to")
    if root.is_dir() and any(root.iterdir()) and not (root / MANIFEST_NAME).is_file():
        raise DatasetError(f"{root} is not empty and is not a dataset; name another directory")


def freeze(root: Path, made_from: Sources, on_note: Callable[[str], object] = noop) -> Manifest:
    """Write the dataset directory *root* and the submissions of bots, keep those of models, and return the manifest.

    Files that the new release does not have are removed. *on_note* is called with what became of each submission whose
    items have changed. Raises ``DatasetError`` as ``refuse_foreign`` does.
    """
    refuse_foreign(root)
    former = None if made_from.identity.notes else carrying.former(root)  # only releases follow one another
    files = compose(made_from)
    _write(root, files)
    for note in carrying.carry(former, root) if former else ():
        on_note(note)
    for written in (bot_submissions(root), hash_metadata(root, made_from)):
        _write(root, written)
        files |= written
    manifest, digest = read_manifest(root)
    _write(root, dict(baselines.renewed(Release(root, manifest, digest, modified=False))))
    for stale in {p for p in present(root) if not is_kept(p)} - files.keys():
        (root / stale).unlink()
    canonical.write_atomically(root / SUMS_NAME, [sums(root)])
    return manifest


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    """Write files into *root* unless their content is the same; another machine may compress to other bytes."""
    for path, data in files.items():
        if not (root / path).is_file() or content(root / path) != data:
            canonical.write_atomically(root / path, [data])


def hash_metadata(root: Path, made_from: Sources) -> dict[str, bytes]:
    """Return path -> bytes of the metadata with the hashes of the compressed data files in *root*."""
    if made_from.identity.notes:  # metadata claims authorship and licence, which only a release has
        return {}
    return {"croissant.json": croissant.document(root, made_from)}


def bot_submissions(root: Path) -> dict[str, bytes]:
    """Return path -> bytes of the bots' submissions on the data in *root*."""
    manifest, digest = read_manifest(root)
    return dict(baselines.bot_submissions(Release(root, manifest, digest, modified=False)))


def is_kept(path: str) -> bool:
    """Return whether freezing leaves the file *path* as it is: submissions of models, and the list of hashes."""
    return path == SUMS_NAME or (path.startswith(f"{baselines.FOLDER}/") and not baselines.is_made(path))


def present(root: Path) -> Iterator[str]:
    """Yield the relative path of every file of the dataset *root*, with forward slashes."""
    for path in walk(root) if root.is_dir() else ():
        yield path.relative_to(root).as_posix()


def sums(root: Path) -> bytes:
    """Return the text of ``SHA256SUMS`` for the files below *root*."""
    names = sorted(name for name in present(root) if name != SUMS_NAME)
    return "".join(f"{file_sha256(root / name)}  {name}\n" for name in names).encode()


def _schemas(made_from: Sources) -> dict[str, bytes]:
    documents: dict[str, tuple[type, ...]] = {"manifest": (Manifest,), "report": (Report,), "matches": MATCH_TYPES}
    documents["judgments"] = JUDGMENT_TYPES
    for track in made_from.tracks:
        documents[f"{track.name}-predictions"] = track.accepted
        documents |= {f"{f.config}": (f.type,) for f in track.files}
    return {
        f"schemas/{name}.schema.json": _pretty(schema.schema_of(types, f"Interplay {name}"))
        for name, types in documents.items()
    }


def _pretty(document: object) -> bytes:
    return msgspec.json.format(canonical.encode(document), indent=2) + b"\n"


def _manifest(made_from: Sources, files: Mapping[str, bytes]) -> Manifest:
    entries = [
        FileEntry(
            path=f.path,
            sha256=canonical.sha256(files[f.path]),
            bytes=len(files[f.path]),
            rows=len(f.rows),
            record=f.type.__name__,
            config=f.config,
            track=track.name,
            splits=f.splits,
        )
        for track in made_from.tracks
        for f in track.files
    ]
    known = made_from.identity
    return Manifest(
        format=MANIFEST,
        name=known.name,
        release=known.release,
        schema_version=SCHEMA_VERSION,
        seed=known.seed,
        canary=known.canary,
        tracks=tuple(track_entry(t) for t in made_from.tracks),
        files=tuple(entries),
        games={row.game: row.setup.version for row in _game_matches(made_from)},
        judges={judge.name: judge.digest for judge in map(load, names()) if not judge.file.points},
        notes=known.notes,
        sealed=known.commitment,
    )


def _game_matches(made_from: Sources) -> Iterator[Item]:
    """Yield the matches to be played."""
    rows = (row for track in made_from.tracks for file in track.files for row in file.rows)
    return (row for row in rows if isinstance(row, Item))
