"""Any legal move, each equally likely; the game's neutral default where text is free."""

from typing import Any

from interplay.games.base import Game, Open
from interplay.games.bots.base import Bot
from interplay.streams import Stream


class Random:
    """See the module docstring."""

    name = "random"
    version = 1
    games: tuple[str, ...] = ()
    strength = 0

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return a random legal move."""
        legal = game.legal(state, seat)
        actions = game.fallback(state, seat) if isinstance(legal, Open) else legal
        return game.write(state, seat, stream.choice(actions))


BOT: Bot = Random()
