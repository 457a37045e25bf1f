"""What every system under test offers to the runner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from msgspec.structs import replace

from interplay.core.driver import Ask, Reply
from interplay.core.records import System
from interplay.core.text import noop
from interplay.systems.scaffolds import catalogue
from interplay.systems.scaffolds.catalogue import Scaffold

Meter = Callable[[], None]
"""Called before each request that is sent, repeats included; raises ``BudgetError`` when no more may be sent."""
Bots = Mapping[str, Callable[[Ask], str]]
"""The bots of a track by name."""
HUMAN = "human"
"""The provider of a system that is a person, who can be asked one thing at a time."""
DEFAULT_NAME: Final = "default_name"
"""The parameter in which a system of an arena keeps what it is called where nobody names it."""


class Model(Protocol):
    """A system under test. One with a method ``ended(item, prediction)`` is told how each item ended."""

    @property
    def system(self) -> System:
        """Who it is, and how it is asked; what a server refuses is known after its first reply."""

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        """Return one reply; raise ``ModelError`` when there is none, ``FatalModelError`` when there can be none."""

    async def close(self) -> None:
        """Let go of connections."""


class BotModel:
    """A track's bot: replies with a function of the ask."""

    def __init__(self, name: str, function: Callable[[Ask], str]) -> None:
        self.system = System(name=f"bot-{name}", provider="interplay")
        self._function = function

    async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
        meter()
        return Reply(self._function(ask))

    async def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Agent:
    """A model with the scaffold in which it thinks, and a name of its own where it has one."""

    model: Model
    scaffold: Scaffold
    name: str | None = None

    @property
    def system(self) -> System:
        """Return the agent as submissions name it: with its own name, or one made of model and scaffold."""
        system = catalogue.system_of(self.model.system, self.scaffold)
        return system if self.name is None else replace(system, name=self.name)
