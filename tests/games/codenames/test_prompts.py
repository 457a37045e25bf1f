"""Codenames: what spymasters and operatives see, and what the texts say."""

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.codenames.board import END, NEUTRALS, opening
from interplay.tracks.games.codenames.text import SUMMARY
from tests.games.codenames.boards import GAME, clue, fresh, sent, shown


@pytest.mark.parametrize("neutral", NEUTRALS)
def test_case_13_operatives_see_nothing_of_the_covered_key(neutral: int) -> None:
    for seed in range(20):
        state = GAME.start(GAME.deal(str(seed), {"neutral": neutral}, "strict"))
        rng = Stream("tests", str(seed), "hiding")
        for _ in range(rng.below(6)):
            (seat,) = GAME.to_move(state)
            reply = clue("zzz", 0) if state.current is None else rng.choice(GAME.menu(state, seat))
            following = GAME.apply(state, {seat: GAME.parse(state, seat, reply)})
            state = state if following.ending else following
        hidden = state.covered()
        mixed = dict(zip(hidden, rng.shuffled(hidden), strict=True))
        key = [state.board.key[mixed.get(at, at)] for at in range(len(state.board.key))]
        other = replace(state, board=opening(state.board.words, key).board)
        for seat in (1, 3):
            assert shown(state, seat) == shown(other, seat)
        if key != list(state.board.key):
            assert shown(state, 0) != shown(other, 0)
            assert shown(state, 2) != shown(other, 2)


def test_spymasters_see_the_key_and_everybody_the_turns_of_both_teams() -> None:
    state = sent(fresh(), clue("ocean", 1), 0, 17, clue("tea", 2), 9, END)
    for seat in range(4):
        text = shown(state, seat)
        assert '  red spymaster: "ocean", 1\n  red operative: anchor (red), ribbon (neutral)' in text
        assert '  blue spymaster: "tea", 2\n  blue operative: judge (blue)' in text
        assert "red 8 of 9, blue 7 of 8, neutral 2 of 3, assassin 1" in text
        assert ("20 vampire: assassin, covered" in text) == (seat in (0, 2))
        assert (" 1 bank: covered" in text) == (seat in (1, 3))
        assert f"the {('spymaster', 'operative')[seat % 2]} of the {('red', 'blue')[seat // 2]} team" in text


def test_operatives_see_clue_guesses_made_and_guesses_left() -> None:
    state = sent(fresh(), clue("ocean", 2))
    assert 'red spymaster: "ocean", 2\nGuesses of this turn: none yet. Guesses left: 3 at most. You must' in shown(
        state, 1
    )
    state = sent(state, 3)
    assert "Guesses of this turn: diamond (red). Guesses left: 2 at most. You may end" in shown(state, 1)
    assert "Guesses left: as many as you like" in shown(sent(fresh(), clue("ocean", 0)), 1)
    assert "gave no clue. You may guess up to 2 times or end" in shown(sent(fresh(), "none"), 1)


def test_topics_can_be_explained_and_say_what_the_engine_does() -> None:
    state = fresh()
    assert [topic.heading for topic in GAME.topics] == [
        "Roles",
        "Turn structure",
        "Winning conditions",
        "Forbidden actions",
        "Scoring",
        "Special rules",
    ]
    assert "at most n + 1" in (GAME.explain(state, 0, "Explain(H2)") or "")
    assert "s, es, ed, ing, er, ly" in (GAME.explain(state, 0, "Explain(forbidden actions)") or "")
    assert GAME.explain(state, 0, "Explain(submit_clue)") is not None
    assert GAME.explain(sent(state, clue("ocean", 1)), 1, "Explain(guess_3)") == "guess_3: uncover diamond"
    assert GAME.explain(state, 0, "Explain(guess_3)") is None
    assert len(SUMMARY.split()) <= 150


def test_the_drawing_shows_the_key_what_is_uncovered_and_who_acts() -> None:
    state = sent(fresh(), clue("ocean", 1), 0)
    assert GAME.show(state) == DRAWN


DRAWN = """\
R [anchor]      R  bank         R  carpet
R  diamond      R  engine       R  forest
R  guitar       R  hammer       R  island
B  judge        B  kitchen      B  lemon
B  mirror       B  novel        B  orange
B  penguin      B  queen        -  ribbon
-  spider       -  ticket       X  vampire
R red, B blue, - neutral, X assassin; [uncovered]

Turn 1
  red spymaster: "ocean", 1
  red operative: anchor (red) ...

red's operative guesses; covered: red 8, blue 8"""
