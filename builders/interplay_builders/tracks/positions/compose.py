"""Make a position from a state that was reached by play."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from interplay.tracks.games.base import Game
from interplay.tracks.games.match.play import messages_for
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.menu import FAILED
from interplay.tracks.positions.records import ActionValue, Position, Split


def position(
    game: Game[Any, Any],
    setup: Setup,
    played: Sequence[Sequence[Any]],
    seat: int,
    values: Sequence[tuple[Any, float]],
    *,
    number: int,
    canary: str,
    split: Split,
    kind: str,
    method: str,
    tags: Sequence[str] = (),
    cluster: str = "",
    note: str = "",
) -> Position:
    """Return the position that *seat* is in after *played* (the actions of each round, in seat order).

    *values* must have each legal action once, in canonical order. *note* is a paragraph of the prompt between the
    observation and the question; it states assumptions of the values that are not in the rules. Raises ``ValueError``
    for other values, and if all actions have the same value. The rules are without what only matters where a decision
    can have several replies. A reply without a legal move has the worst one's regret.
    """
    state = game.start(setup)
    for actions in played:
        state = game.apply(state, dict(zip(game.to_move(state), actions, strict=True)))
    if seat not in game.to_move(state):
        raise ValueError(f"seat {seat} is not to move in position {number} of {game.name}")
    if [action for action, _ in values] != list(game.legal(state, seat)):  # type: ignore[arg-type]
        raise ValueError(f"position {number} of {game.name} must value each legal action once, in canonical order")
    worths = {value for _, value in values}
    if len(worths) == 1:
        raise ValueError(f"position {number} of {game.name} has only moves that are worth the same")
    prompt = game.prompt(state, seat)
    rules = prompt.system.partition(FAILED)[0]
    observation = f"{prompt.observation}\n\n{note}" if note else prompt.observation
    return Position(
        canary=canary,
        item_id=f"{game.name}/{number:04d}",
        split=split,
        game=game.name,
        kind=kind,
        tags=tuple(tags),
        seat=seat,
        setup=setup,
        played=tuple(tuple(game.encode(action) for action in actions) for actions in played),
        messages=messages_for(replace(prompt, system=rules, observation=observation)),
        values=tuple(ActionValue(action=game.encode(action), value=value) for action, value in values),
        penalty=float(max(worths) - min(worths)),
        method=method,
        cluster=cluster,
    )
