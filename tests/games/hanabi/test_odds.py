"""The exact odds of a hand, against every way to deal the hidden cards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.tracks.games.hanabi.odds import critical, dead, hand_odds, odds
from interplay.tracks.games.hanabi.table import ANY, PACK
from tests.games.hanabi.dealing import Dealing, out_of_reach
from tests.games.hanabi.tables import DECK_A, deck, named, safe_player, states, table


def members(cards: int) -> set[int]:
    return {card for card in range(10) if cards >> card & 1}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_odds_are_those_of_all_deals_that_fit(seed: int) -> None:
    for state in states(deck(seed), safe_player(seed, 100))[:-1]:
        own, dealing = odds(state, state.seat), Dealing(state, state.seat)
        for at in (0, 1):
            for cards in (state.playable, dead(state), critical(state)):
                assert own.chance(at, cards) == pytest.approx(float(dealing.chance(at, members(cards))), abs=1e-12)
                assert own.certain(at, cards) == (dealing.chance(at, members(cards)) == 1)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_dead_and_critical_cards_are_what_they_are_called(seed: int) -> None:
    for state in states(deck(seed), safe_player(seed, 100)):
        assert members(dead(state)) == {card for card in range(10) if out_of_reach(state, card)}
        for card in range(10):
            discarded = state.discards.count(card)
            last = discarded + 1 == [3, 2, 2, 2, 1][card % 5]
            assert (card in members(critical(state))) == (last and not out_of_reach(state, card))
        for card in members(state.playable) & members(dead(state)):
            assert PACK.count(card) == state.discards.count(card)


def test_fives_are_critical_from_the_start_and_nothing_is_dead() -> None:
    state = table(DECK_A)
    assert members(critical(state)) == set(named("R5 Y5"))
    assert not dead(state)
    assert members(state.playable) == set(named("R1 Y1"))


def test_losing_both_copies_makes_the_higher_ranks_dead() -> None:
    state = table(named("R2 R1 R2 Y3 R1 R1 R3 R3 R4 R4 R5 Y1 Y1 Y1 Y2 Y2 Y3 Y4 Y4 Y5"), [4, 4, 0, 0])
    assert state.discards == named("R2 R2")
    assert members(dead(state)) == set(named("R2 R3 R4 R5"))
    assert members(critical(state)) == set(named("Y5"))


def test_a_hand_of_one_card_has_plain_shares() -> None:
    own = hand_odds([3, 2, 0, 0, 0, 0, 0, 0, 0, 1], [ANY])
    assert own.total == 6
    assert own.chance(0, 1) == 0.5
