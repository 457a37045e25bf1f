"""What a seat of Air, Land & Sea is shown and what stays hidden, how replies are read, what setups hold."""

import re
from collections import Counter
from itertools import permutations

import pytest
from msgspec.structs import replace

from interplay.core.canonical import encode
from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.cards import CODES, MOVES, PACK, TEXTS, text_of
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import State
from interplay.tracks.games.air_land_sea.text import observation
from interplay.tracks.games.air_land_sea.wording import SUMMARY, TOPICS
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw
from interplay.tracks.games.shared.menu import Choice
from tests.games import matches
from tests.games.air_land_sea.tables import (
    DEAL,
    FULL_BATTLE,
    after,
    dealt,
    laid,
    listed,
    setup,
    walk,
    with_other_hidden_cards,
)

AIR, LAND = range(2)


def prompted(state: State, seat: int) -> str:
    return observation(state, seat)


# What is hidden.


@pytest.mark.parametrize("seed", range(12))
def test_a_prompt_does_not_depend_on_what_the_seat_cannot_know(seed: int) -> None:
    stream = Stream("tests", seed, "hidden")
    for state in walk(GAME.start(matches.item("air_land_sea", seed=f"h{seed}").setup), stream):
        for seat in (0, 1):
            other = with_other_hidden_cards(state, seat, stream)
            assert prompted(other, seat) == prompted(state, seat)
            if GAME.to_move(state) == (seat,):
                assert GAME.prompt(other, seat) == GAME.prompt(state, seat)
                for action_id in listed(state):
                    assert GAME.describe(other, seat, action_id) == GAME.describe(state, seat, action_id)  # type: ignore[attr-defined]


def test_a_facedown_card_has_a_name_for_its_owner_only() -> None:
    state = after(dealt(DEAL), "improvise_a4_land")
    assert "your column: facedown A4 Aerodrome [2]" in prompted(state, 0)
    assert "your opponent's column: facedown [2]" in prompted(state, 1)
    assert "Your opponent played a card facedown into land." in prompted(state, 1)
    assert "A4" not in prompted(state, 1)


def test_a_destroyed_card_is_named_to_the_other_only_if_it_was_played_faceup() -> None:
    hidden = after(laid(("L1 L6", "S1 S2"), own={"air": "A5"}), "improvise_l6_sea")
    assert "L6" not in prompted(hidden, 1)
    assert "You played L6 Heavy Tanks facedown into sea, where it was destroyed." in prompted(hidden, 0)
    table = laid(("L6 A6", "S1 S2"), own={"sea": "S5", "land": "(A1)"}, opp={"land": "L3 (A2)"})
    assert "Your opponent played L6 Heavy Tanks faceup into land, where it was destroyed." in prompted(
        after(table, "deploy_l6_land"), 1
    )


def test_a_flipped_or_moved_card_is_told_to_both() -> None:
    state = after(laid(("A3 S1", "L6 L5"), opp={"land": "(S6)"}), "deploy_a3_air", "flip_land_opp")
    assert "You flipped your opponent's S6 Super Battleship in land: it is faceup now." in prompted(state, 0)
    assert "Your opponent flipped your S6 Super Battleship in land: it is faceup now." in prompted(state, 1)
    moved = after(state, "improvise_l6_sea", "deploy_s1_sea", "move_a3_land")
    assert "Your opponent moved A3 Maneuver, number 1 from the bottom in air, to the top in land." in prompted(moved, 1)
    declined = after(state, "improvise_l6_sea", "deploy_s1_sea", "move_none")
    assert "Your opponent declined to use S1 Transport." in prompted(declined, 1)


def test_a_card_taken_back_is_told_by_its_place_only() -> None:
    state = after(laid(("S4 A1", "L2 L3"), own={"land": "(L6) (S6)"}), "deploy_s4_sea", "return_l6")
    assert "You took facedown L6 Heavy Tanks, number 1 from the bottom in land, back into hand." in prompted(state, 0)
    assert "Your opponent took a facedown card, number 1 from the bottom in land, back into hand." in prompted(state, 1)
    assert "L6" not in prompted(state, 1)


# What a seat is shown and asked.


def test_a_prompt_shows_everything_that_the_seat_may_know() -> None:
    state = after(dealt(DEAL), *FULL_BATTLE[:6])
    shown = prompted(state, 0)
    for part in (
        "Battle 1. Victory points: you 0, your opponent 0; the match ends at 12.",
        "You are the 1st Player of this battle",
        "2, 2, 2, 3, 3, 4, 6 if it is the 1st Player, 2, 2, 3, 3, 4, 6, 6 if it is the 2nd Player",
        "Theaters from left to right: air, land, sea. Adjacent: air and land, land and sea.",
        "AIR: your strength 7, your opponent's strength 0",
        "- your column: A4 Aerodrome [4], A3 Maneuver [3]",
        "- your opponent's column: facedown [4]",
        f"- your opponent's {text_of(CODES.index('s2'))}",
        f"- your facedown {text_of(CODES.index('l6'))}",
        f"Your hand (3):\n- {text_of(CODES.index('l5'))}",
        "Your opponent holds 4 cards. The deck has 5 cards.",
        "4. You drew L6 Heavy Tanks and played it facedown into land.",
    ):
        assert part in shown, part
    assert "Your A3 Maneuver in air takes effect: flip an uncovered card of either side in land." in (
        GAME.prompt(state, 0).action
    )
    later = after(state, "flip_land_opp", "withdraw")
    assert (
        "Battle 1: you got 3 victory points, because your opponent withdrew as 2nd Player with 4 cards left in hand."
        in (prompted(later, 0))
    )
    assert "Battle 1: your opponent got 3 victory points, because you withdrew as 2nd Player" in prompted(later, 1)


def test_a_waiting_air_drop_is_shown_to_both() -> None:
    state = after(laid(("A2 S6", "L3 L6")), "deploy_a2_air")
    assert "Your Air Drop is waiting" in prompted(state, 0)
    assert "Your opponent's Air Drop is waiting" in prompted(state, 1)


@pytest.mark.slow
def test_actions_say_whether_their_card_will_be_destroyed_and_it_then_is() -> None:
    seen = set()
    for seed in range(40):
        stream = Stream("tests", seed, "destroyed")
        for state in walk(GAME.start(matches.item("air_land_sea", seed=f"d{seed}").setup), stream, withdrawing=False):
            notes = dict(re.findall(r"^- (\w+)(?:: (.*))?$", GAME.prompt(state, state.seat).action, re.MULTILINE))
            for action_id in listed(state) if GAME.to_move(state) else ():
                kind = action_id.split("_")[0]
                if kind not in ("deploy", "improvise", "reinforce"):
                    continue
                after_it = after(state, action_id)
                said = notes[action_id].endswith("will be destroyed")
                told = (GAME.explain(state, state.seat, f"Explain({action_id})") or "").endswith("destroy it at once.")
                if after_it.battle == state.battle and not after_it.over:
                    destroyed = after_it.log[len(state.log)].destroyed
                    assert said == told == destroyed
                    seen.add((kind, destroyed))
    assert seen == {(kind, end) for kind in ("deploy", "improvise", "reinforce") for end in (False, True)}


def test_every_kind_of_question_is_asked_in_words() -> None:
    asked = set()
    for seed in range(60):
        stream = Stream("tests", seed, "asked")
        for state in walk(GAME.start(matches.item("air_land_sea", seed=f"q{seed}").setup), stream, withdrawing=False):
            if GAME.to_move(state):
                prompt = GAME.prompt(state, state.seat)
                asked.add(state.stack[-1].kind if state.stack else "turn")
                assert all(f"- {action_id}" in prompt.action for action_id in listed(state))
                assert prompt.again and len(prompt.again) < 200
                assert GAME.explain(state, state.seat, f"Explain({listed(state)[-1]})")
    assert asked == {"turn", "maneuver", "ambush", "disrupt", "reply", "move", "return", "play", "reinforce"}


def test_the_rules_are_short_and_explained_by_heading() -> None:
    assert len(SUMMARY.split()) <= 150
    state = dealt(DEAL)
    system = GAME.prompt(state, 0).system
    for number, topic in enumerate(TOPICS, 1):
        assert f"H{number} {topic.heading}" in system
        assert GAME.explain(state, 0, f"Explain(H{number})") == f"{topic.heading}: {topic.text}"
    cards_text = next(topic.text for topic in TOPICS if topic.heading == "Battle Cards")
    assert all(text_of(card) in cards_text for card in PACK)
    assert GAME.explain(state, 0, "Explain(H16)") is None
    explained = GAME.explain(state, 0, "Explain(deploy_a4_air)")
    assert explained is not None
    assert TEXTS[3].effect in explained
    assert GAME.explain(state, 0, "Explain(deploy_s6_sea)") is None, "not in this hand"


def test_the_table_is_drawn_with_all_cards() -> None:
    state = after(dealt(DEAL), *FULL_BATTLE[:-1])
    assert GAME.show(state).split("\n") == [
        "battle 1   victory points 0 : 0   1st Player: seat 0",
        "",
        "seat 1 >A1",
        "                    L3 3",
        "                    (L4) 2",
        "        (A6) 2      S6 6        (S2) 2",
        "        = 2         = 11        = 2",
        "        AIR------   LAND-----   SEA------",
        "        = 7         = 4         = 6",
        "        A4 4        (L6) 2      L1 1",
        "        A3 3        (S5) 2      (L5) 2",
        "                                S3 3",
        "seat 0  no card in hand",
        "deck    A2 A5 L2 S1 S4",
        "",
        "seat 0 played S5 Blockade facedown into land.",
    ]
    following = GAME.show(after(state, "improvise_a1_sea"))
    assert (
        "End of battle 1: all cards are played (air 7 : 2, land 4 : 11, sea 6 : 4). Seat 0 gets 6 victory points."
        in (following)
    )
    assert "Air Drop of seat 1 is waiting" in GAME.show(replace(state, air_drop=(False, True)))
    over = GAME.show(after(replace(state, vp=(6, 6)), "improvise_a1_sea"))
    assert "End of battle 1:" in over
    assert "victory points 12 : 6" in over
    assert "seat 0 withdraws" in GAME.show(after(dealt(DEAL), "withdraw"))


# Replies.


@pytest.mark.parametrize(
    ("text", "action_id"),
    [
        ("deploy_a4_air", "deploy_a4_air"),
        (" Deploy A4 AIR \n", "deploy_a4_air"),
        ('{"action": "withdraw"}', "withdraw"),
        ("{'action': 'improvise_l1_sea', 'text': None}", "improvise_l1_sea"),
        ('```json\n{"action": "deploy_a4_air", "text": null}\n```', "deploy_a4_air"),
    ],
)
def test_an_action_is_read_by_its_id(text: str, action_id: str) -> None:
    assert GAME.parse(dealt(DEAL), 0, text) == Choice(action_id)


@pytest.mark.parametrize("text", ["", "I deploy A4\nto air", '{"reason": "withdraw"}', "x" * 20_000, "{" * 20_000])
def test_a_reply_without_an_id_is_unparsable(text: str) -> None:
    with pytest.raises(UnparsableMove, match="expected") as caught:
        GAME.parse(dealt(DEAL), 0, text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["deploy_a4_land", "deploy_s2_sea", "improvise_a4", "flip_land_own", "return_none"])
def test_an_action_that_is_not_listed_is_illegal_and_quoted(text: str) -> None:
    with pytest.raises(IllegalMove, match=f"found '{text}', expected the id of a listed action"):
        GAME.parse(dealt(DEAL), 0, text)


def test_substitutes_never_withdraw() -> None:
    state = dealt(DEAL)
    choices = [choice.id for choice in GAME.fallback(state, 0)]
    assert choices == listed(state)[:-1]
    assert "withdraw" not in choices
    only = after(laid(("S4 A1", "L2 L3")), "deploy_s4_sea")
    assert [choice.id for choice in GAME.fallback(only, 0)] == ["return_none"]


def test_garbage_is_substituted_by_plays_and_leaves_the_setup_alone() -> None:
    item = matches.item("air_land_sea", seed="garbage")
    prediction = matches.play(item, lambda _: "?")
    verdict = Replay(item).verify(prediction)
    assert [seat.substituted for seat in verdict.seats] == [seat.decisions for seat in verdict.seats]
    assert not any(move.substitute == "withdraw" for moves in prediction.rounds for move in moves)


def test_every_id_is_canonical_and_says_what_it_means() -> None:
    assert len(MOVES) == 3 + 18 * 10 + 9
    for action_id in MOVES:
        assert GAME.encode(GAME.decode(action_id)) == action_id
    with pytest.raises(ValueError, match="not an action"):
        GAME.decode("Deploy A4")


# Setups.


def test_a_setup_holds_every_draw_and_survives_the_wrong_ones() -> None:
    made = GAME.deal("7", {}, "strict")
    assert len(encode(made)) < 4_096
    assert [draw.name for draw in made.draws] == ["order", "first", *(f"battle_{n}" for n in range(1, 12))]
    with pytest.raises(ValueError, match="no options, found shout"):
        GAME.deal("7", {"shout": 1}, "strict")
    whole = {draw.name: draw.values for draw in setup(DEAL).draws}
    for name, values, message in (
        ("order", (0, 1, 1), "expected three theaters"),
        ("first", (2,), "expected three theaters"),
        ("battle_4", PACK[:-1], "battle_4 is"),
        ("battle_11", (*PACK[:-1], 0), "expected the 18 cards"),
    ):
        draws = tuple(Draw(name=n, values=v) for n, v in {**whole, name: values}.items())
        with pytest.raises(ValueError, match=message):
            GAME.start(replace(made, draws=draws))
    with pytest.raises(ValueError, match="needs the draw 'battle_11'"):
        GAME.start(replace(made, draws=made.draws[:-1]))


def test_orders_and_first_players_are_drawn_evenly() -> None:
    setups = [GAME.deal(f"even{n}", {}, "strict") for n in range(600)]
    orders = Counter(made.drawn("order") for made in setups)
    assert set(orders) == set(permutations(range(3)))
    assert min(orders.values()) > 60
    assert 240 < sum(made.drawn("first")[0] for made in setups) < 360


def test_sides_are_the_two_seats() -> None:
    assert GAME.sides(setup(DEAL)) == (("first", (0,)), ("second", (1,)))


def test_swapping_the_players_of_a_mirrored_match_swaps_the_scores() -> None:
    """The same deal with hands and 1st Player exchanged, played by the same two policies, ends the other way round."""
    for seed in range(20):
        made = GAME.deal(f"mirror{seed}", {}, "strict")
        mirrored = replace(made, draws=tuple(_mirrored(draw) for draw in made.draws))
        one, two = (_policies(setup_, swap) for setup_, swap in ((made, False), (mirrored, True)))
        assert GAME.outcome(one).returns == GAME.outcome(two).returns[::-1]


def _mirrored(draw: Draw) -> Draw:
    values = draw.values
    if draw.name == "first":
        return replace(draw, values=(1 - values[0],))
    return draw if draw.name == "order" else replace(draw, values=(*values[6:12], *values[:6], *values[12:]))


def _policies(made: object, swap: bool) -> State:
    state: State = GAME.start(made)  # type: ignore[arg-type]
    while GAME.to_move(state):
        ids = listed(state)
        state = after(state, ids[0] if (state.seat == 0) != swap else ids[len(ids) // 2])
    return state
