"""Compare a submission's header with a release; return its items or the differences.

It reads the items of the release. If the submission belongs to another dataset, it also reads manifests nearby.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import replace

from interplay.core.errors import DatasetError, RecordError, UnknownName
from interplay.core.records import Finding, Header, Manifest, printed_path
from interplay.core.release import Release, file_sha256, read_manifest
from interplay.core.text import nearest, quoted
from interplay.submissions import released, selection, sizes
from interplay.submissions.cache import ItemCache
from interplay.submissions.health import BOTS
from interplay.submissions.released import is_draw
from interplay.tracks import catalogue
from interplay.tracks.base import Track

UNRELEASED_PREFIX = "0.0."
"""Start of the version of datasets that are not releases: draws, imports, collections."""
MAX_FOLDERS, MAX_MANIFEST_BYTES = 200, 4_000_000
"""Limits of the search for a dataset: directories, and bytes of a manifest."""


@dataclass(frozen=True, slots=True)
class Match:
    """A header that fits a release: its splits are filled in, and ``items`` (by id) are those that it selects.

    ``n_in_splits`` is the number of items in the splits, before the selection; ``main_splits`` are those that are run
    when none are named. ``superseded`` maps the id of each
    corrected item to the id of its correction. ``findings`` are the differences that do not prevent scoring.
    """

    header: Header
    track: Track[Any, Any]
    items: dict[str, Any]
    n_in_splits: int
    superseded: dict[str, str]
    findings: list[Finding]
    main_splits: tuple[str, ...]


def match_of(header: Header, release: Release, path: Path, cache: ItemCache | None) -> Match:
    """Return the track and items of *release* that *header* names; *cache*, if given, supplies the items.

    Raises ``RecordError`` if the header does not fit *release*, ``DatasetError`` if *release* has an item id twice.
    """
    try:
        track = catalogue.load(header.track)
        header, findings = _compared(header, release, path)
        if header.system.provider == BOTS and not release.is_baseline(path):  # a claim, which silences nothing
            header = replace(header, system=replace(header.system, provider=""))
        released.refuse(release, track.name)
    except (UnknownName, DatasetError) as error:
        finding = Finding.about(path, str(error), 1, "$.track")
        raise RecordError(f"{path} was not made for this dataset", [finding]) from None
    if errors := [f for f in findings if f.severity == "error"]:
        raise RecordError(f"{path} was not made for this dataset", errors)
    all_items = _items(track, track.items(release) if cache is None else cache.items(track), release, header.splits)
    main = track.main_splits(release.track(track.name).splits)
    items = _selected(track, main, all_items, header, path)
    return Match(header, track, items, len(all_items), release.superseded(track.name), findings, main)


def _compared(header: Header, release: Release, path: Path) -> tuple[Header, list[Finding]]:
    """Return the header with its splits filled in, and the differences from *release*."""
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
        note("error", "$.modified", "found true, expected a run on the unmodified release")
    splits = tuple(s for s in entry.splits if s in header.splits or not header.splits)
    return replace(header, splits=splits), findings


def _mismatch(path: Path, header: Header, release: Release) -> str:
    """Return an error message: which dataset the submission at *path* belongs to, and how to score it.

    The header omits the seed, so search nearby directories for the drawn dataset.
    """
    here = f"release {release.manifest.release!r} (manifest {release.manifest_sha256[:12]}…)"
    named = f"release {quoted(header.release)} (manifest {header.manifest_sha256[:12]}…)"
    if not header.release.startswith(UNRELEASED_PREFIX):
        advice = "score it with --dataset DIR (in Python release=DIR), where DIR is the release it was made for"
        return f"found {named}, expected {here}; {advice}, or run it again"
    root, manifest = near(path, header.manifest_sha256) or (None, None)
    folder = "DIR" if root is None else printed_path(root)
    advice = f"score it with --dataset {folder} (in Python release={folder})"
    advice += ", the directory of its items" if root is None else ""
    if manifest is None or is_draw(manifest):
        pair = f"interplay compare RELEASED --fresh {printed_path(path)} --fresh-dataset {folder}"
        advice += f"; {pair} compares it with a run on the release"
    return f"found {_kind(manifest)}, {named}, expected {here}; {advice}"


def _kind(manifest: Manifest | None) -> str:
    if manifest is None:
        return "drawn or imported items"
    if is_draw(manifest):
        return f"items drawn with the seed {quoted(manifest.seed)}"
    return "items that belong to no release"


def near(path: Path, digest: str) -> tuple[Path, Manifest] | None:
    """Return the dataset whose manifest has the sha256 *digest*; search beside *path* and in the working directory."""
    for root in islice(_folders(path), MAX_FOLDERS):
        try:
            manifest = root / "manifest.json"
            if manifest.stat().st_size <= MAX_MANIFEST_BYTES and file_sha256(manifest) == digest:
                return root, read_manifest(root)[0]
        except (OSError, DatasetError):
            continue
    return None


def _folders(path: Path) -> Iterator[Path]:
    """Yield the directory of *path* and the working directory, each followed by the datasets in it."""
    for folder in dict.fromkeys((path.parent, Path())):
        yield folder
        yield from (manifest.parent for manifest in sorted(folder.glob("*/manifest.json")))


def _selected(
    track: Track[Any, Any], main: tuple[str, ...], all_items: dict[str, Any], header: Header, path: Path
) -> dict[str, Any]:
    """Return the items that *header* selects from *all_items* of its splits. *main* are the track's main splits.

    Raises ``RecordError`` if the items cannot be selected by the stated rule.
    """
    if header.selection is None:
        return all_items
    try:
        sizes.check(track.name, header.splits, main, header.selection)
        return {
            track.item_id(item): item for item in selection.apply(track, list(all_items.values()), header.selection)
        }
    except UnknownName as error:
        advice = "score it with the release and package it was made with, or run it again"
        finding = Finding.about(path, f"{error}; {advice}", 1, "$.selection")
        raise RecordError(f"{path} does not have the items that its header names", [finding]) from None


def _items(
    track: Track[Any, Any], candidates: Iterable[Any], release: Release, splits: Container[str]
) -> dict[str, Any]:
    """Return the items of *candidates* in *splits*, by id; raise ``DatasetError`` if two have the same id."""
    items: dict[str, Any] = {}
    for item in candidates:
        item_id = track.item_id(item)
        if item_id in items:
            raise DatasetError(f"{release.root} has the item {item_id!r} twice, expected each id once")
        if track.where(item)["split"] in splits:
            items[item_id] = item
    return items
