"""A person plays whole runs as a process of its own: through a pipe, and at a terminal."""

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interplay.running.journal import journal_path
from tests.fake_openai import DEADLINE
from tests.running_help import ROOT, replies_kept, rows

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

PROMPT = re.compile(r"Your (?:choice|reply)[^\n]*: ")
Play = Callable[..., subprocess.CompletedProcess[str]]


def command(track: str, output: Path, *more: object) -> list[str]:
    start = [sys.executable, "-m", "interplay", "run", "--track", track, "--model", "human", "-o", str(output)]
    return [*start, *map(str, more)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "scoring"), "TERM": "xterm"}


def piped(typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what a run did that got *typed* through a pipe."""
    return subprocess.run(
        words, input=typed, env=environment(), text=True, capture_output=True, timeout=DEADLINE, check=False
    )


@pytest.mark.parametrize(
    ("track", "more", "typed", "replies"),
    [
        ("positions", (), 'player_1: Deal.\n\n"""\nfirst\nsecond\n"""\n', ["player_1: Deal.", "first\nsecond"]),
        ("simulation", (), '"""\n"""\nA slip.\n', ["", "A slip."]),
    ],
)
def test_every_line_or_block_of_a_pipe_is_a_reply(
    tmp_path: Path, track: str, more: tuple[str, ...], typed: str, replies: list[str]
) -> None:
    output = tmp_path / "me.jsonl"
    ran = piped(typed, *command(track, output, "--limit", 2, *more))
    assert ran.returncode == 0, ran.stderr
    assert [row["response"] for row in rows(output)[1:]] == replies
    assert f"{track}: 2 of 2 done" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_numbers_through_a_pipe_play_matches_one_after_the_other(tmp_path: Path) -> None:
    output = tmp_path / "me.jsonl"
    words = command("games", output, "--game", "tictactoe", "--limit", 2, "--concurrency", 8)
    ran = piped("1\n" * 30, *words)
    assert ran.returncode == 0, ran.stderr
    assert len(rows(output)) == 3
    boards = re.findall(r"Your mark is (.)", ran.stdout)
    assert [*dict.fromkeys(boards)] == ["X", "O"]  # the person is X in the first match, O in the second
    assert boards == sorted(boards, reverse=True)
    assert "games: 0 of 2 done" in ran.stderr
    assert len(re.findall(r"^You (?:won|lost|drew) against bot-", ran.stdout, re.MULTILINE)) == 2
    assert "tokens" not in ran.stdout
    assert f"interplay replay {output} --item {rows(output)[-1]['item_id']}\n" in ran.stderr


def test_a_session_that_ends_in_the_middle_goes_on_where_it_stopped(tmp_path: Path) -> None:
    output = tmp_path / "me.jsonl"
    words = command("scorekeeping", output, "--limit", 1)
    first = piped("ASIDE: no\n" * 3, *words)
    assert first.returncode == 1
    assert "the input ended" in first.stderr
    assert replies_kept(output) == 3
    second = piped("ASIDE: no\nANSWER: nothing\n" * 80, *words)
    assert second.returncode == 0, second.stderr
    assert "3 replies reused from an earlier run" in second.stdout
    assert not journal_path(output).exists()


def arena(output: Path) -> list[str]:
    words = ("--game", "connect_four", "--sweeps", "1", "human", "bot:competent", "-o", str(output))
    return [sys.executable, "-m", "interplay", "arena", *words]


@pytest.mark.slow
def test_a_person_plays_an_arena_through_a_pipe_and_goes_on_where_the_input_ended(tmp_path: Path) -> None:
    first = piped("1\n", *arena(tmp_path))
    assert first.returncode == 1
    assert "human: the input ended; replies are saved in" in first.stderr
    second = piped("1\n" * 50, *arena(tmp_path))
    assert second.returncode == 0, second.stderr
    assert "reused from an earlier run" in second.stdout
    assert {path.name for path in tmp_path.glob("*.jsonl")} == {
        "human_vs_bot-competent.jsonl", "bot-competent_vs_human.jsonl",
    }  # fmt: skip
    done = re.findall("matches: . of 2 done", second.stderr)
    assert done == [f"matches: {n} of 2 done" for n in range(3)]
    assert "not converged after 1 sweep, 2 matches" in second.stdout


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, words: list[str]) -> None:
        self._mine, theirs = pty.openpty()
        self.process = subprocess.Popen(
            words, env=environment(), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        self.shown = ""

    def until(self, form: re.Pattern[str], start: int = 0) -> int:
        """Read until *form* is shown behind *start*; return where it ends."""
        while (found := form.search(self.shown, start)) is None:
            if not self._read():
                raise EOFError(self.shown)
        return found.end()

    def type(self, text: str) -> None:
        os.write(self._mine, text.encode())

    def end(self) -> int:
        """Read all that is left and return the exit status."""
        while self._read():
            pass
        return self.process.wait(DEADLINE)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._mine)

    def _read(self) -> bool:
        if not select.select([self._mine], [], [], DEADLINE)[0]:
            raise TimeoutError(self.shown)
        try:
            data = os.read(self._mine, 65_536)
        except OSError:  # the other end is closed
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)


@pytest.fixture
def terminal() -> Iterator[Callable[[list[str]], Terminal]]:
    opened: list[Terminal] = []

    def start(words: list[str]) -> Terminal:
        opened.append(Terminal(words))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_at_a_terminal_nothing_erases_the_prompt(tmp_path: Path, terminal: Callable[[list[str]], Terminal]) -> None:
    output = tmp_path / "me.jsonl"
    screen = terminal(command("positions", output, "--limit", 2))
    at = screen.until(PROMPT)
    screen.type("player_1: Deal.\n")
    screen.until(PROMPT, at + 1)
    screen.type("no\n")
    assert screen.end() == 0
    assert "\x1b" not in screen.shown
    assert [row["response"] for row in rows(output)[1:]] == ["player_1: Deal.", "no"]


def test_an_interrupt_at_a_terminal_ends_at_once_and_names_what_is_kept(
    tmp_path: Path, terminal: Callable[[list[str]], Terminal]
) -> None:
    output = tmp_path / "me.jsonl"
    words = command("scorekeeping", output, "--limit", 1)
    screen = terminal(words)
    at = screen.until(PROMPT)
    screen.type("ASIDE: no\n")
    screen.until(PROMPT, at + 1)
    screen.process.send_signal(signal.SIGINT)
    assert screen.end() == 130
    assert f"repliesaresavedin{journal_path(output)}" in "".join(screen.shown.split())
    assert "Traceback" not in screen.shown
    assert "Fatal" not in screen.shown
    assert replies_kept(output) == 1


def test_a_person_plays_an_arena_at_a_terminal_and_goes_on_after_an_interrupt(
    tmp_path: Path, terminal: Callable[[list[str]], Terminal]
) -> None:
    screen = terminal(arena(tmp_path))
    at = screen.until(PROMPT)
    screen.type("1\n")
    screen.until(PROMPT, at + 1)
    screen.process.send_signal(signal.SIGINT)
    assert screen.end() == 130
    assert f"replies are saved in {tmp_path}" in " ".join(screen.shown.split())
    screen, either = terminal(arena(tmp_path)), re.compile(rf"{PROMPT.pattern}|Sent now")
    at = screen.until(either)
    while not screen.shown[:at].endswith("Sent now"):
        screen.type("1\n")
        at = screen.until(either, at)
    assert screen.end() == 0
    assert "reused from an earlier run" in screen.shown
