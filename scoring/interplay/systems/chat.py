"""A function from messages to a reply as a system under test."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from interplay.core import driver
from interplay.core.driver import Ask
from interplay.core.errors import ModelError
from interplay.core.records import System
from interplay.core.text import noop
from interplay.systems.base import Meter
from interplay.systems.pictures import content, observed
from interplay.systems.spec import Observation


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with what its server reported about it, which a chat function may return instead of text.

    Args:
        text: The text of the reply.
        finish_reason: Why it ended; ``length`` for a reply that was cut off at the limit of tokens.
        usage: Tokens, as ``{"prompt_tokens": 12, "completion_tokens": 34}`` or an object with these attributes.
        reasoning: What the server sent apart from the text as the model's thoughts; it is never scored.

    Raises:
        ModelError: *text*, *finish_reason* or *reasoning* is not text, when the reply is used.

    Example:
        >>> import interplay
        >>> def chat(messages):
        ...     return interplay.Reply("yes", finish_reason="stop", usage={"completion_tokens": 1})
        >>> interplay.play(interplay.load_items("company")[0], chat).usage.completion_tokens
        1
    """

    text: str
    finish_reason: str | None = None
    usage: object = None
    reasoning: str | None = None


Answer = str | Reply
Chat = Callable[[list[dict[str, str]]], Answer | Awaitable[Answer]]
"""From messages, each with ``role`` and ``content``, to the reply; it may be asynchronous.

Content is a list of parts where a picture comes with the text, which it does only if that was asked for.
"""


def messages_of(ask: Ask, observation: Observation = "text") -> list[dict[str, Any]]:
    """Return the messages of an ask as chat functions take them; the content of one with a picture is a list."""
    return [{"role": m.role, "content": content(m)} for m in observed(ask, observation).messages]


def reply_of(reply: object) -> driver.Reply:
    """Return what a chat function returned as a driver takes it; raise ``ModelError`` when it is no reply."""
    if isinstance(reply, str):
        return driver.Reply(reply)
    if not isinstance(reply, Reply):
        raise ModelError(f"chat returned {type(reply).__name__}, expected the reply as str, or a Reply")
    for name, value in (("text", reply.text), ("finish_reason", reply.finish_reason), ("reasoning", reply.reasoning)):
        if not isinstance(value, str) and (value is not None or name == "text"):
            raise ModelError(f"the reply's {name} is {type(value).__name__}, expected text (str)")
    return driver.Reply(
        text=reply.text,
        prompt_tokens=_count(reply.usage, "prompt_tokens", "input_tokens"),
        completion_tokens=_count(reply.usage, "completion_tokens", "output_tokens"),
        finish_reason=None if reply.finish_reason is None else reply.finish_reason[:200],
        reasoning=reply.reasoning or "",
    )


def _count(usage: object, *names: str) -> int:
    """Return a number of tokens under one of its *names*; 0 where *usage* has none."""
    for name in names:
        value: Any = usage.get(name) if isinstance(usage, Mapping) else getattr(usage, name, None)
        with suppress(TypeError, ValueError, OverflowError):
            if 0 <= int(value) < 2**53:
                return int(value)
    return 0


class ChatModel:
    """Replies with a chat function; one that is not asynchronous is called from up to *threads* threads at once."""

    def __init__(self, name: str, chat: Chat, threads: int = 1, observation: Observation = "text") -> None:
        self.system = System(name=name, params={} if observation == "text" else {"observation": observation})
        self._chat, self._observation = chat, observation
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="chat")

    async def reply(self, ask: Ask, meter: Meter = noop) -> driver.Reply:
        meter()
        messages = messages_of(ask, self._observation)
        reply: object
        called = getattr(self._chat, "__call__", None)  # noqa: B004  that of an object may be ``async def``, too
        if inspect.iscoroutinefunction(self._chat) or inspect.iscoroutinefunction(called):
            reply = self._chat(messages)
        else:
            loop = asyncio.get_running_loop()
            reply = await loop.run_in_executor(self._threads, copy_context().run, self._chat, messages)
        return reply_of(await reply if inspect.isawaitable(reply) else reply)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
