"""The guard of dataset/: frozen files change with a new release only."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Guard = Callable[..., tuple[int, str]]
OLD, NEW = 'release = "1.0.0"\n', 'release = "1.0.1"\n'


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A function that runs git in a repository with a release, where the test stands."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:  # set where tests run in a hook
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)

    run("init", "--initial-branch=main")
    write("dataset/items.jsonl", "{}\n")
    write("builders/made/release.toml", OLD)
    run("add", ".")
    run("commit", "-m", "release 1.0.0")
    return run


@pytest.fixture
def guard(root: Path) -> Guard:
    def run(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, str(root / ".ci" / "dataset_guard.py"), *arguments]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        return done.returncode, done.stderr

    return run


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def test_an_edited_row_is_refused_with_the_file_and_the_release(git: Callable[..., None], guard: Guard) -> None:
    write("dataset/items.jsonl", '{"edited": 1}\n')
    git("add", ".")
    status, said = guard()
    assert status == 1
    assert "dataset/items.jsonl" in said
    assert "still says 1.0.0" in said


@pytest.mark.parametrize("change", ["added", "removed"])
def test_a_file_that_comes_or_goes_is_refused(git: Callable[..., None], guard: Guard, change: str) -> None:
    if change == "added":
        write("dataset/more.jsonl", "{}\n")
    else:
        Path("dataset/items.jsonl").unlink()
    git("add", "--all")
    assert guard()[0] == 1


def test_a_new_release_may_change_the_dataset(git: Callable[..., None], guard: Guard) -> None:
    write("dataset/items.jsonl", '{"edited": 1}\n')
    write("builders/made/release.toml", NEW)
    git("add", ".")
    assert guard() == (0, "")


def test_a_release_file_that_only_moved_is_no_new_release(git: Callable[..., None], guard: Guard) -> None:
    write("dataset/items.jsonl", '{"edited": 1}\n')
    Path("builders/made/release.toml").rename("builders/release.toml")
    git("add", "--all")
    assert guard()[0] == 1


def test_other_files_change_freely(git: Callable[..., None], guard: Guard) -> None:
    write("README.md", "more\n")
    git("add", ".")
    assert guard() == (0, "")


def test_a_branch_is_held_against_where_it_left_its_base(git: Callable[..., None], guard: Guard) -> None:
    git("switch", "-c", "mine")
    write("dataset/items.jsonl", '{"edited": 1}\n')
    git("commit", "-am", "edited")
    assert guard() == (0, "")  # nothing is staged
    assert guard("main")[0] == 1
    write("builders/made/release.toml", NEW)
    git("commit", "-am", "release 1.0.1")
    assert guard("main") == (0, "")


def test_a_base_that_git_does_not_know_is_an_error_of_its_own(git: Callable[..., None], guard: Guard) -> None:
    status, said = guard("nowhere")
    assert status == 2
    assert "nowhere" in said
