"""Bots as systems under test: the one of a given strength takes the system's seats, or an uninformed baseline."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import STRENGTHS, Bot
from interplay.tracks.games.blind import PLAYERS, situation_of
from interplay.tracks.games.match.referee import Turn
from interplay.tracks.games.twins import lens_of


def bots_of(game: str, strength: str) -> tuple[Bot, ...]:
    """Return the bots of *game* with this strength, the usual one first; raise ``LookupError`` when it has none."""
    bots = tuple(bot for bot in catalogue.bots_of(game).values() if STRENGTHS[bot.strength] == strength)
    if not bots:
        raise LookupError(f"{game} has no {strength} bot")
    return bots


def bot_of(game: str, strength: str) -> Bot:
    """Return the usual bot of *game* with this strength; raise ``LookupError`` when it has none."""
    return bots_of(game, strength)[0]


def opponents_of(game: str, strength: str) -> tuple[Bot, ...]:
    """Return the bots that take turns as opponents of a strength: those that oppose it, one, or all competent ones."""
    opposing = tuple(bot for bot in catalogue.bots_of(game).values() if bot.opposes == strength)
    bots = opposing or bots_of(game, strength)
    return bots if opposing or strength == "competent" else bots[:1]


def player(bot_of_game: Callable[[str], Bot]) -> Callable[[Ask], str]:
    """Return what answers each ask as the bot that *bot_of_game* names for the game."""

    def reply(ask: Ask) -> str:
        at = situation_of(ask)
        bot = bot_of_game(at.game.name)
        stream = Turn(at.item.setup, at.round, at.seat).stream(f"bot/{bot.name}")
        return lens_of(at.item.setup).show(bot.move(at.game, at.state, at.seat, stream))

    return reply


def _strength(strength: str) -> Callable[[Ask], str]:
    return player(lambda game: bot_of(game, strength))


BLIND: tuple[str, ...] = tuple(PLAYERS)
"""Uninformed baselines: they ignore the state of the game."""
BOTS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {**{strength: _strength(strength) for strength in STRENGTHS}, **PLAYERS}
)
