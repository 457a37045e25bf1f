"""Find, verify and open a dataset directory: the frozen release, an import or a fresh draw.

A release is a hash chain. ``manifest.json`` lists every file that a score depends on; its own sha256 is what
submissions and reports name. Its hashes are of rows, whatever compressed them. ``SHA256SUMS`` covers the bytes of
every file, of cards, citation and baselines too, in the format of ``sha256sum -c``.
"""

import gzip
import hashlib
import re
import zlib
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from interplay.core import canonical, jsonl, strict
from interplay.core.errors import DatasetError, RecordError
from interplay.core.records import FileEntry, Finding, Manifest, TrackEntry, printed_path

MANIFEST_NAME = "manifest.json"
SUMS_NAME = "SHA256SUMS"
SUPERSEDED_NAME = "superseded.json"
"""Track -> id of an item of an earlier release that was corrected -> id of the corrected item."""
IGNORED = frozenset({".git", ".gitattributes", ".gitignore", ".cache", ".huggingface", ".DS_Store", "__pycache__"})
"""Names that hosting, version control and desktops add to a directory; they are not part of a release."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Release:
    """An opened dataset directory. ``modified`` means that its files do not match its hashes."""

    root: Path
    manifest: Manifest
    manifest_sha256: str
    modified: bool

    def track(self, name: str) -> TrackEntry:
        """Return the entry of the track *name*; raise ``DatasetError`` when this release does not hold it."""
        for entry in self.manifest.tracks:
            if entry.name == name:
                return entry
        known = ", ".join(t.name for t in self.manifest.tracks)
        raise DatasetError(f"{self.root} has no track {name!r}; it has {known}")

    def files(self, config: str) -> tuple[FileEntry, ...]:
        """Return the data files of the configuration *config*."""
        return tuple(f for f in self.manifest.files if f.config == config)

    def digest(self, track: str, splits: Container[str]) -> str:
        """Return the digest of the files that these splits of *track* need, which later releases may only add to."""
        files = (f for f in self.manifest.files if f.track == track)
        return files_digest((f.path, f.sha256) for f in files if not f.splits or any(s in splits for s in f.splits))

    def is_baseline(self, path: Path) -> bool:
        """Return whether *path* has the bytes of a bot's submission that this release lists by its hash."""
        sums = self.root / SUMS_NAME
        listed = sums.read_text(encoding="utf-8", errors="replace") if sums.is_file() else ""
        return f"{file_sha256(path)}  baselines/bot-" in listed

    def superseded(self, track: str) -> dict[str, str]:
        """Return the ids of items of *track* that were corrected, each with that of the corrected one."""
        path = self.root / SUPERSEDED_NAME
        try:
            return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]]).get(track, {})
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise DatasetError(f"{path} is damaged: {error}") from None

    def rows(self, config: str, type_: type[T]) -> Iterator[T]:
        """Yield the records of *config*; raise ``RecordError`` where a row does not fit *type_*."""
        for entry in self.files(config):
            path = self.root / entry.path
            reader = jsonl.Reader(path, type_, is_hashed=not self.modified)
            for _, record in reader:
                yield record
            if reader.errors:
                raise RecordError(f"{path} does not hold valid {type_.__name__} records", reader.errors)


def commitment(name: str, release: str, seed: str) -> str:
    """Return what a release publishes of its sealed seed: the SHA-256 of ``interplay-sealed-1|NAME|RELEASE|SEED``."""
    return canonical.sha256(f"interplay-sealed-1|{name}|{release}|{seed}".encode())


def files_digest(files: Iterable[tuple[str, str]]) -> str:
    """Return the digest of files given as (path, sha256), whatever their order."""
    return canonical.sha256("".join(sorted(f"{digest}  {path}\n" for path, digest in files)).encode())


def default_root() -> Path:
    """Return the dataset that comes with the package: inside the wheel, or in the source checkout."""
    packaged = Path(__file__).parents[1] / "_dataset"
    checkout = Path(__file__).parents[3] / "dataset"
    for root in (packaged, checkout):
        if (root / MANIFEST_NAME).is_file():
            return root
    raise DatasetError(
        "this installation has no dataset; give a dataset directory with --dataset DIR (in Python release=DIR)"
    )


def open_release(root: str | Path | None = None, *, allow_modified: bool = False) -> Release:
    """Open a dataset directory, by default the one that comes with the package, after verifying every file of it.

    Raises ``DatasetError`` when *root* is not a dataset, or when a file differs from its hash and *allow_modified*,
    with which reports are marked, is not set.
    """
    root = default_root() if root is None else Path(root)
    manifest, digest = read_manifest(root)
    findings = verify(root)
    if findings and not allow_modified:
        lines = [f"  {finding}" for finding in findings[:5]]
        more = [f"  and {len(findings) - 5} more"] if len(findings) > 5 else []
        here = "in Python open_release(DIR, allow_modified=True)"
        advice = f"{_restore(root)}, or pass --allow-modified ({here}); reports are then marked as modified"
        raise DatasetError("\n".join([f"the dataset {root} does not match its hashes:", *lines, *more, advice]))
    return Release(root=root, manifest=manifest, manifest_sha256=digest, modified=bool(findings))


def _restore(root: Path) -> str:
    """Return how changed files come back: what lies in the Hub's cache is fetched anew when it is not there."""
    cached = root.parent.name == "snapshots" and root.parents[1].name.startswith("datasets--")
    return f"delete {root.parents[1]}, and they are fetched again" if cached else "restore the files"


def read_manifest(root: Path) -> tuple[Manifest, str]:
    """Return the manifest of *root* and the sha256 of its bytes."""
    path = root / MANIFEST_NAME
    if not root.is_dir():
        wanted = f"a dataset directory with a {MANIFEST_NAME}, or hf://owner/name@revision for one on the Hub"
        raise DatasetError(f"{root} is not a directory, expected {wanted}")
    try:
        data = path.read_bytes()
        strict.scan(data)
        manifest = msgspec.json.decode(data, type=Manifest)
    except FileNotFoundError:
        raise DatasetError(f"{root} has no {MANIFEST_NAME}, so it is not a dataset directory") from None
    except (OSError, ValueError, RecursionError, strict.BadValue) as error:
        raise DatasetError(f"{path} is damaged: {error}") from None
    return manifest, canonical.sha256(data)


def verify(root: Path) -> tuple[Finding, ...]:
    """Recompute every hash of *root*; return a finding for each changed, missing or extra file."""
    manifest, _ = read_manifest(root)
    try:
        expected = read_sums((root / SUMS_NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return (Finding.about(root / SUMS_NAME, "found nothing, expected the list of all hashes"),)
    except (OSError, ValueError) as error:
        return (Finding.about(root / SUMS_NAME, f"cannot be read: {error}"),)
    findings = []
    present = {path.relative_to(root).as_posix(): path for path in walk(root)}
    present.pop(SUMS_NAME)
    for name in sorted(expected.keys() | present.keys()):
        if name not in present:
            findings.append(Finding.about(root / name, "found nothing, expected this file of the release"))
        elif name not in expected:
            findings.append(Finding.about(root / name, f"found a file that {SUMS_NAME} does not list, expected none"))
        elif difference := _difference(present[name], expected[name]):
            findings.append(Finding.about(root / name, difference))
    wrong = {finding.file for finding in findings}
    for entry in manifest.files:
        path = root / entry.path
        if printed_path(path) not in wrong and (
            entry.path not in present or not _holds(path, expected[entry.path], entry)
        ):
            message = f"found rows in {entry.path} that differ from the manifest, expected sha256 {entry.sha256[:12]}…"
            findings.append(Finding.about(root / MANIFEST_NAME, message))
    return tuple(findings)


def _holds(path: Path, digest: str, entry: FileEntry) -> bool:
    """Return whether a data file, whose bytes have this sha256, holds what its entry says."""
    try:
        return _measure(path, digest, entry.bytes + 1) == (entry.bytes, entry.sha256)
    except (OSError, EOFError, zlib.error):
        return False


@lru_cache(maxsize=256)
def _measure(path: Path, _digest: str, most: int) -> tuple[int, str]:
    """Return the size and the sha256 of what a file holds; the same bytes are uncompressed once in a process."""
    data = content(path, most)
    return len(data), canonical.sha256(data)


def content(path: Path, most: int = -1) -> bytes:
    """Return what a file holds, uncompressed where its name ends with ``.gz``: the first *most* bytes, or all."""
    if path.suffix == ".gz" and most > 0:  # in one call, where the file is one member as releases have it
        inflating = zlib.decompressobj(16 + zlib.MAX_WBITS)
        data = inflating.decompress(path.read_bytes(), most)
        if len(data) == most or (inflating.eof and not inflating.unused_data):
            return data
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
        return stream.read(most)


def _difference(path: Path, expected: str) -> str | None:
    """Return how a file differs from its hash, or ``None``."""
    if not path.is_file():
        return "found something other than a file, expected a file of the release"
    try:
        digest = file_sha256(path)
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    return None if digest == expected else f"found sha256 {digest[:12]}…, expected {expected[:12]}…"


def file_sha256(path: Path) -> str:
    """Return the sha256 of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_sums(text: str) -> dict[str, str]:
    """Return path -> sha256 of a ``SHA256SUMS`` text; raise ``ValueError`` for a line of another form."""
    sums = {}
    for line in text.splitlines():
        match = re.fullmatch(r"([0-9a-f]{64})  ([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*)", line)
        if match is None or ".." in match[2]:
            raise ValueError(f"{line[:80]!r} is not 'SHA256  PATH'")
        if match[2] in sums:
            raise ValueError(f"{match[2]} is listed twice")
        sums[match[2]] = match[1]
    return sums


def walk(root: Path) -> Iterator[Path]:
    """Yield every file below *root* that can be part of a dataset, sorted by folder."""
    for path in sorted(root.iterdir()):
        if path.name in IGNORED:
            continue
        if path.is_dir():
            yield from walk(path)
        else:
            yield path
