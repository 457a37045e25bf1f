"""Positions of Santorini for its tests, and the two games that the specification works out."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from interplay.tracks.games.santorini.rules import GAME, State, ids
from interplay.tracks.games.shared.menu import Choice

CLIMB = (
    *("place_2_1", "place_2_2", "place_1_1", "place_1_2"),
    *("move_nw_build_se", "move_w_build_sw", "move_sw_build_s", "move_w_build_n", "move_ne_build_sw"),
    *("move_sw_build_ne", "move_n_build_se", "move_e_build_se", "move_w_build_e", "move_ne_build_n"),
)
"""Seat 1 climbs to level 3."""
STUCK = (
    *("place_1_1", "place_2_3", "place_1_2", "place_2_2"),
    *("move_nw_build_s", "move_ne_build_n", "move_nw_build_sw", "move_nw_build_w"),
)
"""Pawn A cannot step, though B could: seat 0 loses."""


def start(*, choose: bool = False) -> State:
    return GAME.start(GAME.deal("0", {"choose_pawn": int(choose)}, "strict"))


def states(actions: Sequence[str], *, choose: bool = False) -> list[State]:
    """Return the states of a game in which *actions* are made, each of which must be legal."""
    found = [start(choose=choose)]
    for action in actions:
        assert action in ids(found[-1]), (action, found[-1])
        found.append(GAME.apply(found[-1], {found[-1].seat: Choice(action)}))
    return found


def at(pawns: str, levels: Mapping[tuple[int, int], int] | None = None, *, ply: int = 4, choose: bool = False) -> State:
    """Return a position: squares of A, X, B, Y as in ``11 33 13 31``, and levels that are not 0."""
    heights = [0] * 25
    for (row, column), level in (levels or {}).items():
        heights[5 * row + column] = level
    placed = tuple(5 * int(square[0]) + int(square[1]) for square in pawns.split())
    return replace(start(choose=choose), heights=tuple(heights), pawns=placed, ply=ply)


def after(state: State, action: str) -> State:
    assert action in ids(state)
    return GAME.apply(state, {state.seat: Choice(action)})


def level(state: State, row: int, column: int) -> int:
    return state.heights[5 * row + column]


def targets(state: State) -> set[str]:
    """Return the directions in which the pawn to act can step."""
    return {action.split("_")[1] for action in ids(state)}
