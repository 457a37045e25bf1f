"""Find games by the names of their folders, and what else these hold: bots, analyses, values, pictures."""

from typing import Any

from interplay.core import extensions
from interplay.core.discovery import Catalogue
from interplay.core.driver import Board
from interplay.core.errors import UnknownName
from interplay.tracks.games.base import Bot, Game
from interplay.tracks.games.pictures import Picture, Readable, document
from interplay.tracks.games.random_bot import RANDOM
from interplay.tracks.games.records import Setup
from interplay.tracks.games.twins import has_another_rule
from interplay.tracks.games.values import Values
from interplay.tracks.games.verdicts import Analysis

PACKAGE = "interplay.tracks.games"
OPPONENTS = "interplay.opponents"
"""Entry-point group of functions from a game's name to more bots that items may name, such as those of ladders."""
GAMES: Catalogue[Game[Any, Any]] = Catalogue(PACKAGE, "GAME", "game", module="rules")
BOTS: Catalogue[tuple[Bot, ...]] = Catalogue(PACKAGE, "BOTS", "game", module="bots")
ANALYSES: Catalogue[Analysis] = Catalogue(PACKAGE, "ANALYSIS", "game", module="analysis")
VALUES: Catalogue[Values] = Catalogue(PACKAGE, "VALUES", "game with values of moves", module="values")
PICTURES: Catalogue[Picture] = Catalogue(PACKAGE, "PICTURE", "game with a picture", module="picture")
names, load, picture = GAMES.names, GAMES.load, PICTURES.load


def bots_of(game: str) -> dict[str, Bot]:
    """Return the bots that play *game*, by name: its own, and the one that plays any game at random."""
    return {bot.name: bot for bot in (RANDOM, *BOTS.load(GAMES.check(game)))}


def analysis_of(game: str) -> Analysis | None:
    """Return what the transcripts of *game* are measured by beside who won, or ``None`` where nothing is."""
    return ANALYSES.load(game) if game in ANALYSES.names() else None


def values_of(game: str) -> Values | None:
    """Return what values the moves of *game*, or ``None`` where none are known exactly."""
    return VALUES.load(game) if game in VALUES.names() else None


def picture_of(game: str) -> Picture | None:
    """Return the picture of *game*, or ``None`` where it has none."""
    return PICTURES.load(game) if game in PICTURES.names() else None


def board_of(setup: Setup, state: Any) -> Board | None:
    """Return the board of *state* as text and picture, ``None`` where no picture holds the same, by the same names."""
    picture = picture_of(setup.game)
    if not isinstance(picture, Readable) or (setup.option("twin") and not has_another_rule(setup)):
        return None
    return Board(picture.text(state), document(picture, state), picture.key)


def bot(game: str, player: str) -> Bot:
    """Return the bot that *player* (``bot:NAME@VERSION``) names for *game*; raise ``UnknownName`` for any other."""
    kind, _, rest = player.partition(":")
    name, _, version = rest.partition("@")
    known = bots_of(game)
    if name not in known:
        known |= {
            bot.name: bot
            for extra in extensions.functions(OPPONENTS)
            for bot in extensions.function(extra, OPPONENTS)(game)
        }
    if kind != "bot" or name not in known:
        raise UnknownName(f"{game} has no player {player!r}; expected bot: and one of {', '.join(sorted(known))}")
    if version != str(known[name].version):
        raise UnknownName(f"{player!r} is not the bot of this package, which is bot:{name}@{known[name].version}")
    return known[name]
