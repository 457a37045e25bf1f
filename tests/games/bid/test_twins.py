"""The second-price auction: who pays what, and what bids can expect, by hand and in exact fractions."""

from fractions import Fraction

import pytest

from interplay.core.driver import Ask
from interplay.tracks.games.bid.analysis import ANALYSIS
from interplay.tracks.games.bid.equilibrium import HIGHEST
from interplay.tracks.games.bid.expected import second_price_share, second_price_utility
from interplay.tracks.games.bid.picture import PICTURE
from interplay.tracks.games.bid.rules import GAME, State
from interplay.tracks.games.bid.values import VALUES
from tests.games import matches
from tests.games.test_twins import twin_of

VALUATIONS = range(1, HIGHEST + 1)
POLICIES = {"equilibrium": lambda value: value, "greedy": lambda value: 76 * value // 100}


def state_of(first: int, second: int, bids: tuple[int, int] | None = None, tie: int = 0) -> State:
    return State((first, second), tie, prior=True, compat=False, bids=bids, second_price=True)


@pytest.mark.parametrize(
    ("bids", "tie", "returns"),
    [
        ((300, 200), 1, (2.0, 0.0)),  # values are $4.00 and $7.00
        ((200, 300), 0, (0.0, 5.0)),
        ((900, 650), 0, (-2.5, 0.0)),
        ((400, 1000), 0, (0.0, 3.0)),
        ((500, 500), 1, (0.0, 2.0)),
        ((500, 500), 0, (-1.0, 0.0)),
        ((0, 0), 1, (0.0, 7.0)),
    ],
)
def test_the_higher_bid_wins_and_pays_the_lower_one(
    bids: tuple[int, int], tie: int, returns: tuple[float, float]
) -> None:
    state = state_of(400, 700, bids, tie)
    outcome = GAME.outcome(state)
    assert outcome.returns == returns
    assert outcome.points == tuple(max(dollars, 0.0) / 10 for dollars in returns)
    amount = f"${abs(sum(returns)):.2f}"
    assert GAME.show(state).endswith(f"{'loses' if min(returns) < 0 else 'earns'} {amount}.")
    assert f"{'loses' if min(returns) < 0 else 'earns'} {amount}" in PICTURE.caption(state)
    assert 'width="-' not in str(PICTURE.frame(state, None).attrib)


def test_any_bid_up_to_ten_dollars_is_legal_and_a_higher_one_counts_as_that() -> None:
    state = state_of(100, 700)
    assert GAME.legal(state, 0) == range(HIGHEST + 1)
    assert GAME.parse(state, 0, "Action: $9.99") == 999
    assert GAME.parse(state, 0, "Action: $250.00") == HIGHEST
    assert GAME.flags(state, 0, HIGHEST, "Action: $250.00") == ()


@pytest.mark.parametrize("opponent", POLICIES)
@pytest.mark.parametrize(
    ("value", "bid"), [(1, 0), (417, 0), (417, 300), (417, 417), (417, 418), (417, 1000), (1000, 760)]
)
def test_expected_earnings_are_the_mean_over_the_valuations_of_the_other(opponent: str, value: int, bid: int) -> None:
    earned = Fraction(0)
    for other in map(POLICIES[opponent], VALUATIONS):
        earned += (value - other) * (Fraction(1, 2) if other == bid else bid > other)
    assert second_price_utility(value, bid, opponent) == pytest.approx(float(earned / HIGHEST), rel=1e-9, abs=1e-9)


def test_against_random_bids_every_amount_is_equally_likely() -> None:
    expected = sum((417 - other for other in range(600)), Fraction(417 - 600, 2)) / 1001
    assert second_price_utility(417, 600, "random") == pytest.approx(float(expected), rel=1e-9)


@pytest.mark.parametrize("opponent", [*POLICIES, "random"])
@pytest.mark.parametrize("value", [1, 2, 417, 760, 761, 1000])
def test_no_bid_earns_more_than_the_valuation(opponent: str, value: int) -> None:
    best = second_price_utility(value, value, opponent)
    assert all(second_price_utility(value, bid, opponent) <= best + 1e-9 for bid in range(HIGHEST + 1))


def test_shares_have_the_mean_of_what_is_earned() -> None:
    bids = {value: value // 2 for value in VALUATIONS}
    earned = sum(second_price_utility(value, bid, "greedy") for value, bid in bids.items())
    best = sum(second_price_utility(value, value, "greedy") for value in VALUATIONS)
    shares = sum(second_price_share(value, bid, "greedy") for value, bid in list(bids.items())[::10])
    assert shares / 100 == pytest.approx(earned / best, abs=0.01)
    assert second_price_share(417, 417, "greedy") == 1


def test_values_and_analysis_of_a_match_are_those_of_the_second_price() -> None:
    item = twin_of(matches.item("bid", ("system", "bot:greedy@1"), seed="a"), 1)
    assert item.scale is None
    value = GAME.start(item.setup).values[0]
    match = matches.verified(item, matches.play(item, lambda _: f"Action: ${(value + 100) / 100:.2f}"), (0,))
    known = VALUES.of(match.decisions)[0]
    assert known is not None
    assert known[f"bid:{value}"] == max(known.values())
    assert len(known) == HIGHEST + 1
    measures = ANALYSIS.measure(match)
    assert measures.samples["deviation"] == ()
    assert measures.ratios["mean_deviation"] == (0, 0)
    regret = second_price_utility(value, value, "equilibrium") - second_price_utility(value, value + 100, "equilibrium")
    assert measures.ratios["equilibrium_regret"] == pytest.approx((regret, 1))
    assert GAME.worth(match) == second_price_share(value, value + 100, "greedy") < 1


def test_an_unknown_opponent_leaves_the_earnings_in_tenths() -> None:
    item = twin_of(matches.item("bid", seed="a"), 1)
    match = matches.verified(item, matches.play(item, lambda _: "Action: $5.00"), (0, 1))
    assert GAME.worth(match) == pytest.approx(sum(match.verdict.outcome.returns) / 20)


def test_the_prompt_says_who_pays_what() -> None:
    item = twin_of(matches.item("bid", seed="a"), 1)
    texts = list[str]()

    def recorded(ask: Ask) -> str:
        texts.append(ask.messages[0].content)
        return "Action: $1.00"

    matches.play(item, recorded)
    for text in texts:
        assert "the winner pays the amount of the lower bid" in text
        assert (
            "minus the other player's bid, which is a loss if that bid is higher than what the item is worth to you"
            in text
        )
        for usual in (
            "minus your bid",
            "must be below",
            "limit set by your valuation",
            "the amount of the winning bid",
        ):
            assert usual not in text
