"""A person at a browser: a page shows what a terminal would, and one process serves it to this machine alone."""

import hmac
import io
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import msgspec

from interplay.core import canonical, jsonl
from interplay.core.errors import OutputError
from interplay_lab.people.page import page
from interplay_lab.systems.human import FENCE

MOST_BYTES: Final = 500_000
"""Bytes of a reply as the page sends it."""
_HEADERS: Final = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
"""Headers of every answer; addresses hold the token, and are told to no other page."""


class Desk(io.StringIO):
    """What a page shows of a terminal: text is written to it, and each reply begins a new screen.

    The seconds of each reply, from when a page first showed the request, are added to the file *times*.
    """

    def __init__(self, times: Path) -> None:
        super().__init__()
        self.screens: list[tuple[str, str]] = []
        self.state: dict[str, object] = {"waits": False, "ended": False}
        self.delivered = threading.Event()
        self._times, self._lines, self._reply, self._lock = times, SimpleQueue[str](), "", threading.Lock()
        self._start: float | None = None  # when a page first had the present request

    def line(self) -> str:
        """Return the next line of the person's replies, waiting for a reply where there is none."""
        if not self._lines.empty():
            return self._lines.get()
        self._start = None
        self.state |= {"waits": True}
        line, now = self._lines.get(), time.monotonic()
        self._note({"seconds": round(now - (self._start or now), 1)})
        with self._lock:
            self.screens.append((self.getvalue(), self._reply))
            self.seek(0)
            self.truncate()
        return line

    def send(self, turn: int, text: str) -> bool:
        """Take the reply of this *turn*; return whether it is the present one, and *text* can be sent as lines."""
        text = text.replace("\r\n", "\n")
        with self._lock:
            if not self.state["waits"] or turn != len(self.screens) or FENCE in map(str.strip, text.split("\n")):
                return False
            self.state["waits"], self._reply = False, text
        for line in (FENCE, text, FENCE) if "\n" in text or not text.strip() else (text,):
            self._lines.put(f"{line}\n")
        return True

    def show(self, start: int) -> dict[str, Any]:
        """Return the screens from *start* on, the last one without a reply, and the state."""
        with self._lock:
            screens = [*self.screens, (self.getvalue(), None)][start:]
            self._start = self._start or time.monotonic()
            return {"start": start, "screens": screens, "state": dict(self.state)}

    def count(self, done: int, total: int) -> None:
        """Show how many items are finished; note that the replies so far belong to these."""
        self.state |= {"done": done, "total": total}
        self._note({"finished": done, "of": total})

    def _note(self, row: dict[str, object]) -> None:
        with self._times.open("ab") as stream:
            stream.write(canonical.encode(row) + b"\n")


class _Handler(BaseHTTPRequestHandler):
    """Answers a page that knows the token, at this address."""

    desk: Desk
    content: bytes
    token: str
    timeout = 20
    is_last = False

    def do_GET(self) -> None:
        """Answer a request."""
        status, content = self._answer()
        kind = "text/html" if content is self.content else "application/json" if status == 200 else "text/plain"
        self.send_response(status)
        about = {"Content-Security-Policy": "frame-ancestors 'none'", "Content-Type": f"{kind}; charset=utf-8"}
        for name, value in {**_HEADERS, **about, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        if self.is_last:  # the page has all there is, so that the program can end
            self.desk.delivered.set()

    do_POST = do_GET  # noqa: N815  the base class's name

    def _answer(self) -> tuple[int, bytes]:
        """Return status and content. Pages of other sites know neither the token nor pass for this address."""
        token, _, target = self.path[1:].partition("/")
        hosts = [f"{host}:{self.connection.getsockname()[1]}" for host in ("127.0.0.1", "localhost")]
        is_here = self.headers.get("Host") in hosts
        is_from_here = self.headers.get("Origin") in {None, *(f"http://{host}" for host in hosts)}
        if not (is_here and is_from_here and hmac.compare_digest(token.encode(), self.token.encode())):
            return 403, b"open the address that the program printed"
        kind, _, start = target.partition("/")
        match self.command, kind:
            case "GET", "" if not target:
                return 200, self.content
            case "GET", "state" if start.isascii() and start.isdigit() and len(start) < 9:
                answer = self.desk.show(int(start))
                self.is_last = answer["state"]["ended"] and int(start) == len(self.desk.screens)
                return 200, msgspec.json.encode(answer)
            case "POST", "reply" if self.headers.get("Content-Type") == "application/json":
                return self._take(self.headers.get("Content-Length", ""))
        return 404, b"no such page"

    def _take(self, length: str) -> tuple[int, bytes]:
        if not (length.isascii() and length.isdigit() and len(length) < 9 and int(length) <= MOST_BYTES):
            return 413, b"the reply is too long"
        try:
            turn, text = msgspec.convert(jsonl.scan(self.rfile.read(int(length))), tuple[int, str])
        except (jsonl.BadValue, RecursionError, ValueError):
            return 400, b"this is not a reply"
        is_taken = self.desk.send(turn, text)
        return (200, b"{}") if is_taken else (409, b'another reply was sent before, or a line of it is """')

    def log_message(self, *_: object) -> None:
        """Log nothing: addresses hold the token."""


@contextmanager
def serving(name: str, desk: Desk, port: int = 0) -> Iterator[str]:
    """Serve the page of *desk* to this machine; give its address. Raises ``OutputError`` where *port* is taken."""
    about = {"desk": desk, "token": secrets.token_urlsafe(24)}
    about["content"] = page("play", {"name": name}, "; connect-src 'self'")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), type("Handler", (_Handler,), about))
    except OSError as error:
        raise OutputError(f"cannot serve on port {port}: {error.strerror or error}") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{about['token']}/"
    finally:
        server.shutdown()
        server.server_close()
