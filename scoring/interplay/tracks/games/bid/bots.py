"""The bots of Bid: ``greedy`` bids too much, ``equilibrium`` the best bid against itself."""

from interplay.tracks.games.base import Bot, choosing
from interplay.tracks.games.bid.equilibrium import equilibrium_bid
from interplay.tracks.games.bid.expected import greedy_bid
from interplay.tracks.games.bid.rules import State

GREEDY = Bot("greedy", 1, 1, choosing(lambda state, seat, _: greedy_bid(state.values[seat])))
"""Wants to win too much: bids 76% of its valuation, which is 52% above the equilibrium.

52% is the deviation that LLMArena (arXiv 2402.16499, section 4) reports for the models it published: six of seven
medians lie above the equilibrium, 0.28 to 0.98, and their mean is 0.52. Measured over all 1,000,000 pairs of
valuations: against itself it earns $0.80 a game, half of what two equilibrium bidders earn; against random legal
bids $0.98.
"""


def _best_bid(state: State, seat: int) -> int:
    """Return the equilibrium bid, which in a second-price auction is the valuation: no bid ever earns more."""
    return state.values[seat] if state.second_price else equilibrium_bid(state.values[seat])


EQUILIBRIUM = Bot("equilibrium", 1, 2, choosing(lambda state, seat, _: _best_bid(state, seat)))
"""The exact equilibrium bid, half the valuation rounded up to a cent: no bid earns more against itself.

Measured over all 1,000,000 pairs of valuations: against itself it earns $1.67 a game; against the greedy bidder it
earns $1.10 and leaves $1.03; against random legal bids $1.69, where they earn $1.05.
"""

BOTS: tuple[Bot, ...] = (GREEDY, EQUILIBRIUM)
