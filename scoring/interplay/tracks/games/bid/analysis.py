"""Bids against the equilibrium: how far above half the valuation, and what that costs.

The deviation of a bid b at valuation v is (b - v/2) / (v/2), the measure of LLMArena (arXiv 2402.16499, section 4). It
is -1 for a bid of 0 and below 1 for every bid that can win. Half of an odd valuation is not a whole number of cents;
there the equilibrium bid is half a cent above it, so its deviation is positive too. A second-price auction has no
deviations, and its equilibrium is to bid the valuation.
"""

from msgspec import Struct

from interplay.tracks.games.bid.equilibrium import best_utility, utility
from interplay.tracks.games.bid.expected import second_price_utility
from interplay.tracks.games.bid.rules import GAME
from interplay.tracks.games.shared.measures import titles
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

TITLES = titles("bid")


class _Sent(Struct, frozen=True):
    """A bid that was read from a reply, its deviation, and what it earns against the equilibrium."""

    deviation: float | None
    earns: float
    flags: tuple[str, ...]


def _measure(match: Verified) -> Measures:
    seats, turns = match.seats, match.turns
    bids = [_sent(turn) for turn in turns if turn.decision.chosen]
    valid = [bid for bid in bids if "overbid" not in bid.flags]
    best = sum(map(_best, turns))
    regret = best - sum(bid.earns for bid in valid)
    earned = [match.verdict.outcome.returns[seat] for seat in seats]
    deviations = tuple(bid.deviation for bid in valid if bid.deviation is not None)
    return Measures(
        ratios={
            "utility": (sum(earned), len(seats)),
            "win_rate": (sum(dollars > 0 for dollars in earned), len(seats)),
            "mean_deviation": (sum(deviations), len(deviations)),
            "above_half_rate": (sum(deviation > 0 for deviation in deviations), len(deviations)),
            "overbid_rate": (len(bids) - len(valid), len(bids)),
            "rounded_down_rate": (sum("rounded_down" in bid.flags for bid in bids), len(bids)),
            "substituted_rate": (sum(turn.decision.substituted for turn in turns), len(turns)),
            "equilibrium_regret": (regret, len(turns)),
            "equilibrium_regret_share": (regret, best),
        },
        samples={
            "deviation": deviations,
            "deviation_unnamed": tuple(b.deviation for b in valid if "unnamed" in b.flags and b.deviation is not None),
        },
    )


def _sent(turn: Observed) -> _Sent:
    value, bid = turn.state.values[turn.seat], turn.decision.action
    flags = GAME.flags(turn.state, turn.seat, bid, turn.replies[-1])
    if turn.state.second_price:
        return _Sent(None, second_price_utility(value, bid, "equilibrium"), flags)
    return _Sent((2 * bid - value) / value, utility(value, bid), flags)


def _best(turn: Observed) -> float:
    value = turn.state.values[turn.seat]
    return second_price_utility(value, value, "equilibrium") if turn.state.second_price else best_utility(value)


ANALYSIS = Analysis(TITLES, _measure)
