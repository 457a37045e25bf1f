"""The exact expected earnings of a bid against a bidder with a known policy, so that the luck of the draw is removed.

The policies are those of the bots. The other's valuation is a whole number of cents from 1 to 1,000, each equally
likely; equal bids are settled by a fair draw. Nothing is sampled.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from interplay.tracks.games.bid.equilibrium import HIGHEST, equilibrium_bid

GREEDY_PERCENT = 76
"""Percent of the valuation that the greedy bot bids: 1.52 times its half."""
RANDOM = "random"


def greedy_bid(value: int) -> int:
    """Return 76% of the valuation, rounded down to a cent; that is always below it."""
    return GREEDY_PERCENT * value // 100


BIDS: Mapping[str, Callable[[int], int]] = MappingProxyType({"equilibrium": equilibrium_bid, "greedy": greedy_bid})
"""Valuation -> bid, both in cents, by the name of the bot; beside them there is the random one."""


@cache
def chances(opponent: str, *, compat: bool) -> tuple[float, ...]:
    """Return the chance to win with each bid from 0 to 1,000 cents, a tie counting half.

    ``compat`` lets the random bot bid its valuation, too.
    """
    likelihoods = _random_bids(int(compat)) if opponent == RANDOM else _bids(BIDS[opponent])
    return _below(likelihoods)


def utility(value: int, bid: int, opponent: str, *, compat: bool) -> float:
    """Return what a bidder who values the item at *value* expects to earn, in cents; 0 for a bid that cannot win."""
    return (value - bid) * chances(opponent, compat=compat)[bid] if bid < value else 0.0


@cache
def best_utility(value: int, opponent: str, *, compat: bool) -> float:
    """Return the most that a bidder can expect to earn, in cents; some bid always can win."""
    return max(utility(value, bid, opponent, compat=compat) for bid in range(value))


def _below(parts: list[float]) -> tuple[float, ...]:
    """Return for each bid the sum of the *parts* of lower bids, and half of its own."""
    return tuple(math.fsum((*parts[:bid], parts[bid] / 2)) for bid in range(HIGHEST + 1))


@cache
def _second_prices(opponent: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the chance to win a second-price auction with each bid, and the price expected from it."""
    policies = {**BIDS, "equilibrium": lambda value: value}
    likelihoods = [1 / (HIGHEST + 1)] * (HIGHEST + 1) if opponent == RANDOM else _bids(policies[opponent])
    prices = [bid * likelihood for bid, likelihood in enumerate(likelihoods)]
    return _below(likelihoods), _below(prices)


def second_price_utility(value: int, bid: int, opponent: str) -> float:
    """Return what a bidder expects to earn in a second-price auction, in cents; it is most if *bid* is *value*."""
    chances, prices = _second_prices(opponent)
    return value * chances[bid] - prices[bid]


def second_price_share(value: int, bid: int, opponent: str) -> float:
    """Return 1 minus the regret of a bid, as a share of what the best bids earn on average over all valuations."""
    mean = math.fsum(second_price_utility(other, other, opponent) for other in range(1, HIGHEST + 1)) / HIGHEST
    regret = second_price_utility(value, value, opponent) - second_price_utility(value, bid, opponent)
    return 1 - regret / mean


def _bids(policy: Callable[[int], int]) -> list[float]:
    """Return the probability of each bid, with one bid for each valuation."""
    counts = [0] * (HIGHEST + 1)
    for value in range(1, HIGHEST + 1):
        counts[policy(value)] += 1
    return [count / HIGHEST for count in counts]


def _random_bids(more: int) -> list[float]:
    """Return the probability of each bid if all below the valuation plus *more* are equally likely."""
    shares = [1 / (HIGHEST * (value + more)) for value in range(1, HIGHEST + 1)]
    return [math.fsum(shares[max(bid - more, 0) :]) for bid in range(HIGHEST + 1)]
