"""Hold'em: setups, betting, the casino's rules, showdowns."""

import itertools

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.hands import canonical, cards_of, category, value, words
from interplay.tracks.games.holdem.rules import GAME
from interplay.tracks.games.holdem.table import (
    ALL_IN,
    CHECK_CALL,
    FOLD,
    RAISE_FULL,
    RAISE_HALF,
    prices,
)
from interplay.tracks.games.records import Draw, Option, Setup
from tests.games.holdem.hands import after, best_of_21, dealt

# Setup


def test_streams_give_the_vectors_of_the_specification() -> None:
    assert Stream("holdem", 0, "button", prefix="llmarena-v1").below(2) == 1
    deck = Stream("holdem", 0, "deck", prefix="llmarena-v1").shuffled(range(52))
    assert " ".join(map(canonical, deck[:6])) == "Th 2h Qs 9h 6d Qd"


def test_a_deal_takes_the_top_of_the_shuffled_deck() -> None:
    setup = GAME.deal("7", {}, "strict")
    assert setup.drawn("cards") == tuple(Stream("holdem", "7", "deck").shuffled(range(52))[:9])
    assert setup.drawn("button") == (Stream("holdem", "7", "button").below(2),)
    state = GAME.start(setup)
    assert state.hand.hole(0) + state.hand.hole(1) == tuple(setup.drawn("cards")[i] for i in (0, 2, 1, 3))


def test_cards_read_as_the_prompt_and_the_record_write_them() -> None:
    assert [words(card) for card in cards_of("AsTd2h")] == ["Spades A", "Diamonds 10", "Hearts 2"]
    assert [canonical(card) for card in range(52)] == [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    with pytest.raises(ValueError, match="not a series of cards"):
        cards_of("As2")


@pytest.mark.parametrize(
    ("draws", "rules", "message"),
    [
        ({"cards": (1, 2, 3), "button": (0,)}, 0, "not nine different"),
        ({"cards": (1, 1, 2, 3, 4, 5, 6, 7, 8), "button": (0,)}, 0, "not nine different"),
        ({"cards": (1, 52, 2, 3, 4, 5, 6, 7, 8), "button": (0,)}, 0, "not nine different"),
        ({"cards": tuple(range(9)), "button": (2,)}, 0, "not one seat"),
        ({"cards": tuple(range(9)), "button": ()}, 0, "not one seat"),
        ({"cards": tuple(range(9)), "button": (0,)}, 2, "option rules is 2"),
        ({"button": (0,)}, 0, "needs the draw 'cards'"),
    ],
)
def test_a_setup_that_cannot_have_been_dealt_is_refused(
    draws: dict[str, tuple[int, ...]], rules: int, message: str
) -> None:
    held = tuple(Draw(name=name, values=values) for name, values in draws.items())
    option = Option(name="rules", value=rules)
    broken: Setup = replace(GAME.deal("any", {}, "strict"), draws=held, options=(option,))
    with pytest.raises(ValueError, match=message):
        GAME.start(broken)


# Betting


def test_the_hand_starts_with_blinds_and_four_actions() -> None:
    state = dealt(dealer=1)
    assert GAME.to_move(state) == (0,)
    assert state.put == (1, 2)
    assert GAME.legal(state, 0) == [FOLD, CHECK_CALL, RAISE_FULL, ALL_IN]


def test_full_pot_raises_take_the_call_out_of_the_pot() -> None:
    state = dealt()
    seen = []
    for _ in range(4):
        state = after(state, [RAISE_FULL])
        seen.append(state.put)
    assert seen == [(4, 2), (4, 8), (16, 8), (16, 32)]


def test_the_big_blind_keeps_the_option_and_the_same_seat_starts_the_flop() -> None:
    called = after(dealt(), [CHECK_CALL])
    assert (called.street, called.seat) == (0, 1)
    flop = after(called, [CHECK_CALL])
    assert (flop.street, flop.seat, sum(flop.put), len(flop.board)) == (1, 0, 4, 3)
    assert prices(flop) == (0, 0, 2, 4, 98)
    assert after(flop, [RAISE_HALF]).put == (4, 2)
    assert after(flop, [RAISE_HALF, RAISE_HALF]).put == (4, 5)


def test_a_half_pot_that_does_not_exceed_the_call_is_no_raise() -> None:
    facing = after(dealt(), [CHECK_CALL, CHECK_CALL, RAISE_FULL])
    assert facing.put == (6, 2)
    assert GAME.legal(facing, 1) == [FOLD, CHECK_CALL, RAISE_FULL, ALL_IN]


def test_facing_all_in_only_fold_and_call_remain() -> None:
    assert GAME.legal(after(dealt(), [ALL_IN]), 1) == [FOLD, CHECK_CALL]


def test_folding_at_once_costs_the_small_blind() -> None:
    outcome = GAME.outcome(after(dealt(), [FOLD]))
    assert (outcome.reason, outcome.returns, outcome.points) == ("fold", (-1.0, 1.0), (0.0, 1.0))


def test_all_in_and_call_deal_the_whole_board() -> None:
    state = after(dealt(), [ALL_IN, CHECK_CALL])
    assert GAME.to_move(state) == ()
    assert len(state.board) == 5
    assert state.put == (100, 100)


def test_forfeit_loses_the_chips_put_in() -> None:
    state = after(dealt(), [RAISE_FULL, RAISE_FULL])
    assert GAME.forfeit(state, 0).returns == (-4.0, 4.0)
    assert GAME.forfeit(state, 1).returns == (8.0, -8.0)
    assert GAME.forfeit(state, 1).points == (1.0, 0.0)


@pytest.mark.parametrize(("rules", "nodes", "longest"), [(0, 229_250, 18), (1, 52_961, 14)])
def test_the_betting_tree_has_as_many_nodes_as_counted_before(rules: int, nodes: int, longest: int) -> None:
    count, deepest = 0, 0
    waiting = [dealt(rules=rules)]
    while waiting:
        state = waiting.pop()
        count += 1
        deepest = max(deepest, len(state.steps))
        if not state.ended:
            legal = (action for action, price in enumerate(prices(state)) if price is not None)
            waiting += [GAME.apply(state, {state.seat: action}) for action in legal]
    assert (count, deepest) == (nodes, longest)
    assert longest <= GAME.longest


def test_an_action_that_is_not_legal_is_never_played() -> None:
    with pytest.raises(ValueError, match="raise_half_pot is not legal"):
        GAME.apply(dealt(), {0: RAISE_HALF})


# The casino's rules


def test_standard_rules_let_the_dealer_post_small_and_act_first_only_before_the_flop() -> None:
    state = dealt(dealer=1, rules=1)
    assert (state.seat, state.put) == (1, (2, 1))
    flop = after(state, [CHECK_CALL, CHECK_CALL])
    assert (flop.street, flop.seat) == (1, 0)


def test_standard_raises_come_on_top_of_the_call() -> None:
    state = dealt(dealer=1, rules=1)
    assert prices(state) == (0, 1, 3, 5, 99)
    assert after(state, [RAISE_FULL]).put == (2, 6)
    assert after(state, [RAISE_HALF, RAISE_HALF]).put == (8, 4)
    assert prices(after(state, [CHECK_CALL, CHECK_CALL, RAISE_FULL])) == (0, 4, 10, 16, 98)


# Showdowns


@pytest.mark.parametrize(
    ("cards", "returns"),
    [
        ("AsKs3d9h2c4h5cKdKh", (100.0, -100.0)),  # A-2-3-4-5 beats three kings
        ("2s3c2h3dTsJsQsKsAs", (0.0, 0.0)),  # the board plays
        ("JsTs3d4hKcKhQcQd7s", (100.0, -100.0)),  # two pair on the board, by the jack beside it
        ("AsAh3d4hKcKhQcQd7s", (0.0, 0.0)),  # aces beside it on both sides
        ("2s9h3d4hKcKhQcQdJs", (0.0, 0.0)),  # the jack on the board beats every kicker
        ("2hAhKhQd3h9h8hTcTd", (100.0, -100.0)),
    ],
)
def test_the_better_hand_takes_the_chips(cards: str, returns: tuple[float, float]) -> None:
    outcome = GAME.outcome(after(dealt(cards), [ALL_IN, CHECK_CALL]))
    assert outcome.returns == returns
    assert outcome.reason == "showdown"


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AsKsQsJsTs2d3d", "straight flush"),
        ("As2s3s4s5sKdKh", "straight flush"),
        ("AsAdAhAcKsKdKh", "four of a kind"),
        ("AsAdAhKcKsKd2h", "full house"),
        ("AsAdAhKcKsQdQh", "full house"),
        ("As9s7s4s2sKdKh", "flush"),
        ("As2d3h4c5sKdKh", "straight"),
        ("KsAd2h3c4s8dTh", "high card"),
        ("AsAdAhKcQs9d2h", "three of a kind"),
        ("AsAdKhKcQsQd2h", "two pair"),
        ("AsAdKhJc9s7d2h", "pair"),
    ],
)
def test_hands_are_called_by_their_names(cards: str, name: str) -> None:
    assert category(value(cards_of(cards))) == name


def test_values_order_random_deals_as_the_best_of_21_fives_does() -> None:
    stream = Stream("tests", "holdem", "deals")
    deals = [stream.sample(range(52), 7) for _ in range(1_500)]
    textbook = [best_of_21(deal) for deal in deals]
    ours = [value(deal) for deal in deals]
    order = sorted(range(len(deals)), key=ours.__getitem__)
    for a, b in itertools.pairwise(order):
        assert (ours[a] == ours[b]) == (textbook[a] == textbook[b])
        assert textbook[a] <= textbook[b]
