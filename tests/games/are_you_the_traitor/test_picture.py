"""Are You the Traitor drawn: roles, talk whatever it holds, passes, the accusation and the treasure."""

import pytest
from msgspec.structs import replace

from interplay.tracks.games.are_you_the_traitor.picture import PICTURE
from interplay.tracks.games.are_you_the_traitor.rules import GAME
from interplay.tracks.games.are_you_the_traitor.state import Exchange
from interplay.tracks.games.are_you_the_traitor.treasure import DECK
from tests.games.are_you_the_traitor.test_rules import BAG, COPPER, accused, act, exchange, setup
from tests.games.drawings import HOSTILE, harmless, looks, used, words


def test_members_sit_by_their_seats_with_role_and_label() -> None:
    state = GAME.start(setup())
    roles = words(PICTURE.ground(state))[-10:]
    assert roles == ["0", "traitor", "1", "evil wizard", "2", "good wizard", "3", "key holder", "4", "guard"]
    assert [one for one in words(PICTURE.frame(state, None)) if one[0] == "P"] == ["P3", "P1", "P2", "P4", "P5"]


def test_an_exchange_is_an_arrow_with_both_texts() -> None:
    asked = act(GAME.start(setup()), "ask_p4", "Who are you?")
    drawn = PICTURE.frame(asked, None)
    assert len(looks(drawn, "seat-1-line")) == 1
    assert "“Who are you?”" in words(drawn)
    declined = act(asked, "decline")
    assert "declines to answer" in words(PICTURE.frame(declined, None))
    assert "says nothing" in words(PICTURE.frame(act(GAME.start(setup()), "skip"), None))


def test_passes_are_ticked_and_a_stop_is_a_sign() -> None:
    state = exchange(GAME.start(setup()), 4, "Key?", "No.")
    ticks = []
    for _ in range(3):
        ticks.append(len(looks(PICTURE.frame(state, None), "good-line")))
        state = act(state, "pass")
    assert ticks == [0, 1, 2]
    assert len(looks(PICTURE.frame(act(state, "stop"), None), "bad")) == 1


def test_an_accusation_is_an_arrow_and_the_treasure_is_counted() -> None:
    state = accused(GAME.start(setup((BAG, COPPER))), 1, 4)
    drawn = PICTURE.frame(state, None)
    assert "“I accuse the key holder!”" in " ".join(words(drawn))
    assert {"3 points", "1 point", "0 points"} <= set(words(drawn))
    kinds = [name for name in used(drawn) if not name.endswith("person")]
    assert kinds == [f"are_you_the_traitor-k{card}" for card in (BAG, COPPER)]


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_talk_comes_out_escaped_cut_and_printable(said: str) -> None:
    state = exchange(GAME.start(setup()), 4, "Key?", "No.")
    full = replace(state.hoard, cards=tuple(DECK[n * 8 : n * 8 + 8] for n in range(5)), dealt=40)
    assert harmless(PICTURE.frame(replace(state, talk=(Exchange(1, 4, said, said),), hoard=full), None))


def test_captions_say_rounds_treasure_and_the_last_accusation() -> None:
    assert PICTURE.caption(GAME.start(setup())) == (
        "Round 1, seat 1 asks or says nothing (exchange 1 of 8); rounds won: evil 0, good 0. Points of treasure: "
        "seat 0 (P3, traitor) has 0, seat 1 (P1, evil wizard) has 0, seat 2 (P2, good wizard) has 0, "
        "seat 3 (P4, key holder) has 0, seat 4 (P5, guard) has 0."
    )
    after = PICTURE.caption(accused(GAME.start(setup((BAG, COPPER))), 1, 4))
    assert after.startswith("Round 2, seat 1 asks or says nothing (exchange 1 of 8); rounds won: evil 1, good 0. ")
    assert "The evil wizard accused the key holder: evil wins the round." in after
