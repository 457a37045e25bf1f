"""Santorini drawn: towers by their levels, pawns on them, and what the last action did."""

from interplay.tracks.games.santorini.picture import PICTURE
from interplay.tracks.games.shared.menu import Choice
from tests.games.drawings import after, looks, used, words
from tests.games.santorini.games import CLIMB, STUCK, at, states


def test_towers_have_the_levels_of_their_squares_and_pawns_their_letters() -> None:
    drawn = PICTURE.frame(at("11 33 13 31", {(0, 0): 1, (1, 1): 2, (2, 2): 4}), None)
    assert used(drawn) == ["santorini-level1", "santorini-level2", "santorini-level4"]
    assert words(drawn)[2:] == ["A", "X", "B", "Y"]


def test_the_last_action_marks_a_placement_a_step_with_its_block_and_a_winning_step() -> None:
    played = states(CLIMB)
    marks = []
    for n in (1, 5, len(CLIMB)):
        drawn = PICTURE.frame(played[n], after(played[n - 1], 0, Choice(CLIMB[n - 1])))
        marks.append([part.tag for part in looks(drawn, "mark-line") if part.get("rx") != "6"])  # without the plates
    assert marks == [["rect"], ["line", "rect"], ["line"]]


def test_captions_say_who_acts_and_how_it_ended() -> None:
    first, *_, last = states(CLIMB)
    assert PICTURE.caption(first).startswith("Seat 0 places A. Pawns: none.")
    assert PICTURE.caption(last).startswith("Seat 1 stands on level 3 and has won.")
    assert PICTURE.caption(states(STUCK)[-1]).startswith("Seat 1 has left the other without a turn and has won.")
    assert PICTURE.caption(at("11 33 13 31", ply=5)).startswith("Seat 1 acts with X. Pawns: A on (1, 1) at level 0,")
