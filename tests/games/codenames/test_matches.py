"""Codenames: setups, substitutes, and what must hold in every match."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games.codenames.board import END, GUESSES, MAX_TURNS, NEUTRALS, WORDS_OF
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Words
from interplay.tracks.games.shared.menu import SILENCE, Choice
from tests.games import matches
from tests.games.codenames.boards import GAME, clue, fresh, scores, sent, shown


def test_substitutes_end_the_turn_where_that_is_allowed_and_else_guess() -> None:
    state = sent(fresh(), clue("ocean", 2))
    assert GAME.fallback(state, 1) == [Choice(GUESSES[at]) for at in range(21)]
    assert GAME.fallback(sent(state, 0), 1) == [Choice(END)]


def test_flags_name_clues_withheld_and_repeated_by_the_same_team() -> None:
    state = sent(fresh(), clue("ocean", 1), 17)
    assert GAME.flags(state, 2, Choice("submit_clue", "ocean,2"), "") == ()
    state = sent(state, clue("ocean", 1), 18)
    assert GAME.flags(state, 0, Choice("submit_clue", "ocean,2"), "") == ("repeated_clue",)
    assert GAME.flags(state, 0, Choice("submit_clue", SILENCE), "") == ("no_clue",)
    assert GAME.flags(sent(state, clue("sea", 1)), 1, Choice("guess_0"), "") == ()


def test_whoever_forfeits_loses_for_the_team() -> None:
    assert GAME.forfeit(fresh(), 1).points == (0, 0, 1, 1)
    assert GAME.forfeit(fresh(), 2).points == (1, 1, 0, 0)


@pytest.mark.parametrize("neutral", NEUTRALS)
def test_setups_deal_the_board_from_the_list(neutral: int) -> None:
    setup = GAME.deal("s", {"neutral": neutral}, "strict")
    state = GAME.start(setup)
    assert len(state.board.words) == len(set(state.board.words)) == sum(WORDS_OF) + neutral + 1
    assert [state.left(identity) for identity in range(4)] == [9, 8, neutral, 1]
    assert GAME.sides(setup) == (("red", (0, 1)), ("blue", (2, 3)))


def test_every_identity_is_dealt_to_every_position() -> None:
    keys = [GAME.deal(str(seed), {}, "strict").drawn("key") for seed in range(300)]
    assert all({key[at] for key in keys} >= {0, 1, 2} for at in range(21))
    assert {key.index(3) for key in keys} == set(range(21))


def test_setups_that_cannot_have_been_dealt_are_refused() -> None:
    good = GAME.deal("s", {}, "strict")
    board, other = good.words
    key = good.draws[0].values
    change = {
        "another list": replace(good, words=(board, Words(name="list", values=("abc",)))),
        "does not have the identities": replace(good, draws=(Draw(name="key", values=(4, *key[1:])),)),
        "of 7 neutral": replace(good, options=(replace(good.options[0], value=7),)),
        "of 5 neutral": replace(good, options=(replace(good.options[0], value=5),)),
        "21 words of the list": replace(good, words=(replace(board, values=board.values[:-1]), other)),
        "words of the list": replace(good, words=(replace(board, values=("qwerty", *board.values[1:])), other)),
        "does not have 21 words": replace(
            good, words=(replace(board, values=(board.values[1], *board.values[1:])), other)
        ),
        "needs the draw": replace(good, draws=()),
    }
    for message, setup in change.items():
        with pytest.raises(ValueError, match=message):
            GAME.start(setup)
    for options in ({"neutral": 4}, {"words": 1}):
        with pytest.raises(ValueError, match="option neutral"):
            GAME.deal("s", options, "strict")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(NEUTRALS), st.sampled_from(["random", "first", "last"]))
def test_random_first_and_last_listed_play_keep_the_invariants(seed: int, neutral: int, how: str) -> None:
    rng = Stream("tests", str(seed), "play")
    state = GAME.start(GAME.deal(str(seed), {"neutral": neutral}, "strict"))
    rounds = 0
    while seats := GAME.to_move(state):
        (seat,) = seats
        if state.current is None:
            reply = (
                clue("zzz", rng.below(10)) if rng.below(3) else GAME.write(state, seat, GAME.fallback(state, seat)[0])
            )
        else:
            menu = GAME.menu(state, seat)
            assert sum(action.startswith("guess") for action in menu) == len(state.covered())
            assert (END in menu) == state.current.may_end
            reply = rng.choice(menu) if how == "random" else menu[0] if how == "first" else menu[-1]
        following = GAME.apply(state, {seat: GAME.parse(state, seat, reply)})
        assert following.revealed & state.revealed == state.revealed
        assert following.board == state.board
        state, rounds = following, rounds + 1
        assert rounds <= GAME.longest
    for turn in state.past:
        assert len(turn.guesses) <= turn.limit
        assert turn.guesses or not turn.word
    scores(state)
    assert len(state.past) <= MAX_TURNS
    for seat in range(4):
        assert shown(state, seat)


@pytest.mark.parametrize("how", ["random", "first", "last"])
@pytest.mark.slow
def test_a_thousand_games_of_listed_play_end_within_the_bound(how: str) -> None:
    longest = 0
    for seed in range(1000):
        rng = Stream("tests", str(seed), how)
        state = GAME.start(GAME.deal(str(seed), {"neutral": NEUTRALS[seed % 2]}, "strict"))
        rounds = 0
        while seats := GAME.to_move(state):
            menu = GAME.menu(state, seats[0])
            at = rng.below(len(menu)) if menu and how == "random" else -1 if how == "last" else 0
            choice = Choice(menu[at]) if menu else Choice("submit_clue", SILENCE)
            state, rounds = GAME.apply(state, {seats[0]: choice}), rounds + 1
        longest = max(longest, rounds)
        scores(state)
    assert longest <= 2 * MAX_TURNS + 25
    assert (longest == 2 * MAX_TURNS) == (how == "last")


def test_garbage_and_correct_replies_see_the_same_setup_and_substitutes_are_drawn_apart() -> None:
    item = matches.item("codenames", seed="garbage")
    junk = matches.play(item, lambda _: "no idea")
    assert junk.rounds[0][0].substitute == 'submit_clue "(silence)"'
    assert Replay(item).verify(junk).outcome.reason == "turn_limit"
    assert GAME.deal("garbage", {}, "strict") == item.setup
