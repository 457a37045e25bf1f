"""Simple rules for the positions of a game: what can be had by looking at the position and hardly ahead.

A file here is a game, with ``RULES``: names of rules and what plays them, a function from a plan to the text of a legal
action, as in ``Position.values``. The best one stands first; it is what ``bot:rules`` plays. A rule may look at the
state as its seat sees it, but not at ``Plan.values`` beyond the keys.
"""

from collections.abc import Callable, Mapping

from interplay.core.discovery import Catalogue
from interplay.tracks.games.bots import bot_of
from interplay.tracks.positions.bots import player, stream_of
from interplay.tracks.positions.scores import Plan

Rule = Callable[[Plan], str]
_RULES: Catalogue[Mapping[str, Rule]] = Catalogue("interplay_builders.tracks.positions.rules", "RULES", "game")


def rules_of(game: str) -> Mapping[str, Rule]:
    """Return the rules of *game*, the best one first, and last the competent bot of the game."""
    rules = _RULES.load(game) if game in _RULES.names() else {}
    return {**rules, "competent bot": _competent}


def _competent(plan: Plan) -> str:
    game, seat = plan.game, plan.position.seat
    bot = bot_of(plan.position.game, "competent")
    text = bot.move(game, plan.state, seat, stream_of(plan, "rules"))
    return game.encode(game.plain(game.parse(plan.state, seat, text)))


def best(plan: Plan) -> str:
    """Return what the best rule of the game plays."""
    return next(iter(rules_of(plan.position.game).values()))(plan)


BOTS = {"rules": player(best)}
"""The bot that the positions track has beside its own."""
