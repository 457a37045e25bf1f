"""The values of moves in TicTacToe, by search of all continuations."""

from interplay.tracks.games.tictactoe.bots import move_values
from interplay.tracks.games.tictactoe.rules import GAME, MISERE
from interplay.tracks.games.values import MoveValues, Values, each
from interplay.tracks.games.verdicts import Observed


def _valued(turn: Observed) -> MoveValues:
    values = move_values(turn.state.moves, misere=turn.state.twin == MISERE)
    return {GAME.encode(cell): float(value) for cell, value in values.items()}


VALUES = Values(
    "1 a win, 0 a draw, −1 a loss",
    "Minimax over all continuations: what becomes of the game if both play perfectly from there on.",
    each(_valued),
)
