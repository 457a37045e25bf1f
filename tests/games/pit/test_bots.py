"""The bots of Pit: they trade sensibly, know only what their seat may, and are as strong as they say."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Bot
from interplay.tracks.games.pit.bots import BROKER_CRIES, GREEDY_PATIENCE, goal_of
from interplay.tracks.games.pit.market import COPIES, Lot, Offered, State, Traded
from interplay.tracks.games.pit.rules import GAME
from interplay.tracks.games.pit.talk import names_card
from interplay.tracks.games.pit.worlds import Dice, honest, imagine, plan, view
from interplay.tracks.games.shared.menu import Choice
from tests.benchmarks.games.strength_pit import Tally
from tests.games.pit.markets import disguised, do, hand, market, shout

BOTS = catalogue.bots_of("pit")
QUIET = (
    hand(wheat=4, barley=2, corn=2, soybeans=2),
    hand(wheat=2, barley=3, corn=3, soybeans=2),
    hand(wheat=2, barley=2, corn=2, soybeans=2, bull=1),
    hand(wheat=1, barley=2, corn=2, soybeans=3, bear=1),
)


def moves(name: str, state: State, number: int = 6) -> list[Choice]:
    bot, seat = BOTS[name], state.seat
    streams = [Stream("tests", n, "pit") for n in range(number)]
    return [GAME.parse(state, seat, bot.move(GAME, state, seat, stream)) for stream in streams]


def ids(name: str, state: State, number: int = 6) -> set[str]:
    return {choice.id for choice in moves(name, state, number)}


def score(one: Bot, other: Bot, pairs: int) -> float:
    """Return the mean score of *one* over mirrored pairs."""
    total = 0.0
    for number in range(pairs):
        setup = GAME.deal(f"pair{number}", {}, "strict")
        for side, bots in enumerate(((one, other), (other, one))):
            state = GAME.start(setup)
            while seats := GAME.to_move(state):
                stream = Stream("tests", f"{number}/{state.turn}", "pit")
                state = do(state, bots[seats[0] % 2].move(GAME, state, seats[0], stream))
            total += GAME.outcome(state).returns[side]
    return total / (2 * pairs)


@pytest.mark.slow
def test_the_bots_are_as_strong_as_they_say() -> None:
    assert {name: bot.strength for name, bot in BOTS.items()} == {"random": 0, "further": 0, "greedy": 1, "broker": 2}
    assert score(BOTS["greedy"], BOTS["random"], 15) > 0.6
    assert score(BOTS["broker"], BOTS["greedy"], 4) > 0.55
    assert score(BOTS["broker"], BOTS["random"], 1) > 0.6


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), turns=st.integers(0, 60))
def test_the_same_move_whatever_is_hidden(seed: int, turns: int) -> None:
    state = GAME.start(GAME.deal(str(seed), {}, "strict"))
    stream = Stream("tests", seed, "pit")
    players = ("random", "greedy", "greedy", "greedy")
    for _ in range(turns):
        if GAME.to_move(state):
            state = do(state, BOTS[players[state.seat]].move(GAME, state, state.seat, stream))
    if GAME.to_move(state):
        other = disguised(state, state.seat, stream)
        for name in BOTS:
            assert moves(name, other, 1) == moves(name, state, 1)


# Greedy


def test_the_greedy_trader_puts_up_its_largest_spare_lot() -> None:
    state = market(hand(wheat=5, barley=1, corn=3, bull=1))
    assert ids("greedy", state) == {"offer_corn_3"}


def test_the_greedy_trader_takes_the_largest_offer_with_its_smallest_lot() -> None:
    state = do(market(*QUIET), "offer_barley_1", "offer_corn_2")
    assert ids("greedy", replace(state, seat=3)) == {"accept_1_barley_2"}


def test_the_greedy_trader_gives_nothing_straight_back() -> None:
    state = do(market(*QUIET), "offer_corn_2", "accept_0_barley_2", "pass", "pass", "offer_barley_2")
    assert state.hands[1] == hand(wheat=2, barley=1, corn=5, soybeans=2)
    assert ids("greedy", state) == {"accept_0_wheat_2"}
    assert "accept_1_barley_2" not in ids("greedy", do(state, "offer_wheat_2", "pass", "pass"))


def test_the_greedy_trader_speaks_the_truth_about_an_offer_nobody_takes() -> None:
    held = hand(wheat=5, barley=1, corn=3, bull=1)
    state = do(market(held), "offer_corn_3", "pass", "pass", "pass")
    found = Counter(choice.text for choice in moves("greedy", state, 30))
    assert found["I collect wheat and give 3 corn. Who trades?"] > 3
    assert "shout" not in ids("greedy", replace(state, table=replace(state.table, shout=False)), 30)


def test_the_greedy_trader_passes_when_it_has_nothing_to_spare() -> None:
    assert ids("greedy", replace(market(*QUIET), hands=(hand(wheat=5), *QUIET[1:]))) == {"pass"}


def test_the_greedy_trader_turns_to_something_else_in_a_deal_that_does_not_end() -> None:
    state = market(*QUIET)
    swaps = tuple(Traded(n, 0, 1, 1, 1, 1) for n in range(GREEDY_PATIENCE))
    assert goal_of(state, 0) == 0
    assert goal_of(replace(state, log=swaps), 0) == 1
    assert goal_of(replace(state, log=swaps), 2) == 0


# Broker


def test_the_broker_takes_the_card_that_it_has_been_told_of() -> None:
    hands = (hand(wheat=5, barley=2, corn=2), hand(wheat=2, corn=5, soybeans=3), hand(wheat=1, barley=5, soybeans=3))
    state = do(market(*hands, seat=1), shout("I want corn"), "offer_barley_1", "offer_soybeans_1", "pass")
    state = do(state, "offer_wheat_1", "pass", "pass", "pass", shout("I collect corn, I give wheat"), "pass", "pass")
    assert state.seat == 0
    assert ids("broker", state) <= {"accept_1_barley_1", "accept_1_corn_1"}


def test_the_broker_doubts_who_has_lied() -> None:
    state = do(market(*QUIET), "offer_barley_2", shout("hm"), "pass", "pass", shout("I give 2 corn"))
    assert honest(state, 1, 0)
    state = do(state, "accept_0_corn_2")
    assert not honest(state, 1, 0)
    assert honest(state, 2, 0)
    told = do(state, "pass", "pass", "offer_wheat_1", "pass", "pass", "pass", shout("I give 1 wheat"))
    assert not any(said.given for said in view(told, 1).shouts)
    assert [said.given for said in view(told, 2).shouts if said.given] == [{2}, {0}]


def test_imagined_markets_fit_what_is_known() -> None:
    state = do(market(*QUIET), "offer_corn_2", "accept_0_barley_2", "offer_wheat_2", "offer_corn_2", "pass")
    known = view(state, 1)
    assert known.first == QUIET[1]
    for number in range(40):
        found = imagine(known, Dice(Stream("tests", number, "worlds")))
        assert found.hands[1] == state.hands[1]
        assert tuple(map(sum, zip(*found.hands, strict=True))) == COPIES
        assert list(map(sum, found.hands)) == list(map(sum, state.hands))
        assert found.hands[0][1] >= 2
        assert [lot and lot.number for lot in found.offers] == [None, None, 2, 2]
        for held, lot in zip(found.hands, found.offers, strict=True):
            assert lot is None or held[lot.card] >= lot.number


def test_impossible_talk_and_play_can_still_be_imagined() -> None:
    log = (Offered(1, 1, Lot(0, 4)), Traded(2, 2, 1, 0, 0, 4), Traded(3, 3, 1, 0, 0, 4))
    state = replace(market(*QUIET), log=log, offers=(None, Lot(1, 4), None, None))
    found = imagine(view(state, 0), Dice(Stream("tests", 0, "worlds")))
    assert found.hands[0] == QUIET[0]
    assert GAME.listed(state, 0, BOTS["broker"].move(GAME, state, 0, Stream("tests", 0, "x")))  # type: ignore[attr-defined]


def test_the_broker_jumps_to_six_for_the_double_when_it_can() -> None:
    held = hand(wheat=4, bull=1, barley=2, corn=2)
    state = do(market(held, hand(wheat=2, corn=5, soybeans=3), seat=1), "offer_wheat_2", "pass", "pass")
    state = do(state, "pass", shout("I give wheat"), "pass", "pass")
    assert ids("broker", state) <= {"accept_1_barley_2", "accept_1_corn_2"}


def test_the_broker_never_says_what_it_collects() -> None:
    for cry in BROKER_CRIES.values():
        assert not names_card(cry)
    assert set(BROKER_CRIES) == {1, 2, 3, 4}
    state = replace(market(hand(wheat=5)), offers=(Lot(0, 1), None, None, None))
    assert {choice.text for choice in moves("broker", state)} <= {None, BROKER_CRIES[1]}


def test_plans_keep_the_bull_and_the_goal() -> None:
    assert plan(hand(wheat=3, barley=3, corn=1, bull=1, bear=1)) == (0, (Lot(2, 1), Lot(5, 1), Lot(1, 3)))


@pytest.mark.parametrize("name", ["greedy", "broker"])
def test_the_same_stream_gives_the_same_move(name: str) -> None:
    state = do(market(*QUIET), "offer_barley_1", "offer_corn_2")
    assert moves(name, state) == moves(name, state)


# Strength


def test_each_comparison_of_bots_counts_its_own_moves() -> None:
    Tally().moves["greedy"] += 1
    assert not Tally().moves
