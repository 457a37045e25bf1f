"""Draws that hold items of a release: compared by what a model is shown, whatever their ids and hashes (note 0084)."""

from functools import lru_cache
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.records import Manifest
from interplay.core.release import Release, default_root, read_manifest
from interplay.tracks import catalogue

DRAW_NOTE_PREFIX = "A fresh draw"
"""Start of the first note in the manifest of a draw."""


def is_draw(manifest: Manifest) -> bool:
    """Return whether a dataset says that it is a draw."""
    return "".join(manifest.notes[:1]).startswith(DRAW_NOTE_PREFIX)


def refuse(drawn: Release, track: str, root: Path | None = None) -> None:
    """Raise ``DatasetError`` if *drawn* has an item of *track* that the release in *root* has.

    By default that is the package's, and only what says that it is a draw is refused.
    """
    if root is None and not is_draw(drawn.manifest):
        return
    released = root or default_root()
    new = _contents(drawn.root, track, drawn.manifest_sha256)
    former = _contents(released, track, read_manifest(released)[1])
    if shared := sorted(new.keys() & former.keys(), key=new.__getitem__):
        example = f"{new[shared[0]]!r} ({former[shared[0]]!r} there); interplay-build draw --seed SEED makes a draw"
        what = f"{drawn.root} is no fresh draw: {len(shared):,} of {len(new):,} items of {track} are released ones"
        raise DatasetError(f"{what}, such as {example}")


@lru_cache(maxsize=32)
def _contents(root: Path, name: str, _digest: str) -> dict[str, str]:
    """Return the digest of what is shown of each item of a dataset, with the item's id."""
    track, release = catalogue.load(name), Release(root, *read_manifest(root), modified=False)
    return {canonical.sha256(content(item).encode()): track.item_id(item) for item in track.items(release)}


def content(item: msgspec.Struct) -> str:
    """Return what a model is shown of *item*, or what decides it, without blanks and what does not print."""
    fields = msgspec.structs.asdict(item)
    visible: object = {key: fields[key] for key in fields.keys() - {"canary", "item_id", "split", "domain"}}
    if "messages" in fields:
        visible = (fields["messages"], fields.get("requests"))
    elif "setup" in fields:
        visible = (fields["game"], fields["setup"].draws, fields["setup"].words)
    text = "".join(canonical.encode(visible).decode().replace("\\n", " ").replace("\\t", " ").split())
    return text if text.isprintable() else "".join(filter(str.isprintable, text))
