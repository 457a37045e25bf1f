"""Hive drawn: each tile on its hex, the last turn, a chosen tile, a queen that is surrounded."""

from interplay.tracks.games.hive.picture import PICTURE
from interplay.tracks.games.shared.menu import Choice
from tests.games.drawings import after, looks, used, words
from tests.games.hive.tables import BOTH, NINE_TURNS, start, step, table


def test_tiles_are_drawn_by_kind_and_reserves_counted() -> None:
    drawn = PICTURE.frame(table(BOTH), None)
    assert sorted(used(drawn)) == sorted(
        [*["hive-queen"] * 2, *["hive-spider"] * 3, "hive-grasshopper", *["hive-ant"] * 4]
    )
    assert words(drawn)[:2] == ["seat 0 “blue” G2 A2", "seat 1 “green” S G3"]
    assert len(words(drawn)) == 12


def test_tiles_have_the_coordinates_that_moves_name_and_the_colours_that_seats_have() -> None:
    state = step(step(start(), "place:ant"), "to:0,0")
    drawn = PICTURE.frame(state, None)
    assert words(drawn)[2:] == ["0,0"]
    assert PICTURE.looks == ("seat-0", "good")  # blue and green
    assert len(looks(drawn, "good")) == 2  # the sign of seat 1, and its tiles


def test_a_tile_chosen_from_the_reserve_waits_on_the_table() -> None:
    before = start()
    chosen = step(before, "place:ant")
    assert used(PICTURE.frame(chosen, after(before, 0, Choice("place:ant")))) == ["hive-ant", "hive-from"]


def test_a_turn_marks_both_ends_and_a_surrounded_queen_stands_out() -> None:
    state = start(flat_actions=1)
    for action in NINE_TURNS:
        before, state = state, step(state, action)
    marks = used(PICTURE.frame(state, after(before, 0, Choice(NINE_TURNS[-1]))))[-3:]
    assert marks == ["hive-from", "hive-last", "hive-danger"]


def test_captions_say_whose_turn_it_is_and_how_it_ended() -> None:
    state = start(flat_actions=1)
    assert PICTURE.caption(state) == (
        "Seat 0 (blue) is to move. The blue queen is not placed. The green queen is not placed. Last turn: none, the "
        "game begins."
    )
    for action in NINE_TURNS:
        state = step(state, action)
    said = PICTURE.caption(state)
    assert said.startswith("The game is over (queen surrounded): Seat 0 (blue) has won.")
    assert "The green queen has 6 of 6 neighbours." in said
