"""Connect Four drawn: a disc for each move, the last one ringed, a line of four joined."""

from interplay.tracks.games.connect_four.picture import PICTURE
from interplay.tracks.games.connect_four.rules import GAME, State
from tests.games.drawings import after, looks


def dropped(*columns: int) -> State:
    state = State(0, 0, hints=True, compat=False)
    for column in columns:
        state = GAME.apply(state, {state.seat: column})
    return state


def test_there_is_a_disc_for_each_move_and_a_hole_in_those_of_seat_1() -> None:
    drawn = PICTURE.frame(dropped(4, 4, 3), None)
    assert [looks(drawn, f"seat-{seat}-line")[0].get("d", "").count("M") for seat in (0, 1)] == [2, 1]
    assert looks(drawn, "paper-line")[0].get("d", "").count("M") == 1


def test_the_last_disc_is_ringed_where_it_came_to_rest() -> None:
    drawn = PICTURE.frame(dropped(4, 4), after(dropped(4), 1, 4))
    [ring] = [part for part in looks(drawn, "mark-line") if part.tag == "circle"]
    discs = looks(drawn, "seat-1-line")[0].get("d")
    assert discs == f"M{ring.get('cx')} {ring.get('cy')}h0"


def test_four_in_each_direction_are_joined_once() -> None:
    row, column = (1, 1, 2, 2, 3, 3, 4), (1, 2, 1, 2, 1, 2, 1)
    rising, falling = (1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4), (7, 6, 6, 5, 5, 4, 5, 4, 4, 2, 4)
    for moves in (row, column, rising, falling):
        assert len(looks(PICTURE.frame(dropped(*moves), None), "good-line")) == 1, moves
        assert not looks(PICTURE.frame(dropped(*moves[:-1]), None), "good-line")


def test_captions_say_whose_turn_it_is_and_how_it_ended() -> None:
    assert PICTURE.caption(dropped(4, 1, 4)) == "Seat 1 (O) is to move. Columns played: 4 1 4."
    assert PICTURE.caption(dropped(1, 2, 1, 2, 1, 2, 1)).startswith("Seat 0 (X) has won with four in a line.")
