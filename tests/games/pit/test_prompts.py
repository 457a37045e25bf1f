"""Pit: what seats may know, how replies are read, and what the texts say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import LABELS
from interplay.tracks.games.pit.market import (
    CORNER,
    TARGET,
    TURNS,
    VALUES,
)
from interplay.tracks.games.pit.rules import GAME
from interplay.tracks.games.pit.text import SUMMARY
from interplay.tracks.games.shared.menu import Choice
from tests.games.pit.markets import CORN, FIRST, SECOND, disguised, do, hand, market, menu, seen, shout

# What a seat may know


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), turns=st.integers(0, 120))
def test_what_is_hidden_from_a_seat_changes_nothing_that_it_sees(seed: int, turns: int) -> None:
    state = GAME.start(GAME.deal(str(seed), {}, "strict"))
    stream = Stream("tests", seed, "pit")
    for _ in range(turns):
        if GAME.to_move(state):
            chosen = stream.choice(menu(state))
            state = do(state, shout("I give corn") if chosen == "shout" else chosen)
    for seat in range(4):
        assert seen(disguised(state, seat, stream), seat) == seen(state, seat)


def test_both_partners_remember_a_swap_and_nobody_else_sees_it() -> None:
    state = do(market(FIRST, SECOND), "offer_barley_2", "accept_0_soybeans_2")
    assert "2. seat 1 takes your offer: 2 soybeans for your 2 barley" in seen(state, 0)
    assert "2. you take seat 0's offer: 2 barley for your 2 soybeans" in seen(state, 1)
    for seat in (2, 3):
        assert "1. seat 0 offers 2 cards\n2. seat 1 takes seat 0's offer of 2 cards\n" in seen(state, seat)


def test_earlier_deals_stay_in_memory() -> None:
    state = do(market(FIRST, SECOND), shout("hello"), "pass", "pass", "pass", *CORN, "offer_" + "wheat_1")
    told = GAME.prompt(state, 1).observation
    assert (
        'Earlier deals:\nDeal 1, up to turn 6:\nseat 0 shouts: "hello"\n'
        "seat 0 offers 1 card; you take seat 0's offer: 1 corn for your 1 wheat; seat 0 corners wheat for 100 points"
    ) in told
    assert "This deal so far (turns not listed were passes):\n7. seat 2 offers 1 card\n" in told
    assert "- seat 0: 9 cards, 100 points, no open offer" in told


def test_no_seat_is_told_who_its_partner_is() -> None:
    state = market(FIRST, SECOND)
    for seat in range(4):
        text = seen(state, seat).casefold()
        assert "even" not in text.split()
        assert "agent" not in text
        assert "teammate" not in text
        assert "paired in secret" in text


def test_the_observation_says_all_that_is_public() -> None:
    state = do(market(FIRST, SECOND, scores=(10, 20, 30, 40)), "offer_corn_1")
    text = GAME.prompt(state, 1).observation
    assert text.startswith("You are seat 1. Turn 2 of 240, deal 1. The match ends when a pair of seats has 500 points")
    assert "Your hand: 1 wheat, 4 corn, 4 soybeans (9 cards)." in text
    assert "- seat 0: 10 cards, 10 points, offers 1 card" in text
    assert "- seat 1 (you): 9 cards, 20 points, no open offer" in text
    own = GAME.prompt(state, 0).observation
    assert "Your open offer: 1 corn; the others see only the number." in own


# Replies and texts


@pytest.mark.parametrize(
    "text",
    [
        "offer_corn_1",
        " Offer Corn 1 ",
        '{"action": "offer_corn_1"}',
        "{'action': 'offer_corn_1', 'text': None}",
        '```json\n{"action": "OFFER_CORN_1", "text": "ignored"}\n```',
    ],
)
def test_replies_are_read(text: str) -> None:
    assert GAME.parse(market(FIRST, SECOND), 0, text) == Choice("offer_corn_1")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("offer_corn_2", IllegalMove),
        ("offer_bull_1", IllegalMove),
        ("accept_0_corn_1", IllegalMove),
        ("accept_1_corn_1", IllegalMove),
        ("offer_corn_0", IllegalMove),
        ("offer_corn_5", IllegalMove),
        ("offer_corn", IllegalMove),
        ('{"action": "shout"}', UnparsableMove),
        ("shout", UnparsableMove),
        ("", UnparsableMove),
        ("I would pass\nif I could", UnparsableMove),
        ("Explain(H9)", UnparsableMove),
        ('{"action": ["pass"]}', UnparsableMove),
        ("[" * 20_000, UnparsableMove),
        ('{"a":' * 4_000, UnparsableMove),
    ],
)
def test_what_is_no_listed_action_is_refused(text: str, error: type[MoveError]) -> None:
    with pytest.raises(error) as caught:
        GAME.parse(market(FIRST, SECOND), 0, text)
    assert len(str(caught.value)) < 200


def test_actions_are_listed_in_the_canonical_order() -> None:
    state = market(hand(wheat=1, barley=2, soybeans=5, bull=1, bear=1), hand(wheat=3, corn=6), seat=1)
    state = do(state, "offer_corn_1", "pass", "pass")
    assert menu(state) == [
        "offer_wheat_1",
        *("offer_barley_1", "offer_barley_2"),
        *(f"offer_soybeans_{number}" for number in (1, 2, 3, 4)),
        *("offer_bull_1", "offer_bear_1"),
        *(f"accept_1_{card}_1" for card in ("wheat", "barley", "soybeans", "bull", "bear")),
        "pass",
        "shout",
    ]


def test_rules_and_actions_are_explained() -> None:
    state = do(market(FIRST, SECOND), "offer_barley_3")
    for number, heading in enumerate(("Cards", "Trading", "Corners", "End and score"), 1):
        assert str(GAME.explain(state, 1, f"Explain(H{number})")).startswith(f"{heading}: ")
        assert f"H{number} {heading}" in GAME.prompt(state, 1).system
    said = GAME.explain(state, 1, "Explain(accept_0_corn_3)")
    assert said == "accept_0_corn_3: give 3 corn to seat 0 and get its 3 cards, unseen"
    assert GAME.explain(state, 1, "Explain(offer_corn_2)") == (
        "offer_corn_2: offer 2 corn in place of any open offer of yours; the others see only the number 2"
    )
    assert "120" in str(GAME.explain(state, 1, "Explain(shout)"))
    assert "stays open" in str(GAME.explain(state, 1, "Explain(pass)"))
    assert GAME.explain(state, 1, "Explain(offer_bull_1)") is None


def test_the_rules_say_what_the_engine_does() -> None:
    assert len(SUMMARY.split()) <= 150
    for value in (*VALUES, TARGET, TURNS, CORNER):
        assert str(value) in SUMMARY
    assert set(GAME.labels) <= set(LABELS)
    assert GAME.categories == ("language communication",)


def test_the_position_is_drawn_for_a_person() -> None:
    third, fourth = (
        hand(wheat=2, barley=4, corn=1, soybeans=1, bear=1),
        hand(wheat=1, barley=1, corn=3, soybeans=4, bull=1),
    )
    state = market(FIRST, SECOND, third, fourth)
    state = do(state, "offer_corn_1", "pass", "offer_barley_2", "accept_2_soybeans_2")
    assert GAME.show(state).splitlines() == [
        "deal 1, 4 of 240 turns taken              wheat   barley     corn soybeans     bull     bear   points  offer",
        "> seat 0 (even)                               5        4        1        .        .        .        0  1 corn",
        "  seat 1 (odd)                                1        .        4        4        .        .        0",
        "  seat 2 (even)                               2        2        1        3        .        1        0",
        "  seat 3 (odd)                                1        3        3        2        1        .        0",
        "even 0, odd 0 points; 500 end the match",
        "",
        "1. seat 0 offers 1 corn",
        "3. seat 2 offers 2 barley",
        "4. seat 3 takes seat 2's offer: 2 barley for 2 soybeans",
    ]
