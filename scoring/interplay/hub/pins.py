"""What a revision was when it was first opened on this machine, so that one that has moved is noticed (note 0062)."""

import contextlib
import hashlib
from pathlib import Path

import msgspec

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.records import Record
from interplay.hub.places import HubPlace


class Pin(Record, frozen=True):
    """The commit that a revision of a repository stood for, and the sha256 of the manifest in it."""

    repo: str
    revision: str
    commit: str
    manifest_sha256: str


def path_of(place: HubPlace) -> Path:
    """Return the file that remembers *place*: beside the Hub's cache, where emptying that does not forget it."""
    from huggingface_hub.constants import HF_ASSETS_CACHE  # noqa: PLC0415  a network library: for those who need it

    mark = hashlib.sha256(str(place).encode()).hexdigest()[:12]  # file names may not tell v1 from V1, or hold a slash
    folder = Path(HF_ASSETS_CACHE).expanduser() / "interplay" / "releases"
    return folder / f"{place.repo.replace('/', '--')}--{mark}.json"


def read(place: HubPlace) -> Pin | None:
    """Return what *place* was when it was first opened here, or ``None``; raise ``DatasetError`` for a damaged file."""
    path = path_of(place)
    try:
        pin = msgspec.json.decode(path.read_bytes(), type=Pin)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}, which remembers {place}, is damaged: {error}; delete it") from None
    if (pin.repo, pin.revision) != (place.repo, place.revision):
        raise DatasetError(f"{path} remembers hf://{pin.repo}@{pin.revision}, expected {place}; delete it")
    return pin


def write(place: HubPlace, commit: str, manifest_sha256: str) -> Pin:
    """Remember what *place* is and return it; where nothing can be written, as on a read-only disk, it is not kept."""
    pin = Pin(repo=place.repo, revision=place.revision, commit=commit, manifest_sha256=manifest_sha256)
    with contextlib.suppress(OSError):  # a cache that somebody else filled must work, too
        canonical.write_atomically(path_of(place), [canonical.encode(pin), b"\n"])
    return pin
