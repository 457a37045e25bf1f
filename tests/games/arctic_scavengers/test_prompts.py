"""Arctic Scavengers: what a seat may know and what stays hidden, and what the texts say."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from interplay.tracks.games.arctic_scavengers import text as _arctic_text
from interplay.tracks.games.arctic_scavengers.cards import (
    CARDS,
    DIG,
    HUNT,
    NUMBER,
    TITLES,
    fits,
    strength,
)
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import State
from tests.games.arctic_scavengers.tables import (
    OPENING,
    cards,
    eager,
    play,
    position,
    shuffled,
    states,
)

# What a seat may know


@pytest.mark.parametrize("source", [states, eager])
def test_what_is_hidden_from_a_seat_does_not_change_its_prompt(source: object) -> None:
    for seed in range(6):
        for number, state in enumerate(source(seed)):  # type: ignore[operator]
            if GAME.to_move(state):
                other = shuffled(state, state.seat, number)
                assert GAME.prompt(other, state.seat) == GAME.prompt(state, state.seat)


def test_only_the_initiator_sees_the_contested_card_and_only_if_it_may_look() -> None:
    state = position(OPENING, "refugee*5", contested=cards("grenade"))
    assert "Contested this round: grenade (only you know)." in GAME.prompt(state, 0).observation
    after = play(state, "stop")
    assert "Contested this round: a hidden card." in GAME.prompt(after, 1).observation
    blind = replace(state, table=replace(state.table, peeks=False))
    assert "Contested this round: a hidden card." in GAME.prompt(blind, 0).observation


def test_all_know_which_contested_cards_are_left() -> None:
    state = position("brawler", "refugee", contested=cards("sled_team grenade"))
    left = "this round's card included: wolf_pack, sled_team, field_crew, tribe_family_5, tribe_family_3."
    after = play(state, "stop", "stop")
    assert all(left in GAME.prompt(after, seat).observation for seat in (0, 1))


def test_the_digger_reads_what_it_saw_and_the_other_how_many() -> None:
    yard = tuple(NUMBER[title] for title in ("junk", "medkit", "net"))
    state = play(position("brawler shovel refugee", "refugee*5", junkyard=yard), "dig:brawler+shovel")
    state = play(state, "keep:medkit")
    assert "You: dig:brawler+shovel, looked at junk, medkit, net, kept medkit" in GAME.prompt(state, 0).observation
    other = GAME.prompt(play(state, "stop"), 1).observation
    assert "Your opponent: dig:brawler+shovel, looked at 3 cards, kept one" in other
    assert "medkit" not in other


def test_both_hands_are_shown_in_the_skirmish_and_afterwards() -> None:
    state = play(position("saboteur refugee", "spear brawler", contested=cards("grenade junk")[::-1]), "stop", "stop")
    assert (
        "Your opponent's hand: brawler, spear. It fights with value 4, 1 person." in GAME.prompt(state, 0).observation
    )
    assert "sabotage:spear: leaves your opponent with fight value 2" in GAME.prompt(state, 0).action
    after = GAME.prompt(play(state, "sabotage:spear"), 1).observation
    assert "- Your opponent, in the skirmish: sabotage:spear" in after
    line = "Skirmish for grenade: you with value 2 (brawler; 1 person) against your opponent with value 1 (refugee, "
    assert f"- {line}saboteur; 2 people); won by you" in after


# Texts


def test_the_rules_are_short_and_headings_and_actions_can_be_explained() -> None:
    assert len(_arctic_text.SUMMARY.split()) <= 150
    state = position(OPENING, "refugee*5")
    assert GAME.explain(state, 0, "Explain(H4)") is not None
    listed = GAME.explain(state, 0, "Explain(cards)") or ""
    assert all(title in listed for title in TITLES)
    assert GAME.explain(state, 0, "Explain(dig:brawler+shovel)") == (
        "dig:brawler+shovel: looks at 3 cards, keeps one or none"
    )
    assert GAME.explain(state, 0, "Explain(trash:spear)") is not None
    assert GAME.explain(state, 0, "Explain(hunt:net)") is None


def test_explanations_agree_with_the_engine() -> None:
    texts = " ".join(topic.text for topic in _arctic_text.TOPICS)
    for card in CARDS:
        assert f"{card.title}: {card.kind}" in texts
    assert "12 announcements" in texts
    assert "price 6 food or medicine, in any mix" in texts


def test_cards_say_who_fights_and_who_can_carry_what() -> None:
    shown = GAME.prompt(position(OPENING, "refugee*5"), 0).observation
    assert "- refugee: person, counts as 1; dig 0, hunt 0, no fight\n" in shown
    assert "a person without a number for an action cannot do it, nor carry a tool or follow a leader in it" in shown
    persons = [(number, card) for number, card in enumerate(CARDS) if card.kind == "person"]
    tools = [number for number, card in enumerate(CARDS) if card.kind == "tool"]
    for number, card in persons:
        said = _arctic_text.card_text(number)
        armed = {tool for tool in tools if strength((number, tool)) > strength((number,))}
        assert armed == (set() if "no fight" in said else set(tools)), card.title
        for act, verb in ((DIG, "dig"), (HUNT, "hunt")):
            equipped = {tool for tool in tools if fits(tuple(sorted((number, tool))), act)}
            useful = {tool for tool in tools if f"{verb} +" in _arctic_text.card_text(tool)}
            assert equipped == (useful if re.search(rf"\b{verb} [0-9]", said) else set()), card.title


def test_the_drawing_shows_everything() -> None:
    for state in eager(3):
        drawn = GAME.show(state)
        assert all(f"seat {seat}" in drawn for seat in (0, 1))
        assert max(map(len, drawn.splitlines())) < 500


def test_states_survive_json() -> None:
    last = [*eager(5)][-1]
    assert msgspec.json.decode(msgspec.json.encode(last), type=State) == last
