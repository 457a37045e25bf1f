"""The rules of Santorini for players, with the engine's constants."""

from interplay.tracks.games.santorini.grid import DIRECTIONS, DOME, LETTERS, SIZE, TOP
from interplay.tracks.games.shared.rulebook import rulebook


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


_, TOPICS = rulebook("santorini", last=SIZE - 1, directions=", ".join(DIRECTIONS), dome=DOME, top=TOP)
