"""TicTacToe: spatial comprehension, and whether models mistake rows for columns."""

from interplay.tracks.games.shared import endings
from interplay.tracks.games.tictactoe.rules import named_cell
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

TITLES = {
    **endings.TITLES,
    "vertical_error_share": "illegal moves that were free with row and column exchanged, of all illegal moves",
}


def _measure(match: Verified) -> Measures:
    spatial = endings.measure(match)
    exchanged = [_free_when_exchanged(turn, text) for turn in match.turns for text in endings.illegal_replies(turn)]
    return Measures({**spatial.ratios, "vertical_error_share": (sum(exchanged), len(exchanged))}, {})


def _free_when_exchanged(observed: Observed, text: str) -> bool:
    row, column = named_cell(observed.state, text)
    return (column, row) not in observed.state.moves


ANALYSIS = Analysis(TITLES, _measure)
