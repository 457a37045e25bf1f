"""Uninformed baselines: what they reply does not depend on what is on the table, only on what may be done.

They hold the scale of the scores at its lower end: whatever they earn can be had without understanding the game.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from interplay.core.driver import Ask
from interplay.core.errors import MoveError
from interplay.tracks.games.base import Open
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import Turn
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.twins import lens_of

WORDS = "It is something that everybody knows."
"""What is said wherever words are free; a game that refuses them gets what counts there as silence."""
CONSTANTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "air_land_sea": ("deploy", "improvise"),
        "arctic_scavengers": ("stop", "keep:none", "pass"),
        "are_you_the_traitor": ("skip", "decline", "pass"),
        "connect_four": ("4", "3", "5", "2", "6", "1", "7"),
        "holdem": ("all_in", "check_call"),
        "sea_battle": ("stay_right",),
        "tictactoe": ("(2,2)", "(1,1)", "(3,3)", "(1,3)", "(3,1)"),
    }
)
"""Game -> beginnings of encoded moves, the most wanted first: the best found for a program that reads no state.

In games that are not listed nothing was better than the middle move: Bargain's half of the pool and Bid's half of the
greatest bid are that, Hanabi's score is 0 for a player that treats all cards alike.
"""


def situation_of(ask: Ask) -> Situation:
    """Return where a match stands; raise ``TypeError`` for an ask of another track."""
    if not isinstance(ask.situation, Situation):
        raise TypeError(f"players of games need a situation of a game, got {type(ask.situation).__name__}")
    return ask.situation


def silent(_: Ask) -> str:
    """Reply nothing: every decision is taken over by the referee."""
    return ""


def passive(ask: Ask) -> str:
    """Do, as a move of one's own, what the referee does for a player that says nothing."""
    at = situation_of(ask)
    actions = at.game.fallback(at.state, at.seat)
    return _written(at, Turn(at.item.setup, at.round, at.seat).stream("passive").choice(actions))


def _nth(index: Callable[[int], int]) -> Callable[[Ask], str]:
    """Return what makes the legal move with this *index* by their number, in canonical order."""

    def reply(ask: Ask) -> str:
        at = situation_of(ask)
        actions = _actions(at)
        return _sent(at, actions[index(len(actions))])

    return reply


def constant(ask: Ask) -> str:
    """Make the move that is best without looking, such as the centre or all in: the first legal of ``CONSTANTS``."""
    at = situation_of(ask)
    actions = _actions(at)
    codes = [at.game.encode(action) for action in actions]
    for wanted in CONSTANTS.get(at.game.name, ()):
        for action, code in zip(actions, codes, strict=True):
            if code.startswith(wanted):
                return _sent(at, action)
    return _sent(at, actions[len(actions) // 2])


def _actions(at: Situation) -> Sequence[Any]:
    legal = at.game.legal(at.state, at.seat)
    return at.game.fallback(at.state, at.seat) if isinstance(legal, Open) else legal


def _sent(at: Situation, action: Any) -> str:
    """Return the reply of an action, with ``WORDS`` where words go with it and these are allowed."""
    if isinstance(action, Choice) and action.text is not None:
        spoken: Any = Choice(action.id, WORDS)
    elif isinstance(action, str) and isinstance(at.game.legal(at.state, at.seat), Open):
        spoken = WORDS
    else:
        return _written(at, action)
    text = at.game.write(at.state, at.seat, spoken)
    try:
        at.game.parse(at.state, at.seat, text)
    except MoveError:
        spoken = action
    return _written(at, spoken)


def _written(at: Situation, action: Any) -> str:
    return lens_of(at.item.setup).show(at.game.write(at.state, at.seat, action))


PLAYERS: Mapping[str, Callable[[Ask], str]] = MappingProxyType(
    {
        "silent": silent,
        "passive": passive,
        "first": _nth(lambda _: 0),
        "middle": _nth(lambda number: number // 2),
        "last": _nth(lambda number: number - 1),
        "constant": constant,
    }
)
"""The uninformed baselines, by name; the middle move is the later of two."""
