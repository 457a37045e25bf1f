"""Any server that speaks OpenAI's chat completions: OpenAI, vLLM, llama.cpp, Ollama and others."""

import asyncio
import dataclasses
import os
import random
import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from interplay.core.driver import Ask, Reply
from interplay.core.errors import CONTEXT_CODE, ContextError, FatalModelError, ModelError, RefusedError, is_overflow
from interplay.core.packaged import patterns, table
from interplay.core.records import REFUSED, Scalar, System
from interplay.core.text import counted, noop, printable
from interplay.systems import completion, connection, pictures
from interplay.systems.base import Meter
from interplay.systems.spec import SystemSpec

if TYPE_CHECKING:
    import openai

_REPEATED = frozenset({408, 409, 425, 429})
_HOPELESS = frozenset({401, 402, 403, 404})
_TOO_LONG = frozenset({400, 413, 422})
_REFUSED = frozenset({400, 413, 422})
_ALIKE: Final = 8  # refusals in the same words, before anything was answered, after which nothing more is asked
_REFUSALS = patterns(__package__, "refusals.toml")
_LEAST_ROOM: Final = 256  # tokens below which nothing is gained by asking for a shorter reply
_FIXES = table(__package__, "fixes.toml", dict[str, str])


class Endpoint:
    """One model on one server. Requests are repeated on rate limits, server errors and time-outs, never without end.

    *on_message* is called with what a person who waits should know: that nothing answers yet, or asks for a long wait.
    *first_wait* is in seconds. A temperature that the server refuses is dropped, which ``system`` then says, unless the
    system is *pinned*. Raises ``FatalModelError`` when there is neither a key nor an address, or when one of them
    cannot be right; requests do when the first eight are refused alike.
    """

    def __init__(
        self,
        spec: SystemSpec,
        on_message: Callable[[str], None] = noop,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        first_wait: float = 1.0,
        *,
        pinned: bool = False,
    ) -> None:
        url = address(spec)
        self._server = connection.public_url(url) if url else "the OpenAI API"
        self._key = connection.key_in(spec.api_key_env, needed=url is None)
        self.system = system_of(spec)
        self._spec, self._on_message, self._sleep, self._clock = spec, on_message, sleep, clock
        self._first_wait, self._pinned = first_wait, pinned
        self._client = connection.client(self._key, url, spec.transport)
        self._limit_key = "max_tokens"
        self._refusals: dict[str, list[Ask]] = {}
        self._has_answered = self._has_shortened = self._has_sent_text = False
        self._quiet_until = -1.0
        self._jitter = random.Random()  # noqa: S311  spreads retries over time; no result depends on it

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        """Return the first choice's text (empty when the model sent none) and the server's token counts."""
        attempt, waited = 0, 0.0
        ask = self._observed(ask)
        while True:
            try:
                reply = await self._request(ask, meter)
            except _Again as again:
                self._refuse_alike(ask, again.refusal, str(again))
                attempt += 1
                seconds = connection.wait(attempt - 1, self._first_wait, again.after, self._jitter)
                waited += seconds
                is_lost = waited > connection.FIRST_PATIENCE and self._never_answered(again)
                if is_lost or attempt > self._spec.max_retries:
                    raise self._given_up(again, attempt) from None
                self._announce(again, seconds)
                await self._sleep(seconds)
            else:
                self._has_answered = True
                return reply

    async def close(self) -> None:
        await self._client.close()

    def _observed(self, ask: Ask) -> Ask:
        """Return *ask* as the system observes it; say once where text is sent although a picture was asked for."""
        observed = pictures.observed(ask, self._spec.observation)
        if observed is ask and self._spec.observation != "text" and not self._has_sent_text:
            self._has_sent_text = True
            self._on_message("items whose text says more than a picture are sent as text (docs/evaluate.md)")
        return observed

    async def _request(self, ask: Ask, meter: Meter, *, is_shorter: bool = False) -> Reply:
        import openai  # noqa: PLC0415  a network library

        meter()
        spec, limit_key = self._spec, self._limit_key
        try:
            async with asyncio.timeout(spec.timeout):
                return completion.read(await self._send(ask, limit_key))
        except TimeoutError:
            raise self._again(f"no answer within {spec.timeout:g} seconds", is_silent=True) from None
        except completion.NoCompletion as error:
            raise self._again(f"sent no chat completion: {error}", is_silent=True) from None
        except openai.APIStatusError as error:
            if error.status_code == 400 and limit_key == "max_tokens" and "max_completion_tokens" in error.message:
                self._limit_key = "max_completion_tokens"
                return await self._request(ask, meter)
            is_refused = error.status_code in _REFUSED and spec.temperature is not None
            if is_refused and self._drops_temperature(error.message):
                return await self._request(ask, meter)
            shorter = None if is_shorter else self._shorter(ask, error)
            if shorter is not None:
                return await self._request(shorter, meter, is_shorter=True)
            judged = self._judged(error)
            if isinstance(judged, RefusedError):
                self._refuse_alike(ask, f"{error.status_code}: {error.message}", str(judged))
            raise judged from None
        except connection.Redirected as error:
            raise self._sent_away(error) from None
        except openai.APIConnectionError as error:
            raise self._unreached(error) from None

    async def _send(self, ask: Ask, limit_key: str) -> bytes:
        """Return the body of the answer as it came.

        ``chat.completions.create`` would look for things to convert in every argument, a third of the CPU of a
        request, and find none; its ``post`` sends the same body.
        """
        import openai  # noqa: PLC0415  a network library

        body = completion.arguments(self._spec, ask, limit_key)
        if self._has_answered:
            return await self._client.post("/chat/completions", cast_to=bytes, body=body)
        first = openai.Timeout(None, connect=connection.FIRST_CONNECTION)
        return await self._client.post("/chat/completions", cast_to=bytes, body=body, options={"timeout": first})

    def _drops_temperature(self, refusal: str) -> bool:
        """Return whether a server that refuses a request wants it without a temperature; drop it then."""
        if self._pinned or "temperature" not in refusal or not _REFUSALS["not_supported"].search(refusal):
            return False
        if self._spec.temperature is not None:
            self._on_message(
                f"{self._server} does not accept a temperature; the server's default is used, and null is recorded"
            )
        self._spec = replace(self._spec, temperature=None)
        params = {**self.system.params, "temperature": None, REFUSED: "temperature"}
        self.system = replace(self.system, params=params)
        return True

    def _shorter(self, ask: Ask, error: "openai.APIStatusError") -> Ask | None:
        """Return the request with the limit that a refusal leaves for the reply, ``None`` where it leaves no other."""
        text = error.message[:2_000]
        whole, prompt, most = (_REFUSALS[name].search(text) for name in ("context", "prompt", "most"))
        room = int(most[1] or most[2]) if most else int(whole[1]) - int(prompt[1]) if whole and prompt else 0
        limit = ask.max_tokens or self._spec.max_tokens or 0
        if error.status_code not in _TOO_LONG or self._pinned or not _LEAST_ROOM <= room < limit:
            return None
        if not self._has_shortened:
            self._on_message(
                f"{self._server} has no room for {limit:,} tokens; replies get what it leaves, now {room:,}"
            )
        self._has_shortened = True
        return dataclasses.replace(ask, max_tokens=room)

    def _refuse_alike(self, ask: Ask, refusal: str, text: str) -> None:
        """Raise ``FatalModelError`` where the first requests, of more than one ask, got the same refusal."""
        if self._has_answered or not refusal:
            return
        alike = self._refusals.setdefault(re.sub(r"\S*\d\S*", "", refusal), [])
        alike.append(ask)
        if len(alike) >= _ALIKE and any(other is not ask for other in alike):
            what, has_fix, fix = text.rpartition("; try ")
            advice = f"try {fix if has_fix else '--temperature none, another --max-tokens or another --extra-body'}"
            if refusal.startswith("500"):
                advice = "check the server's log; once it is fixed, the same command resumes"
            count = f"the first {len(alike)} requests got the same answer, so no more are sent"
            raise FatalModelError(f"{what if has_fix else text}\n{count}\n{advice}")

    def _sent_away(self, error: connection.Redirected) -> FatalModelError:
        advice = "nothing is sent there; if it is the right server, use it as --base-url"
        return FatalModelError(f"{self._located(str(error))}; {advice}")

    def _unreached(self, error: "openai.APIConnectionError") -> Exception:
        """Return what a failed connection means: ask again, or give up where prompts would go to another server."""
        import openai  # noqa: PLC0415  a network library

        if isinstance(error.__cause__, connection.Redirected):  # as openai 2 wraps it
            return self._sent_away(error.__cause__)
        why = connection.reason(error)
        if why is None and isinstance(error, openai.APITimeoutError):
            why = f"no connection within {connection.FIRST_CONNECTION:g} seconds"
        why = why or str(error.__cause__ or error)
        return _Again(self._clean(f"cannot reach {self._server}: {why}"), None, is_silent=True)

    def _judged(self, error: "openai.APIStatusError") -> Exception:
        """Return what a status means: ask again, give up on this item, or give up altogether."""
        status = error.status_code
        line = re.sub(r"^Error code: \d+ - ", "", error.message.strip()).split("\n", 1)[0][:300]
        answer = f"answered {status}: {line}"
        if status in _HOPELESS or error.code == "insufficient_quota":
            advice = f"check --model, --base-url and {self._spec.api_key_env}"
            return FatalModelError(f"{self._located(answer)}; {advice}")
        if status in _REPEATED or status >= 500:
            again = self._again(answer, connection.retry_after(error.response.headers, time.time()))
            again.refusal = f"500: {error.message}" if status == 500 else ""
            return again
        if status in _TOO_LONG and (error.code == CONTEXT_CODE or is_overflow(error.message)):
            named = "" if is_overflow(answer) else f" ({CONTEXT_CODE})"
            return ContextError(f"{self._located(answer)}{named}; try a smaller --max-tokens")
        text = self._located(answer) + (_advice(error.message) if status in _REFUSED else "")
        return RefusedError(text) if status in _REFUSED else ModelError(text)

    def _never_answered(self, again: "_Again") -> bool:
        """Return whether nothing at this address has ever answered, so that it may be the wrong one."""
        return again.is_silent and not self._has_answered

    def _announce(self, again: "_Again", seconds: float) -> None:
        """Tell of the first trouble at an address that has not answered yet, and of long waits, once for all jobs."""
        now = self._clock()
        if now < self._quiet_until:
            return
        if self._never_answered(again):
            self._quiet_until = now + connection.FIRST_PATIENCE
            self._on_message(f"{again}; trying again for up to {connection.FIRST_PATIENCE:g} s")
        elif seconds >= connection.LONG_WAIT:
            self._quiet_until = now + seconds
            self._on_message(f"{again}; waiting {seconds:.0f} s before the next try")

    def _given_up(self, again: "_Again", attempts: int) -> ModelError:
        """Return the error of an item; of the whole run, if nothing at this address has answered yet."""
        text = f"{again}; gave up after {counted(attempts, 'attempts')}"
        if self._never_answered(again):
            return FatalModelError(f"{text}; check --base-url, and that the server is running")
        return ModelError(text)

    def _again(self, text: str, after: float | None = None, *, is_silent: bool = False) -> "_Again":
        return _Again(self._located(text), after, is_silent=is_silent)

    def _located(self, text: str) -> str:
        return self._clean(f"{self._server} {text}")

    def _clean(self, text: str) -> str:
        """Return *text* without the key, for it may be published, and without what would command a terminal."""
        return printable(text.replace(self._key, "…") if self._key else text)


def check(spec: SystemSpec) -> None:
    """Raise ``FatalModelError`` for what no ``Endpoint`` can be made of, whatever its key; nothing is connected to."""
    url = address(spec)
    if url is not None:
        connection.public_url(url)
    connection.client(connection.key_in(spec.api_key_env, needed=False) or "none", url, spec.transport)


def address(spec: SystemSpec) -> str | None:
    """Return the server's address, ``None`` for the one of OpenAI."""
    return spec.base_url or os.environ.get("OPENAI_BASE_URL") or None


def system_of(spec: SystemSpec) -> System:
    """Return a model on a server as files name it; nothing is connected to."""
    params: dict[str, Scalar] = {"temperature": spec.temperature, "max_tokens": spec.max_tokens, **spec.extras}
    if spec.sampling_seed is not None:
        params["seed"] = spec.sampling_seed
    if (url := address(spec)) is not None:
        params["base_url"] = connection.public_url(url)
    return System(name=spec.default_name, provider="openai-compatible", params=params)


class _Again(Exception):  # noqa: N818  a request to repeat, not an error to report
    def __init__(self, reason: str, after: float | None, *, is_silent: bool) -> None:
        self.after = after
        self.is_silent = is_silent
        """Nothing that speaks this protocol has answered."""
        self.refusal = ""
        """The answer of a server that fails at everything, where it is one."""
        super().__init__(reason)


def _advice(refusal: str) -> str:
    """Return what to do about a request that a server refuses, nothing where that is unknown."""
    named = [fix for word, fix in _FIXES.items() if re.search(rf"\b{word}\b", refusal)]
    return f"; try {named[0]}" if named else ""
