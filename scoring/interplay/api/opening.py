"""How public functions take their arguments: a release or where it is, one name or several, with or without a loop."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from interplay.core.release import Release
from interplay.hub.opening import open_release

T = TypeVar("T")
AnyPath = str | Path
Dataset = Release | AnyPath | None
"""An opened release, where one is (a directory, or ``hf://owner/name@revision``), or ``None`` for the package's own."""


def opened(release: Dataset) -> Release:
    """Return *release*, opened and verified when it is a place; by default the one that comes with the package."""
    return release if isinstance(release, Release) else open_release(release)


def several(names: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return *names* as a tuple; a single name may be given by itself."""
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)


def paths_of(files: AnyPath | Iterable[AnyPath]) -> tuple[Path, ...]:
    """Return the paths of *files*; a single file may be given by itself."""
    return (Path(files),) if isinstance(files, str | Path) else tuple(map(Path, files))


def is_looping() -> bool:
    """Return whether an event loop is running in this thread, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def apart(work: Callable[[], T]) -> T:
    """Return what *work* returns, which starts an event loop of its own: in another thread where one is running."""
    if not is_looping():
        return work()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def waited(work: Callable[[], Coroutine[None, None, T]]) -> T:
    """Return what the coroutine of *work* returns; where an event loop is running, it gets another thread and loop.

    An interruption ends it there, too, so that nothing more is asked of a model.
    """
    if not is_looping():
        return asyncio.run(work())
    begun: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[T]]] = []

    async def inside() -> T:
        task = asyncio.create_task(work())
        begun.append((asyncio.get_running_loop(), task))
        return await task

    with ThreadPoolExecutor(1) as thread:
        result = thread.submit(lambda: asyncio.run(inside()))
        try:
            return result.result()
        except KeyboardInterrupt:
            for loop, task in begun:
                loop.call_soon_threadsafe(task.cancel)
            raise
