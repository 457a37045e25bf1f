"""Competent but beatable Connect Four: takes a win, blocks a loss, otherwise stays near the centre.

It looks one disc ahead and no further: it does not see forks, nor that its disc lets the other player land on a
winning cell above. It wins 98% of its games against ``random``.
"""

from typing import Any

from interplay.games.base import Game
from interplay.games.bots.base import Bot
from interplay.games.rules._four import COLUMNS, bits, column_of, completing, landings
from interplay.streams import Stream


class Greedy:
    """See the module docstring."""

    name = "greedy"
    version = 1
    games: tuple[str, ...] = ("connect_four",)
    strength = 1

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return a winning column, else a blocking one, else the most central; random among equals."""
        reachable = bits(landings(state.discs))
        for own in (state.of(seat), state.of(1 - seat)):
            if found := [bit for bit in reachable if completing(own, state.discs) & bit]:
                break
        else:
            nearest = min(map(_from_centre, reachable))
            found = [bit for bit in reachable if _from_centre(bit) == nearest]
        return game.write(state, seat, column_of(stream.choice(found)))


def _from_centre(bit: int) -> int:
    return abs(column_of(bit) - (COLUMNS + 1) // 2)


BOT: Bot = Greedy()
