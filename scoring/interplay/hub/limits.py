"""Limits of what the Hub's client takes, whatever a server sends: sizes, time, names that become paths (note 0085)."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from huggingface_hub import close_session, set_client_factory
from huggingface_hub.utils import _http  # its factory has no other name

from interplay.core.errors import DatasetError
from interplay.core.text import quoted

API_BYTES, BYTES, REQUESTS = 2**18, 2**28, 4_000
"""The most bytes of an answer that lists things, bytes of all files, and requests."""
SECONDS, BYTES_A_SECOND, TIMEOUT = 60.0, 50_000, 10.0
"""Seconds that everything may take, and one more for so many bytes; seconds without a byte."""
_NAMES = {
    "etag": re.compile(r'(W/)?"?[A-Za-z0-9+=_-][A-Za-z0-9.+=_-]{0,99}"?'),
    "x-repo-commit": re.compile("[0-9a-f]{40}"),
}
_NAMES["x-linked-etag"] = _NAMES["etag"]


@contextmanager
def limited() -> Iterator[None]:
    """Hold the Hub's client to the limits; what passes one raises ``DatasetError``."""
    limits, ended, make = _Limits(), threading.Event(), _http._GLOBAL_CLIENT_FACTORY

    def client() -> Any:
        made = make()
        hooks = made.event_hooks
        made.event_hooks = {
            **hooks,
            "request": [*hooks["request"], limits.ask],
            "response": [*hooks["response"], limits.answer],
        }
        return made

    def watch() -> None:
        while not ended.wait(0.5):
            if limits.is_late():
                close_session()  # whoever waits for a server meets a closed socket, and then ``ask``

    set_client_factory(client)
    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    except Exception as error:
        if limits.is_late():  # what is late was closed, which is not the reason
            raise DatasetError(f"the Hub is slower than {BYTES_A_SECOND:,} bytes a second; try again") from error
        raise
    finally:
        ended.set()
        set_client_factory(make)


class _Limits:
    """What was asked and received so far."""

    def __init__(self) -> None:
        self.began, self.received, self.requests = time.monotonic(), 0, 0

    def is_late(self) -> bool:
        """Return whether everything has taken longer than it may."""
        return time.monotonic() - self.began > SECONDS + self.received / BYTES_A_SECOND

    def ask(self, request: Any) -> None:
        """Count a request; refuse it where there were too many, or it is late."""
        self.requests += 1
        request.extensions["timeout"] = dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)
        request.headers["accept-encoding"] = "identity"
        self._refuse(f"it took more than {REQUESTS:,} requests", self.requests > REQUESTS)
        self._refuse("it is late", self.is_late())

    def answer(self, response: Any) -> None:
        """Refuse an answer with other headers than the Hub's; count its bytes as they are read."""
        for name, form in _NAMES.items():
            value = response.headers.get(name)
            self._refuse(f"{name} is {quoted(value)}", value is not None and not form.fullmatch(value))
        response.headers.pop("x-xet-hash", None)  # files come through this client, or not at all
        if re.search(r"\d{3}", response.headers.get("retry-after", "") + response.headers.get("ratelimit", "")):
            response.headers.update(
                {"retry-after": "", "ratelimit": ""}
            )  # the client would wait for as long as it says
        self._refuse("it is compressed", response.headers.get("content-encoding", "identity") != "identity")
        most, chunks, size = API_BYTES if "/api/" in response.request.url.path else BYTES, response.iter_raw, 0

        def counted(*given: Any, **named: Any) -> Iterator[bytes]:
            nonlocal size
            for chunk in chunks(*given, **named):
                size += len(chunk)
                self.received += len(chunk)
                self._refuse(f"it is longer than {most:,} bytes", max(size, self.received - BYTES + most) > most)
                yield chunk

        response.iter_raw = counted

    def _refuse(self, why: str, is_refused: bool) -> None:  # noqa: FBT001
        if is_refused:
            raise DatasetError(f"the Hub's answer was refused: {why}")
