"""A competent player of Air, Land & Sea: the play that gives the best table at once, hidden cards guessed once.

It withdraws when even that leaves it far behind for the cards it still holds, and never at the price of a lost battle.
In 100 mirrored pairs it scores 0.995 against ``random`` and wins every match; a move takes 0.1 ms.
"""

from typing import Any

from interplay.games.base import Game
from interplay.games.bots._air_land_sea_outlook import prospect
from interplay.games.bots._air_land_sea_view import imagined
from interplay.games.bots.base import Bot
from interplay.games.rules._air_land_sea_cards import WITHDRAW
from interplay.games.rules._air_land_sea_table import FOUGHT, menu, price
from interplay.streams import Stream

HOPE = 8
"""Worth that a card in hand may make good."""


class Greedy:
    """See the module docstring."""

    name = "greedy"
    version = 1
    games: tuple[str, ...] = ("air_land_sea",)
    strength = 1

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return the best action at sight, the first of equals, or the withdrawal."""
        ids = menu(state)
        plays = [action_id for action_id in ids if action_id != WITHDRAW]
        if len(plays) == len(ids) == 1:
            return ids[0]
        table = imagined(state, seat, stream)
        worths = [prospect(table, action_id) for action_id in plays]
        best = max(worths)
        if len(plays) < len(ids) and price(state, seat) < FOUGHT and best < -HOPE * len(state.hands[seat]):
            return WITHDRAW
        return plays[worths.index(best)]


BOT: Bot = Greedy()
