"""Arctic Scavengers: the cases its specification works out, what must hold in every match, what stays hidden."""

from collections import Counter
from itertools import combinations, pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.arctic_scavengers import text as _arctic_text
from interplay.tracks.games.arctic_scavengers.cards import (
    ACTS,
    CARDS,
    CONTESTED,
    DIG,
    HUNT,
    LEADER,
    NUMBER,
    PEOPLE,
    PERSON,
    PILES,
    TITLES,
    TOOL,
    VALUES,
    Cards,
    fits,
    plays,
    strength,
    value_of,
)
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import Event, State
from interplay.tracks.games.base import Outcome
from interplay.tracks.games.match.play import Situation
from tests.games import matches
from tests.games.arctic_scavengers.tables import cards, dealt, eager, menu, play, position, states, titles

OPENING = "refugee scavenger brawler spear shovel"
PLAYERS = ("random", "first", "last")


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


# What can be played, against the definition


_MANY = st.lists(st.integers(0, len(TITLES) - 1), max_size=7).map(lambda found: tuple(sorted(found)))


def legal(chosen: Cards, act: int) -> bool:
    values = [VALUES[act][card] for card in chosen]
    persons, tools, leaders = (sum(kind[card] for card in chosen) for kind in (PERSON, TOOL, LEADER))
    return -1 not in values and persons >= 1 and tools <= persons and leaders <= persons and sum(values) >= 1


@settings(max_examples=150, deadline=None)
@given(hand=_MANY, act=st.integers(0, HUNT))
def test_exactly_the_choices_without_a_superfluous_card_are_listed(hand: Cards, act: int) -> None:
    every = {chosen for size in range(1, len(hand) + 1) for chosen in combinations(hand, size)}
    good = {chosen for chosen in every if legal(chosen, act)}
    minimal = [
        chosen
        for chosen in good
        if not any(
            part in good and value_of(part, act) == value_of(chosen, act)
            for size in range(1, len(chosen))
            for part in combinations(chosen, size)
        )
    ]
    assert list(plays(hand, act)) == sorted(minimal, key=lambda chosen: (len(chosen), chosen))
    assert {chosen for chosen in every if fits(chosen, act)} == set(minimal)


@settings(max_examples=100, deadline=None)
@given(hand=_MANY)
def test_the_fight_value_is_the_best_of_all_ways_to_equip_the_persons(hand: Cards) -> None:
    fighting = [card for card in hand if PERSON[card] and CARDS[card].fight is not None]
    values = {card: CARDS[card].fight or 0 for card in hand}
    aids = [[card for card in hand if kind[card]] for kind in (TOOL, LEADER)]
    best = [
        max(sum(values[c] for c in chosen) for n in range(len(fighting) + 1) for chosen in combinations(kind, n))
        if kind
        else 0
        for kind in aids
    ]
    assert strength(hand) == sum(values[card] for card in fighting) + sum(best)


# Invariants of every match


@pytest.mark.parametrize("pick", PLAYERS)
def test_matches_end_within_the_bound_and_score_one_point(pick: str) -> None:
    for seed in range(40):
        *path, last = states(seed, pick)
        assert len(path) <= GAME.longest
        assert sum(GAME.outcome(last).returns) == 1
        assert last.round == 6


@pytest.mark.parametrize("source", [states, eager])
def test_cards_are_conserved_and_food_and_hands_are_what_they_can_be(source: object) -> None:
    whole = _everything(dealt())
    for seed in range(25):
        for state in source(seed):  # type: ignore[operator]
            assert _everything(state) == whole
            assert all(tribe.food >= 0 for tribe in state.tribes)
            if state.phase == "gather" and state.count == 0:
                tribe = state.tribes[state.seat]
                assert len(tribe.hand) == min(5, len(tribe.owned)) or state.seat != state.initiator or state.round == 1


def _everything(state: State) -> Counter[int]:
    """Return how many cards of each title there are on the table; dug-up cards are still in the junkyard."""
    piles = Counter(dict.fromkeys(range(len(CARDS)), 0))
    piles.update(dict(zip((n for n, c in enumerate(CARDS) if c.hired), state.piles, strict=True)))
    for zone in (state.junkyard, state.contested, *(tribe.owned for tribe in state.tribes)):
        piles.update(zone)
    return piles


def test_each_action_is_done_once_a_round_and_tribes_change_only_by_gains_and_losses() -> None:
    for seed in range(25):
        for before, after in pairwise(eager(seed)):
            new = after.log[len(before.log) :]
            for seat in (0, 1):
                done = [e.action.partition(":")[0] for e in after.log if e.seat == seat and not e.answer]
                rounds = [e.round for e in after.log if e.seat == seat and not e.answer]
                acts = [pair for pair in zip(rounds, done, strict=True) if pair[1] in ACTS]
                assert len(acts) == len(set(acts))
                change = after.tribes[seat].size - before.tribes[seat].size
                assert change == sum(_gain(event, seat) for event in new)


def _gain(event: Event, seat: int) -> int:
    if event.seat != seat or event.answer:
        return 0
    verb, _, rest = event.action.partition(":")
    if verb == "trash":
        return -sum(PEOPLE[NUMBER[title]] for title in rest.split("+"))
    gained = {"hire": rest.partition(":")[0], "fight": TITLES[event.cards[0]] if event.cards else ""}.get(verb, "")
    return PEOPLE[NUMBER[gained]] if gained else PEOPLE[event.kept] if event.kept >= 0 else 0


def test_an_action_is_accepted_exactly_if_it_is_listed() -> None:
    ids = {action for seed in range(4) for state in eager(seed) if GAME.to_move(state) for action in menu(state)}
    for state in [*states(1), *eager(2)]:
        if not GAME.to_move(state):
            continue
        listed = menu(state)
        assert len(listed) == len(set(listed))
        accepted = {action for action in ids | set(listed) if GAME.listed(state, state.seat, action)}  # type: ignore[attr-defined]
        assert accepted == set(listed)


@pytest.mark.parametrize(
    "text",
    [
        "dig:shovel+brawler",
        "dig:",
        "dig",
        "dig:brawler+",
        "hire:",
        "hire:scavenger:",
        "hire:refugee",
        "trash:refugee+scavenger+brawler+spear",
        "trash:refugee+refugee",
        "trash:" + "+".join(["refugee"] * 3_000),
        "hire:thugs:" + "+".join(["pills"] * 3_000),
        "keep:none",
        "pass",
        "stop stop",
        "+" * 20_000,
        "dig:" + ":" * 19_000,
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    state = position(OPENING, "refugee*5", food=1)
    with pytest.raises(MoveError) as caught:
        GAME.parse(state, 0, text)
    assert isinstance(caught.value, UnparsableMove | IllegalMove)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["dig:brawler+shovel", " Dig:Brawler+Shovel ", '{"action": "dig:brawler+shovel"}'])
def test_an_action_is_read_from_an_id_or_an_object(text: str) -> None:
    assert GAME.parse(position(OPENING, "refugee*5"), 0, text).id == "dig:brawler+shovel"


# Substitutes


def test_substitutes_trash_nothing_and_respond_to_nothing() -> None:
    for seed in range(10):
        for state in eager(seed):
            if GAME.to_move(state):
                found = {choice.id for choice in GAME.fallback(state, state.seat)}
                if state.phase in ("respond", "skirmish"):
                    assert found == {"pass"}
                else:
                    assert found == {action for action in menu(state) if not action.startswith("trash")}


def test_an_agent_that_answers_garbage_sees_the_same_setup() -> None:
    item = matches.item("arctic_scavengers", seed="garbage")
    seen: list[list[str]] = []
    for player in (lambda _: "nonsense", matches.randomly(3)):
        asked: list[State] = []

        def reply(ask: object, player: object = player, asked: list[State] = asked) -> str:
            situation = ask.situation  # type: ignore[attr-defined]
            assert isinstance(situation, Situation)
            asked.append(situation.state)
            return player(ask)  # type: ignore[operator,no-any-return]

        matches.play(item, reply)
        contested = [titles(state.contested[:1]) for state in asked]
        seen.append([titles(asked[0].tribes[0].owned), *dict.fromkeys(contested)])
    assert seen[0] == seen[1]


# Setups


def test_setups_are_small_and_hold_every_shuffle() -> None:
    setup = matches.item("arctic_scavengers", seed="size").setup
    assert len(canonical.encode(setup)) < 4_500
    state = GAME.start(setup)
    assert [len(ranks) for ranks in state.table.decks[::2]] == [10, 13, 16, 19, 22, 25]
    assert max(len(t.owned) for n in range(20) for s in eager(n, start=dealt(str(n))) for t in s.tribes) <= 28


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("initiator", (2,)),
        ("junkyard", (9,) * 42),
        ("contested", CONTESTED[:5]),
        ("decks", tuple(range(210))),
        ("dumps", (0,)),
    ],
)
def test_setups_that_cannot_have_been_dealt_are_refused(name: str, values: tuple[int, ...]) -> None:
    setup = matches.item("arctic_scavengers").setup
    draws = tuple(replace(draw, values=values) if draw.name == name else draw for draw in setup.draws)
    with pytest.raises(ValueError, match=r"found|order|not those"):
        GAME.start(replace(setup, draws=draws))


def test_setups_with_too_many_ranks_are_refused() -> None:
    setup = matches.item("arctic_scavengers").setup
    *others, dumps = setup.draws
    with pytest.raises(ValueError, match="ranks, expected 1167"):
        GAME.start(replace(setup, draws=(*others, replace(dumps, values=(*dumps.values, 0)))))


@pytest.mark.parametrize("options", [{"rounds": 4}, {"initiator_peeks": 2}, {"turns": 6}])
def test_unknown_options_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="options"):
        GAME.deal("0", options, "strict")


# What a seat may know


def shuffled(state: State, seat: int, seed: int) -> State:
    """Return *state* with everything changed that is hidden from *seat*."""
    stream = Stream("tests", seed, "hidden")
    own, other = state.tribes[seat], state.tribes[1 - seat]
    shown = state.phase == "skirmish"
    hidden = stream.shuffled([_like(c) for c in (other.reserve if shown else other.reserve + other.hand)])
    size = len(other.reserve)
    other = replace(
        other,
        reserve=tuple(hidden[:size]),
        hand=other.hand if shown else tuple(sorted(hidden[size:])),
        used=tuple(map(_like, other.used)),
    )
    own = replace(own, reserve=tuple(stream.shuffled(own.reserve)))
    seen = len(state.contested) - (seat == state.initiator)
    top = state.contested[: len(state.contested) - seen]
    start = len(state.revealed)
    return replace(
        state,
        tribes=(own, other) if seat == 0 else (other, own),
        junkyard=state.junkyard[:start] + tuple(stream.shuffled(state.junkyard[start:])),
        contested=top + tuple(stream.shuffled(state.contested[len(top) :])),
        log=tuple(_forgotten(event, seat) for event in state.log),
        table=replace(state.table, decks=state.table.decks[::-1], dumps=state.table.dumps[::-1]),
    )


def _like(card: int) -> int:
    """Return another card with as many people."""
    return NUMBER["junk"] if PEOPLE[card] == 0 else NUMBER["hunter"] if PEOPLE[card] == 1 else card


def _forgotten(event: Event, seat: int) -> Event:
    """Return *event* with other cards where *seat* has not seen them."""
    if event.action == "fight" or event.seat == seat:
        return event
    return replace(event, cards=tuple(map(_like, event.cards)), kept=0 if event.kept >= 0 else -1)


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
    assert "The other: dig:brawler+shovel, looked at 3 cards, kept one" in other
    assert "medkit" not in other


def test_both_hands_are_shown_in_the_skirmish_and_afterwards() -> None:
    state = play(position("saboteur refugee", "spear brawler", contested=cards("grenade junk")[::-1]), "stop", "stop")
    assert "The other's hand: brawler, spear. It fights with value 4, 1 person." in GAME.prompt(state, 0).observation
    assert "sabotage:spear: the other is left with fight value 2" in GAME.prompt(state, 0).action
    after = GAME.prompt(play(state, "sabotage:spear"), 1).observation
    assert "- The other, in the skirmish: sabotage:spear" in after
    line = (
        "Skirmish for grenade: you with value 2 (brawler; 1 person) against the other with value 1 (refugee, saboteur;"
    )
    assert f"- {line} 2 people); won by you" in after


# Texts


def test_the_rules_are_short_and_headings_and_actions_can_be_explained() -> None:
    assert len(_arctic_text.summary().split()) <= 150
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
    texts = " ".join(topic.text for topic in _arctic_text.topics())
    for card in CARDS:
        assert f"{card.title}: {card.kind}" in texts
    assert "12 announcements" in texts
    assert "price 6 food or medicine, in any mix" in texts


def test_the_drawing_shows_everything() -> None:
    for state in eager(3):
        drawn = GAME.show(state)
        assert all(f"seat {seat}" in drawn for seat in (0, 1))
        assert max(map(len, drawn.splitlines())) < 500


def test_states_survive_json() -> None:
    last = [*eager(5)][-1]
    assert msgspec.json.decode(msgspec.json.encode(last), type=State) == last
