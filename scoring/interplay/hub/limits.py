"""Limits of what the Hub's client takes, whatever a server sends: sizes, time, names that become paths (note 0085)."""

import re
import threading
import time
from collections.abc import Iterator
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


class Limits:
    """Holds the Hub's client to the limits while it is entered; what passes one raises ``DatasetError``."""

    def __enter__(self) -> None:
        """Begin to count, with a client that asks and answers through this."""
        self._make, self._ended = _http._GLOBAL_CLIENT_FACTORY, threading.Event()
        self._began, self._received, self._requests = time.monotonic(), 0, 0
        set_client_factory(self._client)
        threading.Thread(target=self._watch, daemon=True).start()

    def __exit__(self, _kind: object, error: BaseException | None, _at: object) -> None:
        """Give the client back; what was too late was cut off, whatever error that made."""
        self._ended.set()
        set_client_factory(self._make)
        _refuse(f"it comes with less than {BYTES_A_SECOND:,} bytes a second", error is not None and self._is_late())

    def _client(self) -> Any:
        client, checks = self._make(), {"request": self._ask, "response": self._answer}
        client.event_hooks = {name: [*hooks, checks[name]] for name, hooks in client.event_hooks.items()}
        return client

    def _watch(self) -> None:
        while not self._ended.wait(0.5):
            if self._is_late():
                close_session()  # who waits for a server meets a closed socket, and then ``_ask``

    def _is_late(self) -> bool:
        return time.monotonic() - self._began > SECONDS + self._received / BYTES_A_SECOND

    def _ask(self, request: Any) -> None:
        self._requests += 1
        request.extensions["timeout"] = dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)
        request.headers["accept-encoding"] = "identity"
        _refuse(f"it takes more than {REQUESTS:,} requests, or too long", self._requests > REQUESTS or self._is_late())

    def _answer(self, response: Any) -> None:
        headers = response.headers
        for name, form in _FORMS.items():
            _refuse(f"{name} is {quoted(headers.get(name))}", name in headers and not form.fullmatch(headers[name]))
        _refuse("it is compressed", headers.get("content-encoding", "identity") != "identity")
        headers.pop("x-xet-hash", None)  # files come through this client, or not at all
        if re.search(r"\d{3}", headers.get("retry-after", "") + headers.get("ratelimit", "")):
            headers.update({"retry-after": "", "ratelimit": ""})  # the client would wait for as long as it says
        most = API_BYTES if "/api/" in response.request.url.path else BYTES
        response.iter_raw = self._counted(response.iter_raw(), most).__iter__

    def _counted(self, chunks: Iterator[bytes], most: int) -> Iterator[bytes]:
        size = 0
        for chunk in chunks:
            size, self._received = size + len(chunk), self._received + len(chunk)
            _refuse(f"it is longer than {most:,} bytes", size > most or self._received > BYTES)
            yield chunk


def _refuse(why: str, is_refused: bool) -> None:  # noqa: FBT001
    if is_refused:
        raise DatasetError(f"the Hub's answer was refused: {why}")
