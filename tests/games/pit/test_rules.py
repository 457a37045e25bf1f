"""Pit: the cases of its specification, and which setups can have been dealt."""

import msgspec
import pytest
from msgspec.structs import replace

from interplay.core.errors import IllegalMove
from interplay.tracks.games.pit.market import (
    COPIES,
    DEALS,
    LEAST,
    Cornered,
    Hand,
    Lot,
    State,
    packed,
    points_of,
    sizes,
    unpacked,
)
from interplay.tracks.games.pit.rules import GAME, ORDERS
from interplay.tracks.games.records import Draw, Option
from tests.games.pit.markets import CORN, DEALT, FIRST, SECOND, do, hand, market, offers_of, seen

# The numbered cases


def test_1_a_swap_that_makes_six_corners_and_ends_the_deal() -> None:
    state = do(market(FIRST, SECOND), *CORN)
    assert state.scores == (100, 0, 0, 0)
    assert state.deal == 1
    assert state.hands == state.table.deals[1]
    assert state.offers == (None,) * 4
    assert state.seat == 2
    assert state.past[0][-1] == Cornered(2, 0, 0, 100)


@pytest.mark.parametrize(
    ("held", "number", "points"),
    [
        (hand(wheat=4, bull=1, barley=3, corn=2), 2, 200),
        (hand(wheat=4, bull=1, bear=1, barley=2, corn=2), 2, 180),
        (hand(wheat=5, bear=1, barley=3, corn=1), 1, 80),
    ],
)
def test_2_the_bull_doubles_six_and_the_bear_costs_twenty(held: Hand, number: int, points: int) -> None:
    other = hand(wheat=2, corn=3, soybeans=4)
    state = do(market(held, other), f"offer_corn_{number}", f"accept_0_wheat_{number}")
    assert state.scores == (points, 0, 0, 0)


def test_3_five_and_the_bull_are_a_corner_that_is_not_doubled() -> None:
    held = hand(wheat=4, bull=1, barley=4, corn=1)
    assert do(market(held, SECOND), *CORN).scores == (100, 0, 0, 0)


def test_4_when_both_have_a_corner_the_seat_that_took_the_offer_scores() -> None:
    state = do(market(FIRST, hand(wheat=1, corn=5, soybeans=3)), *CORN)
    assert state.scores == (0, 75, 0, 0)
    assert [entry for entry in state.past[0] if isinstance(entry, Cornered)] == [Cornered(2, 1, 2, 75)]


def test_5_an_offer_can_be_taken_with_every_type_of_which_there_is_enough() -> None:
    hands = (
        hand(wheat=4, corn=4, bear=1),
        hand(wheat=1, soybeans=5, corn=2, bull=1),
        hand(barley=4, wheat=3, corn=3),
        hand(barley=5, wheat=1, soybeans=3),
    )
    state = do(market(*hands, seat=2), "offer_barley_3")
    assert offers_of(state, 3) == ["accept_2_barley_3", "accept_2_soybeans_3"]
    assert offers_of(do(state, "pass"), 0) == ["accept_2_wheat_3", "accept_2_corn_3"]
    for action_id, order in ORDERS.items():
        legal = GAME.listed(state, 3, action_id)  # type: ignore[attr-defined]
        enough = state.hands[3][order.lot.card] >= order.lot.number
        assert legal is (enough and (order.partner is None or (order.partner == 2 and order.lot.number == 3)))


def test_6_a_seat_that_takes_an_offer_loses_its_own() -> None:
    state = market(hand(wheat=3, barley=3, corn=4), hand(soybeans=5, barley=5), hand(wheat=4, corn=5), seat=2)
    state = do(state, "offer_corn_2", "pass", "offer_barley_1", "offer_soybeans_1", "accept_0_corn_1")
    assert state.offers == (None, Lot(3, 1), None, None)
    assert state.hands[0] == hand(wheat=3, barley=2, corn=5)
    assert state.hands[2] == hand(wheat=4, corn=4, barley=1)


def test_7_a_new_offer_replaces_the_old_one() -> None:
    state = do(market(FIRST, SECOND), "offer_barley_3", "pass", "pass", "pass", "offer_barley_1")
    assert offers_of(state, 1) == ["accept_0_wheat_1", "accept_0_corn_1", "accept_0_soybeans_1"]
    with pytest.raises(IllegalMove, match="accept_0_corn_3"):
        GAME.parse(state, 1, "accept_0_corn_3")


def test_8_bull_and_bear_change_hands() -> None:
    state = market(hand(wheat=4, barley=4, bear=1), hand(wheat=4, corn=4, bull=1))
    state = do(state, "offer_bear_1", "accept_0_bull_1")
    assert state.hands[:2] == (hand(wheat=4, barley=4, bull=1), hand(wheat=4, corn=4, bear=1))
    assert state.deal == 0


def test_9_corners_with_the_bear() -> None:
    assert points_of(hand(barley=6, bear=1, corn=2), 1) == 65
    assert points_of(hand(soybeans=6, bear=1, corn=2), 3) == 35 == LEAST
    assert points_of(hand(soybeans=5, bull=1, bear=1, corn=2), 3) == 35
    assert points_of(hand(soybeans=7, bull=1, bear=1), 3) == 90


def test_10_a_full_short_game() -> None:
    state = do(market(FIRST, SECOND, target=100), *CORN)
    assert GAME.to_move(state) == ()
    assert state.totals == (100, 0)
    outcome = GAME.outcome(state)
    assert (outcome.reason, outcome.returns, outcome.points) == ("target", (1.0, 0.0, 1.0, 0.0), (1.0, 0.0, 1.0, 0.0))
    assert "6" in GAME.show(state)


@pytest.mark.parametrize(
    ("scores", "first"), [((0, 0, 0, 0), 0.5), ((100, 85, 0, 75), 100 / 260), ((0, 0, 0, 85), 0.0)]
)
def test_11_the_turn_limit(scores: tuple[int, ...], first: float) -> None:
    state = do(market(FIRST, SECOND, turns=4, scores=scores), "pass", "pass", "pass", "pass")
    assert GAME.to_move(state) == ()
    outcome = GAME.outcome(state)
    assert outcome.reason == "turn_limit"
    assert outcome.returns == pytest.approx((first, 1 - first) * 2)


def test_12_the_type_in_an_offer_is_hidden_from_others() -> None:
    def put(card: str) -> State:
        return do(market(FIRST, SECOND), f"offer_{card}_1")

    for seat in (1, 2, 3):
        assert seen(put("corn"), seat) == seen(put("wheat"), seat)
    assert seen(put("corn"), 0) != seen(put("wheat"), 0)


# Setups


def test_a_setup_is_small_and_holds_every_deal() -> None:
    for seed in range(30):
        dealt_now = GAME.deal(str(seed), {}, "strict")
        assert len(msgspec.json.encode(dealt_now)) < 1_500
        deals = GAME.start(dealt_now).table.deals
        assert len(deals) == DEALS
        for number, deal in enumerate(deals):
            assert tuple(map(sum, deal)) == sizes(number)
            assert tuple(map(sum, zip(*deal, strict=True))) == COPIES


def test_the_hands_of_ten_go_round() -> None:
    assert [sizes(deal) for deal in range(5)] == [
        (10, 10, 9, 9),
        (9, 10, 10, 9),
        (9, 9, 10, 10),
        (10, 9, 9, 10),
        (10, 10, 9, 9),
    ]


def test_hands_survive_packing() -> None:
    for held in (hand(), FIRST, hand(soybeans=9, bull=1), hand(barley=5, bear=1)):
        assert unpacked(packed(held)) == held
    with pytest.raises(ValueError, match="not a hand"):
        unpacked(1_000_000)


def changed(**draws: tuple[int, ...]) -> object:
    return replace(DEALT, draws=tuple(Draw(d.name, draws.get(d.name, d.values)) for d in DEALT.draws))


HANDS = DEALT.drawn("hands")

FORGED = [
    ({"first": (4,)}, "seat that begins"),
    ({"first": ()}, "seat that begins"),
    ({"hands": HANDS[:-1]}, "expected 4 in each of 29 deals"),
    ({"hands": (-1, *HANDS[1:])}, "not a hand"),
    ({"hands": (HANDS[1] + 100_000, *HANDS[1:])}, "do not hold the 38 cards"),
    ({"hands": (HANDS[2], HANDS[1], HANDS[0], *HANDS[3:])}, "do not hold the 38 cards"),
    ({"hands": (613000, 132400, 123210, 131301, *HANDS[4:])}, "a corner already"),
    ({"hands": (513010, 232300, 123300, 131301, *HANDS[4:])}, "a corner already"),
]


@pytest.mark.parametrize(("draws", "message"), FORGED)
def test_a_setup_that_was_not_dealt_is_refused(draws: dict[str, tuple[int, ...]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.start(changed(**draws))  # type: ignore[arg-type]


def test_an_option_that_does_not_exist_is_refused() -> None:
    for options in ({"shout": 2}, {"bells": 1}):
        with pytest.raises(ValueError, match="shout"):
            GAME.deal("a", options, "strict")
    with pytest.raises(ValueError, match="compat"):
        GAME.deal("a", {}, "compat")
    with pytest.raises(ValueError, match="shout"):
        GAME.start(replace(DEALT, options=(Option(name="shout", value=7),)))
    with pytest.raises(ValueError, match="draw"):
        GAME.start(replace(DEALT, draws=()))


def test_the_option_changes_nothing_that_is_dealt() -> None:
    assert GAME.deal("a", {"shout": 0}, "strict").draws == GAME.deal("a", {}, "strict").draws
