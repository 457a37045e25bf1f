"""What works without the optional libraries, and what is said where one is missing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from interplay.core.errors import MissingPackage
from interplay.core.extras import EXTRAS, require
from tests.ratings.conftest import HEADER

BLOCKED = f"""
import sys
for module in {sorted(EXTRAS)}:
    sys.modules[module] = None
from interplay.cli.main import main
main()
"""


def run(*words: object, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCKED, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


def test_scoring_and_rating_need_no_extra(root: Path, tmp_path: Path) -> None:
    baselines = root / "dataset" / "baselines"
    scored = run("score", baselines / "bot-random" / "company.jsonl.gz", folder=tmp_path)
    assert (scored.returncode, scored.stderr) == (0, "")
    assert "bot-random" in scored.stdout
    results = tmp_path / "matches.jsonl"
    rows = [
        {"record": "match", "game": "g", "setup": None, "seats": ["a", "b"], "returns": [n % 2, 1 - n % 2]}
        for n in range(4)
    ]
    results.write_text("\n".join(map(json.dumps, [HEADER, *rows])), encoding="utf-8")
    rated = run("rate", results, "--resamples", "20", folder=tmp_path)
    assert rated.returncode == 0, rated.stderr


def test_comparing_submissions_needs_no_extra(root: Path, tmp_path: Path) -> None:
    baselines = root / "dataset" / "baselines"
    pair = [baselines / bot / "company.jsonl.gz" for bot in ("bot-oracle", "bot-random")]
    compared = run("compare", *pair, folder=tmp_path)
    assert (compared.returncode, "significant" in compared.stdout) == (0, True), compared.stderr


@pytest.mark.slow
def test_rating_submissions_needs_no_extra(root: Path, tmp_path: Path) -> None:
    baselines = root / "dataset" / "baselines"
    many = [baselines / bot / "games.jsonl.gz" for bot in ("bot-strong", "bot-first")]
    rated = run("rate", *many, "--resamples", "20", folder=tmp_path)
    assert rated.returncode == 0, rated.stderr


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (
            ("run", "--track", "company", "--model", "openai:m", "--base-url", "http://localhost:1", "-o", "o.jsonl"),
            "run",
        ),
        (
            (*("run", "--track", "company", "--model", "openai:m"), *("--observation", "image", "-o", "o.jsonl")),
            "images",
        ),
        (("dataset", "verify", "--dataset", "hf://owner/name@v0.2.2"), "hub"),
        (("report", "company.jsonl.gz", "-o", "site"), "lab"),
        (("submit", "company.jsonl.gz", "--to", "owner/name"), "hub"),
        (("score", "company.jsonl.gz", "--eval-results", "entries"), "hub"),
    ],
)
def test_a_command_names_the_extra_that_it_needs(
    root: Path, tmp_path: Path, words: tuple[str, ...], extra: str
) -> None:
    shipped = root / "dataset" / "baselines" / "bot-random" / "company.jsonl.gz"
    (tmp_path / shipped.name).write_bytes(shipped.read_bytes())
    ran = run(*words, folder=tmp_path)
    assert ran.returncode == 1
    assert ran.stderr.startswith("error: ") and f"pip install 'interplay-bench[{extra}]'" in " ".join(
        ran.stderr.split()
    )
    assert "Traceback" not in ran.stderr


def test_a_library_that_is_missing_is_an_error_of_this_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(
        MissingPackage, match=r"as_dataset needs the package datasets: pip install 'interplay-bench\[hub\]'"
    ):
        require("datasets", "as_dataset")
