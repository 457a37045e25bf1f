"""Games and items in a browser: the page shows what models get, and plays as a pipe does."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interplay.core.errors import OutputError
from interplay.core.release import open_release
from interplay.running.journal import journal_path
from interplay.scoring.score import score
from interplay.tracks.games import catalogue as games
from interplay_lab.people.play import Desk, serving
from tests.fake_openai import DEADLINE
from tests.judging.small import rows
from tests.lab.people.clients import Client, Json, through_page, through_pipe
from tests.running_help import ROOT, start_process
from tests.support import slow

TICTACTOE: Json = {"where": (("game", "tictactoe"),), "limit": 1}


def equal(folder: Path, track: str, **spec: Any) -> None:
    page, pipe = folder / "page.jsonl", folder / "pipe.jsonl"
    replies = through_page(page, track, **spec)
    through_pipe(pipe, track, replies, **spec)
    assert page.read_bytes() == pipe.read_bytes()
    reports = [score(path, open_release()) for path in (page, pipe)]
    assert reports[0].per_item == reports[1].per_item
    assert reports[0].headline == reports[1].headline
    assert json.loads(page.read_bytes().splitlines()[0])["system"] == {"name": "human:anna", "provider": "human"}


def test_a_game_through_the_page_equals_the_same_moves_through_the_pipe(tmp_path: Path) -> None:
    equal(tmp_path, "games", **TICTACTOE)
    times = rows(tmp_path / "page.times.jsonl")
    assert times[0] == {"finished": 0, "of": 1}
    assert times[-1] == {"finished": 1, "of": 1}
    assert all(row["seconds"] >= 0 for row in times[1:-1])
    assert len(times) >= 4


@pytest.mark.parametrize("game", slow(*games.names()))
def test_every_game_can_be_played(game: str, tmp_path: Path) -> None:
    equal(tmp_path, "games", where=(("game", game),), limit=1)


@pytest.mark.parametrize("track", slow("positions", "company", "scorekeeping", "simulation", "horizon"))
def test_every_track_can_be_answered(track: str, tmp_path: Path) -> None:
    equal(tmp_path, track, limit=2)


def test_the_page_shows_what_a_terminal_shows(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "times.jsonl")
    replies: list[str] = []

    def person() -> None:
        desk.write("What now? ")
        replies.append(desk.line())
        desk.write("And now? ")
        replies.extend(desk.line() for _ in range(3))

    thread = threading.Thread(target=person)
    thread.start()
    with serving("human:anna", desk) as address:
        sent = iter(["one", "two\r\nlines"])
        assert Client(address).play(lambda turn, screen: next(sent), most=2) == ["one", "two\r\nlines"]
        thread.join(DEADLINE)
        assert Client(address).get("state/1")["screens"][0] == ["And now? ", "two\nlines"]
    assert replies == ["one\n", '"""\n', "two\nlines\n", '"""\n']


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """Return a client of a page that waits for a reply."""
    desk = Desk(tmp_path / "times.jsonl")
    threading.Thread(target=desk.line, daemon=True).start()
    with serving("human:<b>", desk) as address:
        client = Client(address)
        while not client.get("state/0")["state"]["waits"]:
            pass
        yield client


def test_only_who_knows_the_address_is_answered(client: Client) -> None:
    path, own = client.parts.path, client.parts.netloc
    status, page, headers = client.request("GET", path)
    assert status == 200
    assert b"human:\\u003cb>" in page
    assert b"connect-src 'self'" in page
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    forged = ("b" if path[1] == "a" else "a") + path[2:]
    for other in ("/", "/state/0", f"/{forged}", path[:-2], "//", "/%00/"):
        assert client.request("GET", other)[0] == 403, other
    assert client.request("GET", path, Host="evil.example")[0] == 403, "a name that is made to point here"
    assert client.request("GET", path, Origin="https://evil.example")[0] == 403
    assert client.request("GET", path, Host=own.replace("127.0.0.1", "localhost"))[0] == 200
    for unknown in ("../x", "state", "state/", "state/-1", "state/x", "state/1234567890", "reply"):
        assert client.request("GET", path + unknown)[0] == 404, unknown


def test_hostile_replies_are_refused(client: Client) -> None:
    good = [0, "x"]
    assert client.post(good, Origin="https://evil.example") == 403
    assert client.post(good, Content_Type="text/plain") == 404, "what a form of another site can send"
    assert client.post(b"x" * 10, Content_Length="500001") == 413
    for value in (b"", b"{", b"[" * 10_000, b'[0, "\\ud800"]', {"turn": 0}, [0], [0, 1], ["0", "x"], [0, "x", "y"]):
        assert client.post(value) == 400, value
    assert client.post([1, "x"]) == 409
    assert client.post([0, 'a\n """ \nb']) == 409, "it would end the reply"
    assert client.post(good) == 200
    assert client.post(good) == 409, "only once"


def test_it_is_served_to_this_machine_alone(client: Client) -> None:
    assert client.parts.hostname == "127.0.0.1"
    with (
        pytest.raises(OutputError, match="cannot serve on port"),
        serving("x", Desk(Path("x")), client.parts.port or 0),
    ):
        pass


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for a process")
def test_the_verb_plays_and_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    output, whole = tmp_path / "anna.jsonl", tmp_path / "whole.jsonl"
    words = ("play", "--name", "anna", "--game", "tictactoe", "--limit", "1", "--serve", "-o", str(output))
    replies: list[str] = []
    for most, status in ((1, 130), (100, 0)):
        process = start_process(*words)
        assert process.stdout
        address = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", process.stdout.readline())
        assert address
        client = Client(address[0])
        replies += client.play(most=most)
        if status:
            while not client.get("state/1")["state"]["waits"]:
                pass
            process.send_signal(signal.SIGINT)
        else:
            assert "Your result on games" in client.last
        out, err = process.communicate(timeout=DEADLINE)
        assert process.returncode == status, err
        assert journal_path(output).exists() == bool(status)
    assert f"wrote {output}" in out
    through_pipe(whole, "games", replies, **TICTACTOE)
    assert output.read_bytes() == whole.read_bytes()
    assert not journal_path(output).exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for a process")
def test_a_page_that_was_closed_too_early_is_no_failure(tmp_path: Path) -> None:
    output = tmp_path / "anna.jsonl"
    process = start_process(
        "play", "--name", "anna", "--track", "positions", "--limit", "1", "--serve", "-o", str(output)
    )
    assert process.stdout
    client = Client(process.stdout.readline().split()[1])
    while not client.get("state/0")["state"]["waits"]:
        pass
    assert client.post([0, "Action: 1"]) == 200
    while not client.get("state/0")["state"]["ended"]:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, "interrupted" in out + err) == (0, False)
    assert f"wrote {output}" in out


def test_without_serve_the_verb_plays_at_the_terminal(tmp_path: Path) -> None:
    output, pipe = tmp_path / "anna.jsonl", tmp_path / "pipe.jsonl"
    command = [sys.executable, "-m", "interplay", "play", "--name", "anna", "--track", "positions", "--limit", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scoring")}
    words, given = [*command, "-o", str(output)], "a\nb\n"
    subprocess.run(words, input=given, env=environment, text=True, capture_output=True, timeout=DEADLINE, check=True)
    through_pipe(pipe, "positions", ["a", "b"], limit=2)
    assert output.read_bytes() == pipe.read_bytes()
