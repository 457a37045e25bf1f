"""Collections as processes that are killed: the server's log shows what was asked twice, or never."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from interplay_builders.collecting import files
from tests.fake_openai import DEADLINE, Answer, FakeOpenAI, Request
from tests.simulation import scripted

AT_ONCE = 3


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI(scripted.play) as running:
        yield running


def start(arguments: list[str]) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    command = [sys.executable, "-m", "interplay_builders", *arguments, "--concurrency", str(AT_ONCE)]
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(arguments: list[str]) -> str:
    process = start(arguments)
    out, err = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, err
    return out


def killed(server: FakeOpenAI, arguments: list[str], after: int) -> None:
    """Run a command, and kill it when the server has been asked *after* more times."""
    seen = len(server.requests)
    process = start(arguments)
    server.wait_for(seen + after)
    process.kill()
    process.communicate(timeout=DEADLINE)


def slow(request: Request) -> Answer:
    return Answer(scripted.play(request).text, latency=0.03)


@pytest.mark.slow
def test_a_collection_killed_twice_pays_for_no_reply_twice(server: FakeOpenAI, tmp_path: Path) -> None:
    known = scripted.exemplars(tmp_path / "known")
    draw = scripted.draw_arguments(server.base_url, known, tmp_path / "cut")
    whole = scripted.draw_arguments(server.base_url, known, tmp_path / "whole")
    finish(whole)
    finish(scripted.extract_arguments(server.base_url, tmp_path / "whole"))
    expected = Counter(request.raw for request in server.requests)
    server.script = slow

    for after in (6, 12):
        killed(server, draw, after)
        assert not (tmp_path / "cut" / files.COLLECTED).exists()
    assert "replies reused from an earlier run" in finish(draw)
    killed(server, scripted.extract_arguments(server.base_url, tmp_path / "cut"), 2)
    finish(scripted.extract_arguments(server.base_url, tmp_path / "cut"))

    asked = Counter(request.raw for request in server.requests) - expected
    assert set(asked) == set(expected)
    assert (asked - expected).total() <= 3 * AT_ONCE  # what was in flight at each kill
    for name in (files.COLLECTED, files.EXTRACTED, "dataset/simulation/scripts.jsonl.gz"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert not list((tmp_path / "cut").glob("*.partial.jsonl"))
