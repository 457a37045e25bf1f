"""Limits of what the Hub's client takes, whatever a server sends: sizes, time, names that become paths (note 0085)."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from huggingface_hub import close_session, set_client_factory
from huggingface_hub.utils import _http  # its factory has no public name

from interplay.core.errors import DatasetError
from interplay.core.text import quoted

API_BYTES, BYTES, REQUESTS = 2**18, 2**28, 4_000
"""The most bytes of an answer of the API, bytes of everything, and requests."""
SECONDS, BYTES_A_SECOND, TIMEOUT = 60.0, 50_000, 10.0
"""Seconds that everything may take, and one more for so many bytes; seconds without a byte."""
_ETAG = re.compile(r'(W/)?"?[A-Za-z0-9+=_-][A-Za-z0-9.+=_-]{0,99}"?')
_FORMS = {"etag": _ETAG, "x-linked-etag": _ETAG, "x-repo-commit": re.compile("[0-9a-f]{40}")}


@contextmanager
def limited() -> Iterator[None]:
    """Hold the Hub's client to the limits; what passes one raises ``DatasetError``."""
    limits, ended, make = _Limits(), threading.Event(), _http._GLOBAL_CLIENT_FACTORY

    def client() -> Any:
        made = make()
        hooks = made.event_hooks
        made.event_hooks = {name: [*hooks[name], check] for name, check in limits.hooks.items()}
        return made

    def watch() -> None:
        while not ended.wait(0.5):
            if limits.is_late():
                close_session()  # who waits for a server meets a closed socket, and then ``ask``

    set_client_factory(client)
    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    except Exception as error:
        _refuse(f"it comes with less than {BYTES_A_SECOND:,} bytes a second", limits.is_late(), error)
        raise
    finally:
        ended.set()
        set_client_factory(make)


class _Limits:
    """What was asked and received so far, and what checks it."""

    def __init__(self) -> None:
        self.began, self.received, self.requests = time.monotonic(), 0, 0
        self.hooks = {"request": self.ask, "response": self.answer}

    def is_late(self) -> bool:
        return time.monotonic() - self.began > SECONDS + self.received / BYTES_A_SECOND

    def ask(self, request: Any) -> None:
        self.requests += 1
        request.extensions["timeout"] = dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)
        request.headers["accept-encoding"] = "identity"
        _refuse(f"it takes more than {REQUESTS:,} requests", self.requests > REQUESTS)
        _refuse("it is late", self.is_late())

    def answer(self, response: Any) -> None:
        headers = response.headers
        for name, form in _FORMS.items():
            _refuse(f"{name} is {quoted(headers.get(name))}", name in headers and not form.fullmatch(headers[name]))
        _refuse("it is compressed", headers.get("content-encoding", "identity") != "identity")
        headers.pop("x-xet-hash", None)  # files come through this client, or not at all
        if re.search(r"\d{3}", headers.get("retry-after", "") + headers.get("ratelimit", "")):
            headers.update({"retry-after": "", "ratelimit": ""})  # the client would wait for as long as it says
        chunks, most = response.iter_raw, API_BYTES if "/api/" in response.request.url.path else BYTES

        def counted(*given: Any, **named: Any) -> Iterator[bytes]:
            size = 0
            for chunk in chunks(*given, **named):
                size, self.received = size + len(chunk), self.received + len(chunk)
                _refuse(f"it is longer than {most:,} bytes", size > most or self.received > BYTES)
                yield chunk

        response.iter_raw = counted


def _refuse(why: str, is_refused: bool, cause: Exception | None = None) -> None:  # noqa: FBT001
    if is_refused:
        raise DatasetError(f"the Hub's answer was refused: {why}") from cause
