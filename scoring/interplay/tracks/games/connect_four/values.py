"""The values of moves in Connect Four, for as many last states of a match as a search can solve."""

from collections.abc import Sequence

from interplay.tracks.games.connect_four.bitboard import CELLS, column_of
from interplay.tracks.games.connect_four.rules import GAME, MISERE, State
from interplay.tracks.games.connect_four.search import MisereSearch, OutOfBudgetError, Search
from interplay.tracks.games.values import MoveValues, Values
from interplay.tracks.games.verdicts import Observed

BUDGET = 12_000
"""Positions searched for one decision, beside those known from later decisions; about 0.06 s."""
PLIES = 6
"""Plies searched for wins and losses in the states before."""


def _values_of(decisions: Sequence[Observed]) -> list[MoveValues | None]:
    """Return the values of all open columns; before the earliest state that could be solved, of wins and losses."""
    kind = MisereSearch if any(turn.state.twin == MISERE for turn in decisions) else Search
    search, depth = kind(BUDGET), CELLS
    values: list[MoveValues | None] = []
    for turn in reversed(decisions):
        outcomes = _outcomes(search, turn.state, depth)
        if outcomes is None and depth == CELLS:
            search, depth = kind(BUDGET), PLIES
            outcomes = _outcomes(search, turn.state, depth)
        values.append(_valued(outcomes or {}, is_solved=depth == CELLS))
    return values[::-1]


def _outcomes(search: Search, state: State, depth: int) -> dict[int, int] | None:
    search.budget = BUDGET
    try:
        return search.outcomes(state.of(state.seat), state.discs, depth)
    except OutOfBudgetError:
        return None


def _valued(outcomes: dict[int, int], *, is_solved: bool) -> MoveValues | None:
    """Return the values of the columns with a certain outcome; ``None`` if the best outcome is not certain."""
    sure = {GAME.encode(column_of(bit)): float(sign) for bit, sign in outcomes.items() if sign or is_solved}
    return sure if is_solved or 1.0 in sure.values() else None


VALUES = Values(
    "1 a win, 0 a draw, −1 a loss",
    "Alpha-beta search to the end of the game: what becomes of it if both play perfectly from there on. States "
    f"from which the end is more than {BUDGET:,} positions away have values only where {PLIES} plies show a win.",
    _values_of,
)
