"""Simple rules for the positions of a game: what can be had by looking at the position and hardly ahead.

A file here is a game, with ``RULES``: names of rules and what plays them, a function from a plan to the text of a legal
action, as in ``Position.values``. The best one stands first; it is what ``bot:rules`` plays. A rule may look at the
state as its seat sees it, but not at ``Plan.values`` beyond the keys.
"""

from collections.abc import Callable, Mapping

from interplay.core.discovery import Catalogue
from interplay.core.randomness import Stream
from interplay.tracks.games.bots import bot_of
from interplay.tracks.positions.scores import Plan

Rule = Callable[[Plan], str]
_RULES: Catalogue[Mapping[str, Rule]] = Catalogue("interplay.tracks.positions.rules", "RULES", "game")


def rules_of(game: str) -> Mapping[str, Rule]:
    """Return the rules of *game*, the best one first, and last the competent bot of the game."""
    own = _RULES.load(game) if game in _RULES.names() else {}
    return {**own, "competent bot": _competent}


def stream_of(plan: Plan, rule: str) -> Stream:
    """Return the random numbers with which *rule* decides between equals."""
    return Stream("positions", plan.position.item_id, f"bot-{rule}")


def _competent(plan: Plan) -> str:
    game, seat = plan.game, plan.position.seat
    bot = bot_of(plan.position.game, "competent")
    text = bot.move(game, plan.state, seat, stream_of(plan, "rules"))
    return game.encode(game.plain(game.parse(plan.state, seat, text)))
