"""What every system under test offers to the runner."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from interplay.core.driver import Ask, Reply
from interplay.core.records import System

Meter = Callable[[], None]
"""Called before each request that is sent, repeats included; raises ``BudgetError`` when no more may be sent."""


HUMAN = "human"
"""The provider of a system that is a person, who can be asked one thing at a time."""


def unmetered() -> None:
    """Count nothing and forbid nothing."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model draws its replies. ``None`` leaves a parameter to the model's server."""

    temperature: float | None = 0.0
    max_tokens: int = 100
    seed: int | None = None


class Model(Protocol):
    """A system under test."""

    system: System

    async def reply(self, ask: Ask, meter: Meter = unmetered) -> Reply:
        """Return one reply; raise ``ModelError`` when there is none, ``FatalModelError`` when there can be none."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
