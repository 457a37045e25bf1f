"""The values of bids: the expected earnings of each against the equilibrium, in closed form."""

from collections.abc import Sequence

from interplay.tracks.games.bid.equilibrium import utility
from interplay.tracks.games.bid.rules import GAME
from interplay.tracks.games.values import MoveValues, Values
from interplay.tracks.games.verdicts import Observed


def _values_of(decisions: Sequence[Observed]) -> list[MoveValues | None]:
    cases = [(turn.state.values[turn.seat], turn.state.compat) for turn in decisions]
    return [{GAME.encode(bid): utility(value, bid) for bid in range(value + more)} for value, more in cases]


VALUES = Values(
    "cents",
    "Expected earnings against a bidder who plays the equilibrium, over all valuations that it can have, as "
    "positions of Bid are valued, for any opponent.",
    _values_of,
)
