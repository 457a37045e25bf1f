"""The ladder of Hive: alpha-beta search that evaluates more positions on each level."""

from interplay.core.randomness import Stream
from interplay.tracks.games.hive.position import State
from interplay.tracks.games.hive.search import best_choice
from interplay.tracks.games.shared.menu import Choice
from interplay_lab.ladder.levels import Ladder

DEEPEST = 12
"""Greatest depth of the search in turns."""


def think(state: State, _seat: int, stream: Stream, budget: int) -> Choice:
    """Return the first or second half of the best turn by a search of *budget* positions, random among equals."""
    return best_choice(state, stream, DEEPEST, budget)


LADDER = Ladder(
    think,
    "positions valued for a turn",
    budgets=(1, 4, 16, 64, 128, 256, 512, 1024, 2048),
    options={"max_turns": 40, "adjudicate_limit": 1},
)
