"""Read and check a dataset repository on the Hub."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interplay.core.canonical import sha256
from interplay.core.errors import DatasetError, OutputError
from interplay.core.release import IGNORED, MANIFEST_NAME
from interplay.hub import refusals
from interplay.hub.fetching import DATASET
from interplay_builders.publishing.candidate import Candidate

if TYPE_CHECKING:
    from huggingface_hub import RepoFile


@dataclass(frozen=True, slots=True)
class Repository:
    """A dataset repository: *files* are those of its newest commit, *tagged* is the commit of the release's tag."""

    name: str
    user: str
    exists: bool
    private: bool
    files: tuple[str, ...] = ()
    tagged: str | None = None


def look(name: str, tag: str) -> Repository:
    """Ask the Hub for the user and the repository *name*; raise ``OutputError`` if it refuses."""
    from huggingface_hub import HfApi  # noqa: PLC0415  a network library: for those who need it
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError  # noqa: PLC0415

    api = HfApi()
    with refusals.explained(name, f"publish {name}", OutputError):
        user = str(api.whoami()["name"])
        try:
            info = api.dataset_info(name)
        except GatedRepoError:
            raise
        except RepositoryNotFoundError:
            return Repository(name, user, exists=False, private=False)
        tags = api.list_repo_refs(name, repo_type=DATASET).tags
    files = tuple(sorted(file.rfilename for file in info.siblings or ()))
    tagged = next((info.target_commit for info in tags if info.name == tag), None)
    return Repository(name, user, exists=True, private=bool(info.private), files=files, tagged=tagged)


def check(there: Repository, offered: Candidate, *, private: bool) -> None:
    """Raise ``DatasetError`` for a public repository, one with other content, or a tag with another manifest."""
    name, tag = there.name, offered.tag
    if private and there.exists and not there.private:
        raise DatasetError(f"{name} is public; make it private on the Hub first, name another one, or omit --private")
    files = [path for path in there.files if path.split("/")[0] not in IGNORED | {"README.md"}]
    if files and MANIFEST_NAME not in files:
        raise DatasetError(f"{name} has files that are not an Interplay dataset ({files[0]}); name another repository")
    if there.tagged is not None:
        digest = _manifest_of(name, there.tagged)
        if digest != offered.manifest_sha256:
            raise DatasetError(
                f"{name} already has {tag} with manifest sha256 {digest}, expected {offered.manifest_sha256} of "
                f"{offered.root}; releases never change: raise `release` in release.toml, and freeze"
            )


def differences(name: str, commit: str, offered: Candidate) -> tuple[str, ...]:
    """Return the paths that are changed, missing or additional in *commit* on the Hub."""
    from huggingface_hub import HfApi, RepoFile  # noqa: PLC0415

    with refusals.explained(name, f"check the files of {name}", OutputError):
        listed = HfApi().list_repo_tree(name, recursive=True, revision=commit, repo_type=DATASET)
        there = {entry.path: entry for entry in listed if isinstance(entry, RepoFile)}
    extra = {path for path in there if path.split("/")[0] not in IGNORED} - offered.files.keys()
    changed = (path for path in offered.files if path not in there or not _is_same(there[path], offered, path))
    return tuple(sorted({*extra, *changed}))


def _is_same(there: "RepoFile", offered: Candidate, path: str) -> bool:
    """Compare the hashes of a file: the Hub has the SHA-256 of large files and Git's hash of others."""
    if there.lfs is not None:
        return there.lfs.sha256 == offered.files[path]
    data = (offered.root / path).read_bytes()
    git = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return there.blob_id == git and sha256(data) == offered.files[path]


def _manifest_of(name: str, commit: str) -> str:
    from huggingface_hub import hf_hub_download  # noqa: PLC0415

    with refusals.explained(name, f"read the {MANIFEST_NAME} of {name}", OutputError):
        return sha256(Path(hf_hub_download(name, MANIFEST_NAME, repo_type=DATASET, revision=commit)).read_bytes())
