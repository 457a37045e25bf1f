"""Find games and bots by the names of their files."""

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

from interplay.errors import UnknownName, nearest
from interplay.games import bots, rules
from interplay.games.base import Game
from interplay.games.bots.base import Bot


def names() -> tuple[str, ...]:
    """Return the name of every game, sorted."""
    return _modules(rules)


def load(name: str) -> Game[Any, Any]:
    """Return the rules of the game called *name*; raise ``UnknownName`` with the nearest name."""
    if name not in names():
        raise UnknownName(f"unknown game {name!r}{nearest(name, names())}; expected one of {', '.join(names())}")
    game: Game[Any, Any] = importlib.import_module(f"{rules.__name__}.{name}").GAME
    return game


def bots_of(game: str) -> dict[str, Bot]:
    """Return the bots that play *game*, by name."""
    found = [importlib.import_module(f"{bots.__name__}.{name}").BOT for name in _modules(bots) if name != "base"]
    return {bot.name: bot for bot in found if game in bot.games or not bot.games}


def bot(game: str, player: str) -> Bot:
    """Return the bot that *player* (``bot:NAME@VERSION``) names for *game*; raise ``UnknownName`` for any other."""
    kind, _, rest = player.partition(":")
    name, _, version = rest.partition("@")
    known = bots_of(game)
    if kind != "bot" or name not in known:
        raise UnknownName(f"{game} has no player {player!r}; expected bot: and one of {', '.join(sorted(known))}")
    if version != str(known[name].version):
        raise UnknownName(f"{player!r} is not the bot of this package, which is bot:{name}@{known[name].version}")
    return known[name]


@cache
def _modules(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_")))
