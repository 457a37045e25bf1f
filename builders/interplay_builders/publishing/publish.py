"""Publish a dataset on the Hub: create the repository, upload what differs, compare, and only then tag.

Each step is left out where it is done already, so the same command goes on where an interrupted one stopped.
"""

from collections.abc import Callable
from dataclasses import dataclass

from interplay.core.errors import OutputError
from interplay.core.release import IGNORED
from interplay.hub import refusals
from interplay.hub.fetching import DATASET
from interplay.hub.places import HubPlace
from interplay_builders.publishing import repository
from interplay_builders.publishing.candidate import Candidate
from interplay_builders.publishing.repository import Repository

OnProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is offered, what is there, and whether a repository that is created is private."""

    offered: Candidate
    there: Repository
    private: bool

    @property
    def address(self) -> HubPlace:
        """Where the dataset will be opened from."""
        return HubPlace(self.there.name, self.offered.tag)


def plan(offered: Candidate, repo: str, *, private: bool) -> Plan:
    """Return what publishing will do; raise ``DatasetError`` or ``OutputError`` where it may not or cannot."""
    there = repository.look(repo, offered.tag)
    repository.check(there, offered, private=private)
    return Plan(offered, there, private)


def steps(planned: Plan) -> tuple[str, ...]:
    """Return what will be done, a line a step."""
    offered, there, sha = planned.offered, planned.there, planned.offered.manifest_sha256
    if there.tagged is not None:
        return (f"nothing: {planned.address} is there (commit {there.tagged}), with this manifest",)
    kind = "private" if planned.private else "public"
    exists = f"use the {'private' if there.private else 'public'} repository {there.name}, which exists"
    first = exists if there.exists else f"create the {kind} repository {there.name}"
    stale = [path for path in there.files if path.split("/")[0] not in IGNORED and path not in offered.files]
    removed = (f"remove {len(stale)} files that the release does not hold ({stale[0]}, …)",) if stale else ()
    return (
        f"{first}, as {there.user}",
        f"upload what differs of {len(offered.files)} files ({offered.size:,} bytes) from {offered.root}",
        *removed,
        f"compare every file on the Hub with its hash, then tag {offered.tag} (manifest sha256 {sha})",
    )


def publish(planned: Plan, on_progress: OnProgress) -> str:
    """Do what :func:`steps` says and return the commit that the tag has.

    Raises ``OutputError`` where the Hub refuses, or holds something else than was sent; the tag is then not made.
    """
    offered, name, tagged = planned.offered, planned.there.name, planned.there.tagged
    commit = _upload(planned) if tagged is None else tagged
    on_progress(f"comparing what {name} holds (commit {commit})")
    wrong = repository.differences(name, commit, offered)
    if wrong:
        paths = ", ".join(wrong[:3]) + (", …" if len(wrong) > 3 else "")
        result = (
            "so it was not tagged" if tagged is None else f"though its manifest is; {offered.tag} was left as it is"
        )
        raise OutputError(f"{len(wrong)} files of {name} are not those of {offered.root} ({paths}), {result}")
    if tagged is None:
        _tag(planned, commit)
    return commit


def _upload(planned: Plan) -> str:
    """Make the repository hold what is offered and nothing else, in one commit; return its hash."""
    from huggingface_hub import HfApi  # noqa: PLC0415  a network library: for those who need it

    offered, name, api = planned.offered, planned.there.name, HfApi()
    with refusals.explained(name, f"publish {planned.address}", OutputError):
        if not planned.there.exists:
            api.create_repo(name, repo_type=DATASET, private=planned.private, exist_ok=True)
        done = api.upload_folder(
            repo_id=name,
            repo_type=DATASET,
            folder_path=offered.root,
            allow_patterns=list(offered.files),  # exactly these: no name of a dataset's file holds a wildcard
            delete_patterns="*",
            commit_message=f"{offered.manifest.name} {offered.manifest.release}",
            commit_description=f"manifest sha256 {offered.manifest_sha256}",
        )
    return str(done.oid)


def _tag(planned: Plan, commit: str) -> None:
    from huggingface_hub import HfApi  # noqa: PLC0415

    offered, name = planned.offered, planned.there.name
    message = f"{offered.manifest.name} {offered.manifest.release}, manifest sha256 {offered.manifest_sha256}"
    with refusals.explained(name, f"tag {planned.address}", OutputError):
        HfApi().create_tag(name, tag=offered.tag, tag_message=message, revision=commit, repo_type=DATASET)
