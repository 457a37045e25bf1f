"""The exact equilibrium of the two-bidder auction in cents, and the expected earnings of every bid against it.

Valuations are whole numbers from 1 to 1,000, independent and equally likely; equal bids are settled by a fair draw.
Both bidders bidding ``equilibrium_bid`` is a symmetric equilibrium: no bid earns more against it, for any valuation.
"""

HIGHEST = 1000
"""The highest valuation, in cents."""


def equilibrium_bid(value: int) -> int:
    """Return the equilibrium bid in cents: half the valuation, rounded up, but below it."""
    return min(value - 1, (value + 1) // 2)


def chances(bid: int) -> int:
    """Return how often *bid* cents wins against the equilibrium, in 2,000ths.

    The valuations 2b - 1 and 2b bid b, for b from 2 to 500; valuation 1 bids 0, and valuation 2 bids 1. A tie counts
    one of two.
    """
    if bid > HIGHEST // 2:
        return 2 * HIGHEST
    return 4 * bid - 2 if bid >= 2 else 2 * bid + 1


def utility(value: int, bid: int) -> float:
    """Return what a bidder who values the item at *value* expects from *bid*, in cents; 0 for a bid that cannot win."""
    return (value - bid) * chances(bid) / (2 * HIGHEST) if bid < value else 0.0


def best_utility(value: int) -> float:
    """Return the most that a bidder can expect against the equilibrium, in cents."""
    return utility(value, equilibrium_bid(value))
