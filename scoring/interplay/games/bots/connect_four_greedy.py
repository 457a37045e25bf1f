"""Competent but beatable Connect Four: takes a win, blocks a loss, otherwise stays near the centre.

It looks one disc ahead and no further: it does not see forks, nor that its disc lets the other player land on a
winning cell above.
"""

from typing import Any

from interplay.games.base import Game
from interplay.games.bots.base import Bot
from interplay.games.rules._four import COLUMNS, completing, landing
from interplay.streams import Stream


class Greedy:
    """See the module docstring."""

    name = "greedy"
    version = 1
    games: tuple[str, ...] = ("connect_four",)

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return a winning column, else a blocking one, else the most central; random among equals."""
        discs = state.discs
        columns = game.legal(state, seat)
        for own in (state.of(seat), state.of(1 - seat)):
            cells = completing(own, discs)
            if found := [column for column in columns if landing(discs, column) & cells]:
                return game.write(state, seat, stream.choice(found))
        nearest = min(map(_from_centre, columns))
        return game.write(state, seat, stream.choice([c for c in columns if _from_centre(c) == nearest]))


def _from_centre(column: int) -> int:
    return abs(column - (COLUMNS + 1) // 2)


BOT: Bot = Greedy()
