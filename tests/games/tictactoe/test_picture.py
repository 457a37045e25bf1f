"""TicTacToe drawn: marks where they are, the last one framed, a line struck out."""

from interplay.tracks.games.tictactoe.picture import PICTURE
from interplay.tracks.games.tictactoe.rules import Cell, State
from tests.games.drawings import after, looks, used, words

WON: tuple[Cell, ...] = ((2, 2), (1, 1), (1, 2), (3, 2), (1, 3), (2, 1), (3, 1))
FULL: tuple[Cell, ...] = ((1, 1), (1, 2), (1, 3), (2, 2), (2, 1), (2, 3), (3, 2), (3, 1), (3, 3))


def board(*moves: Cell) -> State:
    return State(moves, hints=True, example=True, compat=False)


def test_marks_stand_in_their_cells_with_the_numbers_of_their_moves() -> None:
    drawn = PICTURE.frame(board((1, 1), (3, 3)), after(board((1, 1)), 1, (3, 3)))
    marks = list(drawn.iter("use"))
    assert used(drawn) == ["tictactoe-X", "tictactoe-O"]
    assert float(marks[0].get("x", 0)) < float(marks[1].get("x", 0))
    assert float(marks[0].get("y", 0)) < float(marks[1].get("y", 0))
    assert words(drawn)[2:] == ["1", "2"]
    assert len(words(PICTURE.frame(board((1, 1), (3, 3)), None))) == 2  # a board alone does not say its order


def test_the_last_move_and_the_seat_to_move_are_marked() -> None:
    before = board((1, 1))
    drawn = PICTURE.frame(board((1, 1), (2, 2)), after(before, 1, (2, 2)))
    assert len(looks(drawn, "mark-line")) == len(looks(drawn, "ink-line")) == 1
    assert len(looks(PICTURE.frame(board(*WON), after(board(*WON[:-1]), 0, WON[-1])), "mark-line")) == 1


def test_a_complete_line_is_struck_out() -> None:
    assert len(looks(PICTURE.frame(board(*WON), None), "good-line")) == 1
    assert not looks(PICTURE.frame(board(*WON[:-1]), None), "good-line")


def test_captions_say_whose_turn_it_is_and_how_it_ended() -> None:
    assert PICTURE.caption(board((2, 2))) == "Seat 1 (O) is to move. X holds (2,2); O holds no cell."
    assert PICTURE.caption(board(*WON)).startswith("Seat 0 (X) has won with a line.")
    assert PICTURE.caption(board(*FULL)).startswith("The grid is full: a draw.")
