"""Hold the header of a submission against a release: the release, splits and items that it names, or what differs.

Nothing is read but the items of the release, and the manifests of datasets beside the submission when it is of another.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from interplay.core.errors import DatasetError, RecordError, UnknownName
from interplay.core.findings import Finding, printed_path
from interplay.core.records import Header, Manifest
from interplay.core.release import Release, file_sha256, read_manifest
from interplay.core.text import nearest, quoted
from interplay.submissions import selection, sizes
from interplay.submissions.pool import ItemPool
from interplay.tracks import catalogue
from interplay.tracks.base import Track

UNRELEASED = "0.0."
"""Begins the number of every set that is no release: draws, imports, collections."""
DRAWN = "A fresh draw"
"""Begins the first note of a draw."""
MOST, LARGEST = 200, 4_000_000
"""Folders that are looked into, and bytes of a manifest that is read."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a header names of a release: its splits filled in, the track, the items by id, and how it differs.

    ``claimed`` counts the items of the splits, of which a selection may have taken some; ``superseded`` has
    the ids of corrected items, each with the id of the corrected one.
    """

    header: Header
    track: Track[Any, Any]
    items: dict[str, Any]
    claimed: int
    superseded: dict[str, str]
    findings: list[Finding]


def match_of(header: Header, release: Release, path: Path, pool: ItemPool | None) -> Match:
    """Return what *header* names of *release*, whose items come from *pool* where there is one.

    Raises ``RecordError`` when the header does not fit *release*, ``DatasetError`` when *release* itself is unfit.
    """
    try:
        track = catalogue.load(header.track)
        header, findings = _compared(header, release, path)
    except (UnknownName, DatasetError) as error:
        finding = Finding(severity="error", file=printed_path(path), line=1, path="$.track", message=str(error))
        raise RecordError(f"{path} was not made for this dataset", [finding]) from None
    if errors := [f for f in findings if f.severity == "error"]:
        raise RecordError(f"{path} was not made for this dataset", errors)
    every = _items(track, track.items(release) if pool is None else pool.items(track), release, header.splits)
    main = track.main_splits(release.track(track.name).splits)
    items = _selected(track, main, every, header, path)
    return Match(header, track, items, len(every), release.superseded(track.name), findings)


def _compared(header: Header, release: Release, path: Path) -> tuple[Header, list[Finding]]:
    """Return the header with its splits filled in, and how it differs from *release*."""
    entry = release.track(header.track)
    findings = []

    def note(severity: Literal["error", "warning"], where: str, message: str) -> None:
        findings.append(Finding(severity=severity, file=printed_path(path), line=1, path=where, message=message))

    if header.manifest_sha256 != release.manifest_sha256:
        here = f"release {release.manifest.release!r} (manifest {release.manifest_sha256[:12]}…)"
        named = f"found release {quoted(header.release)} (manifest {header.manifest_sha256[:12]}…)"
        if header.track_sha256 == release.digest(entry.name, header.splits or entry.splits):
            note("warning", "$.release", f"{named}, scored with {here}: the items of this track are the same in both")
        else:
            note("error", "$.manifest_sha256", _mismatch(path, header, release))
    elif header.release != release.manifest.release:
        note("error", "$.release", f"found {header.release!r}, expected {release.manifest.release!r} for this manifest")
    for split in header.splits:
        if split not in entry.splits:
            hint = nearest(split, entry.splits)
            note("error", "$.splits", f"found {split!r}{hint}, expected some of {', '.join(entry.splits)}")
    if header.modified and not release.modified:
        note("error", "$.modified", "found true: this was made on a modified dataset, expected a run on the release")
    splits = tuple(s for s in entry.splits if s in header.splits or not header.splits)
    return msgspec.structs.replace(header, splits=splits), findings


def _mismatch(path: Path, header: Header, release: Release) -> str:
    """Return what the submission at *path* is of, which is not *release*, and what to do.

    A header does not say of which seed a draw is, so the draw itself is looked for, where it is likely to lie.
    """
    here = f"release {release.manifest.release!r} (manifest {release.manifest_sha256[:12]}…)"
    named = f"release {quoted(header.release)} (manifest {header.manifest_sha256[:12]}…)"
    if not header.release.startswith(UNRELEASED):
        advice = "score it with --dataset DIR (in Python release=DIR) naming the release it was made for"
        return f"found {named}, expected {here}; {advice}, or run it again"
    root, manifest = near(path, header.manifest_sha256) or (None, None)
    folder = "DIR" if root is None else printed_path(root)
    advice = f"score it with --dataset {folder} (in Python release={folder})"
    advice += ", the directory of its items" if root is None else ""
    if manifest is None or (manifest.notes[:1] and manifest.notes[0].startswith(DRAWN)):
        pair = f"interplay compare RELEASED --fresh {printed_path(path)} --fresh-dataset {folder}"
        advice += f"; {pair} pairs it with a run on the release"
    return f"found {_kind(manifest)}, {named}, expected {here}; {advice}"


def _kind(manifest: Manifest | None) -> str:
    if manifest is None:
        return "drawn or imported items"
    if manifest.notes[:1] and manifest.notes[0].startswith(DRAWN):
        return f"items drawn with the seed {quoted(manifest.seed)}"
    return "items that are no release's"


def near(path: Path, digest: str) -> tuple[Path, Manifest] | None:
    """Return the dataset directory, beside *path* or where the command runs, whose manifest has the sha256 *digest*."""
    for root in islice(_folders(path), MOST):
        try:
            manifest = root / "manifest.json"
            if manifest.stat().st_size <= LARGEST and file_sha256(manifest) == digest:
                return root, read_manifest(root)[0]
        except (OSError, DatasetError):
            continue
    return None


def _folders(path: Path) -> Iterator[Path]:
    for folder in dict.fromkeys((path.parent, Path())):
        yield folder
        yield from (manifest.parent for manifest in sorted(folder.glob("*/manifest.json")))


def _selected(
    track: Track[Any, Any], main: tuple[str, ...], every: dict[str, Any], header: Header, path: Path
) -> dict[str, Any]:
    """Return the items that *header* selects of those *held* by its splits, by id. *main* are the track's main splits.

    Raises ``RecordError`` for a selection that its rule does not bear out.
    """
    if header.selection is None:
        return every
    try:
        sizes.check(track.name, header.splits, main, header.selection)
        return {track.item_id(item): item for item in selection.apply(track, list(every.values()), header.selection)}
    except UnknownName as error:
        advice = "score it with the release and the package that it was made with, or run it again"
        message = f"{error}; {advice}"
        finding = Finding(severity="error", file=printed_path(path), line=1, path="$.selection", message=message)
        raise RecordError(f"{path} does not hold the items that it names", [finding]) from None


def _items(track: Track[Any, Any], every: Iterable[Any], release: Release, splits: Container[str]) -> dict[str, Any]:
    """Return those items of *every* that are of *splits*, by id; raise ``DatasetError`` when two share one."""
    items: dict[str, Any] = {}
    for item in every:
        item_id = track.item_id(item)
        if item_id in items:
            raise DatasetError(f"{release.root} holds the item {item_id!r} twice, expected each id once")
        if track.where(item)["split"] in splits:
            items[item_id] = item
    return items
