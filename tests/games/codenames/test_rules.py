"""Codenames: the hand-checked games of the specification, turns and points."""

import pytest

from interplay.core.errors import IllegalMove, MoveError
from interplay.tracks.games.codenames.board import END, GUESSES, MAX_TURNS, points
from interplay.tracks.games.shared.menu import Choice
from tests.games.codenames.boards import GAME, clue, fresh, scores, sent


def test_case_1_a_turn_ends_by_itself_after_one_guess_more_than_the_number() -> None:
    state = sent(fresh(), clue("ocean", 2), 0, 1)
    assert GAME.to_move(state) == (1,)
    state = sent(state, 2)
    assert GAME.to_move(state) == (2,)
    assert state.current is None
    assert state.past[0].guesses == (0, 1, 2)


def test_case_2_the_turn_can_be_ended_after_the_first_guess_only() -> None:
    state = sent(fresh(), clue("ocean", 2))
    assert END not in GAME.menu(state, 1)
    with pytest.raises(IllegalMove):
        GAME.parse(state, 1, END)
    state = sent(state, 0)
    assert GAME.menu(state, 1)[-1] == END
    assert GAME.to_move(sent(state, END)) == (2,)


def test_case_3_the_number_0_sets_no_limit() -> None:
    state = sent(fresh(), clue("ocean", 0), *range(8))
    assert GAME.to_move(state) == (1,)
    state = sent(state, 8)
    assert GAME.to_move(state) == ()
    assert points(state) == (12, 0)
    assert scores(state) == (1, 0)


def test_case_4_an_opposing_word_ends_the_turn_and_counts_for_the_opponent() -> None:
    state = sent(fresh(), clue("ocean", 3), 9)
    assert GAME.to_move(state) == (2,)
    assert state.left(1) == 7


def test_case_5_a_neutral_word_ends_the_turn() -> None:
    assert GAME.to_move(sent(fresh(), clue("ocean", 3), 17)) == (2,)


def test_case_6_the_assassin_takes_all_points() -> None:
    state = sent(fresh(), clue("ocean", 3), 0, 1, 2, 3, clue("sea", 2), 9, 10, 11, clue("pool", 1), 20)
    assert points(state) == (0, 6)
    assert scores(state) == (0, 1)
    assert GAME.outcome(state).reason == "assassin"


def test_case_7_the_assassin_at_once() -> None:
    state = sent(fresh(), clue("ocean", 3), 20)
    assert points(state) == (0, 3)
    assert scores(state) == (0, 1)
    assert GAME.to_move(state) == ()


def test_case_8_winners_share_the_points_with_what_the_losers_found() -> None:
    state = sent(fresh(), clue("ocean", 1), 0, 9, clue("sea", 2), 10, 11, END, clue("pool", 0), *range(1, 9))
    assert scores(state) == (12 / 15, 3 / 15)
    five = sent(fresh(), clue("ocean", 1), 9, clue("sea", 2), 10, 11, 12, clue("pool", 0))
    assert scores(sent(five, 13, clue("sea", 1), 17, clue("pool", 0), *range(9))) == (12 / 17, 5 / 17)
    blue = sent(fresh(), clue("ocean", 2), 0, 1, 2, clue("sea", 0), *range(9, 17))
    assert scores(blue) == (3 / 14, 11 / 14)
    six = sent(fresh(), clue("ocean", 5), *range(6), clue("sea", 0), *range(9, 17))
    assert scores(six) == (6 / 17, 11 / 17)


def test_case_9_the_last_word_wins_for_its_team_whoever_uncovers_it() -> None:
    state = sent(fresh(), clue("ocean", 1), 17, clue("sea", 0), *range(9, 16), END, clue("pool", 1), 16)
    assert GAME.outcome(state).reason == "all_words"
    assert state.winner == 1
    assert scores(state) == (0, 1)


def test_case_11_a_short_game_of_one_turn() -> None:
    state = sent(fresh(), clue("alpha", 8), *range(9))
    assert GAME.to_move(state) == ()
    assert scores(state) == (1, 0)
    assert state.winner == 0


def test_case_12_a_short_game_that_blue_wins() -> None:
    state = sent(fresh(), clue("ocean", 1), 17, clue("beta", 7), *range(9, 17))
    assert points(state) == (0, 11)
    assert scores(state) == (0, 1)


def test_uncovered_words_cannot_be_guessed_and_covered_ones_are_listed_in_board_order() -> None:
    state = sent(fresh(), clue("ocean", 4), 3, 1)
    assert GAME.menu(state, 1) == [*(GUESSES[at] for at in range(21) if at not in (1, 3)), END]
    for wrong in ("guess_1", "guess_21", "guess_24", "guess_-1", "guess_01", "guess 99", "anchor", "submit_clue"):
        with pytest.raises(MoveError):
            GAME.parse(state, 1, wrong)
    assert GAME.parse(state, 1, "Guess 0") == Choice("guess_0")


def test_the_turn_limit_ends_the_game_without_a_bonus() -> None:
    state = fresh()
    for _ in range(MAX_TURNS):
        assert GAME.to_move(state)
        state = sent(state, "none", END)
    assert GAME.outcome(state).reason == "turn_limit"
    assert scores(state) == (0.5, 0.5)
    found = sent(fresh(), clue("ocean", 1), 0, END)
    for _ in range(MAX_TURNS - 1):
        found = sent(found, "none", END)
    assert scores(found) == (1, 0)
    assert "nobody wins; points red 1 : 0 blue" in GAME.show(found)
