"""Publish a dataset on the Hub: create the repository, upload files, compare them, and then set the tag.

Steps that are already done are skipped, so the same command continues after an interruption.
"""

from collections.abc import Callable
from dataclasses import dataclass

from interplay.core.errors import OutputError
from interplay.core.release import IGNORED
from interplay.hub import refusals
from interplay.hub.fetching import DATASET
from interplay.hub.places import HubRevision
from interplay_builders.publishing import repository
from interplay_builders.publishing.candidate import Candidate
from interplay_builders.publishing.repository import Repository

OnProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The dataset to publish, the repository as it is now, and whether to create a new one as private."""

    offered: Candidate
    there: Repository
    create_private: bool

    @property
    def address(self) -> HubRevision:
        """Where the dataset can be opened after publication."""
        return HubRevision(self.there.name, self.offered.tag)


def plan(offered: Candidate, repo: str, *, private: bool) -> Plan:
    """Compare *offered* with the repository on the Hub; raise ``DatasetError`` or ``OutputError`` on a conflict."""
    there = repository.look(repo, offered.tag)
    repository.check(there, offered, private=private)
    return Plan(offered, there, private)


def steps(planned: Plan) -> tuple[str, ...]:
    """Return the steps of the publication, a sentence each."""
    offered, there = planned.offered, planned.there
    if there.tagged is not None:
        return (f"Nothing: {planned.address} exists (commit {there.tagged}) and has this manifest.",)
    private = there.private if there.exists else planned.create_private
    verb, kind = "Use the existing" if there.exists else "Create the", "private" if private else "public"
    stale = [path for path in there.files if path.split("/")[0] not in IGNORED and path not in offered.files]
    removed = (f"Remove {len(stale)} files that are not in the release ({stale[0]}, …).",) if stale else ()
    sizes = offered.sizes()
    total = f"{len(offered.files)} files ({sum(map(sum, sizes.values())):,} bytes)"
    return (
        f"{verb} {kind} dataset repository {there.name} as the user {there.user}.",
        f"Upload {total} from {offered.root}, except those that are already there:",
        *(f"  {name}: {len(files)} files, {sum(files):,} bytes" for name, files in sizes.items()),
        *removed,
        "Compare every file on the Hub with its hash.",
        f"Set the tag {offered.tag} (manifest sha256 {offered.manifest_sha256}).",
    )


def publish(planned: Plan, on_progress: OnProgress) -> str:
    """Carry out the :func:`steps` and return the tagged commit.

    Raises ``OutputError`` when the Hub refuses, or when its files differ from the dataset; then no tag is set.
    """
    offered, name, tagged = planned.offered, planned.there.name, planned.there.tagged
    commit = _upload(planned) if tagged is None else tagged
    on_progress(f"comparing the files of {name} (commit {commit})")
    wrong = repository.differences(name, commit, offered)
    if wrong:
        paths = ", ".join(wrong[:3]) + (", …" if len(wrong) > 3 else "")
        result = (
            "so it was not tagged" if tagged is None else f"but the manifest does not; {offered.tag} was not changed"
        )
        raise OutputError(f"{len(wrong)} files of {name} differ from those of {offered.root} ({paths}), {result}")
    if tagged is None:
        _tag(planned, commit)
    return commit


def _upload(planned: Plan) -> str:
    """Upload the dataset and remove all other files in one commit; return its hash."""
    from huggingface_hub import HfApi  # noqa: PLC0415  a network library: for those who need it

    offered, name, api = planned.offered, planned.there.name, HfApi()
    with refusals.explained(name, f"publish {planned.address}", OutputError):
        if not planned.there.exists:
            api.create_repo(name, repo_type=DATASET, private=planned.create_private, exist_ok=True)
        done = api.upload_folder(
            repo_id=name,
            repo_type=DATASET,
            folder_path=offered.root,
            allow_patterns=list(offered.files),  # exactly these: no file name contains a wildcard
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
