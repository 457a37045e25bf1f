"""Functions that users of the library write."""

import asyncio
from collections.abc import Awaitable
from typing import Protocol

Messages = list[dict[str, str]]


class Talk(Protocol):
    def __call__(self, messages: Messages, /) -> str: ...


def silent(messages: Messages) -> str:
    return "ANSWER: nothing"


async def slowly(messages: Messages) -> str:
    await asyncio.sleep(0)
    return silent(messages)


def wrapped(messages: Messages) -> Awaitable[str]:
    """Look like a plain function, as decorated ones do."""
    return slowly(messages)
