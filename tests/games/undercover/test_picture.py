"""Undercover drawn: words, clues whatever they hold, votes, who has left."""

import pytest

from interplay.tracks.games.pictures import Gathering
from interplay.tracks.games.undercover.picture import PICTURE
from interplay.tracks.games.undercover.rules import GAME
from tests.games.drawings import HOSTILE, after, harmless, looks, words
from tests.games.undercover.test_rules import setup, speak, vote

CLUES = ("one", "two", "three", "four", "five")


def test_the_odd_word_and_its_holder_stand_out() -> None:
    state = GAME.start(setup(undercover=2))
    ground = PICTURE.ground(state)
    assert [part.text for part in looks(ground, "bad")] == [state.word(2)]
    assert words(ground)[1::2] == [state.word(seat) for seat in range(5)]
    assert len(looks(PICTURE.frame(state, None), "ink")) == 2  # the hat, and whose turn it is


def test_clues_are_quoted_and_the_last_is_framed() -> None:
    state = speak(GAME.start(setup()), CLUES)
    drawn = PICTURE.frame(state, None)
    assert [one for one in words(drawn) if one.startswith("“")] == [f"“{clue}”" for clue in CLUES]
    assert len(looks(drawn, "ink-line")) == 5  # all are to vote
    assert len(looks(drawn, "mark-line")) == 1  # the last clue


def test_a_vote_is_an_arrow_and_who_left_is_faded() -> None:
    before = speak(GAME.start(setup()), CLUES)
    one = PICTURE.frame(before, after(before, 1, 3))
    assert [len(looks(one, f"seat-{seat}-line")) for seat in range(5)] == [0, 1, 0, 0, 0]
    (framed,) = looks(one, "mark-line")
    assert (framed.get("x"), framed.get("y")) == ("334", "124")  # the box of seat 1, which votes
    assert isinstance(PICTURE, Gathering)
    earlier = PICTURE.given(before, [after(before, 0, 2), after(before, 1, 3)])
    assert [len(looks(earlier, f"seat-{seat}-line")) for seat in range(5)] == [1, 0, 0, 0, 0]
    state = vote(before, (3, 3, 0, 0, 3))
    drawn = PICTURE.frame(state, after(before, 4, 3))
    assert [len(looks(drawn, f"seat-{seat}-line")) for seat in range(5)] == [1] * 5
    assert [part.get("class") for part in drawn.iter("use") if part.get("opacity")] == ["seat-3"]
    assert "left after round 1" in words(PICTURE.frame(speak(state, CLUES[:1]), None))


@pytest.mark.parametrize("clue", HOSTILE)
def test_hostile_clues_come_out_escaped_cut_and_printable(clue: str) -> None:
    first = speak(GAME.start(setup()), [clue] * 5)
    assert harmless(PICTURE.frame(first, None))
    second = speak(vote(first, (3, 3, 0, 0, 3)), [clue] * 4)
    assert harmless(PICTURE.frame(second, None))
    assert harmless(PICTURE.frame(vote(second, (1, 2, 0, 0)), None))


def test_captions_say_words_votes_and_who_has_won() -> None:
    start = GAME.start(setup())
    word, odd = start.table.words
    known = f"seat 4 is undercover with “{odd}”, the others have “{word}”."
    assert PICTURE.caption(start) == f"Round 1 of 2, seat 0 is to give a clue: {known}"
    voting = speak(start, CLUES)
    assert PICTURE.caption(voting) == f"Round 1 of 2, all vote: {known}"
    votes = "Votes: 0 for 4, 1 for 4, 2 for 4, 3 for 0, 4 for 1."
    caught = PICTURE.caption(vote(voting, (4, 4, 4, 0, 1)))
    assert caught == f"Round 1 of 2, the undercover is out, the four win: {known} {votes}"
