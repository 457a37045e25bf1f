"""A function from messages to a reply as a system under test."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from interplay.core.driver import Ask, Reply
from interplay.core.errors import ModelError
from interplay.core.records import System
from interplay.core.text import noop
from interplay.systems.base import Meter

Chat = Callable[[list[dict[str, str]]], str | Awaitable[str]]
"""From messages, each with ``role`` and ``content``, to the reply's text; it may be asynchronous."""


def messages_of(ask: Ask) -> list[dict[str, str]]:
    """Return the messages of an ask as chat functions take them."""
    return [{"role": message.role, "content": message.content} for message in ask.messages]


def text_of(reply: object) -> str:
    """Return a reply; raise ``ModelError`` when it is not text."""
    if not isinstance(reply, str):
        raise ModelError(f"chat returned {type(reply).__name__}, expected the text of the reply as str")
    return reply


def is_asynchronous(chat: Chat) -> bool:
    """Return whether *chat* is declared with ``async def``, as a function or as an object that is called."""
    return inspect.iscoroutinefunction(chat) or inspect.iscoroutinefunction(getattr(chat, "__call__", None))  # noqa: B004


class ChatModel:
    """Replies with a chat function; one that is not asynchronous is called from up to *threads* threads at once."""

    def __init__(self, name: str, chat: Chat, threads: int = 1) -> None:
        self.system = System(name=name)
        self._chat = chat
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="chat")

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        meter()
        messages = messages_of(ask)
        reply: object
        if is_asynchronous(self._chat):
            reply = self._chat(messages)
        else:
            loop = asyncio.get_running_loop()
            reply = await loop.run_in_executor(self._threads, copy_context().run, self._chat, messages)
        return Reply(text_of(await reply if inspect.isawaitable(reply) else reply))

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
