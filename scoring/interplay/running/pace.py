"""How fast requests are sent."""

import asyncio
import time
from collections.abc import Awaitable, Callable


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
