"""Results on the way to the Hub: entries of ``.eval_results``, submissions, and sites."""

import gzip
import json
from pathlib import Path

import pytest
import yaml
from huggingface_hub import parse_eval_result_entries

import interplay
from interplay.core.release import Release, read_manifest
from tests.fake_hub import Fault, Repo
from tests.hub.served import NAME, Machine
from tests.support import Cli

TO = "owner/submissions"
COMPANY = "baselines/bot-random/company.jsonl.gz"
pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=<...>':DeprecationWarning")


@pytest.fixture
def writer(machine: Machine) -> Machine:
    return machine.having(HF_TOKEN="hf_writer")


def test_entries_are_read_by_the_hub_s_own_parser(cli: Cli, release: Release, tmp_path: Path) -> None:
    out = tmp_path / "entries"
    ran = cli("score", release.root / COMPANY, "--eval-results", out)
    assert ran.status == 0, ran.err
    (path,) = out.iterdir()
    (entry,) = parse_eval_result_entries(yaml.safe_load(path.read_text(encoding="utf-8")))
    report = interplay.score(release.root / COMPANY, release)
    assert (entry.dataset_id, entry.task_id) == ("interplay/interplay", "company")
    assert entry.value == round(report.headline.value or 0.0, 4)
    assert entry.notes is not None
    assert report.submission_sha256 in entry.notes
    assert f"release {release.manifest.release}" in entry.notes
    assert path.name == f"interplay-company-{report.submission_sha256[:12]}.yaml"


@pytest.mark.slow
def test_a_horizon_above_all_levels_and_a_sample_have_no_entry(cli: Cli, release: Release, tmp_path: Path) -> None:
    exact, some = (
        release.root / "baselines/bot-exact/horizon.jsonl.gz",
        release.root / "baselines/large-model-hard/company.jsonl.gz",
    )
    ran = cli("score", exact, some, "--eval-results", tmp_path / "entries")
    assert ran.status == 0, ran.err
    said = " ".join(ran.err.split())
    assert "no entry for bot-exact on horizon: half of the items succeed above all tested levels" in said
    assert "no entry for large-model-hard on company: it is about part of the items" in said
    assert not (tmp_path / "entries").exists()


def test_a_submission_becomes_a_pull_request_with_its_report(writer: Machine, release: Release) -> None:
    repo = writer.hub.repos[TO] = Repo(private=False)
    before = repo.commit({"README.md": b"# Submissions"})
    ran = writer.interplay("submit", release.root / COMPANY, "--to", TO)
    assert ran.status == 0, ran.err
    assert f"{writer.hub.url}/datasets/{TO}/discussions/1" in ran.out
    assert repo.head == before
    (files,) = repo.offered.values()
    report = interplay.score(release.root / COMPANY, release)
    stem = f"submissions/company/{report.submission_sha256[:16]}"
    assert files[f"{stem}.jsonl.gz"] == (release.root / COMPANY).read_bytes()
    body = json.loads(files[f"{stem}.report.json"])
    assert body["submission_sha256"] == report.submission_sha256


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault("POST", "/commit/", 409), "run the same command again"),
        (Fault("POST", "/commit/", 429, {"Retry-After": "7"}), "wait 7 seconds"),
        (Fault("POST", "/commit/", 0), "cannot be reached"),
    ],
)
def test_what_the_hub_refuses_is_said_and_leaves_nothing(
    writer: Machine, release: Release, fault: Fault, words: str
) -> None:
    repo = writer.hub.repos[TO] = Repo(private=False)
    repo.commit({"README.md": b"# Submissions"})
    writer.hub.faults.append(fault)
    ran = writer.interplay("submit", release.root / COMPANY, "--to", TO)
    assert ran.status == 1
    assert words in " ".join(ran.err.split())
    assert not repo.offered


def test_without_a_token_or_with_another_form_of_name_nothing_is_sent(machine: Machine, release: Release) -> None:
    repo = machine.hub.repos[TO] = Repo(private=False)
    repo.commit({"README.md": b"# Submissions"})
    ran = machine.interplay("submit", release.root / COMPANY, "--to", TO)
    assert (ran.status, "hf auth login" in " ".join(ran.err.split())) == (1, True)
    ran = machine.interplay("submit", release.root / COMPANY, "--to", "../pwn")
    assert (ran.status, "expected owner/name" in ran.err) == (1, True)
    assert not repo.offered


def test_a_damaged_submission_is_not_offered(writer: Machine, release: Release, tmp_path: Path) -> None:
    repo = writer.hub.repos[TO] = Repo(private=False)
    repo.commit({"README.md": b"# Submissions"})
    lines = gzip.decompress((release.root / COMPANY).read_bytes()).splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(b"".join([*lines[:3], b"{}\n", *lines[4:]]))
    ran = writer.interplay("submit", damaged, "--to", TO)
    assert ran.status == 1
    assert not repo.offered


@pytest.mark.slow
def test_a_site_becomes_a_space_and_replaces_the_one_before(writer: Machine, release: Release, tmp_path: Path) -> None:
    space = writer.hub.repos["owner/pages"] = Repo(private=False)
    space.commit({"README.md": b"---\nsdk: static\n---\n", "old.html": b"old"})
    ran = writer.interplay(
        "report", release.root / COMPANY, "-o", tmp_path / "site", "--pages", "2", "--to-space", "owner/pages"
    )
    assert ran.status == 0, ran.err
    assert f"uploaded to {writer.hub.url}/spaces/owner/pages" in " ".join(ran.out.split())
    files = space.commits[space.head]
    assert "old.html" not in files
    assert b"sdk: static" in files["README.md"]
    site = {
        path.relative_to(tmp_path / "site").as_posix(): path
        for path in (tmp_path / "site").rglob("*")
        if path.is_file()
    }
    assert files.keys() == {*site, "README.md"}
    assert all(files[name] == path.read_bytes() for name, path in site.items())


@pytest.mark.slow
def test_a_dataset_is_published_opened_scored_and_its_results_are_shared(
    writer: Machine, small_dataset: Path, tmp_path: Path
) -> None:
    assert writer.publish(small_dataset).status == 0
    address = f"hf://{NAME}@v{read_manifest(small_dataset)[0].release}"
    assert writer.interplay("dataset", "verify", "--dataset", address).status == 0
    run = tmp_path / "mine.jsonl"
    ran = writer.interplay(
        "run", "--track", "scorekeeping", "--model", "bot:keyword", "--dataset", address, "--name", "mine", "-o", run
    )
    assert ran.status == 0, ran.err
    ran = writer.interplay("score", run, "--dataset", address, "--eval-results", tmp_path / "entries", "--json")
    assert ran.status == 0, ran.err
    report = json.loads(ran.out)
    (path,) = (tmp_path / "entries").iterdir()
    (entry,) = parse_eval_result_entries(yaml.safe_load(path.read_text(encoding="utf-8")))
    assert (entry.notes or "").endswith(f"submission sha256 {report['submission_sha256']}")
    repo = writer.hub.repos[TO] = Repo(private=False)
    repo.commit({"README.md": b"# Submissions"})
    ran = writer.interplay("submit", run, "--to", TO, "--dataset", address)
    assert ran.status == 0, ran.err
    (files,) = repo.offered.values()  # what the workflow of SUBMITTING.md downloads and scores again
    theirs = tmp_path / "theirs.jsonl"
    theirs.write_bytes(next(data for name, data in files.items() if name.endswith(".jsonl")))
    assert writer.interplay("validate", theirs, "--dataset", address).status == 0
    again = writer.interplay("score", theirs, "--dataset", address, "--json")
    assert json.loads(again.out) == report


@pytest.mark.slow
def test_an_entry_of_horizon_has_its_own_interval_and_one_about_easier_splits_is_left_out(
    cli: Cli, release: Release, tmp_path: Path
) -> None:
    faulty, easy = release.root / "baselines/bot-faulty-100/horizon.jsonl.gz", tmp_path / "easy.jsonl"
    assert cli("run", "--track", "company", "--split", "standard", "--model", "bot:random", "-o", easy).status == 0
    ran = cli("score", faulty, easy, "--eval-results", tmp_path / "entries")
    assert ran.status == 0, ran.err
    (path,) = (tmp_path / "entries").iterdir()
    (entry,) = parse_eval_result_entries(yaml.safe_load(path.read_text(encoding="utf-8")))
    headline = interplay.score(faulty, release).headline
    assert f"h50 {headline.text} (" in (entry.notes or "")
    assert "95%" not in (entry.notes or "").partition(";")[0]
    assert "no entry for bot-random on company: it is also about easier splits" in " ".join(ran.err.split())


def test_what_is_submitted_has_no_path_of_this_machine_and_no_values_of_items(
    writer: Machine, release: Release, tmp_path: Path
) -> None:
    repo = writer.hub.repos[TO] = Repo(private=False)
    repo.commit({"README.md": b"# Submissions"})
    path = tmp_path / "mine.jsonl"
    sample = ("run", "--track", "company", "--sample", 20, "--model", "bot:random", "-o", path)
    assert writer.interplay(*sample).status == 0
    ran = writer.interplay("submit", path, "--to", TO)
    assert ran.status == 0, ran.err
    (files,) = repo.offered.values()
    body = next(data for name, data in files.items() if name.endswith(".report.json"))
    assert json.loads(body)["warnings"]
    assert "per_item" not in json.loads(body)
    assert str(tmp_path).encode() not in body
