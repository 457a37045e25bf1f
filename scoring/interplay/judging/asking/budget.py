"""What bounds a run of a judge: requests a minute, requests in all, dollars in all."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from interplay.core.driver import Ask, Reply
from interplay.core.errors import BudgetError
from interplay.judging.judge import Price
from interplay.systems.base import Meter

_A_MESSAGE = 16
"""Tokens that a server may add for each message."""


class Pace:
    """Lets requests through at most *per_minute* a minute, evenly spread; ``None`` lets all through."""

    def __init__(
        self,
        per_minute: float | None,
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


class Purse:
    """Counts requests and dollars; raises ``BudgetError`` before a limit would be passed.

    The most that a request can cost is set aside while it is in flight: a token is at least a byte of its prompt, and
    the limit of tokens bounds its reply. A reply whose tokens the server did not count costs as much.
    """

    def __init__(self, max_calls: int | None, max_cost: float | None, price: Price | None) -> None:
        if max_cost is not None and price is None:
            raise ValueError("a limit on cost needs a price")
        self.calls = self.retries = 0
        self.spent = 0.0
        self.is_estimated = False
        self._max_calls, self._max_cost, self._price = max_calls, max_cost, price
        self._aside, self._open = 0.0, 0
        self._changed = asyncio.Condition()

    @property
    def cost(self) -> float | None:
        """Return the dollars spent, ``None`` without a price."""
        return None if self._price is None else self.spent

    def meter(self) -> Meter:
        """Return what counts the requests of one question, repeats included."""
        sent = 0

        def count() -> None:
            nonlocal sent
            if self._max_calls is not None and self.calls >= self._max_calls:
                raise BudgetError(f"{self._max_calls} calls are used up; run the same command again to go on")
            self.calls += 1
            self.retries += sent > 0
            sent += 1

        return count

    def worst(self, ask: Ask, max_tokens: int) -> float:
        """Return the most dollars that a request can cost."""
        tokens = sum(len(message.content.encode()) + _A_MESSAGE for message in ask.messages) + len(ask.schema or "")
        return self._cost(tokens, ask.max_tokens or max_tokens)

    async def reserve(self, dollars: float) -> None:
        """Set *dollars* aside; wait for requests in flight where there are too few, for they may cost less."""
        if self._max_cost is None:
            return
        async with self._changed:
            while self.spent + self._aside + dollars > self._max_cost:
                if not self._open:
                    raise BudgetError(
                        f"${self.spent:.4f} of ${self._max_cost:g} are spent and the next request could cost "
                        f"${dollars:.4f}; run the same command with a higher --max-cost to go on"
                    )
                await self._changed.wait()
            self._aside += dollars
            self._open += 1

    async def settle(self, dollars: float, reply: Reply | None) -> None:
        """Put back what was set aside, and count what the *reply* cost; no reply costs nothing."""
        if reply is not None and self._price is not None:
            is_counted = reply.prompt_tokens > 0
            self.spent += self._cost(reply.prompt_tokens, reply.completion_tokens) if is_counted else dollars
            self.is_estimated |= not is_counted
        if self._max_cost is None:
            return
        async with self._changed:
            self._open -= 1
            self._aside = self._aside - dollars if self._open else 0.0
            self._changed.notify_all()

    def _cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        if self._price is None:
            return 0.0
        return (prompt_tokens * self._price.prompt + completion_tokens * self._price.completion) / 1e6
