"""Bid drawn: private valuations, the bids as they come in, who earned what."""

from interplay.tracks.games.bid.picture import PICTURE
from interplay.tracks.games.bid.rules import GAME, LARGEST, State
from tests.games.bid.test_rules import auction
from tests.games.drawings import after, looks, words


def made(state: State, first: int, second: int) -> State:
    return GAME.apply(state, {0: first, 1: second})


def test_valuations_are_behind_dashed_frames() -> None:
    ground = PICTURE.ground(auction(700, 400))
    assert {"$7.00", "$4.00"} <= set(words(ground))
    assert len([part for part in ground.iter("rect") if part.get("stroke-dasharray")]) == 4


def test_a_bid_is_drawn_when_it_is_made_and_both_stay() -> None:
    state = auction(700, 400)
    assert "bids $3.10" in words(PICTURE.frame(state, after(state, 0, 310)))
    drawn = words(PICTURE.frame(made(state, 310, 200), after(state, 1, 200)))
    assert [said for said in drawn if said.startswith("bids")] == ["bids $3.10", "bids $2.00"]


def test_the_gain_is_drawn_for_who_won() -> None:
    state = auction(700, 400)
    assert len(looks(PICTURE.frame(made(state, 310, 200), None), "good")) == 1
    assert not looks(PICTURE.frame(made(state, LARGEST, 400), None), "good")


def test_captions_say_values_bids_and_gains() -> None:
    state = auction(700, 400)
    assert PICTURE.caption(state) == (
        "Both seats are to bid, sealed: seat 0 values the item at $7.00 and seat 1 values the item at $4.00."
    )
    assert PICTURE.caption(made(state, 310, 200)).startswith("Seat 0 wins and earns $3.90; seat 1 earns nothing.")
    assert PICTURE.caption(made(auction(500, 500, 1), 250, 250)).startswith("Seat 1 wins by the draw and earns $2.50;")
    assert PICTURE.caption(made(state, 800, 400)).startswith("Nobody earns anything.")
