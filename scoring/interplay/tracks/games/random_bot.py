"""The bot that plays any game at random."""

from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game, Open


class RandomBot:
    """Plays any legal move, each equally likely; the game's neutral default where text is free."""

    name = "random"
    version = 1
    strength = 0

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        legal = game.legal(state, seat)
        actions = game.fallback(state, seat) if isinstance(legal, Open) else legal
        return game.write(state, seat, stream.choice(actions))


RANDOM: Bot = RandomBot()
