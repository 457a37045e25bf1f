"""A track's bot as a system under test."""

from collections.abc import Callable

from interplay.core.driver import Ask, Reply
from interplay.core.records import System
from interplay.systems.base import Meter, unmetered


class BotModel:
    """Replies with a function of the ask."""

    def __init__(self, name: str, function: Callable[[Ask], str]) -> None:
        self.system = System(name=f"bot-{name}", provider="interplay")
        self._function = function

    async def reply(self, ask: Ask, meter: Meter = unmetered) -> Reply:
        """Return the bot's reply."""
        meter()
        return Reply(self._function(ask))

    async def close(self) -> None:
        """Do nothing."""
