"""``interplay-build publish``, with the real client in fresh processes against a stand-in of the Hub."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.records import Finding
from interplay.core.release import MANIFEST_NAME, SUMS_NAME, read_manifest
from interplay_builders.publishing import candidate as candidates
from interplay_builders.release import checks, freeze, sources
from tests.fake_hub import ATTRIBUTES, LARGE, Fault, Repo
from tests.hub.served import NAME, Machine

API = "/api/datasets/owner/interplay"
COMMIT, TAG, PUT = f"{API}/commit/", f"{API}/tag/", "/lfs/"
# huggingface_hub 2.4 hands files to its own client in a way that this one calls out of date
pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=<...>':DeprecationWarning")


@pytest.fixture
def tag(small_dataset: Path) -> str:
    return f"v{read_manifest(small_dataset)[0].release}"


def held(root: Path) -> dict[str, bytes]:
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    return {".gitattributes": ATTRIBUTES, **files}


def test_a_dry_run_says_what_would_be_done_and_does_nothing(machine: Machine, small_dataset: Path, tag: str) -> None:
    ran = machine.publish(small_dataset, "--private", "--dry-run")
    assert ran.status == 0
    manifest = read_manifest(small_dataset)[1]
    sizes = {path: len(data) for path, data in held(small_dataset).items() if path != ".gitattributes"}
    schemas = [size for path, size in sizes.items() if path.startswith("schemas/")]
    first, *steps, last = ran.out.splitlines()
    assert (first, last) == (
        f"The files of {small_dataset} match SHA256SUMS. Steps without --dry-run:",
        "Dry run: nothing was sent.",
    )
    total = f"{len(sizes)} files ({sum(sizes.values()):,} bytes)"
    assert steps[:2] == [
        f"  Create the private dataset repository {NAME} as the user owner.",
        f"  Upload {total} from {small_dataset}, except those that are already there:",
    ]
    assert f"    schemas: {len(schemas)} files, {sum(schemas):,} bytes" in steps
    assert steps[-2:] == [
        "  Compare every file on the Hub with its hash.",
        f"  Set the tag {tag} (manifest sha256 {manifest}).",
    ]
    assert {method for method, _ in machine.hub.requests} == {"GET"}
    assert machine.hub.repos == {}


@pytest.mark.parametrize("private", [True, False])
def test_what_is_published_is_the_dataset_under_its_tag(
    machine: Machine, small_dataset: Path, tag: str, private: bool
) -> None:
    ran = machine.publish(small_dataset, *(["--private"] if private else []))
    assert ran.status == 0, ran.err
    repo = machine.hub.repos[NAME]
    assert repo.private is private
    assert repo.commits[repo.tags[tag]] == held(small_dataset)
    assert repo.messages[tag] == f"Interplay {tag[1:]}, manifest sha256 {read_manifest(small_dataset)[1]}"
    assert f"interplay dataset verify --dataset hf://{NAME}@{tag}" in ran.out
    reader = machine.having(HF_TOKEN="hf_reader")
    assert reader.interplay("dataset", "verify", "--dataset", f"hf://{NAME}@{tag}").status == 0


def test_publishing_again_changes_nothing(machine: Machine, small_dataset: Path, tag: str) -> None:
    assert machine.publish(small_dataset).status == 0
    machine.hub.requests.clear()
    again = machine.publish(small_dataset)
    assert again.status == 0
    assert f"Nothing: hf://{NAME}@{tag} exists" in again.out
    assert {method for method, _ in machine.hub.requests} <= {"GET", "HEAD"}


def test_what_the_release_does_not_hold_is_named_and_removed(machine: Machine, small_dataset: Path, tag: str) -> None:
    repo = machine.hub.repos[NAME] = Repo(private=False)
    repo.commit({**held(small_dataset), "games/old.jsonl.gz": b"{}\n", "README.md": b"old"})
    planned = machine.publish(small_dataset, "--dry-run")
    assert "  Remove 1 files that are not in the release (games/old.jsonl.gz, …)." in planned.out.splitlines()
    assert machine.publish(small_dataset).status == 0
    assert repo.commits[repo.tags[tag]] == held(small_dataset)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"HF_TOKEN": ""}, "not logged in to the Hub: run `hf auth login`, or set HF_TOKEN"),
        ({"HF_TOKEN": "hf_expired"}, "the Hub answered 401"),
        ({"HF_TOKEN": "hf_reader"}, "your token has no permission for this on owner/interplay"),
        ({"HF_TOKEN": "hf_writer", "HF_HUB_OFFLINE": "1"}, "HF_HUB_OFFLINE is set"),
        ({"HF_TOKEN": "hf_writer", "HF_ENDPOINT": "http://127.0.0.1:9"}, "http://127.0.0.1:9 cannot be reached"),
    ],
)
def test_who_may_not_publish_is_told_what_to_do(
    machine: Machine, small_dataset: Path, settings: dict[str, str], said: str
) -> None:
    refused = machine.having(**settings).publish(small_dataset)
    assert refused.status == 1
    assert said in refused.err
    assert machine.hub.repos == {}


def test_a_conflict_while_the_repository_is_made_is_none_when_it_is_there(
    machine: Machine, small_dataset: Path
) -> None:
    """Somebody makes it between the look and the creation."""
    machine.hub.faults.append(Fault("GET", f"{API}$", 404, {"X-Error-Code": "RepoNotFound"}, times=1))
    repo = machine.hub.repos[NAME] = Repo(private=False)
    repo.commit({".gitattributes": ATTRIBUTES})
    ran = machine.publish(small_dataset)
    assert ran.status == 0, ran.err
    assert machine.hub.count("POST", "/api/repos/create") == 1


@pytest.mark.parametrize("status", [409, 412])
def test_a_conflict_at_the_commit_is_told_and_the_same_command_goes_on(
    machine: Machine, small_dataset: Path, tag: str, status: int
) -> None:
    machine.hub.faults.append(Fault("POST", COMMIT, status, error="the branch moved", times=1))
    refused = machine.publish(small_dataset)
    assert refused.status == 1
    assert f"the Hub answered {status} (the branch moved): {NAME} was changed at the same time" in refused.err
    assert machine.publish(small_dataset).status == 0
    assert tag in machine.hub.repos[NAME].tags


def test_a_tag_that_somebody_made_meanwhile_is_a_conflict(machine: Machine, small_dataset: Path, tag: str) -> None:
    machine.hub.faults.append(Fault("POST", TAG, 409, error="Tag already exists", times=1))
    refused = machine.publish(small_dataset)
    assert refused.status == 1
    assert f"cannot tag hf://{NAME}@{tag}: the Hub answered 409 (Tag already exists)" in refused.err


def test_a_cut_upload_goes_on_where_it_stopped(machine: Machine, small_dataset: Path, tag: str) -> None:
    large = sum(len(data) > LARGE for data in held(small_dataset).values())
    machine.hub.faults.append(Fault("POST", COMMIT, times=1))  # the line goes dead in the middle of the commit
    cut = machine.publish(small_dataset)
    assert cut.status == 1
    assert "cannot be reached" in cut.err
    assert "run the same command again" in cut.err
    repo = machine.hub.repos[NAME]
    assert (repo.tags, len(repo.commits), machine.hub.count("PUT", PUT)) == ({}, 1, large)
    assert machine.publish(small_dataset).status == 0
    assert machine.hub.count("PUT", PUT) == large  # what was sent is not sent again
    assert repo.commits[repo.tags[tag]] == held(small_dataset)


def test_a_file_whose_upload_is_cut_once_is_sent_again(machine: Machine, small_dataset: Path, tag: str) -> None:
    machine.hub.faults.append(Fault("PUT", PUT, times=1))
    assert machine.publish(small_dataset).status == 0
    repo = machine.hub.repos[NAME]
    assert repo.commits[repo.tags[tag]] == held(small_dataset)


def test_an_upload_that_stops_before_the_tag_is_only_tagged(machine: Machine, small_dataset: Path, tag: str) -> None:
    machine.hub.faults.append(Fault("POST", TAG, 503, times=1))
    stopped = machine.publish(small_dataset)
    assert stopped.status == 1
    assert "the Hub answered 503 (scripted): the server has a problem" in stopped.err
    repo = machine.hub.repos[NAME]
    head = repo.head
    assert machine.publish(small_dataset).status == 0
    assert (repo.tags, repo.head) == ({tag: head}, head)


def test_a_rate_limit_is_waited_for_or_told(machine: Machine, small_dataset: Path, tag: str) -> None:
    machine.hub.faults += [
        Fault("POST", "/preupload/", 429, {"Retry-After": "0"}, times=1),
        Fault("POST", COMMIT, 429, {"RateLimit": '"api";r=0;t=1200'}, times=1),
    ]
    refused = machine.publish(small_dataset)
    assert refused.status == 1
    assert machine.hub.count("POST", "/preupload/") == 2
    assert "the rate limit is reached; wait 1,200 seconds, then run the same command again" in refused.err
    assert machine.publish(small_dataset).status == 0
    assert tag in machine.hub.repos[NAME].tags


def test_what_the_hub_lost_is_not_tagged(machine: Machine, small_dataset: Path) -> None:
    machine.hub.spoilt = "scorekeeping/base.jsonl.gz"
    refused = machine.publish(small_dataset)
    assert refused.status == 1
    assert f"1 files of {NAME} differ from those of" in refused.err
    assert "(scorekeeping/base.jsonl.gz), so it was not tagged" in refused.err
    assert machine.hub.repos[NAME].tags == {}


def test_a_tag_of_another_manifest_is_refused_with_both_hashes(machine: Machine, small_dataset: Path, tag: str) -> None:
    other = held(small_dataset)
    other["manifest.json"] += b" "
    repo = machine.hub.repos[NAME] = Repo(private=False)
    repo.tags[tag] = repo.commit(other)
    refused = machine.publish(small_dataset)
    assert refused.status == 1
    assert f"already has {tag} with manifest sha256" in refused.err
    assert f"expected {read_manifest(small_dataset)[1]}" in refused.err
    assert {method for method, _ in machine.hub.requests} <= {"GET", "HEAD"}


def test_a_public_repository_is_not_taken_for_a_private_one(machine: Machine, small_dataset: Path) -> None:
    machine.hub.repos[NAME] = Repo(private=False)
    machine.hub.repos[NAME].commit({".gitattributes": ATTRIBUTES})
    refused = machine.publish(small_dataset, "--private")
    assert refused.status == 1
    assert f"{NAME} is public; make it private on the Hub first" in refused.err


def test_a_repository_of_something_else_is_not_overwritten(machine: Machine, small_dataset: Path) -> None:
    machine.hub.repos[NAME] = Repo(private=False)
    machine.hub.repos[NAME].commit({".gitattributes": ATTRIBUTES, "README.md": b"mine", "thesis/rows.csv": b"1\n"})
    refused = machine.publish(small_dataset)
    assert refused.status == 1
    assert "has files that are not an Interplay dataset (thesis/rows.csv)" in refused.err
    assert len(machine.hub.repos[NAME].commits) == 1


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda root: (root / "README.md").write_bytes(b"edited"), "README.md: found sha256"),
        (lambda root: (root / "scorekeeping" / "base.jsonl.gz").unlink(), "found nothing, expected this file"),
        (lambda root: (root / "notes.txt").write_bytes(b""), "found a file that SHA256SUMS does not list"),
        (lambda root: (root / "manifest.json").unlink(), "has no manifest.json"),
    ],
)
def test_a_dataset_that_is_not_what_its_hashes_say_is_refused_before_anybody_is_asked(
    machine: Machine, dataset_copy: Path, damage: Callable[[Path], object], said: str
) -> None:
    damage(dataset_copy)
    refused = machine.publish(dataset_copy)
    assert refused.status == 1
    assert said in refused.err
    assert machine.hub.requests == []


def test_a_repository_is_named_with_its_owner(machine: Machine, small_dataset: Path) -> None:
    refused = machine.publish(small_dataset, "--repo", "interplay")
    assert refused.status == 1
    assert "'interplay' does not name a repository on the Hub, expected owner/name" in refused.err


@pytest.fixture(scope="module")
def small_release(tmp_path_factory: pytest.TempPathFactory, small_dataset: Path) -> Path:
    """Return a dataset that claims to be a release, in a checkout of its own that has it committed."""
    checkout = tmp_path_factory.mktemp("checkout")
    root = Path(shutil.copytree(small_dataset, checkout / "dataset"))
    manifest = msgspec.structs.replace(read_manifest(root)[0], release=sources.identity().release, notes=())
    (root / MANIFEST_NAME).write_bytes(canonical.encode(manifest) + b"\n")
    (root / SUMS_NAME).write_bytes(freeze.sums(root))
    git(checkout, "init", "--quiet")
    git(checkout, "add", "--all")
    git(checkout, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "dataset")
    return checkout / "dataset"


def git(checkout: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(checkout), "-c", "core.autocrlf=false", *words], check=True, capture_output=True)


def test_a_release_must_be_committed(small_release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "check", lambda root, **_more: ())
    offered = candidates.candidate(small_release)
    assert offered.tag == f"v{sources.identity().release}"
    assert set(offered.files) == {path for path in held(small_release) if path != ".gitattributes"}
    copy = Path(shutil.copytree(small_release.parent, tmp_path / "copy")) / "dataset"
    git(copy.parent, "rm", "--quiet", "--cached", "dataset/README.md")
    with pytest.raises(DatasetError, match="has uncommitted changes") as caught:
        candidates.candidate(copy)
    assert "dataset/README.md: found a change that Git shows as 'D', expected it committed" in str(caught.value)
    assert "'??'" in str(caught.value)


def test_a_release_outside_a_checkout_has_nothing_to_commit(small_release: Path, tmp_path: Path) -> None:
    assert list(candidates.uncommitted(Path(shutil.copytree(small_release, tmp_path / "dataset")))) == []


def test_a_release_must_be_what_the_builders_make(small_release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finding = Finding(severity="error", file="games/hive.jsonl.gz", message="differs from what the builders make")
    monkeypatch.setattr(checks, "check", lambda root, **_more: (finding,) if root == small_release else ())
    with pytest.raises(DatasetError, match="differs from what the builders make; run interplay-build freeze") as caught:
        candidates.candidate(small_release)
    assert "games/hive.jsonl.gz: differs" in str(caught.value)


def test_what_git_cannot_tell_is_not_published(
    small_release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Path(shutil.copytree(small_release.parent, tmp_path / "copy")) / "dataset"
    (copy.parent / ".git" / "HEAD").write_text("ref: refs/heads/x\n", encoding="utf-8")
    (copy.parent / ".git" / "index").write_bytes(b"damaged")
    with pytest.raises(DatasetError, match="Git cannot tell whether"):
        list(candidates.uncommitted(copy))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DatasetError, match="is missing"):
        list(candidates.uncommitted(copy))


@pytest.mark.slow
def test_a_fresh_process_publishes_what_a_fresh_process_opens(machine: Machine, small_dataset: Path, tag: str) -> None:
    writer, reader = machine.having(HF_TOKEN="hf_writer"), machine.having(HF_TOKEN="hf_reader")
    words = ("-m", "interplay_builders", "publish", small_dataset, "--repo", NAME, "--private")
    assert writer.python(*words).status == 0
    opened = reader.python("-m", "interplay", "dataset", "verify", "--dataset", f"hf://{NAME}@{tag}")
    assert opened.status == 0, opened.err
    assert machine.hub.repos[NAME].private


def test_the_help_shows_how(machine: Machine, small_dataset: Path) -> None:
    shown = machine.publish(small_dataset, "--help").out
    assert "interplay-build publish --repo me/interplay --private --dry-run" in shown


@pytest.fixture(autouse=True)
def _no_leftovers(tmp_path: Path) -> object:
    yield
    shutil.rmtree(tmp_path / "home", ignore_errors=True)
