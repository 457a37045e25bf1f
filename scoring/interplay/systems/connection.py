"""How a server is reached: its address, the key, the library that carries requests, the wait before one is repeated."""

import importlib.util
import os
import socket
from base64 import b64encode
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit, urlunsplit

from interplay.core.errors import FatalModelError
from interplay.core.extras import missing, require
from interplay.core.text import printable
from interplay.systems.spec import Transport

if TYPE_CHECKING:
    import openai

import email.utils
import random
from collections.abc import Mapping

FIRST_CONNECTION = 5.0
"""Seconds that connecting may take while nothing at the address has answered yet."""


class Redirected(Exception):  # noqa: N818  says what was found
    """A server wants its requests sent to another one, ``url``."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(f"redirects to another server, {url}")


def client(key: str, url: str | None, transport: Transport) -> "openai.AsyncOpenAI":
    """Return a client that neither repeats nor times requests: both are done where they are counted.

    Raises ``MissingPackage`` when openai or *transport* is not installed; requests raise ``Redirected``.
    """
    require("openai", "asking a model")
    import openai  # noqa: PLC0415  a network library

    http = _http(transport)
    if url is None:
        return openai.AsyncOpenAI(api_key=key, timeout=None, max_retries=0, http_client=http)
    parts = urlsplit(url)
    user, _, netloc = parts.netloc.rpartition("@")
    return openai.AsyncOpenAI(
        api_key=key or "none",
        base_url=urlunsplit((parts.scheme, netloc, parts.path, "", "")),
        default_query=dict(parse_qsl(parts.query)),
        default_headers={"Authorization": f"Basic {b64encode(unquote(user).encode()).decode()}"} if user else {},
        timeout=None,
        max_retries=0,
        http_client=http,
    )


def _http(transport: Transport) -> Any:
    import openai  # noqa: PLC0415  a network library

    hooks = {"response": [_stay]}
    if transport == "httpx":
        return openai.DefaultAsyncHttpxClient(timeout=None, event_hooks=hooks)
    if importlib.util.find_spec("aiohttp") is not None:
        try:
            return openai.DefaultAioHttpClient(timeout=None, event_hooks=hooks)
        except RuntimeError:  # openai 2 needs one more package for it, which the extra lists
            pass
    if transport == "aiohttp":
        raise missing("aiohttp", "the transport aiohttp")
    return _http("httpx")


async def _stay(response: Any) -> None:
    """Let no redirect carry a prompt to a server that nobody named; within one server it is followed."""
    if response.has_redirect_location:
        here, location = str(response.url), response.headers["location"]
        try:
            target = urljoin(here, location)
            is_same = _origin(target) == _origin(here)
        except ValueError:  # no address at all
            target, is_same = location, False
        if not is_same:
            raise Redirected(redacted(target))


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def key_in(variable: str, *, needed: bool) -> str:
    """Return the API key in an environment variable; raise ``FatalModelError`` when there is none that can be one."""
    key = os.environ.get(variable, "").strip()
    if not key and needed:
        raise FatalModelError(f"no API key: set {variable}, or name a server with --base-url")
    if not (key.isascii() and key.isprintable()):
        raise FatalModelError(f"{variable} has characters that no API key contains; set it again")
    return key


def public_url(url: str) -> str:
    """Return *url* without user name, password and query, which may be secrets; refuse what is not an address."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise FatalModelError(
            f"{redacted(url)!r} is not the address of a server; expected, for example, http://localhost:8000/v1"
        )
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))


def redacted(url: str) -> str:
    """Return any text that stands where an address should, without what may be a secret in one."""
    return printable(url.rpartition("@")[2].partition("?")[0][:300])


def reason(error: BaseException) -> str | None:
    """Return why there is no connection, in the operating system's words, wherever a library has wrapped them up.

    ``None`` where no such words are found.
    """
    errors: list[BaseException] = [error]
    for cause in errors:  # grows while it is read
        if isinstance(cause, OSError) and cause.errno is not None:
            is_name = isinstance(cause, socket.gaierror)  # its numbers are not the system's
            text = (cause.strerror if is_name else os.strerror(cause.errno)) or str(cause)
            return text[:1].lower() + text[1:]
        wrapped = cause.exceptions if isinstance(cause, BaseExceptionGroup) else ()
        errors += [next_ for next_ in (*wrapped, cause.__cause__, cause.__context__) if next_ and next_ not in errors]
    return None


LONGEST_WAIT = 60.0
"""Seconds of the longest wait that is not the server's wish."""
LONGEST_RETRY_AFTER = 900.0
"""Seconds of the longest wait that a server may ask for."""
FIRST_PATIENCE = 10.0
"""Seconds of waiting after which an address is given up at which nothing has ever answered."""
LONG_WAIT = 30.0
"""Seconds of waits that are told."""


def wait(attempt: int, first: float, asked: float | None, jitter: random.Random) -> float:
    """Return the seconds to wait after *attempt*, counted from 0: what the server *asked* for, and a backoff on top.

    The backoff doubles from *first* up to ``LONGEST_WAIT``; half of it is random, so that clients spread.
    """
    ceiling = min(LONGEST_WAIT, first * 2.0 ** min(attempt, 60))
    return min(asked or 0.0, LONGEST_RETRY_AFTER) + jitter.uniform(ceiling / 2, ceiling)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds that a server asks to wait, from ``Retry-After`` in seconds or as a date; never below 0."""
    text = headers.get("retry-after")
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None
