"""What a revision was when it was first opened on this machine, so that one that has moved is noticed (note 0062)."""

import contextlib
import hashlib
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.records import Record
from interplay.hub.places import HubRevision


class Pin(Record, frozen=True):
    """The commit that a revision of a repository stood for, and the sha256 of the manifest in it."""

    repo: str
    revision: str
    commit: str
    manifest_sha256: str


def path_of(source: HubRevision) -> Path:
    """Return the file that remembers *source*: beside the Hub's cache, where emptying that does not forget it."""
    from huggingface_hub.constants import HF_ASSETS_CACHE  # noqa: PLC0415  a network library: for those who need it

    mark = hashlib.sha256(str(source).encode()).hexdigest()[:12]  # file names may not tell v1 from V1, or hold a slash
    folder = Path(HF_ASSETS_CACHE).expanduser() / "interplay" / "releases"
    return folder / f"{source.repo.replace('/', '--')}--{mark}.json"


def read(source: HubRevision) -> Pin | None:
    """Return what *source* was when first opened here, or ``None``; raise ``DatasetError`` for a damaged file."""
    path = path_of(source)
    try:
        pin = msgspec.json.decode(path.read_bytes(), type=Pin)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}, which remembers {source}, is damaged: {error}; delete it") from None
    if (pin.repo, pin.revision) != (source.repo, source.revision):
        raise DatasetError(f"{path} remembers hf://{pin.repo}@{pin.revision}, expected {source}; delete it")
    return pin


def write(source: HubRevision, commit: str, manifest_sha256: str) -> Pin:
    """Remember what *source* is and return it; where nothing can be written, as on a read-only disk, it is not kept."""
    pin = Pin(repo=source.repo, revision=source.revision, commit=commit, manifest_sha256=manifest_sha256)
    with contextlib.suppress(OSError):  # a cache that somebody else filled must work, too
        canonical.write_atomically(path_of(source), [canonical.encode(pin), b"\n"])
    return pin
