"""The rules of Santorini for players, with the engine's constants."""

from interplay.tracks.games.santorini.grid import DIRECTIONS, DOME, LETTERS, SIZE, TOP
from interplay.tracks.games.shared.menu import Topic


def summary(*, choose: bool) -> str:
    """Return the rules in at most 150 words; *choose* is for the published rule that a player chooses the pawn."""
    order = (
        "After that players take turns, player 0 first, each with whichever of their two pawns they choose."
        if choose
        else "After that the pawns take turns in this same order, so you alternate between your two and never choose."
    )
    stuck = "neither of your pawns can" if choose else "the pawn whose turn it is cannot"
    loss = "you lose" if choose else "its owner loses, even if the other pawn could"
    return (
        f"Players 0 (pawns A and B) and 1 (pawns X and Y) meet on a grid of {SIZE} by {SIZE} squares, all at level 0 "
        f"at the start. Pawns are placed on empty squares in the order {', '.join(LETTERS)}. {order} A turn is a "
        "step to one of the eight neighbouring squares, then a block on a square next to the new one, which raises "
        "that square by a level. A step leads at most one level up or any number down, never to an occupied square. "
        f"Level {DOME} is closed to steps and blocks. A pawn that steps onto level {TOP} wins the game at once. If "
        f"{stuck} step anywhere, {loss}. There are no draws."
    )


TOPICS = (
    Topic(
        "Squares and directions",
        f"A square is written (row, column), both 0 to {SIZE - 1}; row 0 is the north edge, column 0 the west edge. "
        f"The directions {', '.join(DIRECTIONS)} are north, north-east and so on: n lowers the row by one, e raises "
        "the column by one, and ne does both.",
    ),
    Topic(
        "Stepping",
        "The pawn goes to a neighbouring square of the grid, straight or diagonally, on which no pawn of either player "
        f"stands. Its level may be one higher, the same, or lower by any number; never {DOME}.",
    ),
    Topic(
        "Building",
        "After the step one block goes on a neighbouring square of the pawn's new square, without a pawn on it and "
        f"below level {DOME}. The square that the pawn has just left is empty and may be built on, so a step never "
        f"lacks a place to build. A block on level {TOP} makes level {DOME}, which nobody can use any more.",
    ),
    Topic(
        "Winning",
        f"The first pawn to step onto level {TOP} wins for its player; the id of such a step names a direction to "
        "build in like any other, but nothing is built. The winner scores 1, the loser 0.",
    ),
    Topic(
        "Being stuck",
        "A player who has no possible action loses on the spot. This is checked after every action, including the "
        "placement of the last pawn. You can cause it by building next to opposing pawns and stepping in their way.",
    ),
)
