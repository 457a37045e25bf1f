"""The bot that plays any game at random."""

from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Bot, Game, Open


def _random(game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
    legal = game.legal(state, seat)
    actions = game.fallback(state, seat) if isinstance(legal, Open) else legal
    return game.write(state, seat, stream.choice(actions))


RANDOM = Bot("random", 1, 0, _random)
"""Plays any legal move, each equally likely; the game's neutral default where text is free."""
