"""Pit drawn: hands, offers, what has just changed hands, shouts whatever they hold, the end."""

import pytest
from msgspec.structs import replace

from interplay.tracks.games.pit.market import Shouted, State
from interplay.tracks.games.pit.picture import PICTURE
from tests.games.drawings import HOSTILE, harmless, looks, used, words
from tests.games.pit.markets import do, hand, market

FIRST = hand(wheat=5, barley=4)


def table() -> State:
    return market(FIRST, hand(soybeans=5, corn=3, barley=2), hand(wheat=4, barley=3, bull=1, bear=1))


def test_hands_are_stacks_of_their_number() -> None:
    state = table()
    stacks = sorted(f"pit-stack{held}" for one in state.hands for held in one if held)
    assert sorted(used(PICTURE.frame(state, None))) == stacks


def test_an_offer_is_dashed_and_framed_while_it_is_new() -> None:
    state = do(table(), "offer_wheat_2")
    drawn = PICTURE.frame(state, None)
    assert {"offers 2", "(wheat)"} <= set(words(drawn))
    (offer,) = [part for part in drawn.iter("rect") if part.get("stroke-dasharray")]
    assert offer.get("class") == "paper mark-line"
    passed = PICTURE.frame(do(state, "pass"), None)
    assert [part.get("class") for part in passed.iter("rect") if part.get("stroke-dasharray")] == ["paper ink-line"]


def test_what_a_trade_brought_is_framed() -> None:
    state = do(table(), "offer_wheat_2", "accept_0_corn_2")
    drawn = PICTURE.frame(state, None)
    frames = [part for part in looks(drawn, "mark-line") if part.get("height") == "62"]
    assert len({part.get("x") for part in frames}) == len({part.get("y") for part in frames}) == 2
    assert words(drawn)[-2:] == ["2. seat 1 takes seat 0's offer: 2 wheat for 2 corn", "1. seat 0 offers 2 wheat"]
    assert "offers 2" not in words(drawn)


@pytest.mark.parametrize("shout", HOSTILE)
def test_hostile_shouts_come_out_escaped_cut_and_printable(shout: str) -> None:
    state = replace(table(), turn=4, log=tuple(Shouted(turn, turn - 1, shout) for turn in range(1, 5)))
    assert harmless(PICTURE.frame(state, None))
    assert len(PICTURE.caption(state)) < 300


def test_the_turn_that_is_counted_is_the_one_that_is_to_be_played() -> None:
    assert "deal 1, turn 1 of 240" in words(PICTURE.frame(table(), None))
    over = replace(table(), scores=(300, 100, 210, 0), turn=90)
    assert "deal 1, turn 90 of 240" in words(PICTURE.frame(over, None))


def test_captions_say_points_turn_and_the_end() -> None:
    state = table()
    assert PICTURE.caption(state) == (
        "Deal 1, turn 1 of 240: seat 0 is to act; seats 0 and 2 have 0 points and seats 1 and 3 have 0 points."
    )
    assert PICTURE.caption(do(state, "offer_wheat_2")).endswith(" Last: seat 0 offers 2 wheat.")
    over = replace(state, scores=(300, 100, 210, 0), turn=90)
    assert PICTURE.caption(over) == (
        "The match is over after 90 turns, the even seats win; seats 0 and 2 have 510 points and seats 1 and 3 have "
        "100 points."
    )
