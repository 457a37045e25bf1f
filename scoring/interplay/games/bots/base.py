"""What a bot is."""

from typing import Any, Protocol

from interplay.games.base import Game
from interplay.streams import Stream


class Bot(Protocol):
    """A player that is a function of the setup and the moves so far, so that its moves can be recomputed.

    ``games`` are those it plays; none means all. It may use of the state only what its seat may know.
    """

    name: str
    version: int
    games: tuple[str, ...]
    strength: int
    """0: random, 1: competent, 2: strong. Each game has one bot of each."""

    def move(self, game: Game[Any, Any], state: Any, seat: int, stream: Stream) -> str:
        """Return the reply of *seat*; random choices come from *stream*, which is this decision's own."""
        ...
