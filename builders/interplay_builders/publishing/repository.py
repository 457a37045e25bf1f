"""What a repository on the Hub holds, as publishing has to know it."""

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
    """The dataset repository *name* as it is: *files* of its newest commit, *tagged* the commit that the tag has."""

    name: str
    user: str
    exists: bool
    private: bool
    files: tuple[str, ...] = ()
    tagged: str | None = None


def look(name: str, tag: str) -> Repository:
    """Ask the Hub who is logged in, and what the repository *name* holds; raise ``OutputError`` where it refuses."""
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
    """Raise ``DatasetError`` where publishing would show, overwrite or contradict what it must not."""
    name, tag = there.name, offered.tag
    if private and there.exists and not there.private:
        raise DatasetError(f"{name} is public; make it private on the Hub first, name another one, or omit --private")
    files = [path for path in there.files if path.split("/")[0] not in IGNORED | {"README.md"}]
    if files and MANIFEST_NAME not in files:
        raise DatasetError(
            f"{name} holds other things than a dataset of Interplay ({files[0]}); name another repository"
        )
    if there.tagged is not None:
        digest = _manifest_of(name, there.tagged)
        if digest != offered.manifest_sha256:
            raise DatasetError(
                f"{name} has a {tag} already, with manifest sha256 {digest}; expected {offered.manifest_sha256} of "
                f"{offered.root}; releases never change: raise `release` in release.toml, and freeze"
            )


def differences(name: str, commit: str, offered: Candidate) -> tuple[str, ...]:
    """Return the paths where *commit* on the Hub is not what is offered: changed, missing, or more than it."""
    from huggingface_hub import HfApi, RepoFile  # noqa: PLC0415

    with refusals.explained(name, f"check what {name} holds", OutputError):
        listed = HfApi().list_repo_tree(name, recursive=True, revision=commit, repo_type=DATASET)
        there = {entry.path: entry for entry in listed if isinstance(entry, RepoFile)}
    extra = {path for path in there if path.split("/")[0] not in IGNORED} - offered.files.keys()
    changed = (path for path in offered.files if path not in there or not _is_same(there[path], offered, path))
    return tuple(sorted({*extra, *changed}))


def _is_same(there: "RepoFile", offered: Candidate, path: str) -> bool:
    """Compare by the hash that the Hub has of a file: sha256 of a large one, Git's of another."""
    if there.lfs is not None:
        return there.lfs.sha256 == offered.files[path]
    data = (offered.root / path).read_bytes()
    git = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return there.blob_id == git and sha256(data) == offered.files[path]


def _manifest_of(name: str, commit: str) -> str:
    from huggingface_hub import hf_hub_download  # noqa: PLC0415

    with refusals.explained(name, f"read the {MANIFEST_NAME} of {name}", OutputError):
        return sha256(Path(hf_hub_download(name, MANIFEST_NAME, repo_type=DATASET, revision=commit)).read_bytes())
