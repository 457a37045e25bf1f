"""Wants to win too much: bids 76% of its valuation, which is 52% above the equilibrium.

52% is the deviation that LLMArena (arXiv 2402.16499, section 4) reports for the models it published: six of seven
medians lie above the equilibrium, 0.28 to 0.98, and their mean is 0.52. Measured over all 1,000,000 pairs of
valuations: against itself it earns $0.80 a game, half of what two equilibrium bidders earn; against random legal bids
$0.98.
"""

from typing import Any

from interplay.games.base import Game
from interplay.games.bots.base import Bot
from interplay.streams import Stream

PERCENT = 76
"""Of the valuation; 1.52 times its half."""


class Greedy:
    """See the module docstring."""

    name = "greedy"
    version = 1
    games: tuple[str, ...] = ("bid",)
    strength = 1

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return 76% of the own valuation, rounded down; that is always below it."""
        return game.write(state, seat, PERCENT * state.values[seat] // 100)


BOT: Bot = Greedy()
