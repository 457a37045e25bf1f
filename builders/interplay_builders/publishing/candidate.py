"""A dataset directory that may be published: intact, committed, and what the builders make."""

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interplay.core.errors import DatasetError
from interplay.core.findings import Finding
from interplay.core.records import Manifest
from interplay.core.release import SUMS_NAME, file_sha256, read_manifest, read_sums, verify
from interplay_builders.release import checks

_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """What would be published: *files* maps the path of every file of the dataset *root* to its sha256."""

    root: Path
    manifest: Manifest
    manifest_sha256: str
    files: dict[str, str]

    @property
    def tag(self) -> str:
        """The tag that the release gets, ``v0.2.0``."""
        return f"v{self.manifest.release}"

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum((self.root / path).stat().st_size for path in self.files)


def candidate(root: Path) -> Candidate:
    """Return the dataset *root* as what would be published.

    Raises ``DatasetError`` when it may not be: a file differs from its hash; or a release is not committed, or not what
    the builders make of their sources (for a fresh draw or an import nothing says what they should be).
    """
    manifest, digest = read_manifest(root)
    _refuse(root, "is not what its hashes say; run interplay-build freeze, or restore the files", verify(root))
    if not _VERSION.fullmatch(manifest.release):
        raise DatasetError(f"{root} has the version {manifest.release!r}, of which no tag can be made")
    if not manifest.notes:
        _refuse(root, "has changes that are not committed; commit them, or undo them", uncommitted(root))
        _refuse(root, "is not what the builders make; run interplay-build freeze, and commit", checks.check(root))
    files = read_sums((root / SUMS_NAME).read_text(encoding="utf-8"))
    return Candidate(root, manifest, digest, dict(sorted((files | {SUMS_NAME: file_sha256(root / SUMS_NAME)}).items())))


def uncommitted(root: Path) -> Iterator[Finding]:
    """Yield a finding for each file below *root* that Git would commit; none where *root* is in no checkout.

    Raises ``DatasetError`` when Git cannot tell.
    """
    words = ["git", "-C", str(root), "status", "--porcelain", "--untracked-files=all", "--no-renames", "-z", "--", "."]
    plain = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, env=plain)  # noqa: S603
    except FileNotFoundError:
        raise DatasetError(f"nothing was published: Git, which tells whether {root} is committed, is missing") from None
    if done.returncode and "not a git repository" in done.stderr:
        return
    if done.returncode:
        raise DatasetError(f"nothing was published: Git cannot tell whether {root} is committed: {done.stderr.strip()}")
    for line in filter(None, done.stdout.split("\0")):
        message = f"found a change that Git shows as {line[:2].strip()!r}, expected it committed"
        yield Finding(severity="error", file=line[3:], message=message)


def _refuse(root: Path, why: str, findings: Iterator[Finding] | tuple[Finding, ...]) -> None:
    """Raise what *findings* say, when there are any."""
    lines = [f"  {finding}" for finding in findings]
    if lines:
        more = [f"  and {len(lines) - 5} more"] if len(lines) > 5 else []
        raise DatasetError("\n".join([f"nothing was published: {root} {why}:", *lines[:5], *more]))
