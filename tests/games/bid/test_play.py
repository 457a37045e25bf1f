"""Bid: the equilibrium is one, the bots, the analysis on matches with known numbers, and the positions."""

import random
from collections import Counter
from fractions import Fraction
from statistics import median

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.bid.analysis import ANALYSIS
from interplay.tracks.games.bid.equilibrium import best_utility, chances, equilibrium_bid, utility
from interplay.tracks.games.bid.rules import GAME, State
from interplay.tracks.games.verdicts import Measures
from interplay_builders.tracks.positions.bid import positions
from tests.games import matches
from tests.games.bid.test_rules import item_with

VALUES = range(1, 1001)
EQUILIBRIUM = [min(value - 1, -(-value // 2)) for value in VALUES]


def counted(bid: int) -> int:
    """Return the chances of *bid* in 2,000ths by counting."""
    return sum(2 * (other < bid) + (other == bid) for other in EQUILIBRIUM)


def measured(first: int, second: int, *texts: str) -> Measures:
    item = item_with(first, second)
    replies = iter(texts)
    measures = ANALYSIS.measure(matches.verified(item, matches.play(item, lambda _: next(replies)), (0, 1)))
    assert set(measures.ratios) | set(measures.samples) == set(ANALYSIS.titles)
    return measures


def test_the_closed_form_counts_wins_against_the_equilibrium() -> None:
    assert [equilibrium_bid(value) for value in VALUES] == EQUILIBRIUM
    assert [chances(bid) for bid in range(1001)] == [counted(bid) for bid in range(1001)]


def test_no_deviation_from_the_equilibrium_gains() -> None:
    wins = list(map(chances, range(1001)))
    for value in VALUES:
        worth = [(value - bid) * wins[bid] for bid in range(value)]
        top = max(worth)
        assert worth[equilibrium_bid(value)] == top
        assert worth.count(top) == (2 if value == 3 else 1)
    assert sum(map(best_utility, VALUES)) / 1000 == pytest.approx(166.6665, abs=1e-5)


def test_rounding_down_loses_only_at_ten_dollars() -> None:
    def loss(value: int) -> Fraction:
        """Return the loss from half, rounded down, when the other does the same."""
        bids = [other // 2 for other in VALUES]
        worth = [(value - b) * sum(2 * (o < b) + (o == b) for o in bids) for b in {value // 2, *range(495, 505)}]
        own = value // 2
        return Fraction(max(worth) - (value - own) * sum(2 * (o < own) + (o == own) for o in bids), 2000)

    assert float(loss(1000)) == pytest.approx(0.248, abs=1e-3)


@given(st.integers(1, 1000), st.integers(0, 2000))
def test_a_bid_that_cannot_win_is_worth_nothing(value: int, bid: int) -> None:
    assert 0 <= utility(value, bid) <= best_utility(value)
    if bid >= value:
        assert utility(value, bid) == 0


@pytest.mark.parametrize(("bot", "bid"), [("equilibrium", 209), ("greedy", 316)])
def test_bots_bid_by_their_own_valuation_alone(bot: str, bid: int) -> None:
    player = catalogue.bots_of("bid")[bot]
    for other in (1, 500, 1000):
        for tie in (0, 1):
            state = State((417, other), tie, prior=False, compat=False)
            assert GAME.parse(state, 0, player.move(GAME, state, 0, Stream("bid", "x", str(other)))) == bid


@pytest.mark.parametrize("bot", ["equilibrium", "greedy"])
def test_bots_never_overbid(bot: str) -> None:
    player = catalogue.bots_of("bid")[bot]
    for value in VALUES:
        state = State((value, 1), 0, prior=True, compat=False)
        assert GAME.parse(state, 0, player.move(GAME, state, 0, Stream("bid", "x", "y"))) < value


def test_the_greedy_bidder_is_52_percent_above_half_of_a_dollar_amount() -> None:
    item = matches.item("bid", ("bot:greedy@1", "bot:greedy@1"), seed="3")
    match = matches.verified(item, matches.play(item, lambda _: ""), (0, 1))
    assert ANALYSIS.measure(match).samples["deviation"] == pytest.approx((0.52, 0.52), abs=0.02)


@pytest.mark.parametrize(("bid", "deviation"), [("2.50", 0), ("0.00", -1), ("3.75", 0.5), ("4.99", 0.996)])
def test_deviation_is_relative_to_half_the_valuation(bid: str, deviation: float) -> None:
    measures = measured(500, 500, f"player_0: ${bid}", "player_1: $2.50")
    assert measures.samples["deviation"] == (deviation, 0)
    assert measures.ratios["mean_deviation"] == (deviation, 2)
    assert measures.ratios["above_half_rate"] == (deviation > 0, 2)


def test_overbids_and_substitutes_stay_out_of_the_deviations() -> None:
    measures = measured(500, 400, "player_0: $5.00", "?", "?", "?")
    assert measures.samples["deviation"] == ()
    assert measures.ratios["overbid_rate"] == (1, 1)
    assert measures.ratios["substituted_rate"] == (1, 2)
    assert measures.ratios["mean_deviation"] == (0, 0)
    assert measures.ratios["utility"] == (4, 2)
    assert measures.ratios["equilibrium_regret_share"][0] == measures.ratios["equilibrium_regret_share"][1]


def test_regret_is_what_the_equilibrium_bid_earns_more() -> None:
    measures = measured(400, 1000, "player_0: $2.00", "player_1: $9.00")
    best = Fraction(200 * counted(200) + 500 * counted(500), 2000)
    regret = Fraction(500 * counted(500) - 100 * counted(900), 2000)
    lost, decisions = measures.ratios["equilibrium_regret"]
    assert lost == pytest.approx(float(regret))
    assert decisions == 2
    assert measures.ratios["equilibrium_regret_share"] == pytest.approx((float(regret), float(best)))


def test_amounts_without_a_name_are_reported_apart() -> None:
    item = item_with(500, 500)
    compat = msgspec.structs.replace(item, setup=msgspec.structs.replace(item.setup, profile="compat"))

    def reply(ask: Ask) -> str:
        return "Half of $5.00" if ask.situation.seat == 0 else "player_1: $2.50"  # type: ignore[attr-defined]

    samples = ANALYSIS.measure(matches.verified(compat, matches.play(compat, reply), (0, 1))).samples
    assert samples == {"deviation": (1, 0), "deviation_unnamed": (1,)}
    assert median(samples["deviation"]) == 0.5


def test_positions_are_60_valuations_spread_over_ten_tenths() -> None:
    found = list(positions("test", "canary"))
    assert found == list(positions("test", "canary"))
    values = [position.setup.drawn("values")[position.seat] for position in found]
    assert len(set(values)) == 60
    assert [sum((value - 1) // 100 == tenth for value in values) for tenth in range(10)] == [6] * 10
    assert Counter(position.tags for position in found) == {("fives",): 20, ("even",): 20, ("odd",): 20}
    assert len({position.item_id for position in found}) == 60
    assert all("equally likely" in position.messages[0].content for position in found)


def test_position_values_are_confirmed_by_counting_all_opponents() -> None:
    rng = random.Random(3)
    found = list(positions("test", "canary"))
    for position in rng.sample(found, 25):
        value = position.setup.drawn("values")[position.seat]
        assert len(position.values) == value
        known = [action.value for action in position.values]
        assert position.penalty == max(known) - min(known)
        for index in rng.sample(range(value), min(5, value)):
            assert position.values[index].action == f"bid:{index}"
            assert position.values[index].value == float(Fraction((value - index) * counted(index), 2000))
