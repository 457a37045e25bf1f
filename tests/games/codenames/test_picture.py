"""Codenames drawn: the key on the ground, covers in the frame, the last clue and guess, the end."""

from interplay.tracks.games.codenames.picture import PICTURE
from tests.games.codenames.boards import BOARD, clue, fresh, sent
from tests.games.drawings import looks, words


def test_the_ground_has_every_word_with_its_key_behind_dashes() -> None:
    ground = PICTURE.ground(fresh())
    assert words(ground) == list(BOARD)
    dashed = [part.get("class", "").split()[1] for part in ground.iter("rect") if part.get("stroke-dasharray")]
    assert dashed == ["red-line"] * 9 + ["seat-0-line"] * 8 + ["wood-line"] * 3 + ["ink-line"]


def test_covers_lie_on_what_was_guessed_and_the_last_guess_is_framed() -> None:
    state = sent(fresh(), clue("water", 2), 0, 17)
    drawn = PICTURE.frame(state, None)
    covered = [one for one in words(drawn) if one in BOARD]
    assert covered == [BOARD[0], BOARD[17]]
    assert len(looks(drawn, "mark-line")) == 1
    assert len(looks(PICTURE.frame(fresh(), None), "mark-line")) == 0
    assert "red “water, 2”: anchor (red), ribbon (neutral)" in words(drawn)


def test_the_turn_that_is_counted_is_the_one_that_is_to_be_played() -> None:
    assert "turn 1 of 40" in words(PICTURE.frame(fresh(), None))
    assert "turn 1 of 40" in words(PICTURE.frame(sent(fresh(), clue("water", 2)), None))
    assert "turn 2 of 40" in words(PICTURE.frame(sent(fresh(), clue("water", 2), 17), None))
    assert PICTURE.looks == ("red", "red", "seat-0", "seat-0")


def test_captions_say_whose_turn_it_is_and_who_has_won() -> None:
    assert PICTURE.caption(fresh()) == "Seat 0 (red) is to give a clue; red has 0 of 9 words, blue 0 of 8."
    guessing = sent(fresh(), clue("water", 2), 0)
    assert PICTURE.caption(guessing) == (
        "Seat 1 (red) is to guess; red has 1 of 9 words, blue 0 of 8. Turn 1: red “water, 2”: anchor (red)."
    )
    assert PICTURE.caption(sent(fresh(), clue("water", 2), 20)) == (
        "Blue wins (the assassin was met), red with 0 points and blue with 3; red has 0 of 9 words, blue 0 of 8. "
        "Turn 1: red “water, 2”: vampire (assassin)."
    )
    withheld = sent(fresh(), "none")
    assert PICTURE.caption(withheld).endswith("Turn 1: red no clue: no guess yet.")
