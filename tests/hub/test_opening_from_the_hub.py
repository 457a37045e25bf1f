"""Datasets on the Hub, opened by real clients in fresh processes from a stand-in on loopback."""

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.release import SUMS_NAME, content, read_manifest
from tests.fake_hub import ATTRIBUTES, FakeHub, Fault, Repo
from tests.hub.served import NAME, Machine

INFO = "/api/datasets/owner/interplay/revision/"
FILES = "/resolve/"
ROWS = """
import json, sys
from datasets import load_dataset
rows = load_dataset(sys.argv[1], sys.argv[2], revision=sys.argv[3], split="test")
print(json.dumps(list(rows)))
"""
OPEN = """
import json, sys, interplay
release = interplay.open_release(sys.argv[1], revision=sys.argv[2])
print(json.dumps([release.manifest_sha256, str(release.root), release.modified]))
"""


def held(root: Path) -> dict[str, bytes]:
    """Return path -> bytes of all files of a dataset, as a repository holds them."""
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    return {".gitattributes": ATTRIBUTES, **files}


@pytest.fixture
def tag(machine: Machine, small_dataset: Path) -> str:
    """Return the tag of the small dataset, which the Hub of the machine holds."""
    repo = machine.hub.repos[NAME] = Repo(private=False)
    tag = f"v{read_manifest(small_dataset)[0].release}"
    repo.tags[tag] = repo.commit(held(small_dataset))
    return tag


@pytest.fixture
def place(tag: str) -> str:
    return f"hf://{NAME}@{tag}"


def move(hub: FakeHub, tag: str, root: Path) -> tuple[str, str]:
    """Let the tag name another sound release; return the sha256 of its manifest, and its commit."""
    files = held(root)
    old = canonical.sha256(files["manifest.json"])
    files["manifest.json"] = files["manifest.json"].replace(b"three items", b"other items")
    files[SUMS_NAME] = files[SUMS_NAME].replace(old.encode(), canonical.sha256(files["manifest.json"]).encode())
    repo = hub.repos[NAME]
    repo.tags[tag] = repo.commit(files)
    return canonical.sha256(files["manifest.json"]), repo.tags[tag]


def test_a_release_is_downloaded_once_and_verified(machine: Machine, place: str, small_dataset: Path) -> None:
    digest = read_manifest(small_dataset)[1]
    first = machine.interplay("dataset", "verify", "--dataset", place)
    assert (first.status, first.out.splitlines()[-1].split(": ")[-1]) == (0, "every file matches its hash")
    assert f"manifest sha256 {digest}, kept in {machine.home}" in first.err
    machine.hub.requests.clear()
    second = machine.interplay("dataset", "verify", "--dataset", place)
    assert (second.status, second.out, second.err) == (0, first.out, "")
    assert [path.startswith(INFO) for _, path in machine.hub.requests] == [True]


def test_python_opens_it_by_name_and_revision_and_verbs_take_it_as_any_directory(
    machine: Machine, place: str, tag: str, small_dataset: Path, tmp_path: Path
) -> None:
    opened = machine.python("-c", OPEN, NAME, tag)
    digest, root, modified = json.loads(opened.out)
    assert (digest, modified) == (read_manifest(small_dataset)[1], False)
    assert machine.interplay("dataset", "path", "--dataset", place).out.strip() == root
    submission = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    here = machine.interplay("score", submission, "--dataset", small_dataset, "--json")
    there = machine.interplay("score", submission, "--dataset", place, "--json")
    assert here.status == there.status == 0
    assert json.loads(here.out) == json.loads(there.out)


@pytest.mark.parametrize("config", ["scorekeeping", "scorekeeping_probes"])
@pytest.mark.slow
def test_load_dataset_gives_the_same_rows_in_a_fresh_process(
    machine: Machine, tag: str, small_dataset: Path, config: str
) -> None:
    loaded = machine.python("-c", ROWS, NAME, config, tag)
    manifest = read_manifest(small_dataset)[0]
    lines = [
        line
        for entry in manifest.files
        if entry.config == config
        for line in content(small_dataset / entry.path).splitlines()
    ]
    assert loaded.status == 0, loaded.err
    assert json.loads(loaded.out) == [json.loads(line) for line in lines]
    assert len(lines) > 1


def test_what_was_opened_opens_offline_and_without_a_hub(machine: Machine, place: str) -> None:
    assert machine.interplay("dataset", "verify", "--dataset", place).status == 0
    machine.hub.requests.clear()
    for settings in ({"HF_HUB_OFFLINE": "1"}, {"HF_ENDPOINT": "http://127.0.0.1:9"}):
        again = machine.having(**settings).interplay("dataset", "verify", "--dataset", place)
        assert (again.status, again.err) == (0, "")
    assert machine.hub.requests == []


def test_a_cache_that_another_program_filled_opens_offline(machine: Machine, place: str, tag: str) -> None:
    program = f"import huggingface_hub as h; h.snapshot_download({NAME!r}, repo_type='dataset', revision={tag!r})"
    assert machine.python("-c", program).status == 0
    opened = machine.having(HF_HUB_OFFLINE="1").interplay("dataset", "verify", "--dataset", place)
    assert opened.status == 0, opened.err


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"HF_HUB_OFFLINE": "1"}, "HF_HUB_OFFLINE is set, and it is not in the cache: unset it"),
        ({"HF_ENDPOINT": "http://127.0.0.1:9"}, "http://127.0.0.1:9 cannot be reached"),
    ],
)
def test_what_was_never_opened_needs_the_hub(machine: Machine, place: str, settings: dict[str, str], said: str) -> None:
    refused = machine.having(**settings).interplay("dataset", "verify", "--dataset", place)
    assert refused.status == 1
    assert f"error: cannot read {place}: {said}" in refused.err


def test_a_moved_tag_is_an_error_that_names_both_hashes_and_both_ways_on(
    machine: Machine, place: str, tag: str, small_dataset: Path
) -> None:
    assert machine.interplay("dataset", "verify", "--dataset", place).status == 0
    old, was = read_manifest(small_dataset)[1], machine.hub.repos[NAME].tags[tag]
    new, commit = move(machine.hub, tag, small_dataset)
    machine.hub.requests.clear()
    refused = machine.interplay("dataset", "verify", "--dataset", place)
    assert refused.status == 1
    assert f"found manifest sha256 {new} (commit {commit})" in refused.err
    assert f"expected {old} (commit {was})" in refused.err
    assert machine.hub.count("GET", FILES) <= 1  # the manifest, and nothing else of it
    assert machine.interplay("dataset", "verify", "--dataset", f"hf://{NAME}@{was}").status == 0
    offline = machine.having(HF_HUB_OFFLINE="1").interplay("dataset", "verify", "--dataset", place)
    assert offline.status == 0  # where nobody can ask, it is what it was
    pin = refused.err.split("delete ")[1].strip()
    Path(pin).unlink()
    accepted = machine.interplay("dataset", "info", "--dataset", place)
    assert new in accepted.out


def test_a_tag_that_is_gone_says_what_it_was_and_which_there_are(machine: Machine, place: str, tag: str) -> None:
    assert machine.interplay("dataset", "verify", "--dataset", place).status == 0
    repo = machine.hub.repos[NAME]
    commit = repo.tags.pop(tag)
    repo.tags |= {"v0.3.0": commit}
    refused = machine.interplay("dataset", "verify", "--dataset", place)
    assert refused.status == 1
    assert f"has no revision {tag!r}; its tags are v0.3.0; opened here before: hf://{NAME}@{commit}" in (refused.err)
    other = machine.interplay("dataset", "verify", "--dataset", f"hf://{NAME}@v0.3.0")
    assert (other.status, "expected '0.3.0', as its tag says" in other.err) == (1, True)


def cached(machine: Machine, name: str) -> Path:
    return next(path for path in machine.files(Path(name).name) if path.as_posix().endswith(name))


def change(path: Path, data: bytes) -> None:
    """Change a file in the cache, which is a link where the system has links."""
    path.resolve().write_bytes(data)


@pytest.mark.slow
def test_a_changed_file_in_the_cache_is_an_error_with_both_hashes_until_it_is_fetched_again(
    machine: Machine, place: str
) -> None:
    assert machine.interplay("demo", "--dataset", place).status == 0
    rows = cached(machine, "scorekeeping/base.jsonl.gz")
    before = canonical.sha256(rows.read_bytes())
    change(rows, gzip.compress(content(rows).replace(b"the", b"THE", 1), mtime=0))
    after = canonical.sha256(rows.read_bytes())
    refused = machine.interplay("demo", "--dataset", place)
    assert refused.status == 1
    assert f"found sha256 {after[:12]}…, expected {before[:12]}…" in refused.err
    folder = Path(refused.err.split("delete ")[1].split(", and they are fetched again")[0])
    assert folder.is_relative_to(machine.home)
    assert machine.interplay("demo", "--dataset", place, "--allow-modified").status == 0
    shutil.rmtree(folder)
    assert machine.interplay("demo", "--dataset", place).status == 0


def test_a_cache_that_was_forged_with_its_hashes_is_not_what_was_opened(machine: Machine, place: str) -> None:
    assert machine.interplay("demo", "--dataset", place).status == 0
    manifest, sums = cached(machine, "manifest.json"), cached(machine, SUMS_NAME)
    old = canonical.sha256(manifest.read_bytes())
    change(manifest, manifest.read_bytes().replace(b"three items", b"other items"))
    new = canonical.sha256(manifest.read_bytes())
    change(sums, sums.read_bytes().replace(old.encode(), new.encode()))
    for settings in ({}, {"HF_HUB_OFFLINE": "1"}):
        refused = machine.having(**settings).interplay("demo", "--dataset", place)
        assert refused.status == 1
        assert f"found manifest sha256 {new}" in refused.err
        assert f"expected {old}" in refused.err


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_info_refuses_a_release_that_was_tampered_with(machine: Machine, place: str, more: tuple[str, ...]) -> None:
    assert machine.interplay("dataset", "info", "--dataset", place, *more).status == 0
    rows = cached(machine, "scorekeeping/base.jsonl.gz")
    change(rows, gzip.compress(content(rows).replace(b"the", b"THE", 1), mtime=0))
    refused = machine.interplay("dataset", "info", "--dataset", place, *more)
    assert (refused.status, refused.out) == (1, "")
    assert "does not match its hashes" in refused.err


def test_a_private_dataset_says_how_to_log_in(machine: Machine, place: str) -> None:
    machine.hub.repos[NAME].private = True
    nobody = machine.interplay("dataset", "verify", "--dataset", place)
    assert nobody.status == 1
    assert f"the Hub shows you no dataset {NAME}" in nobody.err
    assert "`hf auth login`, or set HF_TOKEN" in nobody.err
    wrong = machine.having(HF_TOKEN="hf_expired").interplay("dataset", "verify", "--dataset", place)
    assert wrong.status == 1
    assert "your token is unknown; run `hf auth login`" in wrong.err
    assert machine.having(HF_TOKEN="hf_reader").interplay("dataset", "verify", "--dataset", place).status == 0
    assert machine.interplay("dataset", "verify", "--dataset", place).status == 0  # what was opened stays


def test_a_rate_limit_says_how_long_to_wait(machine: Machine, place: str) -> None:
    limit = Fault("GET", INFO, 429, {"RateLimit": '"api";r=0;t=55'}, times=1)
    machine.hub.faults.append(limit)
    refused = machine.interplay("dataset", "verify", "--dataset", place)
    assert refused.status == 1
    assert "the Hub answered 429 (scripted): the rate limit is reached; wait 55 seconds" in refused.err
    assert machine.interplay("dataset", "verify", "--dataset", place).status == 0


def test_a_cut_download_goes_on(machine: Machine, place: str) -> None:
    machine.hub.faults.append(Fault("GET", f"{FILES}.*base.jsonl", times=1))
    assert machine.interplay("dataset", "verify", "--dataset", place).status == 0


def test_a_repository_that_is_no_dataset_is_not_downloaded(machine: Machine, tag: str) -> None:
    repo = machine.hub.repos["owner/other"] = Repo(private=False)
    repo.tags["v1"] = repo.commit({".gitattributes": ATTRIBUTES, "weights.bin": b"x" * 50_000})
    refused = machine.interplay("dataset", "info", "--dataset", "hf://owner/other@v1")
    assert refused.status == 1
    assert "hf://owner/other@v1 has no manifest.json, so it is not a dataset" in refused.err
    assert machine.hub.count("GET", "weights") == 0


def test_a_directory_that_is_not_there_says_how_the_hub_is_named(machine: Machine) -> None:
    refused = machine.interplay("dataset", "info", "--dataset", NAME)
    assert refused.status == 1
    assert "or hf://owner/name@revision for one on the Hub" in refused.err
    assert machine.hub.requests == []


def test_completion_downloads_nothing(machine: Machine, place: str) -> None:
    words = f"interplay demo --dataset {place} --al"
    settings = {"_INTERPLAY_COMPLETE": "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": "4"}
    program = "import sys; sys.argv = ['interplay']; from interplay.cli.main import main; main()"
    completed = machine.having(**settings).python("-c", program)
    assert "--allow-modified" in completed.out
    assert machine.hub.requests == []


@pytest.fixture(autouse=True)
def _no_leftovers(machine: Machine) -> Iterator[None]:
    yield
    shutil.rmtree(machine.home, ignore_errors=True)
