"""What everything that asks models does: workers side by side, and drivers whose asks are answered."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from interplay.core.driver import Ask, Done, Reply, Steps, advance, begin

P = TypeVar("P")


async def together(workers: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run *workers* until all have ended; the first error ends the others, and is raised when they have."""
    tasks = [asyncio.create_task(worker) for worker in workers]
    try:
        await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


async def pursue(steps: Steps[P], reply: Callable[[int, Ask], Awaitable[Reply]]) -> P:
    """Answer every ask of a driver with *reply*, which gets its number from 0; return what the driver returned."""
    ask, step = begin(steps), 0
    while not isinstance(ask, Done):
        ask = advance(steps, await reply(step, ask))
        step += 1
    return ask.prediction
