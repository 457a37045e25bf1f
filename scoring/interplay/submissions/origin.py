"""What a submission is of that was made for another dataset than the one at hand: a release, a draw, or an import."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from interplay.core.errors import DatasetError
from interplay.core.findings import shown_path
from interplay.core.records import Header, Manifest
from interplay.core.release import Release, file_sha256, read_manifest
from interplay.core.text import quoted

UNRELEASED = "0.0."
"""Begins the number of every set that is no release: draws, imports, collections."""
DRAWN = "A fresh draw"
"""Begins the first note of a draw."""
MOST, LARGEST = 200, 4_000_000
"""Folders that are looked into, and bytes of a manifest that is read."""


def mismatch(path: Path, header: Header, release: Release) -> str:
    """Return what the submission at *path* is of, which is not *release*, and what to do.

    A header does not say of which seed a draw is, so the draw itself is looked for, where it is likely to lie.
    """
    here = f"release {release.manifest.release!r} (manifest {release.manifest_sha256[:12]}…)"
    found = f"release {quoted(header.release)} (manifest {header.manifest_sha256[:12]}…)"
    if not header.release.startswith(UNRELEASED):
        advice = "score it with --dataset DIR (in Python release=DIR) naming the release it was made for"
        return f"found {found}, expected {here}; {advice}, or run it again"
    root, manifest = near(path, header.manifest_sha256) or (None, None)
    place = "DIR" if root is None else shown_path(root)
    advice = f"score it with --dataset {place} (in Python release={place})"
    advice += ", the directory of its items" if root is None else ""
    if manifest is None or (manifest.notes[:1] and manifest.notes[0].startswith(DRAWN)):
        pair = f"interplay compare RELEASED --fresh {shown_path(path)} --fresh-dataset {place}"
        advice += f"; {pair} pairs it with a run on the release"
    return f"found {_kind(manifest)}, {found}, expected {here}; {advice}"


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
