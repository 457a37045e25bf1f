"""Fetch a revision from the Hub into its cache: once, checked against what it was before, and usable offline afterwards."""

import re
from collections.abc import Callable
from pathlib import Path

from interplay.core.canonical import sha256
from interplay.core.errors import DatasetError
from interplay.core.release import MANIFEST_NAME, read_manifest, verify
from interplay.hub import pins, refusals
from interplay.hub.places import HubPlace

DATASET = "dataset"
"""What the Hub calls the type of repository."""
_TAG = re.compile(r"v(\d+\.\d+\.\d+\S*)")
Tell = Callable[[str], None]


def fetch(place: HubPlace, tell: Tell = lambda _: None) -> Path:
    """Return the directory of the Hub's cache that holds *place*, downloaded where it is not there yet.

    Files are not compared with their hashes, which opening the directory does; *tell* hears what was downloaded first.

    Raises:
        DatasetError: The Hub refuses, or cannot be reached and the cache does not hold *place*; or *place* is not what
            it was when it was first opened on this machine.
    """
    pin = pins.read(place)
    commit = _commit(place, pin)
    if pin is not None and commit != pin.commit:
        raise _moved(place, pin, commit, _manifest_of(place, commit))
    with refusals.explained(place.repo, f"read {place}", DatasetError):
        root = _snapshot(place.repo, commit)
    manifest, digest = read_manifest(root)
    if pin is not None and digest != pin.manifest_sha256:
        raise _moved(place, pin, commit, digest)
    tag = _TAG.fullmatch(place.revision)
    if tag and tag[1] != manifest.release:
        raise DatasetError(f"{place} holds the release {manifest.release}, expected {tag[1]}, as its tag says")
    if pin is None and not verify(root):
        pins.write(place, commit, digest)
        tell(f"{place} is {manifest.name} {manifest.release}, manifest sha256 {digest}, in {root}")
    return root


def _commit(place: HubPlace, pin: pins.Pin | None) -> str:
    """Return the commit of *place*: as the Hub says now, or as it was where the Hub does not answer.

    A repository that is gone or closed is no reason to refuse what was opened before; a tag that is gone is one.
    """
    from huggingface_hub import HfApi  # noqa: PLC0415  a network library: for those who need it
    from huggingface_hub.errors import HTTPError, OfflineModeIsEnabled, RevisionNotFoundError  # noqa: PLC0415

    if place.is_commit:
        return place.revision
    with refusals.explained(place.repo, f"read {place}", DatasetError):
        try:
            return str(HfApi().dataset_info(place.repo, revision=place.revision, timeout=30).sha)
        except RevisionNotFoundError:
            raise
        except (HTTPError, OfflineModeIsEnabled):
            known = pin.commit if pin is not None else _cached_commit(place)
            if known is None:
                raise
            return known


def _cached_commit(place: HubPlace) -> str | None:
    """Return the commit that the Hub's cache has for *place*, as another program may have filled it."""
    from huggingface_hub import snapshot_download  # noqa: PLC0415
    from huggingface_hub.errors import LocalEntryNotFoundError  # noqa: PLC0415

    try:
        found = snapshot_download(place.repo, repo_type=DATASET, revision=place.revision, local_files_only=True)
    except LocalEntryNotFoundError:
        return None
    return Path(found).name


def _snapshot(repo: str, commit: str) -> Path:
    from huggingface_hub import snapshot_download  # noqa: PLC0415

    return Path(snapshot_download(repo, repo_type=DATASET, revision=commit))


def _manifest_of(place: HubPlace, commit: str) -> str:
    """Return the sha256 of the manifest in *commit*, or that there is none, for an error is about to be told."""
    from huggingface_hub import hf_hub_download  # noqa: PLC0415
    from huggingface_hub.errors import HTTPError  # noqa: PLC0415

    try:
        path = hf_hub_download(place.repo, MANIFEST_NAME, repo_type=DATASET, revision=commit)
        return sha256(Path(path).read_bytes())
    except (OSError, HTTPError):
        return "none that can be read"


def _moved(place: HubPlace, pin: pins.Pin, commit: str, digest: str) -> DatasetError:
    """Return the error that names what *place* was and what it is."""
    kept = HubPlace(place.repo, pin.commit)
    return DatasetError(
        f"{place} is not what it was when it was first opened here:\n"
        f"  manifest sha256 found {digest} (commit {commit})\n"
        f"  expected {pin.manifest_sha256} (commit {pin.commit})\n"
        f"releases never change, so scores on the two cannot be compared; what was opened is {kept}; "
        f"to accept the other one, delete {pins.path_of(place)}"
    )
