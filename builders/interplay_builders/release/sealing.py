"""A held-back split by commitment: a release contains the hash of a secret seed.

The owner of the seed can draw the split. Once the seed is revealed, everybody can check that it was chosen before the
release was published. The hash covers the name and version of the release, so it is valid for this release only.
"""

import hmac
from pathlib import Path

from interplay.core.errors import DatasetError, OutputError
from interplay.core.records import Record, Sha256
from interplay.core.release import MANIFEST_NAME, Release, commitment

BITS = 256
"""Bits of a seed; a short one could be guessed."""


class Sealed(Record, frozen=True):
    """The commitment in ``release.toml``: the hash, and the release for which it was computed."""

    release: str
    sha256: Sha256


def proved(release: Release, seed: str) -> str:
    """Return the hash of *seed*; raise ``DatasetError`` if it is not the sealed hash of the release."""
    manifest = release.manifest
    if manifest.sealed is None:
        raise DatasetError(f"{release.root} is {manifest.name} {manifest.release}, which has no sealed seed")
    digest = commitment(manifest.name, manifest.release, seed)
    if not hmac.compare_digest(digest, manifest.sealed):
        wanted = f"expected {manifest.sealed[:12]}…, the sealed one"
        raise DatasetError(
            f"this is not the seed of {manifest.name} {manifest.release}: its hash is {digest[:12]}…, {wanted}"
        )
    return digest


def keep(file: Path, seed: str) -> None:
    """Write *seed* to a new *file* with owner-only access; raise ``OutputError`` if *file* would be published."""
    for folder in file.resolve().parents:
        if (folder / MANIFEST_NAME).is_file() or (folder / ".git").exists():
            raise OutputError(f"{file} is in {folder}, which gets published; store the seed somewhere else")
    try:
        file.touch(mode=0o600, exist_ok=False)
        file.write_text(f"{seed}\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"cannot write {file}: {error.strerror or error}") from None


def kept(file: Path) -> str:
    """Return the seed in *file*; raise ``DatasetError`` if it is not a hexadecimal number of ``BITS`` bits."""
    try:
        seed = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise DatasetError(f"cannot read {file}: {error}") from None
    if len(seed) != BITS // 4 or set(seed) - set("0123456789abcdef"):
        raise DatasetError(f"{file} contains no seed, expected {BITS // 4} hexadecimal digits")
    return seed
