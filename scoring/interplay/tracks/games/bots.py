"""Bots as systems under test: the one of a given strength takes the system's seats, or a player that knows nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS, Bot
from interplay.tracks.games.blind import PLAYERS, situation_of
from interplay.tracks.games.match.referee import Place


def bot_of(game: str, strength: str) -> Bot:
    """Return the bot of *game* with this strength; raise ``LookupError`` when it has none."""
    found = [bot for bot in catalogue.bots_of(game).values() if STRENGTHS[bot.strength] == strength]
    if not found:
        raise LookupError(f"{game} has no {strength} bot")
    return found[0]


def _player(strength: str) -> Callable[[Ask], str]:
    def reply(ask: Ask) -> str:
        at = situation_of(ask)
        bot = bot_of(at.game.name, strength)
        stream = Place(at.item.setup, at.round, at.seat).stream(f"bot/{bot.name}")
        return bot.move(at.game, at.state, at.seat, stream)

    return reply


BLIND: tuple[str, ...] = tuple(PLAYERS)
"""Bots that know nothing of the game: no score of theirs is an achievement."""
BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {**{strength: _player(strength) for strength in STRENGTHS}, **PLAYERS}
)
