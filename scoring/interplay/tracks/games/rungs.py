"""Ladders: bots of one game that differ in nothing but how much they may look at for one decision."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import STRENGTHS, Bot, Game

PREFIX = "ladder-"
"""Rung 3 of a game's ladder is its bot ``ladder-3``."""
Think = Callable[[Any, int, Stream, int], Any]
"""Returns the action of a seat in a state; random choices come from the stream, the last argument is the budget."""


class RungBot:
    """One rung: what thinks on the whole ladder, with its own budget."""

    strength = STRENGTHS.index("strong")

    def __init__(self, rung: int, version: int, budget: int, think: Think) -> None:
        self.name, self.version = f"{PREFIX}{rung}", version
        self.rung, self.budget = rung, budget
        self._think = think

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return the reply that the budget finds."""
        return game.write(state, seat, self._think(state, seat, stream, self.budget))


@dataclass(frozen=True)
class Ladder:
    """The rungs of a game, the weakest first.

    ``budgets`` are powers of two, counted in ``unit``: how much each rung may look at for one decision. No rung looks
    at a clock, so that each plays the same on every machine. ``version`` changes whenever a rung would play otherwise.
    ``options`` are those of the rules in matches against rungs.
    """

    think: Think
    unit: str
    budgets: tuple[int, ...]
    version: int = 1
    options: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def bots(self) -> tuple[Bot, ...]:
        """Return the bots ``ladder-1``, ``ladder-2`` and so on."""
        return tuple(RungBot(rung, self.version, budget, self.think) for rung, budget in enumerate(self.budgets, 1))

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the rungs as items have them, such as ``bot:ladder-1@1``."""
        return tuple(f"bot:{bot.name}@{bot.version}" for bot in self.bots)
