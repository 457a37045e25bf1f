"""The values of bids: the expected earnings of each against the equilibrium, in closed form."""

from interplay.tracks.games.bid.equilibrium import HIGHEST, utility
from interplay.tracks.games.bid.expected import second_price_utility
from interplay.tracks.games.bid.rules import GAME
from interplay.tracks.games.values import MoveValues, Values, each
from interplay.tracks.games.verdicts import Observed


def _valued(turn: Observed) -> MoveValues:
    value = turn.state.values[turn.seat]
    if turn.state.second_price:
        bids = range(HIGHEST + 1)
        return {GAME.encode(bid): second_price_utility(value, bid, "equilibrium") for bid in bids}
    return {GAME.encode(bid): utility(value, bid) for bid in range(value + turn.state.compat)}


VALUES = Values(
    "cents",
    "Expected earnings against a bidder who plays the equilibrium, over all valuations that it can have, as "
    "positions of Bid are valued, for any opponent.",
    each(_valued),
)
