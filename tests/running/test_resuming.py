"""Runs as real processes that are killed and interrupted: the server's log shows what was asked twice, or never."""

import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interplay.running.journal import journal_path
from tests.fake_openai import DEADLINE, Answer, FakeOpenAI, Request, dialogue
from tests.running_help import Cli, arguments, replies_kept, start_process

AT_ONCE = 3
Start = Callable[..., subprocess.Popen[str]]


def slow(request: Request) -> Answer:
    return Answer(dialogue(request).text, latency=0.004)


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as running_server:
        yield running_server


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


class Undisturbed:
    """What a run that nothing disturbs writes and asks for; the server then starts afresh, slowly."""

    def __init__(self, server: FakeOpenAI, cli: Cli, folder: Path) -> None:
        path = folder / "undisturbed.jsonl"
        assert cli(*arguments(server.base_url, path)) == 0
        self.data = path.read_bytes()
        self.asked = Counter(request.raw for request in server.requests)
        server.requests.clear()
        server.script = slow
        self.before = self.asked.total()


@pytest.fixture
def start() -> Iterator[Start]:
    """Start the command line as a process; what still runs when the test ends is killed."""
    processes: list[subprocess.Popen[str]] = []

    def begin(*words: str) -> subprocess.Popen[str]:
        processes.append(start_process(*words))
        return processes[-1]

    yield begin
    for process in processes:
        process.kill()
        process.communicate()


def end(process: subprocess.Popen[str]) -> tuple[str, str]:
    return process.communicate(timeout=DEADLINE)


@pytest.mark.slow
def test_runs_killed_again_and_again_lose_nothing_and_ask_for_nothing_finished_again(
    server: FakeOpenAI, start: Start, interplay_cli: Cli, tmp_path: Path, output: Path
) -> None:
    whole = Undisturbed(server, interplay_cli, tmp_path)
    command = arguments(server.base_url, output, "--concurrency", AT_ONCE)
    kept = 0
    kills = (1, 23, 40)
    for more in kills:
        process = start(*command)
        server.wait_for(whole.before + len(server.requests) + more)
        process.kill()
        end(process)
        now = replies_kept_after_a_kill(output)
        assert now >= kept
        kept = now
    sent_before = len(server.requests)
    assert kept >= sent_before - AT_ONCE * len(kills)
    assert not output.exists()
    assert interplay_cli(*command) == 0
    assert len(server.requests) - sent_before == whole.asked.total() - kept
    asked = Counter(request.raw for request in server.requests)
    assert asked.keys() == whole.asked.keys()
    assert (asked - whole.asked).total() <= AT_ONCE * len(kills)
    assert output.read_bytes() == whole.data
    assert not journal_path(output).exists()


def replies_kept_after_a_kill(output: Path) -> int:
    """Count whole lines: the kill may have cut the last one."""
    path = journal_path(output)
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


def test_a_second_process_is_refused_until_the_first_one_is_killed(
    server: FakeOpenAI, start: Start, interplay_cli: Cli, tmp_path: Path, output: Path
) -> None:
    whole = Undisturbed(server, interplay_cli, tmp_path)
    server.script = lambda request: Answer(hang=True) if request.number >= whole.before + 10 else dialogue(request)
    command = arguments(server.base_url, output, "--concurrency", AT_ONCE)
    first = start(*command)
    server.wait_for(whole.before + 10 + AT_ONCE)
    assert interplay_cli(*command) == 1
    assert "another run is writing" in interplay_cli.err
    assert len(server.requests) == 10 + AT_ONCE
    first.kill()
    end(first)
    server.script = dialogue
    assert interplay_cli(*command) == 0
    assert output.read_bytes() == whole.data
    assert len(server.requests) == whole.asked.total() + AT_ONCE


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_an_interrupt_exits_130_with_a_message_and_the_same_call_goes_on(
    server: FakeOpenAI, start: Start, interplay_cli: Cli, tmp_path: Path, output: Path
) -> None:
    whole = Undisturbed(server, interplay_cli, tmp_path)
    command = arguments(server.base_url, output, "--concurrency", AT_ONCE)
    process = start(*command)
    server.wait_for(whole.before + 30)
    process.send_signal(signal.SIGINT)
    _, err = end(process)
    again = shlex.join(["python", "-m", "interplay", *command])
    said = f"replies are saved in {journal_path(output)}; to resume, run the same command again:\n  {again}"
    assert (process.returncode, err) == (130, f"\ninterrupted; {said}\n")
    assert not output.exists()
    kept = replies_kept(output)
    assert kept >= len(server.requests) - AT_ONCE
    assert interplay_cli(*command) == 0
    assert f"{kept} replies reused from an earlier run" in interplay_cli.out
    assert output.read_bytes() == whole.data


def test_module_runs_as_a_program(start: Start) -> None:
    process = start("--version")
    out, err = end(process)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("interplay, version ")


def test_a_run_without_a_terminal_prints_one_line_and_asks_nothing_of_the_user(
    server: FakeOpenAI, start: Start, output: Path
) -> None:
    process = start(*arguments(server.base_url, output, "--limit", 1))
    out, err = end(process)
    assert (process.returncode, err) == (0, f"next: interplay score {output}\n")
    assert out.count("\n") == 1
    assert out.startswith(f"wrote {output}: 1 predictions; ")
