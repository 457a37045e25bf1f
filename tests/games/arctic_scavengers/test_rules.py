"""Arctic Scavengers: the cases that its specification works out, and rules beyond them."""

from collections import Counter

import pytest
from msgspec.structs import replace

from interplay.tracks.games.arctic_scavengers.cards import (
    CARDS,
    DIG,
    NUMBER,
    PILES,
    strength,
    value_of,
)
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import Event
from interplay.tracks.games.verdicts import Outcome
from tests.games.arctic_scavengers.tables import OPENING, cards, dealt, menu, play, position, states, titles

# The cases of the specification, in its order


def test_1_an_opening_hand_has_37_actions() -> None:
    listed = menu(position(OPENING, "refugee*5"))
    digs = [action for action in listed if action.startswith("dig:")]
    assert [value_of(cards(dig[4:].replace("+", " ")), DIG) for dig in digs] == [1, 1, 2, 2, 3, 3, 4]
    assert [a for a in listed if a[:4] in ("draw", "hunt", "hire")] == [
        "draw:scavenger",
        "hunt:scavenger",
        "hunt:refugee+spear",
        "hunt:scavenger+spear",
    ]
    assert sum(action.startswith("trash:") for action in listed) == 25
    assert len(listed) == 37
    assert listed[-1] == "stop"
    assert "dig:refugee+scavenger" not in listed


def test_2_a_refugee_with_a_net_finds_two_food_and_a_net_alone_none() -> None:
    state = position("refugee*2 net", "refugee*5")
    assert "hunt:net" not in menu(state)
    assert play(state, "hunt:refugee+net").tribes[0].food == 2


@pytest.mark.parametrize(
    ("food", "hand", "listed", "missing"),
    [
        pytest.param(4, "medkit pills*2", ["hire:thugs:medkit", "hire:thugs:pills+pills"], ["hire:thugs"], id="mix"),
        pytest.param(6, "pills medkit", ["hire:thugs"], ["hire:thugs:pills", "hire:thugs:medkit"], id="food only"),
        pytest.param(0, "medkit*3", ["hire:thugs:medkit+medkit+medkit"], ["hire:thugs:medkit+medkit"], id="medicine"),
        pytest.param(9, "refugee", ["hire:scavenger"], ["hire:hunter", "hire:scout"], id="food is no medicine"),
        pytest.param(0, "pills*9", ["hire:hunter:pills"], ["hire:scavenger:pills"], id="medicine is no food"),
        pytest.param(1, "pills medkit", ["hire:saboteur:medkit"], ["hire:saboteur:medkit+pills"], id="none to spare"),
    ],
)
def test_3_hires_are_listed_with_the_medicine_that_they_need(
    food: int, hand: str, listed: list[str], missing: list[str]
) -> None:
    found = menu(position(hand, "refugee*5", food=food))
    assert set(listed) <= set(found)
    assert not set(missing) & set(found)


@pytest.mark.parametrize("food", range(8))
def test_4_a_hunter_is_never_hired_without_medicine(food: int) -> None:
    assert "hire:hunter" not in menu(position("refugee junk", "refugee*5", food=food))


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("scavenger brawler spear refugee", 5),
        ("refugee*3 scavenger shovel", 2),
        ("tribe_family_5 grenade net", 3),
        ("tribe_family_5 group_leaders", 2),
        ("refugee spear", 0),
        ("sniper_team grenade", 0),
        ("scavenger brawler grenade spear net group_leaders", 10),
        ("", 0),
    ],
)
def test_5_hands_fight_with_the_best_tool_of_each_person(hand: str, value: int) -> None:
    assert strength(cards(hand)) == value


def test_6_a_saboteur_cancels_a_dig_and_both_cards_are_used() -> None:
    state = play(position("brawler shovel refugee", "saboteur refugee*4"), "dig:brawler+shovel")
    assert (state.phase, state.seat) == ("respond", 1)
    assert menu(state) == ["sabotage:shovel", "pass"]
    state = play(state, "sabotage:shovel")
    assert (state.phase, state.seat) == ("gather", 0)
    assert (titles(state.tribes[0].hand), titles(state.tribes[0].used)) == ("refugee brawler", "shovel")
    assert titles(state.tribes[1].used) == "saboteur"
    assert "dig:brawler" in menu(state)


def test_7_snipers_that_are_hit_first_hit_nobody() -> None:
    state = position("sniper_team refugee", "sniper_team brawler", contested=cards("grenade"))
    state = play(state, "stop", "stop")
    assert (state.phase, state.seat, menu(state)) == ("skirmish", 0, ["snipe:brawler", "snipe:sniper_team", "pass"])
    state = play(state, "snipe:sniper_team")
    assert state.phase == "over"
    assert [event.action for event in state.log] == ["snipe:sniper_team", "fight"]
    assert state.log[-1].hands == (cards("sniper_team refugee"), cards("brawler"))


def test_8_what_is_dug_up_and_not_kept_goes_below_the_junkyard() -> None:
    yard = tuple(NUMBER[title] for title in ("junk", "pills", "net", "medkit", "medkit"))
    state = play(position("brawler shovel refugee", "refugee*5", junkyard=yard), "dig:brawler+shovel")
    assert (state.phase, menu(state)) == ("keep", ["keep:junk", "keep:net", "keep:pills", "keep:none"])
    kept = play(state, "keep:pills")
    assert titles(kept.junkyard) == "medkit medkit junk net"
    assert sorted(titles(kept.tribes[0].used).split()) == ["brawler", "pills", "shovel"]
    assert titles(play(state, "keep:none").junkyard) == "medkit medkit junk pills net"


@pytest.mark.parametrize(("other", "winner"), [("brawler scavenger refugee*3", 1), ("brawler scavenger refugee*2", -1)])
def test_9_more_people_win_an_equal_fight_and_full_ties_go_to_the_junkyard(other: str, winner: int) -> None:
    state = position("brawler scavenger refugee*2", other, contested=cards("sled_team grenade"))
    top, size = state.contested[0], len(state.junkyard)
    after = play(state, "stop", "stop")
    assert after.log[-1].seat == winner
    assert len(after.junkyard) == size + (winner < 0)
    assert (top in after.junkyard) == (winner < 0)
    assert (top in after.tribes[1].owned) == (winner == 1)


def test_10_a_short_game_from_the_first_card_to_the_score() -> None:
    state = position("scavenger*2 refugee spear brawler", "refugee*3 scavenger shovel", contested=cards("field_crew"))
    state = play(state, "hunt:scavenger")
    assert state.tribes[0].food == 1
    state = play(state, "hire:scavenger", "stop", "stop")
    assert GAME.to_move(state) == ()
    assert [strength(hand) for hand in state.log[-1].hands] == [5, 2]
    assert [tribe.size for tribe in state.tribes] == [13, 8]
    assert GAME.outcome(state) == Outcome("larger_tribe", (1.0, 0.0), (1.0, 0.0))


# Rules beyond the cases


def test_the_deck_has_129_cards_and_a_tribe_starts_with_8_people() -> None:
    assert sum(2 * c.started + c.hired + c.dumped + c.contested for c in CARDS) == 129
    state = dealt()
    assert [tribe.size for tribe in state.tribes] == [8, 8]
    assert (len(state.junkyard), sum(PILES), len(state.contested)) == (42, 61, 6)


def test_gathering_ends_without_stop_when_the_hand_is_empty_even_with_food() -> None:
    state = play(position("scavenger*2", "refugee*5"), "hunt:scavenger+scavenger")
    assert (state.seat, state.gatherer) == (1, 1)


def test_gathering_ends_when_nothing_but_stop_is_left() -> None:
    state = play(position("refugee*2 scavenger", "refugee*5"), "trash:scavenger")
    assert state.seat == 1


def test_a_hand_of_refugees_can_only_trash() -> None:
    assert {action.partition(":")[0] for action in menu(position("refugee*5", "refugee*5"))} == {"trash", "stop"}


def test_gathering_ends_after_twelve_announcements() -> None:
    state = position("brawler*3 scavenger*12", "sniper_team*14")
    for _ in range(11):
        state = play(state, "dig:scavenger", "snipe:scavenger")
    assert state.gatherer == 0
    assert play(state, "dig:scavenger", "snipe:scavenger").gatherer == 1


def test_a_response_can_be_passed_and_leaves_no_trace() -> None:
    state = play(position("scavenger*2 refugee", "saboteur sniper_team"), "hunt:scavenger")
    assert menu(state) == ["snipe:scavenger", "pass"]
    state = play(state, "pass")
    assert state.tribes[0].food == 1
    assert state.log == (Event(1, 0, "hunt:scavenger"),)


def test_nobody_responds_to_what_it_cannot_hit() -> None:
    state = position("scavenger*2 refugee pills", "saboteur refugee", food=1)
    assert play(state, "hunt:scavenger").phase == "gather"
    assert play(state, "hire:saboteur:pills").phase == "gather"
    assert play(position("refugee net", "saboteur refugee"), "trash:net").phase == "respond"


def test_the_initiator_can_respond_in_the_gathering_of_the_other() -> None:
    state = play(position("sniper_team refugee", "scavenger*3"), "stop", "draw:scavenger")
    assert (state.seat, state.gatherer) == (0, 1)
    state = play(state, "snipe:scavenger")
    assert (titles(state.tribes[0].used), titles(state.tribes[1].used)) == ("sniper_team", "scavenger")


def test_leaders_count_as_persons_for_snipers() -> None:
    state = play(position("refugee group_leaders junk", "sniper_team junk"), "dig:refugee+group_leaders")
    assert menu(state) == ["snipe:refugee", "snipe:group_leaders", "pass"]


def test_each_saboteur_and_sniper_hits_once_in_the_skirmish_and_stays() -> None:
    state = position("saboteur*2 sniper_team", "net*2 spear brawler", contested=cards("grenade"))
    state = play(state, "stop", "stop", "sabotage:net", "sabotage:spear")
    assert menu(state) == ["snipe:brawler", "pass"]
    state = play(state, "pass")
    assert state.log[-1].hands == (cards("saboteur*2 sniper_team"), cards("net brawler"))


def test_draws_take_what_there_is_without_a_reshuffle() -> None:
    state = position("scavenger*2 scout", "refugee*5")
    state = replace(state, tribes=(replace(state.tribes[0], reserve=cards("junk net")), state.tribes[1]))
    after = play(state, "draw:scavenger+scout").tribes[0]
    assert (titles(after.hand), after.reserve, titles(after.used)) == ("scavenger junk net", (), "scavenger scout")
    assert not [a for a in menu(replace(state, tribes=(after, state.tribes[1]))) if a.startswith("draw")]


def test_an_empty_junkyard_cannot_be_dug_in_and_a_short_one_yields_less() -> None:
    state = position("brawler shovel", "refugee*5", junkyard=())
    assert not [action for action in menu(state) if action.startswith("dig")]
    short = play(position("brawler shovel junk", "refugee*5", junkyard=cards("net")), "dig:brawler+shovel")
    assert menu(short) == ["keep:net", "keep:none"]


def test_hires_pay_food_and_medicine_and_empty_piles_have_nobody() -> None:
    state = play(position("medkit refugee", "refugee*5", food=5), "hire:thugs:medkit")
    assert (state.tribes[0].food, state.piles[-1]) == (0, 4)
    assert titles(state.tribes[0].used) == "medkit thugs"
    empty = position("medkit refugee", "refugee*5", food=5, piles=(0,) * 8)
    assert not [action for action in menu(empty) if action.startswith("hire")]


def test_trashed_cards_are_shuffled_into_the_junkyard_by_the_stored_ranks() -> None:
    state = position("refugee*2 junk", "refugee*5")
    first, again = play(state, "trash:refugee+junk"), play(state, "trash:refugee+junk")
    assert first.junkyard == again.junkyard
    assert sorted(first.junkyard) == sorted((*state.junkyard, *cards("refugee junk")))
    other = replace(state.table, dumps=(state.table.dumps[0][::-1], *state.table.dumps[1:]))
    assert play(replace(state, table=other), "trash:refugee+junk").junkyard != first.junkyard


def test_shuffles_are_uniform_over_the_places_of_the_cards() -> None:
    tops = Counter(tribe.reserve[0] for seed in range(150) for tribe in dealt(str(seed)).tribes)
    expected = {NUMBER[c.title]: 30 * c.started for c in CARDS if c.started}
    assert sum((tops[card] - n) ** 2 / n for card, n in expected.items()) < 18.5, tops


def test_all_cards_are_shuffled_together_for_a_new_round() -> None:
    state = position("scavenger refugee spear", "refugee*5")
    after = play(state, "hunt:scavenger+spear", "hire:brawler", "stop", "stop")
    assert (after.round, after.initiator, after.seat) == (2, 1, 1)
    assert all((len(t.hand), t.used, t.food, t.done) == (5, (), 0, 0) for t in after.tribes)
    assert after.tribes[0].owned.count(NUMBER["brawler"]) == 2


def test_equal_tribes_share_the_point_and_a_forfeit_loses_it() -> None:
    state = position("refugee", "refugee", contested=cards("grenade"))
    over = play(state, "stop", "stop")
    assert GAME.outcome(over) == Outcome("equal_tribes", (0.5, 0.5), (0.5, 0.5))
    assert GAME.forfeit(state, 0).returns == (0.0, 1.0)


def test_five_rounds_leave_the_family_of_three_out() -> None:
    state = dealt(rounds=5)
    assert NUMBER["tribe_family_3"] not in state.contested
    assert [*states("0", rounds=5)][-1].round == 5
