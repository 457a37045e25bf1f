"""One engine that asks models: jobs side by side, replies kept, limits, and what becomes of errors (decision 0041).

A job is whatever its caller makes of it: a dialogue, a match, a question to a judge. It gets its replies through the
engine, so that none is paid for twice and no limit is passed. Systems repeat failed requests themselves.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Generic, Protocol, TypeVar

from interplay.core.driver import Ask, Done, Reply, Steps, advance, begin, request_sha256
from interplay.core.errors import BudgetError, FatalModelError, ModelError
from interplay.core.text import noop
from interplay.running.budget import Budget, LimitError
from interplay.systems.base import Meter

J = TypeVar("J")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Job(Generic[P]):
    """A driver, with the name and number under which its replies are kept."""

    name: str
    number: int
    steps: Steps[P]


@dataclass(frozen=True, slots=True)
class Request:
    """One ask of a job: its place, ``step`` counted from 0, and the digest of what exactly is asked."""

    name: str
    number: int
    step: int
    ask: Ask
    sha256: str


class Asking(Protocol):
    """A request of any kind."""

    @property
    def ask(self) -> Ask:
        """Return what is asked."""


R = TypeVar("R", bound=Asking)
R_contra = TypeVar("R_contra", contravariant=True)
Send = Callable[[R, Meter], Awaitable[Reply]]
"""Gets the reply to a request: from a model, or from the files of a batch. Raises ``ModelError`` when there is none."""


class Store(Protocol[R_contra]):
    """Replies that were paid for: by their place in a job, as a journal has them, or by content, as a cache has."""

    @property
    def kept(self) -> str:
        """Return what a message about a limit says of the replies that are kept, or nothing."""

    def take(self, request: R_contra) -> Reply | None:
        """Return the reply that an earlier run got to this very request, if there is one."""

    def add(self, request: R_contra, reply: Reply) -> None:
        """Keep a reply; it survives the death of this process once this returns."""


class Engine(Generic[R]):
    """Does jobs, as many at once as *concurrency*, and answers their requests, within a budget and at its pace."""

    def __init__(
        self, send: Send[R], store: Store[R], budget: Budget, concurrency: int = 8, on_reply: Callable[[], None] = noop
    ) -> None:
        self._send, self._store, self._budget, self._concurrency = send, store, budget, concurrency
        self._on_reply = on_reply

    async def run(
        self, jobs: Iterable[J], work: Callable[[J], Awaitable[P]], on_end: Callable[[J, P | ModelError], None]
    ) -> None:
        """Begin *jobs* in their order, drawing each when there is room for it; *tell* what *work* made of each.

        A ``ModelError`` ends its job alone, and is told. A ``FatalModelError``, like any other error, ends all jobs at
        once. After a ``BudgetError`` no job begins, and those under way end at their next request; it is raised when
        they have, so that what was in flight is received and kept.
        """
        ended: list[BudgetError] = []
        queue = takewhile(lambda _job: not ended, jobs)

        async def worker() -> None:
            async with self._budget.room:  # for all its jobs, so that runs that share it begin in their order
                for job in queue:
                    try:
                        result = await work(job)
                    except FatalModelError:
                        raise
                    except BudgetError as error:
                        ended.append(error)
                    except ModelError as error:
                        on_end(job, error)
                    else:
                        on_end(job, result)

        await together(worker() for _ in range(self._concurrency))
        if ended:
            last = ended[-1]
            raise last.keeping(self._store.kept) if isinstance(last, LimitError) else last

    async def drive(self: "Engine[Request]", job: Job[P]) -> P:
        """Answer every ask of a job's driver; return what the driver returned."""
        ask, step = begin(job.steps), 0
        while not isinstance(ask, Done):
            reply = await self.reply(Request(job.name, job.number, step, ask, request_sha256(ask)))
            ask = advance(job.steps, reply)
            step += 1
        return ask.prediction

    async def reply(self, request: R) -> Reply:
        """Return the reply that the store has, or else ask for it and keep it before anything else happens.

        One that lacks what was asked for is not kept, and asked for again: the server may have been changed since.
        """
        reply = self._store.take(request)
        if reply is not None and reply.answers(request.ask):
            self._budget.spent.resumed += 1
            self._on_reply()
            return reply
        reply, dollars = None, self._budget.worst(request.ask)
        await self._budget.reserve(dollars)
        try:
            self._budget.check()  # where no more may be sent, waiting for a turn would be for nothing
            await self._budget.pace.turn()
            reply = await self._send(request, self._budget.meter())
            if reply.answers(request.ask):
                self._store.add(request, reply)
        finally:
            await self._budget.settle(dollars, reply)
        self._on_reply()
        return reply


async def together(workers: Iterable[Coroutine[object, object, None]]) -> None:
    """Run *workers* until all have ended; the first error ends the others, and is raised when they have."""
    tasks = [asyncio.create_task(worker) for worker in workers]
    try:
        await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
