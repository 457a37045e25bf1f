"""A dataset directory is what its hashes say, or no verb accepts it unmarked."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.errors import DatasetError, RecordError
from interplay.core.release import content, default_root, open_release, read_sums, verify
from interplay.tracks.scorekeeping.records import Item
from tests.support import Cli

BASE = "scorekeeping/base.jsonl.gz"


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")


def retouched(root: Path) -> None:
    """Change a row, and make SHA256SUMS agree with it: the manifest still tells."""
    path, sums = root / BASE, root / "SHA256SUMS"
    before = canonical.sha256(path.read_bytes())
    canonical.write_atomically(path, [content(path).replace(b"Keep every reply", b"Keep each reply")])
    replace_in(sums, before, canonical.sha256(path.read_bytes()))


def linked(root: Path) -> None:
    (root / BASE).unlink()
    (root / BASE).symlink_to(root / "nowhere.jsonl")


def folder_in_place_of_a_file(root: Path) -> None:
    (root / "CANARY").unlink()
    (root / "CANARY").mkdir()


def unlisted(root: Path) -> None:
    text = (root / "SHA256SUMS").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines(keepends=True) if "manifest" not in line]
    (root / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "flipped byte in the data": (
        lambda root: flip(root / BASE),
        r"base\.jsonl\.gz: found sha256 \w{12}…, expected \w{12}…",
    ),
    "flipped byte in a text": (lambda root: flip(root / "README.md"), r"README\.md: found sha256"),
    "flipped byte in a baseline": (
        lambda root: flip(root / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"),
        r"scorekeeping\.jsonl\.gz: found sha256",
    ),
    "missing file": (lambda root: (root / BASE).unlink(), r"base\.jsonl.gz: found nothing, expected this file of the"),
    "extra file": (
        lambda root: (root / "scorekeeping" / "more.jsonl.gz").write_text("{}\n", encoding="utf-8"),
        r"more\.jsonl\.gz: found a file that SHA256SUMS does not list, expected none",
    ),
    "missing sums": (lambda root: (root / "SHA256SUMS").unlink(), r"SHA256SUMS: found nothing, expected the list"),
    "sums without the manifest": (unlisted, r"manifest\.json: found a file that SHA256SUMS does not list"),
    "tampered sums": (
        lambda root: replace_in(root / "SHA256SUMS", "  CANARY", "  canary"),
        r"(?i)canary: found (nothing|a file)",
    ),
    "malformed sums": (
        lambda root: replace_in(root / "SHA256SUMS", "  CANARY", " *CANARY"),
        r"SHA256SUMS: cannot be read: .*CANARY' is not 'SHA256  PATH'",
    ),
    "sums that leave the directory": (
        lambda root: replace_in(root / "SHA256SUMS", "  CANARY", "  ../CANARY"),
        r"SHA256SUMS: cannot be read: .*\.\./CANARY' is not",
    ),
    "absolute path in the sums": (
        lambda root: replace_in(root / "SHA256SUMS", "  CANARY", "  /CANARY"),
        r"SHA256SUMS: cannot be read: .* is not 'SHA256  PATH'",
    ),
    "binary sums": (lambda root: (root / "SHA256SUMS").write_bytes(b"\xff\xfe"), r"SHA256SUMS: cannot be read"),
    "changed row and sums": (retouched, r"manifest\.json: found rows in .*base\.jsonl"),
    "changed manifest": (
        lambda root: replace_in(root / "manifest.json", '"seed":"small"', '"seed":"smell"'),
        r"manifest\.json: found sha256",
    ),
    "dangling link": (linked, r"base\.jsonl\.gz: found something other than a file"),
    "folder in place of a file": (folder_in_place_of_a_file, r"CANARY: found nothing, expected this file"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found_and_every_verb_refuses(dataset_copy: Path, cli: Cli, tmp_path: Path, kind: str) -> None:
    damage, pattern = DAMAGE[kind]
    damage(dataset_copy)
    assert any(re.search(pattern, str(finding)) for finding in verify(dataset_copy))

    ran = cli("dataset", "verify", "--dataset", dataset_copy)
    assert ran.status == 1
    assert re.search(pattern, ran.out)

    submission = tmp_path / "submission.jsonl"
    submission.write_text("", encoding="utf-8")
    for verb in (
        ("score", submission),
        ("validate", submission),
        ("demo", "--out", tmp_path / "out"),
        ("run", "--track", "scorekeeping", "--model", "bot:oracle", "-o", tmp_path / "run.jsonl"),
        ("run", "--track", "scorekeeping", "--model", "bot:oracle", "--dry-run"),
    ):
        ran = cli(*verb, "--dataset", dataset_copy)
        assert ran.status == 1
        assert ran.out == ""
        assert "does not match its hashes" in ran.err
        assert re.search(pattern, ran.err)
        assert (
            "pass --allow-modified (in Python open_release(DIR, allow_modified=True)); reports are then marked"
            in ran.err
        )
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "run.jsonl").exists()


def test_intact_dataset_has_no_findings(small_dataset: Path, cli: Cli) -> None:
    assert verify(small_dataset) == ()
    ran = cli("dataset", "verify", "--dataset", small_dataset)
    assert (ran.status, ran.err) == (0, "")
    assert "every file matches its hash" in ran.out


def test_shipped_dataset_is_intact() -> None:
    assert verify(default_root()) == ()


def test_findings_are_printed_as_json(dataset_copy: Path, cli: Cli) -> None:
    (dataset_copy / "CANARY").unlink()
    ran = cli("dataset", "verify", "--json", "--dataset", dataset_copy)
    (finding,) = json.loads(ran.out)
    assert ran.status == 1
    assert finding["severity"] == "error"
    assert finding["file"].endswith("CANARY")


@pytest.mark.parametrize("verb", ["score", "demo"])
def test_allowed_modification_marks_the_report(dataset_copy: Path, cli: Cli, tmp_path: Path, verb: str) -> None:
    path = dataset_copy / BASE
    canonical.write_atomically(path, [content(path).replace(b"Keep every reply", b"Keep each reply")])
    baseline = dataset_copy / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    out = tmp_path / "out"
    named = (baseline,) if verb == "score" else ()
    ran = cli(verb, *named, "--dataset", dataset_copy, "--allow-modified", "--out", out)
    assert ran.status == 0
    assert "scored on a modified dataset; not comparable with anything else" in ran.err
    written = json.loads((out / "report.json").read_text(encoding="utf-8"))
    for report in written if isinstance(written, list) else [written]:
        assert report["modified_dataset"] is True
        assert report["comparability_key"].startswith("modified ")
    assert "Scored on a modified dataset" in (out / "report.md").read_text(encoding="utf-8")


def test_reports_on_the_intact_dataset_are_not_marked(small_dataset: Path, cli: Cli) -> None:
    baseline = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    report = json.loads(cli("score", baseline, "--dataset", small_dataset, "--json").out)
    assert "modified_dataset" not in report
    assert not report["comparability_key"].startswith("modified")


def test_run_on_a_modified_dataset_marks_its_submission(dataset_copy: Path, cli: Cli, tmp_path: Path) -> None:
    flip(dataset_copy / "README.md")
    path = tmp_path / "run.jsonl"
    run = ("run", "--track", "scorekeeping", "--model", "bot:oracle", "-o", path, "--dataset", dataset_copy)
    assert cli(*run, "--allow-modified").status == 0
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["modified"] is True


@pytest.mark.parametrize(
    "name", ["../secret.jsonl", "/etc/secret.jsonl", "a/../../secret.jsonl", "a\\\\b.jsonl", "C:/secret.jsonl"]
)
def test_manifest_that_leaves_the_directory_is_refused_even_if_modification_is_allowed(
    dataset_copy: Path, name: str
) -> None:
    replace_in(dataset_copy / "manifest.json", BASE, name)
    for allow in (False, True):
        with pytest.raises(DatasetError, match=r"manifest\.json is damaged: "):
            open_release(dataset_copy, allow_modified=allow)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"format":"interplay-manifest/1","format":"interplay-manifest/1"}'],
)
def test_damaged_manifest_is_said(dataset_copy: Path, cli: Cli, text: bytes) -> None:
    (dataset_copy / "manifest.json").write_bytes(text)
    for verb in (("dataset", "verify"), ("dataset", "info"), ("demo", "--allow-modified")):
        ran = cli(*verb, "--dataset", dataset_copy)
        assert (ran.status, ran.out) == (1, "")
        assert "manifest.json is damaged: " in ran.err


def test_what_is_no_dataset_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"has no manifest\.json, so it is not a dataset directory"):
        open_release(tmp_path)
    for nothing in (tmp_path / "nowhere", Path(__file__)):
        with pytest.raises(DatasetError, match="is not a directory, expected a dataset directory"):
            open_release(nothing)


def test_missing_data_is_an_error_even_if_modification_is_allowed(dataset_copy: Path) -> None:
    (dataset_copy / BASE).unlink()
    release = open_release(dataset_copy, allow_modified=True)
    with pytest.raises(RecordError, match="does not exist"):
        list(release.rows("scorekeeping", Item))


def test_damaged_row_is_an_error_even_if_modification_is_allowed(dataset_copy: Path) -> None:
    path = dataset_copy / BASE
    canonical.write_atomically(path, [content(path).replace(b'"item_id":', b'"id":', 1)])
    release = open_release(dataset_copy, allow_modified=True)
    with pytest.raises(RecordError, match=r"(?s)does not hold valid Item records.*base\.jsonl\.gz:1: found "):
        list(release.rows("scorekeeping", Item))


def test_file_that_cannot_be_read_is_a_finding(dataset_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("interplay.core.release.file_sha256", refuse)
    assert {finding.message for finding in verify(dataset_copy)} == {"cannot be read: Permission denied"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX")
def test_pipe_in_place_of_a_file_is_a_finding_and_is_not_waited_for(dataset_copy: Path) -> None:
    (dataset_copy / "CANARY").unlink()
    os.mkfifo(dataset_copy / "CANARY")
    (finding,) = verify(dataset_copy)
    assert "found something other than a file" in str(finding)


def test_what_hosts_and_desktops_add_is_ignored(dataset_copy: Path) -> None:
    (dataset_copy / ".gitattributes").write_text("* text=auto\n", encoding="utf-8")
    (dataset_copy / "scorekeeping" / ".DS_Store").write_bytes(b"\0")
    (dataset_copy / ".cache").mkdir()
    (dataset_copy / ".cache" / "any").write_bytes(b"\0")
    assert verify(dataset_copy) == ()


def test_sums_with_a_name_twice_are_refused() -> None:
    line = f"{'a' * 64}  CANARY\n"
    assert read_sums(line) == {"CANARY": "a" * 64}
    with pytest.raises(ValueError, match="CANARY is listed twice"):
        read_sums(line + line)
