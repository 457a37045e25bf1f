"""Check a dataset directory before it is published: hashes match, files are committed, and the builders make them."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from interplay.core.errors import DatasetError
from interplay.core.records import Finding, Manifest
from interplay.core.release import SUMS_NAME, file_sha256, read_manifest, read_sums, verify
from interplay.core.text import noop
from interplay_builders.release import checks

_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A dataset that passed the checks; *files* maps the path of every file below *root* to its SHA-256."""

    root: Path
    manifest: Manifest
    manifest_sha256: str
    files: dict[str, str]

    @property
    def tag(self) -> str:
        """The tag of the release, such as ``v0.2.0``."""
        return f"v{self.manifest.release}"

    @property
    def checked(self) -> str:
        """The checks that the dataset passed, as a sentence."""
        more = "" if self.manifest.notes else ", are committed in Git and are what the builders make"
        return f"The files of {self.root} match {SUMS_NAME}{more}."

    def sizes(self) -> dict[str, list[int]]:
        """Return the sizes in bytes of the files in each top-level folder, under ``.`` for those in none."""
        sizes: dict[str, list[int]] = {}
        for path in self.files:
            folder, _, name = path.partition("/")
            sizes.setdefault(folder if name else ".", []).append((self.root / path).stat().st_size)
        return sizes


def candidate(root: Path, on_progress: Callable[[int, int], None] = noop) -> Candidate:
    """Check the dataset *root* and return it as a candidate for publication.

    *on_progress* is called with the percentage of the tracks that is built to compare, and with 100.

    Raises ``DatasetError`` when a file differs from its hash, when the version cannot be a tag, or when a release has
    uncommitted changes or differs from what the builders make. Fresh draws and imports skip the last two checks.
    """
    manifest, digest = read_manifest(root)
    _refuse(root, "does not match its hashes; run interplay-build freeze, or restore the files", verify(root))
    if not _VERSION.fullmatch(manifest.release):
        raise DatasetError(f"{root} has the version {manifest.release!r}, which cannot be a tag")
    if not manifest.notes:
        _refuse(root, "has uncommitted changes; commit or undo them", uncommitted(root))
        findings = checks.check(root, on_progress=on_progress)
        _refuse(root, "differs from what the builders make; run interplay-build freeze and commit", findings)
    files = read_sums((root / SUMS_NAME).read_text(encoding="utf-8"))
    return Candidate(root, manifest, digest, dict(sorted((files | {SUMS_NAME: file_sha256(root / SUMS_NAME)}).items())))


def uncommitted(root: Path) -> Iterator[Finding]:
    """Yield a finding for each uncommitted file below *root*; none when *root* is not in a Git checkout.

    Raises ``DatasetError`` when Git fails.
    """
    words = ["git", "-C", str(root), "status", "--porcelain", "--untracked-files=all", "--no-renames", "-z", "--", "."]
    plain = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, env=plain)  # noqa: S603
    except FileNotFoundError:
        raise DatasetError(f"nothing was published: Git is missing, so {root} cannot be checked for changes") from None
    if done.returncode and "not a git repository" in done.stderr:
        return
    if done.returncode:
        raise DatasetError(f"nothing was published: Git cannot tell whether {root} is committed: {done.stderr.strip()}")
    for line in filter(None, done.stdout.split("\0")):
        message = f"found a change that Git shows as {line[:2].strip()!r}, expected it committed"
        yield Finding(severity="error", file=line[3:], message=message)


def _refuse(root: Path, why: str, findings: Iterator[Finding] | tuple[Finding, ...]) -> None:
    """Raise ``DatasetError`` with the first *findings*, if there are any."""
    lines = [f"  {finding}" for finding in findings]
    if lines:
        more = [f"  and {len(lines) - 5} more"] if len(lines) > 5 else []
        raise DatasetError("\n".join([f"nothing was published: {root} {why}:", *lines[:5], *more]))
