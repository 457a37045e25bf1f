"""Ladders: bots of one game that differ only in their search budget for one decision.

A ladder is a module of ``interplay_lab.ladder.games`` with the name of its game. The scoring package discovers its bots
through the entry point ``interplay.opponents``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from interplay.core.discovery import Catalogue
from interplay.core.randomness import Stream
from interplay.tracks.games.base import STRENGTHS, Bot, Game

PREFIX = "ladder-"
"""Level 3 of a game's ladder is its bot ``ladder-3``."""
Think = Callable[[Any, int, Stream, int], Any]
"""Returns the action of a seat in a state, with a stream of random numbers and a budget."""


@dataclass(frozen=True)
class Ladder:
    """The levels of a game, the weakest first.

    ``budgets`` are powers of two, in ``unit``: the search budget of each level for one decision. No bot reads a clock,
    so that each plays the same on every machine. ``version`` changes when the play of any bot changes. ``options`` are
    options of the game's rules in matches on the ladder.
    """

    think: Think
    unit: str
    budgets: tuple[int, ...]
    version: int = 1
    options: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def bots(self) -> tuple[Bot, ...]:
        """Return the bots ``ladder-1``, ``ladder-2`` and so on."""

        def move(budget: int, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
            return game.write(state, seat, self.think(state, seat, stream, budget))

        strong = STRENGTHS.index("strong")
        return tuple(
            Bot(f"{PREFIX}{level}", self.version, strong, partial(move, budget))
            for level, budget in enumerate(self.budgets, 1)
        )

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the bots as items have them, such as ``bot:ladder-1@1``."""
        return tuple(f"bot:{bot.name}@{bot.version}" for bot in self.bots)


LADDERS: Catalogue[Ladder] = Catalogue("interplay_lab.ladder.games", "LADDER", "game with a ladder")


def bots_of(game: str) -> tuple[Bot, ...]:
    """Return the bots of the ladder of *game*, the weakest first; none for a game without a ladder."""
    return LADDERS.load(game).bots if game in LADDERS.names() else ()
