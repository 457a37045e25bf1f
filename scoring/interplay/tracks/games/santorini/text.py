"""The rules of Santorini for players, with the engine's constants."""

from interplay.tracks.games.santorini.grid import DIRECTIONS, DOME, LETTERS, SIZE, TOP
from interplay.tracks.games.shared.menu import Topic
from interplay.tracks.games.shared.rulebook import rulebook


def rules(*, choose: bool) -> tuple[str, tuple[Topic, ...]]:
    """Return the rules in at most 150 words, and what can be explained.

    *choose* is for the published rule that a player chooses the pawn.
    """
    order = (
        "After that players take turns, player 0 first, each with whichever of their two pawns they choose."
        if choose
        else "After that the pawns take turns in this same order, so you alternate between your two and never choose."
    )
    stuck = "neither of your pawns can" if choose else "the pawn whose turn it is cannot"
    loss = "you lose" if choose else "its owner loses, even if the other pawn could"
    return rulebook(
        "santorini",
        size=SIZE,
        last=SIZE - 1,
        letters=", ".join(LETTERS),
        directions=", ".join(DIRECTIONS),
        dome=DOME,
        top=TOP,
        order=order,
        stuck=stuck,
        loss=loss,
    )


TOPICS = rules(choose=False)[1]
