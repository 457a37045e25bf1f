"""Processes that share work, and that end at once where it is interrupted."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Future

Submit = Callable[..., "Future[Any]"]
"""Takes a function of a module and its arguments, and returns its result to be."""


@contextmanager
def workers(count: int) -> Iterator[Submit]:
    """Start up to *count* processes as there is work for them; yield what gives them a task.

    Leaving the block waits for all tasks; leaving it by an exception, such as that of Ctrl-C, ends the processes. On a
    terminal Ctrl-C reaches all processes, but these ignore it, so that only this one reports it.
    """
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  loads what only several processes need
    from multiprocessing import active_children, get_context  # noqa: PLC0415

    def submit(function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        with _uninterrupted():
            return executor.submit(function, *arguments)

    before = set(active_children())
    ignore = (signal.SIGINT, signal.SIG_IGN)
    executor = ProcessPoolExecutor(count, get_context("spawn"), initializer=signal.signal, initargs=ignore)
    try:
        yield submit
    except BaseException:
        for process in set(active_children()) - before:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until the block is left; a process that is started in it never gets it.

    Blocking is what a new process inherits. It is not enough here: another thread may take the signal, and the main one
    then raises ``KeyboardInterrupt`` between starting a process and telling it what it is for.
    """
    came = list[int]()
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number)) if is_main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_main:
            signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)
