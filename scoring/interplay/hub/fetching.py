"""Fetch a revision from the Hub into its cache: once, held against what it was before, and usable offline then."""

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from huggingface_hub import HfApi, constants, hf_hub_download, snapshot_download
from huggingface_hub.errors import (
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RemoteEntryNotFoundError,
    RevisionNotFoundError,
)

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.records import Record
from interplay.core.release import MANIFEST_NAME, read_manifest, verify
from interplay.core.text import noop, quoted
from interplay.hub import refusals
from interplay.hub.limits import Limits
from interplay.hub.places import COMMIT, HubRevision

DATASET = "dataset"
"""What the Hub calls the type of repository."""
_TAG = re.compile(r"v(\d+\.\d+\.\d+\S*)")


class Pin(Record, frozen=True):
    """What a revision was when it was first opened on this machine, so that one that has moved is noticed (note 0062).

    The commit that it stood for, and the sha256 of the manifest in it.
    """

    repo: str
    revision: str
    commit: str
    manifest_sha256: str


def fetch(source: HubRevision, on_message: Callable[[str], None] = noop) -> Path:
    """Return the directory of the Hub's cache that holds *source*, downloaded where it is not there yet.

    The manifest comes first, so nothing else is downloaded of what is no dataset or not what it was. Files are not
    compared with their hashes, which opening the directory does; *on_message* hears what is fetched for the first time.

    Raises:
        DatasetError: The Hub refuses, or cannot be reached and the cache lacks *source*; or *source* is not what it was
            when it was first opened on this machine.
    """
    pin = _read_pin(source)
    with Limits(), refusals.explained(source.repo, f"read {source}", DatasetError):
        commit = _commit(source, pin)
        manifest = _manifest(source, commit)
        digest = canonical.sha256(manifest.read_bytes())
        if pin is not None and (commit, digest) != (pin.commit, pin.manifest_sha256):
            raise _moved(source, pin, commit, digest)
        root = _snapshot(source.repo, commit, known=pin is not None)
        if root != manifest.parent:
            raise DatasetError(f"{source} was written to {root}, expected {manifest.parent}")
    release = read_manifest(root)[0].release
    tag = _TAG.fullmatch(source.revision)
    if tag and tag[1] != release:
        raise DatasetError(f"{source} holds the release {release!r}, expected {tag[1]!r}, as its tag says")
    if pin is None and not verify(root):
        _write_pin(source, commit, digest)
        on_message(f"{source} is release {release}, manifest sha256 {digest}, kept in {root}")
    return root


def _commit(source: HubRevision, pin: Pin | None) -> str:
    """Return the commit of *source*: as the Hub says now, or as it was where the Hub does not answer.

    A repository that is gone or closed is no reason to refuse what was opened before; a tag that is gone is one.
    """
    if source.is_commit:
        return source.revision
    try:
        commit = HfApi().dataset_info(source.repo, revision=source.revision, timeout=30).sha
    except RevisionNotFoundError:
        raise DatasetError(_no_revision(source, pin)) from None
    except (refusals.HTTP_ERROR, OfflineModeIsEnabled):
        commit = pin.commit if pin is not None else _cached_commit(source)
        if commit is None:
            raise
    if not isinstance(commit, str) or not COMMIT.fullmatch(commit):
        raise DatasetError(f"the Hub names the commit {quoted(commit)} for {source}, expected 40 hexadecimal digits")
    return commit


def _no_revision(source: HubRevision, pin: Pin | None) -> str:
    """Return that *source* is not there, and what is."""
    tags = sorted(tag.name for tag in HfApi().list_repo_refs(source.repo, repo_type=DATASET).tags)
    there = f"its tags are {', '.join(tags[-10:])}" if tags else "it has no tags"
    before = f"; opened here before: {HubRevision(source.repo, pin.commit)}" if pin is not None else ""
    return f"the dataset {source.repo} on the Hub has no revision {source.revision!r}; {there}{before}"


def _cached_commit(source: HubRevision) -> str | None:
    """Return the commit that the Hub's cache has for *source*, as another program may have filled it."""
    try:
        path = hf_hub_download(
            source.repo, MANIFEST_NAME, repo_type=DATASET, revision=source.revision, local_files_only=True
        )
    except LocalEntryNotFoundError:
        return None
    return Path(path).parent.name  # .../snapshots/COMMIT/manifest.json


def _manifest(source: HubRevision, commit: str) -> Path:
    try:
        return Path(hf_hub_download(source.repo, MANIFEST_NAME, repo_type=DATASET, revision=commit))
    except RemoteEntryNotFoundError:
        raise DatasetError(f"{source} has no {MANIFEST_NAME}, so it is not a dataset of Interplay") from None


def _snapshot(repo: str, commit: str, *, known: bool) -> Path:
    """Return the directory of *commit*; a *known* one was whole once and is taken without a look at each file."""
    if known:
        with suppress(LocalEntryNotFoundError):
            return Path(snapshot_download(repo, repo_type=DATASET, revision=commit, local_files_only=True))
    return Path(snapshot_download(repo, repo_type=DATASET, revision=commit))


def _moved(source: HubRevision, pin: Pin, commit: str, digest: str) -> DatasetError:
    """Return the error that names what *source* was and what it is."""
    return DatasetError(
        f"{source} has changed since it was first opened here:\n"
        f"  found manifest sha256 {digest} (commit {commit})\n"
        f"  expected {pin.manifest_sha256} (commit {pin.commit})\n"
        f"releases never change, so scores on the two cannot be compared; what was opened first is "
        f"{HubRevision(source.repo, pin.commit)}; to accept the other one from now on, delete {_pin_path(source)}"
    )


def _pin_path(source: HubRevision) -> Path:
    """Return the file that remembers *source*: beside the Hub's cache, where emptying that does not forget it."""
    mark = hashlib.sha256(str(source).encode()).hexdigest()[:12]  # file names may not tell v1 from V1, or hold a slash
    folder = Path(constants.HF_ASSETS_CACHE).expanduser() / "interplay" / "releases"
    return folder / f"{source.repo.replace('/', '--')}--{mark}.json"


def _read_pin(source: HubRevision) -> Pin | None:
    """Return what *source* was when first opened here, or ``None``; raise ``DatasetError`` for a damaged file."""
    path = _pin_path(source)
    try:
        pin = msgspec.json.decode(path.read_bytes(), type=Pin)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}, the record of {source}, is damaged: {error}; delete it") from None
    if (pin.repo, pin.revision) != (source.repo, source.revision):
        raise DatasetError(f"{path} is the record of hf://{pin.repo}@{pin.revision}, expected {source}; delete it")
    return pin


def _write_pin(source: HubRevision, commit: str, manifest_sha256: str) -> None:
    """Remember what *source* is; where nothing can be written, as on a read-only disk, it is not kept."""
    pin = Pin(repo=source.repo, revision=source.revision, commit=commit, manifest_sha256=manifest_sha256)
    with suppress(OSError):  # a cache that somebody else filled must work, too
        canonical.write_atomically(_pin_path(source), [canonical.encode(pin), b"\n"])
