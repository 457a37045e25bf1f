"""What the runner refuses before it asks for anything, leaving every file as it was."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interplay.core.errors import InterplayError, OutputError
from interplay.running.journal import journal_path
from tests.fake_openai import Answer, FakeOpenAI, scripted
from tests.running_help import Cli, Player, arguments, run


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "player.jsonl"


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as running_server:
        yield running_server


@pytest.mark.parametrize("number", ["limit", "trials", "concurrency"])
def test_numbers_that_would_make_an_empty_run_are_refused(output: Path, number: str) -> None:
    options: dict[str, Any] = {number: 0}
    with pytest.raises(ValueError, match=f"{number} is 0"):
        run(Player(), output, **options)
    assert not list(output.parent.iterdir())


@pytest.mark.parametrize(
    "option",
    [
        ("--temperature", "nan"),
        ("--temperature", "hot"),
        ("--temperature", "-1"),
        ("--model", "openai:m,timeout=nan"),
        ("--model", "openai:m,timeout=0"),
        ("--concurrency", "0"),
        ("--model", f"openai:m,seed={2**63}"),
        ("--trials", "0"),
    ],
)
def test_numbers_out_of_range_are_usage_errors(tmp_path: Path, interplay_cli: Cli, option: tuple[str, str]) -> None:
    assert interplay_cli(*arguments("http://127.0.0.1:9/v1", tmp_path / "o.jsonl"), *option) == 2
    assert option[0] in interplay_cli.err
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_system_is_refused_and_left_alone(output: Path) -> None:
    run(Player("first"), output, limit=1)
    before = output.read_bytes()
    second = Player("second")
    with pytest.raises(OutputError, match=r"submission of another run \("):
        run(second, output)
    assert (second.asks, output.read_bytes()) == ([], before)
    assert not journal_path(output).exists()


@pytest.mark.parametrize("content", [b"", b"my thesis\n", b'{"record":"header"}\n', b"\x00\xff" * 50])
def test_a_file_that_is_no_submission_is_refused_and_left_alone(output: Path, content: bytes) -> None:
    output.write_bytes(content)
    player = Player()
    with pytest.raises(InterplayError, match=r"player\.jsonl"):
        run(player, output)
    assert (player.asks, output.read_bytes()) == ([], content)


def test_a_damaged_submission_is_refused_and_left_alone(output: Path) -> None:
    run(Player(), output)
    damaged = output.read_bytes()[:-40]
    output.write_bytes(damaged)
    with pytest.raises(InterplayError, match=r"is damaged; fix it(.|\n)*player\.jsonl:4"):
        run(Player(), output)
    assert output.read_bytes() == damaged


def test_a_directory_is_no_output(tmp_path: Path, interplay_cli: Cli, server: FakeOpenAI) -> None:
    assert interplay_cli(*arguments(server.base_url, tmp_path)) == 1
    assert "is a directory, expected a file name" in interplay_cli.err
    assert (server.requests, list(tmp_path.iterdir())) == ([], [])


def test_a_place_that_cannot_be_written_is_found_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    player = Player()
    with pytest.raises(OutputError, match="cannot write"):
        run(player, tmp_path / "file" / "out.jsonl")
    assert player.asks == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mode bits on folders")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_write_permission_is_found_before_anything_is_asked(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    player = Player()
    with pytest.raises(OutputError, match=r"cannot write .*: Permission denied"):
        run(player, tmp_path / "out.jsonl")
    assert player.asks == []


def test_a_system_that_no_reader_would_accept_is_refused_before_anything_is_asked(output: Path) -> None:
    player = Player("n" * 201)
    with pytest.raises(OutputError, match="could not be read"):
        run(player, output)
    assert (player.asks, list(output.parent.iterdir())) == ([], [])


def test_a_server_that_is_down_is_named_before_the_run_gives_up(output: Path, interplay_cli: Cli) -> None:
    with FakeOpenAI() as server:
        url = server.base_url
    assert interplay_cli(*arguments(url, output, "--model", "openai:m,max_retries=1")) == 1
    told, error = interplay_cli.err.splitlines()
    assert told == f"cannot reach {url}: connection refused; trying again for up to 10 s"
    assert error.startswith(
        f"error: cannot reach {url}: connection refused; gave up after 2 attempts; check --base-url"
    )
    assert not list(output.parent.iterdir())


def test_what_a_server_says_of_an_item_cannot_command_a_terminal(output: Path, interplay_cli: Cli) -> None:
    hostile = Answer(status=400, error="\x1b]0;owned\x07 \x1bc \u202e")
    with FakeOpenAI(scripted(hostile)) as server:
        assert interplay_cli(*arguments(server.base_url, output)) == 1
    assert "failed: " in interplay_cli.err
    assert interplay_cli.err.replace("\n", "").isprintable()


def test_settings_of_a_finished_run_that_differ_are_named(output: Path, server: FakeOpenAI, interplay_cli: Cli) -> None:
    assert interplay_cli(*arguments(server.base_url, output, "--limit", 1)) == 0
    other = ("--limit", 1, "--temperature", "0.5", "--split", "base")
    assert interplay_cli(*arguments(server.base_url, output, *other)) == 1
    assert "parameter temperature is 0.5, was 0" in interplay_cli.err
    assert "splits are base, were base, corrections" in interplay_cli.err


def test_another_address_of_the_server_goes_on_with_a_finished_run(
    output: Path, server: FakeOpenAI, interplay_cli: Cli
) -> None:
    assert interplay_cli(*arguments(server.base_url, output, "--limit", 1)) == 0
    with FakeOpenAI() as moved:
        assert interplay_cli(*arguments(moved.base_url, output, "--limit", 1)) == 0
        assert moved.requests == []
