"""Grade one reply: which action it names, and how much worse that is than the best one."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game
from interplay.tracks.games.match.referee import answer
from interplay.tracks.games.verdicts import Failure
from interplay.tracks.positions.records import Position


class Choice(Struct, frozen=True):
    """What a reply chose. ``regret`` is in the game's unit."""

    action: str | None
    failure: Failure | None
    regret: float
    optimal: bool


class Plan(Struct, frozen=True):
    """A position in the form that scoring needs."""

    position: Position
    game: Game[Any, Any]
    state: Any
    values: Mapping[str, float]
    best: float


def plan_of(position: Position) -> Plan:
    """Return the plan of *position*, its state reached by applying the moves before it."""
    game = catalogue.load(position.game)
    if game.version != position.setup.version:
        have = f"{position.game} is at version {game.version} in this package"
        raise ValueError(f"{have}, {position.item_id} needs version {position.setup.version}")
    state = game.start(position.setup)
    for moves in position.played:
        seats = game.to_move(state)
        state = game.apply(state, {s: game.decode(text) for s, text in zip(seats, moves, strict=True)})
    values = {entry.action: entry.value for entry in position.values}
    return Plan(position, game, state, values, max(values.values()))


def grade(plan: Plan, response: str) -> Choice:
    """Return what *response* chose and its regret; a reply that is not a legal move costs the position's penalty.

    A message that goes with a move is not looked at.
    """
    try:
        text = answer(plan.position.setup, response).text
        action = plan.game.encode(plan.game.plain(plan.game.parse(plan.state, plan.position.seat, text)))
    except UnparsableMove:
        return _failed(plan, "unparsable")
    except IllegalMove:
        return _failed(plan, "illegal")
    if action not in plan.values:  # well-formed and understood, but not among the moves of this position
        return _failed(plan, "illegal")
    regret = plan.best - plan.values[action]
    return Choice(action, None, regret, regret == 0)


def worth(position: Position, regret: float) -> float | None:
    """Return the score of a move with this *regret*: 100 for the best, 0 at ``blind``.

    Undefined where an uninformed rule finds the best move. Means weigh positions by ``blind``, so that the score
    of several of a game is 100 (1 - sum of regret / sum of ``blind``).
    """
    return 100 * (1 - regret / position.blind) if position.blind else None


def _failed(plan: Plan, failure: Failure) -> Choice:
    return Choice(None, failure, plan.position.penalty, optimal=False)
