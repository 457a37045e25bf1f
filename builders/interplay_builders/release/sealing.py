"""A held-back split by commitment: a release names the hash of a seed that nobody but its keeper knows.

Whoever holds the seed can draw the split; everybody else can check, once the seed is told, that it was chosen before
the release was published. The hash is of the release's name and version, too, so that it says nothing of another one.
"""

import hmac
from pathlib import Path

from interplay.core import canonical
from interplay.core.errors import DatasetError, OutputError
from interplay.core.records import Record, Sha256
from interplay.core.release import MANIFEST_NAME, Release

DOMAIN = "interplay-sealed-1"
BITS = 256
"""What a seed is drawn from; a short one could be found by trying."""


class Sealed(Record, frozen=True):
    """The commitment of ``release.toml``: the hash, and the release that it was made for."""

    release: str
    sha256: Sha256


def commitment(name: str, release: str, seed: str) -> str:
    """Return the SHA-256 of ``interplay-sealed-1|NAME|RELEASE|SEED`` in UTF-8."""
    return canonical.sha256(f"{DOMAIN}|{name}|{release}|{seed}".encode())


def proved(release: Release, seed: str) -> str:
    """Return the hash that *seed* was sealed with; raise ``DatasetError`` where it is not the release's."""
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
    """Write *seed* to a new *file* that nobody else may read; raise ``OutputError`` where it would be published."""
    for folder in file.resolve().parents:
        if (folder / MANIFEST_NAME).is_file() or (folder / ".git").exists():
            raise OutputError(f"{file} is in {folder}, which gets published; keep the seed somewhere else")
    try:
        file.touch(mode=0o600, exist_ok=False)
        file.write_text(f"{seed}\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"cannot write {file}: {error.strerror or error}") from None


def kept(file: Path) -> str:
    """Return the seed in *file*; raise ``DatasetError`` where it holds no hexadecimal number of ``BITS`` bits."""
    try:
        seed = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise DatasetError(f"cannot read {file}: {error}") from None
    if len(seed) != BITS // 4 or set(seed) - set("0123456789abcdef"):
        raise DatasetError(f"{file} holds no seed, expected {BITS // 4} hexadecimal digits")
    return seed
