"""A loopback server that speaks ``POST /v1/chat/completions`` and answers each request as a script says.

It records every request as it arrives, before it is answered. ``python tests/fake_openai.py --latency 0.1`` serves
until its standard input closes and prints its base URL first.
"""

import argparse
import asyncio
import hashlib
import json
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

DEADLINE = 60.0
"""Seconds after which a wait is a failed test."""


@dataclass(frozen=True)
class Request:
    """One request: its number from 0, its path, its headers (names in lower case) and its body."""

    number: int
    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.raw)
        return value

    @property
    def messages(self) -> list[dict[str, str]]:
        messages: list[dict[str, str]] = self.body["messages"]
        return messages


@dataclass(frozen=True)
class Answer:
    """What the server does with one request: ``raw`` replaces the body, ``hang`` never answers, ``drip`` never ends.

    ``more`` is added to the message.
    """

    text: str | None = "ok"
    status: int = 200
    latency: float = 0.0
    headers: Mapping[str, str] = field(default_factory=dict)
    usage: Mapping[str, Any] | None = field(default_factory=lambda: {"prompt_tokens": 7, "completion_tokens": 3})
    error: str = "scripted"
    raw: bytes | None = None
    content_type: str = "application/json"
    hang: bool = False
    drip: bool = False
    drop: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)

    def body(self) -> bytes:
        if self.raw is not None:
            return self.raw
        if self.status != 200:
            return json.dumps({"error": {"message": self.error, "type": "scripted", "code": None}}).encode()
        message = {"role": "assistant", "content": self.text, **self.more}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        whole: dict[str, Any] = {"id": "1", "object": "chat.completion", "created": 1, "model": "fake"}
        whole["choices"] = [choice]
        if self.usage is not None:
            whole["usage"] = self.usage
        return json.dumps(whole).encode()


Script = Callable[[Request], Answer]


def scripted(*answers: Answer) -> Script:
    """Give the answers in turn, the last one for ever."""
    return lambda request: answers[min(request.number, len(answers) - 1)]


def dialogue_text(messages: list[dict[str, str]]) -> str:
    """Return a scorekeeping reply that depends on the messages alone; about one probe in eight gets an invalid one."""
    if not messages[-1]["content"].rsplit("\n\n", 1)[-1].startswith("MODERATOR: "):
        return f"ANSWER: thing {len(messages)}"
    digest = hashlib.sha256(json.dumps(messages).encode()).digest()
    if digest[1] % 8 == 0:
        return "I would say yes."
    return f"ASIDE: {'yes' if digest[0] % 2 else 'no'}"


def dialogue(request: Request) -> Answer:
    """Play scorekeeping, validly."""
    return Answer(dialogue_text(request.messages))


def reasoning_model(request: Request) -> Answer:
    """Be strict as reasoning models are: no temperature, no ``max_tokens``; think apart from the text."""
    if "max_tokens" in request.body:
        message = (
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        )
        return Answer(status=400, error=message)
    if "temperature" in request.body:
        message = (
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is supported."
        )
        return Answer(status=400, error=message)
    usage = {"prompt_tokens": 7, "completion_tokens": 30, "completion_tokens_details": {"reasoning_tokens": 27}}
    return Answer(dialogue_text(request.messages), usage=usage, more={"reasoning_content": "Let me think."})


def refusing(request: Request) -> Answer:
    """Refuse everything in the same words, but for a number."""
    return Answer(
        status=400, error=f"max_tokens is too large: this model supports at most 512 (request {request.number})"
    )


def broken(_request: Request) -> Answer:
    """Fail at everything."""
    return Answer(status=500, error="CUDA error: out of memory")


def busy(most: int) -> Script:
    """Answer 429 to so many requests, and then play scorekeeping."""
    return lambda request: Answer(status=429, error="slow down") if request.number < most else dialogue(request)


SCRIPTS: Mapping[str, Script] = {"reasoning": reasoning_model, "refusing": refusing, "broken": broken, "busy": busy(20)}


class FakeOpenAI:
    """The server, in a thread of its own. Use it as a context manager."""

    def __init__(self, script: Script = dialogue, *, keep: bool = True) -> None:
        self.script = script
        self.requests: list[Request] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.connections = 0
        self._keep = keep
        self._count = 0
        self._arrived = threading.Condition()
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._handlers: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        return self._count

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def wait_for(self, count: int) -> None:
        """Return once *count* requests have arrived."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: self._count >= count, DEADLINE):
                raise TimeoutError(f"{self._count} requests arrived, expected {count}")

    def __enter__(self) -> "FakeOpenAI":
        self._thread.start()
        if not self._started.wait(DEADLINE):
            raise TimeoutError("the fake server did not start")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(DEADLINE)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", 0, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._stop.wait()
        server.close()
        for handler in self._handlers:
            handler.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        self.connections += 1
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._handlers.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Serve one request; return whether the connection stays open."""
        request = await self._read(reader)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            answer = self.script(request)
            if answer.hang:
                await reader.read()  # until the client gives up
                return False
            if answer.latency:
                await asyncio.sleep(answer.latency)
        finally:
            self.in_flight -= 1
        if answer.drop:
            return False
        body = answer.body()
        head = [f"HTTP/1.1 {answer.status} Scripted", f"Content-Type: {answer.content_type}"]
        head += [
            f"Content-Length: {10**6 if answer.drip else len(body)}",
            *(f"{name}: {value}" for name, value in answer.headers.items()),
        ]
        writer.write("\r\n".join([*head, "", ""]).encode("latin-1"))
        if answer.drip:
            return await self._drip(writer)
        writer.write(body)
        await writer.drain()
        return True

    async def _drip(self, writer: asyncio.StreamWriter) -> bool:
        """Send white space, a byte at a time, for as long as the client listens."""
        while not writer.is_closing():
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.02)
        return False

    async def _read(self, reader: asyncio.StreamReader) -> Request:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        with self._arrived:
            request = Request(self._count, head[0].split(" ")[1], headers, raw)
            self._count += 1
            if self._keep:
                self.requests.append(request)
            self._arrived.notify_all()
        return request


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--reply", help="The text of every answer; without it scorekeeping is played.")
    parser.add_argument("--script", choices=SCRIPTS, help="What the server is instead.")
    given = parser.parse_args()

    def script(request: Request) -> Answer:
        if given.script:
            return SCRIPTS[given.script](request)
        text = dialogue(request).text if given.reply is None else given.reply
        return Answer(text, latency=given.latency)

    with FakeOpenAI(script, keep=False) as server:
        print(server.base_url, flush=True)
        sys.stdin.read()
        print(f"{server.count} requests", file=sys.stderr)


if __name__ == "__main__":
    main()
