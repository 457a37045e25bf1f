"""Bots as systems under test: in each game the bot of a given strength takes the system's seats."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS, Bot
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import Place


def bot_of(game: str, strength: str) -> Bot:
    """Return the bot of *game* with this strength; raise ``LookupError`` when it has none."""
    found = [bot for bot in catalogue.bots_of(game).values() if STRENGTHS[bot.strength] == strength]
    if not found:
        raise LookupError(f"{game} has no {strength} bot")
    return found[0]


def _player(strength: str) -> Callable[[Ask], str]:
    def reply(ask: Ask) -> str:
        at = ask.situation
        if not isinstance(at, Situation):
            raise TypeError(f"game bots need a situation of a game, got {type(at).__name__}")
        bot = bot_of(at.game.name, strength)
        stream = Place(at.item.setup, at.round, at.seat).stream(f"bot/{bot.name}")
        return bot.move(at.game, at.state, at.seat, stream)

    return reply


BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType({strength: _player(strength) for strength in STRENGTHS})
