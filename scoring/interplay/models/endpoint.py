"""Any server that speaks OpenAI's chat completions: OpenAI, vLLM, llama.cpp, Ollama and others."""

import asyncio
import email.utils
import os
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from interplay.errors import FatalModelError, ModelError
from interplay.exchange import Ask, Reply
from interplay.models.base import Sampling
from interplay.types import System

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion

LONGEST_WAIT = 60.0
"""Seconds of the longest wait that is not the server's wish."""
LONGEST_RETRY_AFTER = 900.0
"""Seconds of the longest wait that a server may ask for."""
_RETRIED = frozenset({408, 409, 425, 429})
_HOPELESS = frozenset({401, 403, 404})


@dataclass(frozen=True, slots=True)
class EndpointOptions:
    """Where the server is and how patiently it is asked. ``timeout`` is in seconds for one request."""

    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    timeout: float = 120.0
    max_retries: int = 6
    first_wait: float = 1.0


class Endpoint:
    """One model on one server. Requests are repeated on rate limits, server errors and time-outs, never without end."""

    def __init__(self, name: str, sampling: Sampling, options: EndpointOptions) -> None:
        self.system = System(name=name, provider="openai-compatible", params=_params(sampling, options))
        self._name = name
        self._sampling = sampling
        self._options = options
        self._limit_key = "max_tokens"
        self._client: openai.AsyncOpenAI | None = None
        self._jitter = random.Random()  # noqa: S311  spreads retries over time; no result depends on it

    async def reply(self, ask: Ask) -> Reply:
        """Return the first choice's text (empty when the model sent none) and the server's token counts."""
        for attempt in range(self._options.max_retries + 1):
            try:
                return _reply(await self._request(ask))
            except _Again as again:
                if attempt == self._options.max_retries:
                    raise ModelError(f"{again.reason}; gave up after {attempt + 1} attempts") from None
                await asyncio.sleep(self._wait(attempt, again.after))
        raise ModelError("no attempt was made: max_retries is negative")

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()

    async def _request(self, ask: Ask) -> "ChatCompletion":
        import openai  # noqa: PLC0415  a network library

        client = self._connect()
        messages: Any = [{"role": m.role, "content": m.content} for m in ask.messages]
        try:
            completion: ChatCompletion = await client.chat.completions.create(
                model=self._name, messages=messages, **self._arguments()
            )
        except openai.APIStatusError as error:
            raise self._judged(error) from None
        except openai.APIConnectionError as error:  # includes time-outs
            raise _Again(f"{self._place()}: {error.__cause__ or error}", None) from None
        except openai.OpenAIError as error:
            raise ModelError(f"{self._place()} sent something that is no chat completion: {error}") from None
        return completion

    def _connect(self) -> "openai.AsyncOpenAI":
        import openai  # noqa: PLC0415  a network library

        if self._client is None:
            options = self._options
            key = os.environ.get(options.api_key_env)
            if not key and options.base_url is None:
                raise FatalModelError(f"no API key: set {options.api_key_env}, or name a server with --base-url")
            self._client = openai.AsyncOpenAI(
                api_key=key or "none", base_url=options.base_url, timeout=options.timeout, max_retries=0
            )
        return self._client

    def _arguments(self) -> dict[str, Any]:
        sampling = self._sampling
        chosen = {"temperature": sampling.temperature, "seed": sampling.seed, self._limit_key: sampling.max_tokens}
        return {key: value for key, value in chosen.items() if value is not None}

    def _judged(self, error: "openai.APIStatusError") -> Exception:
        """Return what a status means: ask again, give up on this item, or give up altogether."""
        status, said = error.status_code, f"{self._place()} answered {error.status_code}: {_first_line(error.message)}"
        if status in _RETRIED or status >= 500:
            return _Again(said, retry_after(error.response.headers, time.time()))
        if status in _HOPELESS:
            return FatalModelError(f"{said}; check --model, --base-url and {self._options.api_key_env}")
        if status == 400 and "max_completion_tokens" in error.message and self._limit_key == "max_tokens":
            self._limit_key = "max_completion_tokens"
            return _Again(said, 0.0)
        return ModelError(said)

    def _wait(self, attempt: int, after: float | None) -> float:
        if after is not None:
            return min(after, LONGEST_RETRY_AFTER) + self._jitter.uniform(0, 0.1 * self._options.first_wait)
        ceiling = min(LONGEST_WAIT, self._options.first_wait * 2.0**attempt)
        return self._jitter.uniform(ceiling / 2, ceiling)

    def _place(self) -> str:
        return _public_url(self._options.base_url) or "the OpenAI API"


class _Again(Exception):  # noqa: N818  a request to repeat, not an error to report
    def __init__(self, reason: str, after: float | None) -> None:
        self.reason = reason
        self.after = after
        super().__init__(reason)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds that a server asks to wait, from ``Retry-After`` in seconds or as a date."""
    text = headers.get("retry-after")
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        moment = email.utils.parsedate_tz(text)
        return None if moment is None else max(0.0, email.utils.mktime_tz(moment) - now)


def _reply(completion: "ChatCompletion") -> Reply:
    if not getattr(completion, "choices", None):
        raise ModelError("the server sent a completion without choices")
    choice = completion.choices[0]
    usage = completion.usage
    text = choice.message.content or ""
    return Reply(
        text=text.encode("utf-8", "replace").decode(),
        prompt_tokens=usage.prompt_tokens if usage else 0,
        completion_tokens=usage.completion_tokens if usage else 0,
        finish_reason=choice.finish_reason,
    )


def _params(sampling: Sampling, options: EndpointOptions) -> dict[str, str | int | float | bool | None]:
    params: dict[str, str | int | float | bool | None] = {
        "temperature": sampling.temperature,
        "max_tokens": sampling.max_tokens,
    }
    if sampling.seed is not None:
        params["seed"] = sampling.seed
    if options.base_url is not None:
        params["base_url"] = _public_url(options.base_url)
    return params


def _public_url(url: str | None) -> str:
    """Return *url* without user name, password and query, which may be secrets."""
    if url is None:
        return ""
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{host}{port}{parts.path}"


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0][:300]
