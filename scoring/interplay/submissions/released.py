"""Draws that hold items of a release: compared by what a model is shown, whatever their ids and hashes (note 0084)."""

from functools import lru_cache
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.release import Release, default_root, read_manifest
from interplay.core.text import counted
from interplay.tracks import catalogue

DRAW_NOTE_PREFIX = "A fresh draw"
"""Start of the first note in the manifest of a draw."""
_MARKS = frozenset({"canary", "item_id", "split", "domain"})


def refuse(drawn: Release, track: str, release: Release | None = None) -> None:
    """Raise ``DatasetError`` if *drawn* has an item of *release*; by default of the package's, if it says it is a draw.

    Its items of *track* are compared with all of the release's.
    """
    if release is None:
        root = default_root()
        if not drawn.manifest.notes[:1] or not drawn.manifest.notes[0].startswith(DRAW_NOTE_PREFIX):
            return
        release = Release(root, *read_manifest(root), modified=False)
    new, former = (_contents(r.root, r.manifest_sha256, track, r.modified) for r in (drawn, release))
    if shared := [digest for digest in new if digest in former]:
        copy, item_id = new[shared[0]], former[shared[0]]
        name, count = f"release {release.manifest.release}", f"{counted(len(shared), 'items')} of {len(new):,}"
        raise DatasetError(
            f"{drawn.root} is no fresh draw: in {track} it shares {count} with {name}, such as {copy!r} ({item_id!r} "
            "there); make one with: interplay-build draw --seed SEED --out DIR"
        )


@lru_cache(maxsize=32)
def _contents(root: Path, _digest: str, name: str, modified: bool) -> dict[str, str]:  # noqa: FBT001
    """Return the digest of what is shown of each item of a dataset, with the item's id."""
    track, release = catalogue.load(name), Release(root, *read_manifest(root), modified=modified)
    return {canonical.sha256(content(item).encode()): track.item_id(item) for item in track.items(release)}


def content(item: msgspec.Struct) -> str:
    """Return what a model is shown of *item*, or what decides it, without blanks and what does not print."""
    fields = msgspec.structs.asdict(item)
    shown: object = {key: value for key, value in fields.items() if key not in _MARKS}
    if "messages" in fields:
        shown = (fields["messages"], fields.get("requests"))
    elif "setup" in fields:
        shown = (fields["game"], fields["setup"].draws, fields["setup"].words)
    text = "".join(canonical.encode(shown).decode().replace("\\n", " ").replace("\\t", " ").split())
    return text if text.isprintable() else "".join(filter(str.isprintable, text))
