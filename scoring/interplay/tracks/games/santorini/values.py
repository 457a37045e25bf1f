"""The values of turns in Santorini that two plies decide: immediate wins, and immediate wins for the other."""

from interplay.tracks.games.santorini.rules import GAME, State
from interplay.tracks.games.santorini.search import SURE, actions, after, board_of, glance, id_of, wins_by_climb
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.values import MoveValues, Values, each
from interplay.tracks.games.verdicts import Observed


def _valued(turn: Observed) -> MoveValues | None:
    state: State = turn.state
    if state.placing:
        return None
    board, values = board_of(state), dict[str, float]()
    for action in actions(board, choose=state.choose):
        settled = SURE + 1 if wins_by_climb(board, action) else -glance(after(board, action), choose=state.choose)
        sign = (settled > SURE) - (settled < -SURE)
        values[GAME.encode(Choice(id_of(state, action)))] = float(sign)
    return values if len(set(values.values())) > 1 else None


VALUES = Values(
    "1 wins now, −1 lets the other win at once, 0 neither",
    "Every turn and every answer to it: exact for these two plies, and nothing more. States in which all turns are "
    "alike by that have no values.",
    each(_valued),
)
