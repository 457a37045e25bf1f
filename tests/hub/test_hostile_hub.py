"""Servers that mean harm: no path leaves the cache, nothing goes on for ever, and every refusal is in words."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from interplay.core.release import MANIFEST_NAME
from interplay.hub import limits
from tests.hub.served import NAME, Machine
from tests.support import slow

COMMIT = "0123456789abcdef0123456789abcdef01234567"
INFO = f"/api/datasets/{NAME}/revision/"
SOUND: dict[str, Any] = {"id": NAME, "sha": COMMIT, "siblings": [{"rfilename": MANIFEST_NAME}]}


class Hostile(BaseHTTPRequestHandler):
    """Answers the API with ``info``, and files with ``etag`` and ``file``."""

    protocol_version = "HTTP/1.1"
    info: Any = SOUND
    etag = '"' + "a" * 40 + '"'
    commit = COMMIT
    file = b"{}"
    more: dict[str, str] = {}
    status = 200
    drip = 0.0
    blanks = 0
    missing = 0

    def do_HEAD(self) -> None:
        self.begin(len(self.file))

    def do_GET(self) -> None:
        is_api = self.path.startswith("/api/")
        body = self.answer() if is_api else self.file
        self.begin((len(body) + self.blanks + self.missing) if is_api or self.missing else len(body))
        try:
            for start in range(0, self.blanks if is_api else 0, 2**16):
                self.wfile.write(b" " * min(2**16, self.blanks - start))
            if not self.drip:
                self.wfile.write(body)
            for number in range(len(body) if self.drip else 0):
                self.wfile.write(body[number : number + 1])
                self.wfile.flush()
                time.sleep(self.drip)
        except OSError:
            pass
        self.close_connection = bool(self.missing)

    def answer(self) -> bytes:
        if isinstance(self.info, bytes):
            return self.info
        if "/tree/" in self.path:
            files = [{"type": "file", "path": s["rfilename"], "size": 2, "oid": "a"} for s in self.info["siblings"]]
            return json.dumps(files).encode()
        return json.dumps(self.info).encode()

    def begin(self, length: int) -> None:
        self.send_response(self.status)
        headers = {"Content-Length": str(length), "ETag": self.etag, "X-Repo-Commit": self.commit, **self.more}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def hub(**how: Any) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Hostile,), how))
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that hang up
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the limits so small that a test meets them."""
    monkeypatch.setattr(limits, "SECONDS", 3.0)
    monkeypatch.setattr(limits, "TIMEOUT", 4.0)
    monkeypatch.setattr(limits, "REQUESTS", 50)


def refused(machine: Machine, url: str, revision: str = "v1") -> str:
    """Return the error of opening a dataset: it comes soon, has no traceback, and leaves nothing outside the cache."""
    began = time.monotonic()
    ran = machine.having(HF_ENDPOINT=url).interplay("dataset", "info", "--dataset", f"hf://{NAME}@{revision}")
    assert time.monotonic() - began < 60
    assert (ran.status, ran.out) == (1, "")
    _, found, error = ran.err.rpartition("error: ")  # behind the bar of what was fetched
    assert found
    assert "Traceback" not in ran.err
    assert len(error) < 2_000
    inside = {machine.home / "hub", machine.home / "assets"}
    assert set(machine.home.iterdir()) <= inside | {machine.home / "token"}
    return found + error


@pytest.mark.parametrize(
    "etag",
    [
        '"../../../../../pwn"',
        "../../pwn",
        'W/"../pwn"',
        '"/tmp/pwn"',
        '"a/b"',
        '"..\\\\..\\\\pwn"',
        '".."',
        '"' + "a" * 5_000 + '"',
        '"pwn\x1b[31m"',
    ],
)
@pytest.mark.parametrize("header", ["ETag", "X-Linked-ETag"])
def test_a_path_in_an_etag_never_leaves_the_cache(machine: Machine, tmp_path: Path, etag: str, header: str) -> None:
    before = set(tmp_path.parent.iterdir())
    with hub(more={header: etag} if header != "ETag" else {}, etag=etag if header == "ETag" else Hostile.etag) as url:
        assert f"{header.lower()} is " in refused(machine, url, COMMIT)
    assert set(tmp_path.parent.iterdir()) == before
    assert not list(tmp_path.rglob("*pwn*"))
    assert not Path("/tmp/pwn").exists()


@pytest.mark.parametrize("sha", [None, "f" * 100_000, "../../../pwn", 7, [], {}, "v1", "\x1b[31m" + "0" * 35])
def test_an_odd_commit_is_an_error(machine: Machine, sha: object) -> None:
    with hub(info={**SOUND, "sha": sha}) as url:
        assert "the Hub names the commit" in refused(machine, url)
    with hub(info={**SOUND, "sha": sha}) as url:
        refused(machine, url, COMMIT)


@pytest.mark.parametrize(
    "info",
    [
        {"siblings": 3},
        *slow(None, [], 7, "text", {}, {**SOUND, "siblings": [None]}, {**SOUND, "siblings": [{"a": 1}]}),
    ],
)
def test_odd_answers_are_errors(machine: Machine, info: object) -> None:
    with hub(info=info) as url:
        refused(machine, url)
        refused(machine, url, COMMIT)


def test_an_answer_of_four_gigabytes_of_blanks_is_cut_off(machine: Machine) -> None:
    with hub(blanks=4 * 2**30) as url:
        assert f"longer than {limits.API_BYTES:,} bytes" in refused(machine, url)


def test_files_have_a_limit_together(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BYTES", 100_000)
    with hub(file=b" " * 200_000) as url:
        assert "longer than 100,000 bytes" in refused(machine, url, COMMIT)


def test_compressed_answers_are_refused(machine: Machine) -> None:
    with hub(more={"Content-Encoding": "gzip"}) as url:
        assert "it is compressed" in refused(machine, url)


def test_many_siblings_are_refused(machine: Machine) -> None:
    names = [{"rfilename": f"{number}.bin"} for number in range(300_000)]
    with hub(info=json.dumps({**SOUND, "siblings": names}).encode()) as url:
        assert "longer than" in refused(machine, url)
    with hub(info={**SOUND, "siblings": [{"rfilename": MANIFEST_NAME}, *names[:100]]}) as url:
        assert "more than 50 requests" in refused(machine, url)


def test_slow_bodies_end(machine: Machine) -> None:
    with hub(drip=0.2) as url:
        assert "bytes a second" in refused(machine, url)


def test_a_body_that_is_shorter_than_its_length_is_an_error(machine: Machine) -> None:
    with hub(missing=1_000) as url:
        refused(machine, url)


def test_a_server_that_never_answers_or_sends_its_headers_slowly_is_left(machine: Machine) -> None:
    for line in (b"", b"HTTP/1.1 200 OK\r\nX-Slow: "):
        with socket.create_server(("127.0.0.1", 0)) as server:

            def drip(server: socket.socket = server, line: bytes = line) -> None:
                while True:
                    try:
                        connection, _ = server.accept()
                    except OSError:
                        return
                    threading.Thread(target=send, args=(connection, line), daemon=True).start()

            threading.Thread(target=drip, daemon=True).start()
            refused(machine, f"http://127.0.0.1:{server.getsockname()[1]}")


def send(connection: socket.socket, line: bytes) -> None:
    with connection:
        try:
            connection.sendall(line)
            for _ in range(600):
                connection.sendall(b"a" if line else b"")
                time.sleep(0.1)
        except OSError:
            pass


def test_a_server_cannot_ask_to_wait_for_ever(machine: Machine) -> None:
    with hub(status=429, more={"Retry-After": "1000000"}) as url:
        refused(machine, url, COMMIT)


def test_the_client_of_others_is_left_as_it_was(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import get_session, set_client_factory
    from huggingface_hub.utils import _http

    before = _http._GLOBAL_CLIENT_FACTORY
    calls: list[int] = []

    def factory() -> Any:
        calls.append(1)
        return before()

    set_client_factory(factory)
    try:
        with hub(info=None) as url:
            refused(machine, url)
        assert calls
        assert _http._GLOBAL_CLIENT_FACTORY is factory
        assert not [hook for hook in get_session().event_hooks["response"] if "interplay" in hook.__module__]
    finally:
        set_client_factory(before)
