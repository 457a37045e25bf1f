"""Any server that speaks OpenAI's chat completions: OpenAI, vLLM, llama.cpp, Ollama and others."""

import asyncio
import importlib.util
import os
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from interplay.core.driver import Ask, Reply
from interplay.core.errors import FatalModelError, ModelError
from interplay.core.records import Scalar, System
from interplay.core.text import how_to_install
from interplay.systems import body, completion, patience
from interplay.systems.base import Meter, Sampling, unmetered

if TYPE_CHECKING:
    import openai

Transport = Literal["default", "aiohttp"]
_REPEATED = frozenset({408, 409, 425, 429})
_HOPELESS = frozenset({401, 402, 403, 404})


@dataclass(frozen=True, slots=True)
class EndpointOptions:
    """Where the server is and how patiently it is asked. ``timeout`` is in seconds for one request, from end to end.

    The transport ``aiohttp`` takes about 60% of the CPU time and needs the extra of that name.
    """

    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    timeout: float = 120.0
    max_retries: int = 6
    first_wait: float = 1.0
    transport: Transport = "default"


class Endpoint:
    """One model on one server. Requests are repeated on rate limits, server errors and time-outs, never without end.

    Raises ``FatalModelError`` when there is neither a key nor an address, or when one of them cannot be right.
    """

    def __init__(
        self,
        name: str,
        sampling: Sampling,
        options: EndpointOptions,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        url = address(options)
        self._place = _public_url(url) if url else "the OpenAI API"
        self._key = _key(options.api_key_env, needed=url is None)
        self.system = system_of(name, sampling, options)
        self._name, self._sampling, self._options, self._sleep = name, sampling, options, sleep
        self._client = _client(self._key, url, _transport(options))
        self._limit_key = "max_tokens"
        self._has_answered = False
        self._jitter = random.Random()  # noqa: S311  spreads retries over time; no result depends on it

    async def reply(self, ask: Ask, meter: Meter = unmetered) -> Reply:
        """Return the first choice's text (empty when the model sent none) and the server's token counts."""
        attempt = 0
        while True:
            try:
                reply = await self._request(ask, meter)
            except _Again as again:
                attempt += 1
                if attempt > self._options.max_retries:
                    raise self._given_up(again, attempt) from None
                await self._sleep(patience.wait(attempt - 1, self._options.first_wait, again.after, self._jitter))
            else:
                self._has_answered = True
                return reply

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _request(self, ask: Ask, meter: Meter) -> Reply:
        import openai  # noqa: PLC0415  a network library

        meter()
        limit_key = self._limit_key
        try:
            async with asyncio.timeout(self._options.timeout):
                return completion.read(await self._send(ask, limit_key))
        except TimeoutError:
            raise self._again(f"no answer within {self._options.timeout:g} seconds", is_silent=True) from None
        except completion.NoCompletion as error:
            raise self._again(f"sent no chat completion: {error}", is_silent=True) from None
        except openai.APIStatusError as error:
            if error.status_code == 400 and limit_key == "max_tokens" and "max_completion_tokens" in error.message:
                self._limit_key = "max_completion_tokens"
                return await self._request(ask, meter)
            raise self._judged(error) from None
        except openai.APIConnectionError as error:
            raise self._again(f"{error.__cause__ or error}", is_silent=True) from None

    async def _send(self, ask: Ask, limit_key: str) -> bytes:
        """Return the body of the answer as it came.

        ``chat.completions.create`` would look for things to convert in every argument, a third of the CPU of a
        request, and find none; its ``post`` sends the same body.
        """
        asked = body.arguments(self._name, self._sampling, ask, limit_key)
        return await self._client.post("/chat/completions", cast_to=bytes, body=asked)

    def _judged(self, error: "openai.APIStatusError") -> Exception:
        """Return what a status means: ask again, give up on this item, or give up altogether."""
        status = error.status_code
        said = f"answered {status}: {_first_line(error.message)}"
        if status in _HOPELESS or error.code == "insufficient_quota":
            advice = f"check --model, --base-url and {self._options.api_key_env}"
            return FatalModelError(f"{self._said(said)}; {advice}")
        if status in _REPEATED or status >= 500:
            return self._again(said, patience.retry_after(error.response.headers, time.time()))
        refused = status == 400 and "temperature" in error.message
        return ModelError(self._said(said) + ("; try --temperature none" if refused else ""))

    def _given_up(self, again: "_Again", attempts: int) -> ModelError:
        """Return the error of an item; of the whole run, if nothing at this address has answered yet."""
        text = f"{again}; gave up after {attempts} attempt{'s' if attempts > 1 else ''}"
        if again.is_silent and not self._has_answered:
            return FatalModelError(f"{text}; check --base-url, and that the server runs")
        return ModelError(text)

    def _again(self, text: str, after: float | None = None, *, is_silent: bool = False) -> "_Again":
        return _Again(self._said(text), after, is_silent=is_silent)

    def _said(self, text: str) -> str:
        """Return *text* with its place, and without the key, for it may be published with the item."""
        return f"{self._place} {text}".replace(self._key, "…") if self._key else f"{self._place} {text}"


def address(options: EndpointOptions) -> str | None:
    """Return the server's address, ``None`` for the one of OpenAI."""
    return options.base_url or os.environ.get("OPENAI_BASE_URL") or None


def system_of(name: str, sampling: Sampling, options: EndpointOptions) -> System:
    """Return a model on a server as files name it; nothing is connected to."""
    return System(name=name, provider="openai-compatible", params=_params(sampling, address(options)))


class _Again(Exception):  # noqa: N818  a request to repeat, not an error to report
    def __init__(self, reason: str, after: float | None, *, is_silent: bool) -> None:
        self.after = after
        self.is_silent = is_silent
        """Nothing that speaks this protocol has answered."""
        super().__init__(reason)


def _client(key: str, url: str | None, transport: Transport) -> "openai.AsyncOpenAI":
    """Return a client that neither repeats nor times requests: both are done here, where they are counted."""
    import openai  # noqa: PLC0415  a network library

    http = openai.DefaultAioHttpClient(timeout=None) if transport == "aiohttp" else None
    if url is None:
        return openai.AsyncOpenAI(api_key=key, timeout=None, max_retries=0, http_client=http)
    parts = urlsplit(url)
    base = urlunsplit((parts.scheme, parts.netloc, parts.path, "", ""))
    query = dict(parse_qsl(parts.query))
    return openai.AsyncOpenAI(
        api_key=key or "none", base_url=base, default_query=query, timeout=None, max_retries=0, http_client=http
    )


def _transport(options: EndpointOptions) -> Transport:
    """Return the transport of *options*; raise ``FatalModelError`` when it is not installed."""
    if options.transport == "aiohttp" and importlib.util.find_spec("aiohttp") is None:
        raise FatalModelError(f"the transport aiohttp is not installed: {how_to_install('aiohttp')}")
    return options.transport


def _key(variable: str, *, needed: bool) -> str:
    key = os.environ.get(variable, "").strip()
    if not key and needed:
        raise FatalModelError(f"no API key: set {variable}, or name a server with --base-url")
    if not (key.isascii() and key.isprintable()):
        raise FatalModelError(f"{variable} holds characters that no API key has; set it anew")
    return key


def _params(sampling: Sampling, url: str | None) -> dict[str, Scalar]:
    params: dict[str, Scalar] = {"temperature": sampling.temperature, "max_tokens": sampling.max_tokens}
    if sampling.seed is not None:
        params["seed"] = sampling.seed
    if url is not None:
        params["base_url"] = _public_url(url)
    return params


def _public_url(url: str) -> str:
    """Return *url* without user name, password and query, which may be secrets; refuse what is not an address."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        shown = url.rpartition("@")[2].partition("?")[0]
        raise FatalModelError(
            f"{shown!r} is not the address of a server; expected, for example, http://localhost:8000/v1"
        )
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0][:300]
