"""The values of moves on the last turn of Bargain, where they do not depend on the other player's thoughts."""

from interplay.tracks.games.bargain.instances import rest, splits, value_of
from interplay.tracks.games.bargain.rules import DEAL, GAME, TURNS, Action
from interplay.tracks.games.values import MoveValues, Values, each
from interplay.tracks.games.verdicts import Observed


def _valued(turn: Observed) -> MoveValues | None:
    state = turn.state
    if len(state.actions) != TURNS - 1:
        return None
    values = {GAME.encode(Action(keep)): 0.0 for keep in splits(state.instance.pool)}
    if state.latest is not None:
        offer = rest(state.instance.pool, state.latest.keep)
        values[GAME.encode(DEAL)] = float(value_of(state.instance.values[turn.seat], offer))
    return values


VALUES = Values(
    "own value, 0 to 10",
    f"Turn {TURNS} alone: accepting gets the offer, and a proposal gets nothing, as no turn is left. What earlier "
    "turns are worth depends on what the other thinks.",
    each(_valued),
)
