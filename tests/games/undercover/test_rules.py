"""Undercover: the specification's cases, what a seat may know, what a reply may be, and a second implementation."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Open
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Option, Setup, Words
from interplay.tracks.games.undercover.rules import GAME, State
from interplay.tracks.games.undercover.text import tokens
from interplay.tracks.games.undercover.words import PAIRS
from interplay.tracks.games.verdicts import Outcome
from tests.games import matches
from tests.games.undercover import reference

COMMON, ODD = "raft", "canoe"


def setup(undercover: int = 4, ties: tuple[int, int] = (0, 0), profile: str = "strict", guess: int = 0) -> Setup:
    dealt = GAME.deal("0", {}, profile)
    return replace(
        dealt,
        options=(Option(name="guess", value=guess),),
        draws=(Draw(name="undercover", values=(undercover,)), Draw(name="ties", values=ties)),
        words=(Words(name="pair", values=("transport-06",)), Words(name="words", values=(COMMON, ODD))),
    )


def speak(state: State, clues: Sequence[str] = ()) -> State:
    """Let the next seats give *clues*, or all seats say their own names."""
    for clue in clues or [f"clue of {seat}" for seat in state.seats]:
        (seat,) = GAME.to_move(state)
        state = GAME.apply(state, {seat: clue})
    return state


def vote(state: State, votes: Sequence[int]) -> State:
    return GAME.apply(state, dict(zip(state.seats, votes, strict=True)))


def playout(dealt: Setup, *rounds: Sequence[int]) -> State:
    state = GAME.start(dealt)
    for votes in rounds:
        state = vote(speak(state), votes)
    return state


def winners(outcome: Outcome) -> set[int]:
    return {seat for seat, gets in enumerate(outcome.returns) if gets > 0}


def test_the_undercover_voted_out_first_loses_after_ten_decisions() -> None:
    state = playout(setup(4), (4, 4, 4, 4, 0))
    assert GAME.to_move(state) == ()
    assert state.past[0].out == 4
    assert sum(len(played.clues) + len(played.votes) for played in state.past) == 10
    assert GAME.outcome(state) == Outcome("undercover_out", (1, 1, 1, 1, -1), (1, 1, 1, 1, 0))


def test_the_undercover_left_after_two_rounds_wins_after_eighteen_decisions() -> None:
    state = playout(setup(2), (1, 0, 0, 0, 0), (2, 1, 1, 1))
    assert GAME.to_move(state) == ()
    assert [played.out for played in state.past] == [0, 1]
    assert state.seats == (2, 3, 4)
    assert sum(len(played.clues) + len(played.votes) for played in state.past) == 18
    assert GAME.outcome(state) == Outcome("undercover_left", (-1, -1, 1, -1, -1), (0, 0, 1, 0, 0))


def test_those_who_left_win_with_the_four() -> None:
    assert winners(GAME.outcome(playout(setup(2), (1, 0, 0, 0, 0), (2, 1, 2, 2)))) == {0, 1, 3, 4}


@pytest.mark.slow
def test_ties_of_dealt_setups_are_uniform() -> None:
    drawn = [GAME.deal(str(seed), {}, "strict").drawn("ties") for seed in range(10_000)]
    ties = [(first, second) for first, second in drawn]
    one = Counter(playout(setup(4, pair), (1, 0, 0, 1, 2)).past[0].out for pair in ties)
    assert set(one) == {0, 1}
    assert all(abs(count / 10_000 - 1 / 2) < 0.015 for count in one.values())
    two = Counter(playout(setup(3, pair), (4, 4, 4, 4, 0), (1, 2, 3, 0)).past[1].out for pair in ties)
    assert set(two) == {0, 1, 2, 3}
    assert all(abs(count / 10_000 - 1 / 4) < 0.015 for count in two.values())


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("vote: player_2", IllegalMove, "player_2, expected one of player_1, player_3, player_4"),
        ("vote: player_0", IllegalMove, "player_0"),
        ("vote: player_5", IllegalMove, "player_5"),
        ("vote: player_9", IllegalMove, "player_9"),
        ("vote: the second one", UnparsableMove, "found 'vote: the second one', expected Action:"),
        ("vote: player_\u0663", UnparsableMove, "expected Action:"),
        ("vote: player_3 or player_4", UnparsableMove, "found both player_3 and player_4"),
        ("player_3 and player_4 look odd", UnparsableMove, "found both player_3 and player_4"),
        ("", UnparsableMove, "found ''"),
        ("vote: anyone but player_3", UnparsableMove, "expected Action:"),
        ("Action: everyone except player_3", UnparsableMove, "expected Action:"),
        ("I trust player_3.", UnparsableMove, "expected Action:"),
        ("player_3 will vote for me.", UnparsableMove, "expected Action:"),
    ],
)
def test_what_is_no_vote_is_refused(text: str, error: type[MoveError], message: str) -> None:
    state = speak(playout(setup(4), (1, 0, 0, 0, 0)))
    with pytest.raises(error, match=re.escape(message)):
        GAME.parse(state, 2, text)


def test_three_bad_votes_are_replaced_by_a_random_legal_one_and_counted() -> None:
    item = matches.item("undercover", seed="bad votes")
    player = matches.randomly(1)
    bad = iter(["vote: player_0", "no digit", "vote: player_7"])

    def reply(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        return next(bad) if at.seat == 0 and at.state.voting and not at.state.past else player(ask)

    prediction = matches.play(item, reply)
    verdict = Replay(item).verify(prediction)
    move = prediction.rounds[5][0]
    assert (verdict.seats[0].illegal, verdict.seats[0].unparsable, verdict.seats[0].substituted) == (1, 1, 1)
    assert verdict.seats[0].forfeited == 0
    assert move.substitute in {f"vote:player_{seat}" for seat in (1, 2, 3, 4)}


def test_three_bad_clues_become_the_blank_one() -> None:
    item = matches.item("undercover", seed="bad clues")
    verdict = Replay(item).verify(prediction := matches.play(item, lambda _: "I pass"))
    assert prediction.rounds[0][0].substitute == "clue:"
    assert verdict.seats[0].unparsable >= 6
    assert verdict.seats[0].forfeited == 0


@pytest.mark.parametrize("profile", ["strict", "compat"])
def test_a_speaker_sees_the_clues_before_its_own_in_this_round_and_no_other(profile: str) -> None:
    state = GAME.start(setup(4, profile=profile))
    for turn in range(2):
        for index, seat in enumerate(state.seats):
            seen = GAME.prompt(state, seat).observation
            assert re.findall(r"r(\d)c(\d)", seen) == [(str(turn), str(other)) for other in state.seats[:index]]
            state = GAME.apply(state, {seat: f"r{turn}c{seat}"})
        for seat in state.seats:
            seen = GAME.prompt(state, seat).observation
            assert re.findall(r"r(\d)c(\d)", seen) == [(str(turn), str(other)) for other in state.seats]
        state = vote(state, [1 if seat != 1 else 0 for seat in state.seats] if turn == 0 else (2, 0, 0, 0))


def test_only_strict_tells_who_is_left_and_who_has_gone() -> None:
    strict = GAME.prompt(playout(setup(4), (1, 0, 0, 0, 0)), 1).observation
    assert "player_0 left; the game goes on." in strict
    assert "Still playing: player_1, player_2, player_3, player_4" in strict
    compat = GAME.prompt(playout(setup(4, profile="compat"), (1, 0, 0, 0, 0)), 1).observation
    assert "player_0" not in compat
    assert "Still playing" not in compat


def test_votes_are_shown_once_all_are_in_but_not_in_compat() -> None:
    votes = (2, 0, 0, 0, 1)
    told = "player_0 for player_2, player_1 for player_0, player_2 for player_0, player_3 for player_0, player_4 for "
    after = playout(setup(4), votes)
    for seat in after.seats:
        prompt = GAME.prompt(after, seat)
        assert f"Votes of round 1: {told}player_1. player_0 left; the game goes on." in prompt.observation.splitlines()
        assert "sees who voted for whom" in prompt.system
        assert "secret, and" not in prompt.system
    compat = GAME.prompt(playout(setup(4, profile="compat"), votes), 1)
    assert "Votes" not in compat.observation
    assert "all at once and in secret" in compat.system


def test_the_prompt_says_which_line_of_a_reply_the_others_read() -> None:
    action = GAME.prompt(GAME.start(setup()), 0).action
    assert "The others read one line of your reply, the last that begins with Action and a colon" in action
    assert action.splitlines()[-1] == "Action: <clue>"


def test_a_failed_reply_is_told_what_follows_the_last_one() -> None:
    state = GAME.start(setup())
    assert GAME.prompt(state, 0).again.startswith(
        "After 3 replies without a legal move your clue is left out. Give one clue"
    )
    again = GAME.prompt(speak(state), 0).again
    assert again.startswith("After 3 replies without a legal move your vote is drawn at random. Vote for")


def test_compat_seats_the_undercover_last_with_the_first_word() -> None:
    for seed in range(50):
        dealt = GAME.deal(str(seed), {}, "compat")
        assert dealt.drawn("undercover") == (4,)
        pair = next(pair for pair in PAIRS if pair.pair_id == dealt.texts("pair")[0])
        assert dealt.texts("words")[::-1] == pair.words


def test_strict_varies_seat_word_and_pair_and_keeps_the_halves_apart() -> None:
    dealt = [GAME.deal(str(seed), {}, "strict") for seed in range(600)]
    held = [GAME.deal(str(seed), {"held_out": 1}, "strict") for seed in range(600)]
    assert set(Counter(one.drawn("undercover")[0] for one in dealt)) == {0, 1, 2, 3, 4}
    open_ids, held_ids = ({one.texts("pair")[0] for one in some} for some in (dealt, held))
    assert not open_ids & held_ids
    assert open_ids | held_ids <= {pair.pair_id for pair in PAIRS}
    odd_first = sum(one.texts("words")[1] in {pair.words[0] for pair in PAIRS} for one in dealt)
    assert 240 < odd_first < 360


def test_observations_hold_no_role_and_not_the_other_word() -> None:
    for seed in range(100):
        dealt = GAME.deal(str(seed), {"held_out": seed % 2}, "strict")
        state = GAME.start(dealt)
        while seats := GAME.to_move(state):
            for seat in seats:
                observation = GAME.prompt(state, seat).observation
                assert "undercover" not in observation.lower()
                other = state.table.words[seat != state.table.undercover]
                assert other not in tokens(observation)
                assert f"Your secret word is: {state.word(seat)}\n" in observation
            player = matches.randomly(seed)
            item = matches.item("undercover")
            chosen = {s: GAME.parse(state, s, player(Ask((), Situation(GAME, state, item, 0, s)))) for s in seats}
            state = GAME.apply(state, chosen)


def test_votes_of_the_phase_are_hidden_and_a_seat_cannot_tell_its_role() -> None:
    four = speak(GAME.start(setup(2)))
    words = Words(name="words", values=(ODD, COMMON))
    swapped = replace(setup(0), words=(setup().words[0], words))
    alone = speak(GAME.start(swapped))
    assert four.word(0) == alone.word(0)
    assert GAME.prompt(four, 0) == GAME.prompt(alone, 0)
    assert GAME.to_move(four) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("seed", range(3))
def test_a_second_implementation_agrees_on_random_matches(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(100):
        compare(rng, GAME.deal(f"{seed}/{number}", {}, "strict"))


def compare(rng: random.Random, dealt: Setup) -> None:
    """Play random votes here and in the reference, and require the same match."""
    state, script, heard = GAME.start(dealt), [], []
    while seats := GAME.to_move(state):
        if state.voting:
            script.append([rng.choice([other for other in seats if other != seat]) for seat in seats])
            state = vote(state, script[-1])
        else:
            (seat,) = seats
            said = re.findall(r'^player_(\d): "', GAME.prompt(state, seat).observation, re.MULTILINE)
            heard.append((seat, [int(other) for other in said]))
            state = speak(state, [f"clue {len(heard)}"])
    expected = reference.play(dealt, script)
    assert [played.out for played in state.past] == expected.out
    assert winners(GAME.outcome(state)) == expected.winners
    assert sum(len(played.clues) + len(played.votes) for played in state.past) == expected.decisions
    assert heard == expected.heard


@settings(max_examples=100, deadline=None)
@given(data=st.data(), undercover=st.integers(0, 4), ties=st.tuples(st.integers(0, 59), st.integers(0, 59)))
def test_every_round_takes_one_vote_a_seat_and_one_seat_away(
    data: st.DataObject, undercover: int, ties: tuple[int, int]
) -> None:
    state = GAME.start(setup(undercover, ties))
    while GAME.to_move(state):
        before = state.seats
        votes = [data.draw(st.sampled_from([other for other in before if other != seat])) for seat in before]
        state = vote(speak(state), votes)
        assert len(state.past[-1].votes) == len(before)
        assert set(before) - set(state.seats) == {state.past[-1].out}
        counts = Counter(votes)
        assert counts[state.past[-1].out] == max(counts.values())
    assert winners(GAME.outcome(state)) in ({undercover}, {0, 1, 2, 3, 4} - {undercover})
    assert sum(GAME.outcome(state).points) in (1, 4)


def test_relabelling_the_seats_relabels_the_result() -> None:
    votes = {0: 1, 1: 3, 2: 3, 3: 1, 4: 3}
    for order in permutations(range(5)):
        moved = {order[seat]: order[target] for seat, target in votes.items()}
        state = playout(setup(order[3]), [moved[seat] for seat in range(5)])
        assert state.past[0].out == order[3]
        assert winners(GAME.outcome(state)) == {order[seat] for seat in (0, 1, 2, 4)}


@pytest.mark.parametrize("undercover", range(5))
@pytest.mark.slow
def test_against_random_votes_the_undercover_survives_three_times_in_five(undercover: int) -> None:
    rng = random.Random(undercover)
    wins = 0
    for _ in range(20_000):
        dealt = State(GAME.start(SETUPS[undercover]).table, (), (0, 1, 2, 3, 4), ())
        state = replace(dealt, table=replace(dealt.table, ties=(rng.randrange(60), rng.randrange(60))))
        while not state.over:
            state = replace(state, clues=("",) * len(state.seats))
            state = vote(state, [rng.choice([s for s in state.seats if s != seat]) for seat in state.seats])
        wins += undercover in state.seats
    assert abs(wins / 20_000 - 0.6) < 0.01


SETUPS = [setup(seat) for seat in range(5)]


def test_the_streams_are_those_of_the_specification() -> None:
    seat, pair = (Stream("undercover", 0, purpose, prefix="llmarena-v1") for purpose in ("seat", "pair"))
    assert seat.below(2**64) == 5305417530718282432
    assert Stream("undercover", 0, "seat", prefix="llmarena-v1").below(5) == 2
    assert pair.below(70) == 64


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"words": (Words(name="pair", values=("transport-06",)), Words(name="words", values=("raft", "ship")))},
            "pair",
        ),
        ({"words": (Words(name="pair", values=("x",)), Words(name="words", values=("raft", "canoe")))}, "pair"),
        ({"words": (Words(name="pair", values=("transport-06",)), Words(name="words", values=("raft",) * 2))}, "pair"),
        ({"words": ()}, "needs the words"),
        ({"draws": (Draw(name="undercover", values=(5,)), Draw(name="ties", values=(0, 0)))}, "not one seat"),
        ({"draws": (Draw(name="undercover", values=()), Draw(name="ties", values=(0, 0)))}, "not one seat"),
        ({"draws": (Draw(name="undercover", values=(1,)), Draw(name="ties", values=(0, 60)))}, "ties"),
        ({"draws": (Draw(name="undercover", values=(1,)), Draw(name="ties", values=(0,)))}, "ties"),
    ],
)
def test_setups_that_cannot_have_been_dealt_are_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.start(replace(setup(), **changed))


def test_a_clue_is_open_and_a_vote_is_for_the_others_left() -> None:
    state = GAME.start(setup())
    assert GAME.legal(state, 0) == Open(200)
    assert GAME.legal(speak(state), 3) == [0, 1, 2, 4]
    assert GAME.fallback(state, 0) == [""]
    assert GAME.fallback(speak(state), 3) == [0, 1, 2, 4]


def test_with_the_guess_option_the_vote_asks_for_every_other_word() -> None:
    state = speak(GAME.start(setup(guess=1)))
    action = GAME.prompt(state, 1).action
    assert re.findall(r"guess player_(\d): <word>", action) == ["0", "2", "3", "4"]
    assert action.endswith("Action: player_<number>")
    full = "".join(f"guess player_{seat}: boat\n" for seat in (0, 2, 3, 4)) + "vote: player_4"
    assert GAME.parse(state, 1, full) == 4
    assert GAME.flags(state, 1, 4, full) == ()
    assert GAME.flags(state, 1, 4, "vote: player_4") == ("guess_missing",)
    assert "guess" not in GAME.prompt(speak(GAME.start(setup())), 1).action


def test_a_forfeit_that_another_policy_may_ask_for_is_won_by_the_other_side() -> None:
    state = GAME.start(setup(2))
    assert winners(GAME.forfeit(state, 2)) == {0, 1, 3, 4}
    assert winners(GAME.forfeit(state, 0)) == {2}


@pytest.mark.parametrize("text", ["", "vote:", "vote:player_5", "vote:player_12", "clue", "clue: a", "clue:(no clue)"])
def test_texts_that_no_action_is_written_as_are_not_decoded(text: str) -> None:
    with pytest.raises(ValueError, match="neither a clue nor a vote"):
        GAME.decode(text)


def test_a_replay_shows_words_roles_clues_votes_and_the_end() -> None:
    state = playout(setup(2, guess=0), (1, 0, 0, 0, 0), (2, 1, 1, 1))
    assert GAME.show(state) == SHOWN
    assert "   player_1: ..." in GAME.show(speak(GAME.start(setup()), ["wet"]))
    assert GAME.show(playout(setup(4), (4, 4, 4, 4, 0))).endswith("player_4 was undercover: the other four win.")


SHOWN = """\
player_0: raft (left)
player_1: raft (left)
player_2: canoe (undercover)
player_3: raft
player_4: raft

Round 1
   player_0: "clue of 0"  -> player_1
   player_1: "clue of 1"  -> player_0
   player_2: "clue of 2"  -> player_0
   player_3: "clue of 3"  -> player_0
   player_4: "clue of 4"  -> player_0
   votes: player_0 4, player_1 1; player_0 leaves

Round 2
   player_1: "clue of 1"  -> player_2
   player_2: "clue of 2"  -> player_1
   player_3: "clue of 3"  -> player_1
   player_4: "clue of 4"  -> player_1
   votes: player_1 3, player_2 1; player_1 leaves

player_2 was undercover and is still here: the undercover wins."""
