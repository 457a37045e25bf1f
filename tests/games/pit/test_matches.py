"""Pit: what must hold in every match, and whole matches through the referee."""

import json
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.pit.market import (
    BULL,
    COPIES,
    CORNER,
    DEALS,
    LEAST,
    SIDES,
    TURNS,
    Cornered,
    State,
    cornered,
    dealt,
    sizes,
)
from interplay.tracks.games.pit.rules import GAME
from interplay.tracks.games.shared.menu import Choice
from tests.games import matches
from tests.games.pit.markets import (
    CORN,
    DEALT,
    FIRST,
    SECOND,
    do,
    hand,
    market,
    menu,
    offers_of,
    setup,
    shout,
)

# Invariants


def held_in_all(state: State) -> tuple[int, ...]:
    return tuple(map(sum, zip(*state.hands, strict=True)))


def check(before: State, after: State) -> None:
    assert held_in_all(after) == COPIES
    assert min(map(min, after.hands)) >= 0
    assert all(new >= old for old, new in zip(before.scores, after.scores, strict=True))
    assert after.turn == before.turn + 1
    assert after.seat == (before.seat + 1) % 4
    if after.deal == before.deal:
        assert list(map(sum, after.hands)) == list(map(sum, before.hands))
    for seat, lot in enumerate(after.offers):
        assert lot is None or after.hands[seat][lot.card] >= lot.number
    corners = [[entry for entry in log if isinstance(entry, Cornered)] for log in (*after.past, after.log)]
    assert all(len(found) == 1 for found in corners[:-1])
    assert len(corners[-1]) == (1 if after.over and after.deal == before.deal and after.scores != before.scores else 0)
    assert sum(entry.points for found in corners for entry in found) == sum(after.scores)
    if not after.over:
        assert all(cornered(held) is None for held in after.hands)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_action_keeps_the_invariants(seed: int) -> None:
    state = GAME.start(GAME.deal(str(seed), {}, "strict"))
    stream = Stream("tests", seed, "pit")
    while GAME.to_move(state):
        after = do(state, stream.choice(menu(state)[:-1]))
        check(state, after)
        state = after
    assert sum(GAME.outcome(state).returns) == pytest.approx(2)


def first_listed(ids: Sequence[str]) -> str:
    return ids[0]


def last_trade(ids: Sequence[str]) -> str:
    return ids[-3] if len(ids) > 3 else ids[0]


def last_listed(ids: Sequence[str]) -> str:
    return ids[-1]


@pytest.mark.parametrize("policy", [first_listed, last_trade, last_listed])
def test_stubborn_play_ends_in_time(policy: Callable[[Sequence[str]], str]) -> None:
    for seed in range(5):
        state = GAME.start(GAME.deal(str(seed), {}, "strict"))
        while GAME.to_move(state):
            chosen = policy(menu(state))
            state = do(state, shout("(silence)") if chosen == "shout" else chosen)
        assert state.turn <= GAME.longest == TURNS


def test_random_play_ends_in_time_and_favours_nobody() -> None:
    total = 0.0
    for seed in range(60):
        state = GAME.start(GAME.deal(f"bias{seed}", {"shout": 0}, "strict"))
        stream = Stream("tests", seed, "pit")
        while GAME.to_move(state):
            state = do(state, stream.choice(menu(state)))
        assert state.deal < DEALS
        total += GAME.outcome(state).returns[0]
    assert 0.4 < total / 60 < 0.6


def test_more_deals_than_are_stored_are_never_needed() -> None:
    assert (DEALS, 14 * LEAST, 15 * LEAST) == (29, 490, 525)
    held = hand(soybeans=5, bear=1, barley=2, corn=1)
    state = replace(market(held, hand(soybeans=1, wheat=4, corn=4), scores=(490, 490, 0, 0)), deal=DEALS - 1)
    assert not state.over
    state = do(state, "offer_corn_1", "accept_0_soybeans_1")
    assert state.scores == (525, 490, 0, 0)
    assert state.over
    assert GAME.to_move(state) == ()


def test_a_corner_in_the_last_turn_counts() -> None:
    state = do(market(FIRST, SECOND, turns=2), *CORN)
    assert (state.scores, state.over, state.deal) == ((100, 0, 0, 0), True, 0)
    assert GAME.outcome(state).reason == "turn_limit"


def test_seven_cards_are_a_corner_and_a_swap_of_equal_cards_is_legal() -> None:
    state = market(hand(wheat=5, corn=2), hand(wheat=2, soybeans=4))
    assert do(state, "offer_corn_2", "accept_0_wheat_2").scores == (100, 0, 0, 0)
    state = do(market(hand(wheat=2, corn=5), hand(wheat=2, soybeans=5)), "offer_wheat_2", "accept_0_wheat_2")
    assert (state.hands[0], state.hands[1]) == (hand(wheat=2, corn=5), hand(wheat=2, soybeans=5))
    assert state.offers == (None,) * 4


def test_no_hand_has_two_corners() -> None:
    assert max(max(sizes(deal)) for deal in range(4)) < 2 * (CORNER - 1) + 1


def test_partners_at_a_table_may_trade_like_any_two_seats() -> None:
    state = do(market(FIRST, SECOND), "offer_barley_1", "pass")
    assert any(action_id.startswith("accept_0_") for action_id in offers_of(state, 2))


# Matches


def test_sides_are_the_seats_of_the_agents() -> None:
    assert GAME.sides(DEALT) == (("even", SIDES[0]), ("odd", SIDES[1]))
    state = market(FIRST, SECOND)
    assert GAME.forfeit(state, 2).points == (0.0, 1.0, 0.0, 1.0)
    assert GAME.forfeit(state, 3).points == (1.0, 0.0, 1.0, 0.0)


def test_players_exchange_their_scores_with_their_sides() -> None:
    bots = [
        f"bot:{name}@{bot.version}" for name, bot in catalogue.bots_of("pit").items() if name in ("random", "greedy")
    ]
    one, other = bots

    def returns(even: str, odd: str) -> tuple[float, ...]:
        item = replace(matches.item("pit", (even, odd, even, odd), seed="mirror"))
        return Replay(item).verify(matches.play(item, matches.randomly(0))).outcome.returns

    there, same = returns(one, other), returns(one, one)
    assert there[0] == there[2] == 1 - there[1] == 1 - there[3]
    assert same[0] == same[2]
    assert returns(one, other) == there


def test_gibberish_is_passed_and_shifts_nothing() -> None:
    item = matches.item("pit", seed="fallback")
    prediction = matches.play(item, lambda _: "no")
    verdict = Replay(item).verify(prediction)
    assert {move.substitute for moves in prediction.rounds for move in moves} == {"pass"}
    assert verdict.outcome.returns == (0.5,) * 4
    assert verdict.rounds == TURNS
    state = market(FIRST, SECOND)
    assert GAME.fallback(state, 0) == [Choice("pass")]


def test_a_match_on_a_fixed_deal_ends_as_worked_out() -> None:
    hands = (FIRST, hand(wheat=1, barley=2, corn=3, soybeans=4))
    rest = market(*hands).hands[2:]
    state = do(GAME.start(setup(*hands, *rest)), *CORN)
    assert state.scores == (100, 0, 0, 0)
    assert json.loads(msgspec.json.encode(state.past[0][-1])) == {"turn": 2, "seat": 0, "card": 0, "points": 100}
    assert dealt(setup(*hands, *rest).drawn("hands"))[0] == (*hands, *rest)
    assert BULL == 4
