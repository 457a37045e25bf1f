"""Rules of Hanabi: the specified cases, invariants, what a seat is shown, how replies are read."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import (
    ANY,
    CODES,
    HINT,
    LABELS,
    NAMES,
    PACK,
    PLAY,
    TOKENS,
    Cards,
    State,
    opening,
)
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Setup
from tests.games import matches
from tests.games.hanabi.tables import (
    DECK_A,
    deck,
    held,
    legal,
    named,
    safe_player,
    states,
    step,
    table,
    with_other_hidden_cards,
)

PERFECT = [2, 4, 2, 2, 3, 2, 2, 2, 2, 2, 2]


def cards(names: str) -> Cards:
    """Return a deck that starts with *names*, the rest in order."""
    first = named(names)
    rest = Counter(PACK) - Counter(first)
    return (*first, *sorted(rest.elements()))


def after(names: str, *codes: str) -> State:
    return table(cards(names), [CODES.index(code) for code in codes])


def test_the_specified_stream_deals_the_specified_deck() -> None:
    dealt = tuple(Stream("hanabi", 0, "deck", prefix="llmarena-v1").shuffled(PACK))
    assert dealt[:6] == named("R3 R1 Y5 Y1 Y3 Y2")
    assert tuple(sorted(dealt)) == PACK
    assert Counter(NAMES[card] for card in PACK)["Y1"] == 3
    assert Counter(Counter(PACK).values()) == {3: 2, 2: 6, 1: 2}


def test_deck_a_allows_plays_and_matching_hints_at_the_start() -> None:
    assert [CODES[action] for action in legal(table(DECK_A))] == [
        "play:0",
        "play:1",
        "hint_color:R",
        "hint_rank:3",
        "hint_rank:4",
    ]


def test_deck_a_is_completed_in_eleven_turns() -> None:
    state = table(DECK_A, PERFECT)
    assert GAME.to_move(state) == ()
    assert GAME.outcome(state).reason == "complete"
    assert GAME.outcome(state).returns == (10.0, 10.0)
    assert GAME.outcome(state).points == (1.0, 1.0)
    assert (len(state.history), state.tokens, len(state.deck) - state.dealt) == (11, 3, 7)


def test_a_card_that_does_not_fit_ends_the_game_with_nothing() -> None:
    state = table(DECK_A, [2, 2])
    assert GAME.to_move(state) == ()
    assert state.lost
    assert GAME.outcome(state).reason == "life_lost"
    assert GAME.outcome(state).returns == (0.0, 0.0)
    assert state.heights == 1
    assert [NAMES[card] for card in state.discards] == ["R3"]


def test_deck_a_without_plays_ends_by_the_empty_deck_after_34_turns() -> None:
    found = states(DECK_A, lambda s: 0 if s.tokens < TOKENS else min(a for a in legal(s) if a >= HINT))
    assert len(found) - 1 == 34
    assert found[-1].dealt == 20
    assert not found[-1].lost
    assert GAME.outcome(found[-1]) == msgspec.structs.replace(
        GAME.outcome(found[-1]), reason="deck_empty", returns=(0.0, 0.0), points=(0.0, 0.0)
    )


def test_hints_whenever_possible_make_the_longest_game() -> None:
    found = states(DECK_A, lambda s: min(a for a in legal(s) if a >= HINT) if s.tokens else 0)
    assert len(found) - 1 == GAME.longest == 36


@pytest.mark.parametrize(
    ("first", "hints", "expected"),
    [("R1 R3 R2 R4 R5", 0, 3), ("R2 R4 R1 R3 R5", 1, 3), ("R1 R3 R2 R4 R5", 2, 2)],
)
def test_completing_a_firework_returns_a_token_but_never_a_fourth(first: str, hints: int, expected: int) -> None:
    state = opening(cards(first))
    for _ in range(hints):
        state = step(state, CODES.index("hint_color:R"))
    for height in range(5):
        assert (state.fireworks, state.tokens) == ((height, 0), 3 - hints)
        state = step(state, CODES.index("play:0"))
    assert (state.fireworks, state.tokens) == ((5, 0), expected)


def test_a_hint_marks_every_match_and_rules_the_value_out_elsewhere() -> None:
    both = after("R1 R2 R3 Y3", "hint_rank:3")
    assert "rank 3 (told)" in shown(both).split("Your hand")[1].split("\n")[1]
    assert "rank 3 (told)" in shown(both).split("Your hand")[1].split("\n")[2]
    one = after("R1 R2 R3 Y4", "hint_rank:3", "hint_rank:2")
    assert "position 0: color red or yellow, rank 1, 3, 4 or 5\n" in shown(one)
    assert "position 1: color red or yellow, rank 2 (told)\n" in shown(one)
    other = after("R1 R2 R3 Y4", "hint_color:Y")
    assert "position 0: color red, rank 1, 2, 3, 4 or 5\n- position 1: color yellow (told), rank" in shown(other)


def shown(state: State) -> str:
    return GAME.prompt(state, state.seat).observation


@pytest.mark.parametrize("seed", range(10))
def test_each_seat_has_one_turn_after_the_last_card_is_drawn(seed: int) -> None:
    found = states(deck(seed), lambda s: 0 if s.tokens < TOKENS else min(a for a in legal(s) if a >= HINT))
    drawn = next(turn for turn, state in enumerate(found) if state.dealt == 20)
    assert len(found) - 1 == drawn + 2
    assert "your partner has one more turn after this one" in shown(found[drawn])
    assert "this is the last turn of the game" in shown(found[drawn + 1])


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_every_state_keeps_the_invariants(seed: int) -> None:
    before = None
    found = states(deck(seed), safe_player(seed, 80))
    for state in found:
        on_table = [card for color in (0, 1) for card in range(5 * color, 5 * color + state.fireworks[color])]
        everything = [*on_table, *state.discards, *state.hands[0], *state.hands[1], *state.deck[state.dealt :]]
        assert tuple(sorted(everything)) == PACK
        assert 0 <= state.tokens <= TOKENS
        for hand, known in zip(state.hands, state.known, strict=True):
            assert all(k >> card & 1 for card, k in zip(hand, known, strict=True))
        if before is not None:
            assert all(new >= old for new, old in zip(state.fireworks, before.fireworks, strict=True))
        if GAME.to_move(state):
            assert len(state.hands[state.seat]) == 2
            assert GAME.fallback(state, state.seat)
            assert not any(PLAY <= action < HINT for action in GAME.fallback(state, state.seat))
        before = state
    assert len(found) - 1 <= GAME.longest
    outcome = GAME.outcome(found[-1])
    assert outcome.returns[0] == outcome.returns[1] == (0 if found[-1].lost else sum(found[-1].fireworks))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_candidates_are_what_the_hints_leave(seed: int) -> None:
    for state in states(deck(seed), safe_player(seed, 100))[:-1]:  # a play that ends the game draws no card
        for hand, known in zip(held(state.deck, state.history), state.known, strict=True):
            expected = [[c for c in range(10) if all(hint.fits(c) for hint in card.hints)] for card in hand]
            assert [[c for c in range(10) if k & ANY & 1 << c] for k in known] == expected


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_swapping_the_colors_swaps_the_game_and_keeps_the_score(seed: int) -> None:
    swapped_action = {4: 5, 5: 4}
    found = states(deck(seed), safe_player(seed, 80))
    actions = found[-1].history
    mirrored = table(tuple((card + 5) % 10 for card in deck(seed)))
    for state, action in zip(found, actions, strict=False):
        assert legal(mirrored) == sorted(swapped_action.get(a, a) for a in legal(state))
        mirrored = step(mirrored, swapped_action.get(action, action))
    assert GAME.outcome(mirrored) == GAME.outcome(found[-1])
    assert mirrored.fireworks == found[-1].fireworks[::-1]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_prompt_does_not_depend_on_hidden_cards(seed: int) -> None:
    stream = Stream("tests/hanabi", str(seed), "hidden")
    for state in states(deck(seed), safe_player(seed, 100))[:-1]:
        other = with_other_hidden_cards(state, state.seat, stream)
        assert GAME.prompt(other, state.seat) == GAME.prompt(state, state.seat)
        assert legal(other) == legal(state)


def test_the_prompt_shows_all_that_a_seat_may_know() -> None:
    state = after("R3 Y1 R2 R5 R4", "hint_rank:2", "discard:1", "play:1")
    assert shown(state) == (
        "Fireworks: red 0, yellow 1.\n"
        "Hint tokens: 3 of 3. Lives: 1. Cards in the draw pile: 14.\n"
        "Discard pile: red 5.\n"
        "Your partner's hand:\n"
        "- position 0: red 3 (your partner knows: color red or yellow, rank 1, 2, 3, 4 or 5)\n"
        "- position 1: red 1 (your partner knows: color red or yellow, rank 1, 2, 3, 4 or 5)\n"
        "Your hand, as far as you know from hints:\n"
        "- position 0: color red or yellow, rank 2 (told)\n"
        "- position 1: color red or yellow, rank 1, 2, 3, 4 or 5\n"
        "Your partner's last action: play position 1.\n"
        "Card last played or discarded: yellow 1, played by your partner.\n"
        "Available actions: play position 0; play position 1; hint red; hint rank 1; hint rank 3."
    )
    hinted = step(state, CODES.index("hint_color:R"))
    assert "last action: hint red, pointing at your position 0 and position 1.\n" in shown(hinted)
    assert "discarded: yellow 1, played by you.\n" in shown(hinted)
    assert "last action: none, the game begins with you." in shown(table(DECK_A))
    assert "last played or discarded: none so far." in shown(table(DECK_A))


def test_a_yellow_five_is_shown_when_it_is_the_last_card() -> None:
    assert "discarded: yellow 5, discarded by your partner" in shown(
        after("Y5 R1 R2 R3", "hint_rank:2", "hint_rank:1", "discard:0")
    )


def test_the_compat_profile_shows_neither_discards_nor_what_the_partner_knows() -> None:
    compat = opening(DECK_A, compat=True)
    text = shown(compat)
    assert "Discard pile" not in text
    assert "your partner knows" not in text
    assert text.replace("\n", "") == "".join(
        line.split(" (your partner knows")[0]
        for line in shown(opening(DECK_A)).split("\n")
        if "Discard pile" not in line
    )
    assert GAME.fallback(compat, 0) == GAME.legal(compat, 0)
    assert GAME.start(GAME.deal("x", {}, "compat")).compat


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Action: play position 0", "play:0"),
        ("I see a 1. ACTION: Play Position 1.", "play:1"),
        ("action:hint red", "hint_color:R"),
        ("Action:\n  Hint Rank 4", "hint_rank:4"),
        ("Action: hint red? No.\nAction: hint rank 3, so that position 0 can be played", "hint_rank:3"),
    ],
)
def test_the_last_action_counts_in_any_case(text: str, code: str) -> None:
    assert GAME.encode(GAME.parse(table(DECK_A), 0, text)) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Action: none",
        "Action: play position 0 or hint red",
        "Action: play position 2",
        "Action: play position 01",
        "Action: play position 1st",
        "Action: play position \u0661",
        "Action: hint ran\u212a 3",
        "Action: hint rank 6",
        "Action: hint blue",
        "reaction: hint red",
    ],
)
def test_other_texts_are_no_action(text: str) -> None:
    with pytest.raises(UnparsableMove, match="expected") as caught:
        GAME.parse(table(DECK_A), 0, text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("actions", "text", "why"),
    [
        ([], "discard position 0", "may be discarded"),
        ([], "hint yellow", "matches no card"),
        ([], "hint rank 1", "matches no card"),
        ([4, 4, 4], "hint red", "no hint token"),
    ],
)
def test_an_action_against_the_rules_is_illegal_and_says_why(actions: list[int], text: str, why: str) -> None:
    state = table(DECK_A, actions)
    with pytest.raises(IllegalMove, match=f"{text}.*{why}"):
        GAME.parse(state, state.seat, f"Action: {text}")


def test_the_compat_profile_reads_the_first_action_as_written() -> None:
    state = opening(DECK_A, compat=True)
    assert GAME.parse(state, 0, "Action: hint red or Action: play position 0") == CODES.index("hint_color:R")
    assert GAME.parse(state, 0, "Action: none. Action: play position 0") == CODES.index("play:0")
    with pytest.raises(UnparsableMove):
        GAME.parse(state, 0, "ACTION: hint red")


@pytest.mark.parametrize("piece", ["Action:", "Action: ", "action: hint rank ", " ", "a", "Action: play position 0 "])
def test_long_replies_are_read_in_one_go(piece: str) -> None:
    text = (piece * 20_000)[:20_000] + "\nAction: play position 1"
    for compat in (False, True):
        GAME.parse(opening(DECK_A, compat=compat), 0, text)


def test_an_illegal_action_costs_the_team_everything_as_the_paper_has_it() -> None:
    item = matches.forfeiting(matches.item("hanabi"))
    prediction = matches.play(item, lambda _: "Action: discard position 0")
    verdict = Replay(item).verify(prediction)
    assert (verdict.outcome.reason, verdict.outcome.returns) == ("forfeit", (0.0, 0.0))
    assert verdict.seats[0].forfeited == verdict.seats[0].illegal == 1


def test_what_is_no_action_is_replaced_by_hints_and_discards() -> None:
    item = matches.item("hanabi")
    prediction = matches.play(item, lambda _: "pass")
    assert Replay(item).verify(prediction).outcome.reason == "deck_empty"
    assert all(move.substitute and not move.substitute.startswith("play") for r in prediction.rounds for move in r)


def test_setups_that_cannot_be_dealt_are_rejected() -> None:
    for values in (PACK[:-1], (*PACK[:-1], 0), (*PACK[:-1], 10)):
        setup = Setup(game="hanabi", version=1, seed="", draws=(Draw(name="deck", values=values),))
        with pytest.raises(ValueError, match="20 cards"):
            GAME.start(setup)
    with pytest.raises(ValueError, match="no options, found lives"):
        GAME.deal("0", {"lives": 3}, "strict")
    with pytest.raises(ValueError, match="not an action"):
        GAME.decode("play:2")
    assert len(CODES) == len(LABELS) == 11


def test_the_table_is_drawn_for_a_person() -> None:
    assert GAME.show(after("R3 Y1 R2 R5 R4", "hint_rank:2", "discard:1", "play:1", "hint_color:R")) == (
        "red      . . . . .\n"
        "yellow   1 . . . .\n"
        "tokens   oo.   life 1   pile 14\n"
        "\n"
        "seat 0 > R3 [R 12345]   R1 [R 12345]\n"
        "seat 1   R2 [RY 2]   R4 [?]\n"
        "discards R5\n"
        "\n"
        "seat 1: hint red"
    )
    assert GAME.show(table(DECK_A, [2, 2])).endswith("seat 1: play position 0: R3, which does not fit")


def test_random_play_has_the_specified_shares_and_heights() -> None:
    ends = [states(deck(seed), safe_player(seed, 0))[-1] for seed in range(1500)]
    kinds = Counter("dphhhhhhh"[min(action // 2, 2)] for end in ends for action in end.history)
    total = sum(kinds.values())
    assert [round(kinds[kind] / total, 1) for kind in "phd"] == [0.3, 0.5, 0.2]
    assert 0.33 < sum(end.heights for end in ends) / len(ends) < 0.45
