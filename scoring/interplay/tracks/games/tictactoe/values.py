"""The values of moves in TicTacToe, by search of all continuations."""

from collections.abc import Sequence

from interplay.tracks.games.tictactoe.bots import move_values
from interplay.tracks.games.tictactoe.rules import GAME
from interplay.tracks.games.values import MoveValues, Values
from interplay.tracks.games.verdicts import Observed


def _values_of(decisions: Sequence[Observed]) -> list[MoveValues | None]:
    known = [move_values(turn.state.moves) for turn in decisions]
    return [{GAME.encode(cell): float(value) for cell, value in values.items()} for values in known]


VALUES = Values(
    "1 a win, 0 a draw, −1 a loss",
    "Minimax over all continuations: what becomes of the game if both play perfectly from there on.",
    _values_of,
)
