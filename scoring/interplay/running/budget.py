"""What asking may use, and what it has used: requests, tokens, dollars."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Final

from interplay.core.driver import Ask, Reply
from interplay.core.errors import BudgetError
from interplay.core.records import System
from interplay.core.text import money
from interplay.systems.base import Meter

_A_MESSAGE: Final = 16  # tokens that a server may add for each message


Price = Callable[[int, int], float]
"""Returns what so many tokens of prompts and of replies cost, in US dollars."""


@dataclass(slots=True)
class Spent:
    """What was sent: ``calls`` counts requests, ``retries`` the repeats among them, ``dollars`` are 0 without a price.

    ``resumed`` counts replies that were at hand from an earlier run; they count nowhere else.
    """

    calls: int = 0
    retries: int = 0
    resumed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    dollars: float = 0.0
    is_estimated: bool = False


class LimitError(BudgetError):
    """A limit was reached: *what* is used up, and *how* the same command goes on from what is *kept*."""

    def __init__(self, what: str, how: str, kept: str = "") -> None:
        self._what, self._how = what, how
        super().__init__("; ".join(part for part in (what, kept, f"run the same command {how} to resume") if part))

    def keeping(self, kept: str) -> "LimitError":
        """Return the same error, which also says what is kept."""
        return LimitError(self._what, self._how, kept)


class Pace:
    """Lets requests through at most *per_minute* a minute, evenly spread; ``None`` lets all through."""

    def __init__(
        self,
        per_minute: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._interval = 0.0 if per_minute is None else 60.0 / per_minute
        self._clock, self._sleep = clock, sleep
        self._next = 0.0

    async def turn(self) -> None:
        """Wait until the next request may be sent."""
        if not self._interval:
            return
        now = self._clock()
        at = max(now, self._next)
        self._next = at + self._interval
        if at > now:
            await self._sleep(at - now)

    async def pause(self, seconds: float) -> None:
        """Wait *seconds* before a request is repeated, then for its turn."""
        await self._sleep(seconds)
        await self.turn()


class Budget:
    """Counts requests, tokens and dollars for all jobs that share it; raises ``LimitError`` before it passes a limit.

    The most that a request can cost is set aside while it is in flight: a token is at least a byte of its prompt, and
    *max_tokens*, or the ask's own limit, bounds its reply. A reply whose tokens the server did not count costs as much.
    All requests keep to the same *pace*. A job is done in the *room*, where several runs share one.
    """

    def __init__(
        self,
        max_calls: int | None = None,
        max_cost: float | None = None,
        price: Price | None = None,
        max_tokens: int = 0,
        pace: Pace | None = None,
    ) -> None:
        self.room: AbstractAsyncContextManager[object] = nullcontext()
        if max_cost is not None and price is None:
            raise ValueError("a limit on cost needs a price")
        self.spent, self.pace = Spent(), pace or Pace()
        self._max_calls, self._max_cost, self._price, self._max_tokens = max_calls, max_cost, price, max_tokens
        self._aside, self._open, self._more, self._longest = 0.0, 0, 0, 0
        self._changed = asyncio.Condition()

    @property
    def cost(self) -> float | None:
        """Return the dollars spent, ``None`` without a price."""
        return None if self._price is None else self.spent.dollars

    def expect(self, max_tokens: int, *systems: System) -> None:
        """Take requests to be as *systems* ask from now on; replies without a limit have at most *max_tokens*.

        Of several runs that share the budget, the longest replies count.
        """
        limits = [system.params.get("max_tokens") for system in systems]
        expected = (limit if isinstance(limit, int) else max_tokens for limit in limits)
        self._longest = self._max_tokens = max(self._longest, max(expected, default=max_tokens))
        prompts = [str(system.params.get("system_prompt") or "") for system in systems]
        self._more = max((len(prompt.encode()) + _A_MESSAGE for prompt in prompts if prompt), default=0)

    def check(self) -> None:
        """Raise ``LimitError`` when no more requests may be sent."""
        if self._max_calls is not None and self.spent.calls >= self._max_calls:
            raise LimitError(f"all {self._max_calls} calls of this invocation are used", "again")

    def meter(self) -> Meter:
        """Return what counts the requests behind one reply, repeats included."""
        sent = 0

        def count() -> None:
            nonlocal sent
            self.check()
            self.spent.calls += 1
            self.spent.retries += sent > 0
            sent += 1

        return count

    def worst(self, ask: Ask, price: Price | None = None) -> float:
        """Return the most dollars that a request can cost, 0 without a price; *price* is that of its own model."""
        price = price or self._price
        if price is None:
            return 0.0
        tokens = sum(len(message.content.encode()) + _A_MESSAGE for message in ask.messages) + len(ask.schema or "")
        return price(tokens + self._more, ask.max_tokens or self._max_tokens)

    async def reserve(self, dollars: float) -> None:
        """Set *dollars* aside; wait for requests in flight where there are too few, for they may cost less."""
        if self._max_cost is None:
            return
        async with self._changed:
            while self.spent.dollars + self._aside + dollars > self._max_cost:
                if not self._open:
                    raise self._used_up(dollars)
                await self._changed.wait()
            self._aside += dollars
            self._open += 1

    def _used_up(self, dollars: float) -> LimitError:
        """Return the error for a request that could cost so many *dollars*, which are more than are left."""
        limit = self._max_cost or 0.0
        what = (
            f"this command has spent {money(self.spent.dollars)} of its {money(limit)}, and the next request could "
            f"cost {money(dollars)}"
        )
        if dollars > limit:
            return LimitError(what, "with a higher --max-cost (in Python max_cost=)")
        return LimitError(what, f"again, which may spend another {money(limit)} (--max-cost, in Python max_cost=),")

    async def settle(self, dollars: float, reply: Reply | None, price: Price | None = None) -> None:
        """Put back what was set aside, and count what the *reply* cost, by *price* as ``worst``; none costs nothing."""
        if reply is not None:
            self._count(dollars, reply, price or self._price)
        if self._max_cost is None:
            return
        async with self._changed:
            self._open -= 1
            self._aside = self._aside - dollars if self._open else 0.0
            self._changed.notify_all()

    def _count(self, dollars: float, reply: Reply, price: Price | None) -> None:
        self.spent.prompt_tokens += reply.prompt_tokens
        self.spent.completion_tokens += reply.completion_tokens
        if price is not None:
            is_counted = reply.prompt_tokens > 0
            self.spent.dollars += price(reply.prompt_tokens, reply.completion_tokens) if is_counted else dollars
            self.spent.is_estimated |= not is_counted
