"""Hive as it is played: replies, what players are shown, explanations, substitutes."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.core.driver import Ask
from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.tracks.games.base import Open
from interplay.tracks.games.hive import board
from interplay.tracks.games.hive import text as texts
from interplay.tracks.games.hive.position import RESERVE, SIZE, TILES, Limits, destinations
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.shared.menu import Choice, Topic
from tests.games import matches
from tests.games.hive.tables import NINE_TURNS, POCKET, STUCK, after, flat, menu, random_game, start, step, table


@pytest.mark.parametrize(
    "text",
    [
        "place:ant",
        " place:ant\n",
        "PLACE:ANT",
        '{"action": "place:ant"}',
        "{'action': 'Place:Ant'}",
        "```\nplace:ant\n```",
    ],
)
def test_an_id_is_read_in_every_form_of_a_reply(text: str) -> None:
    assert GAME.parse(start(), 0, text) == Choice("place:ant")


@pytest.mark.parametrize(
    "text",
    [
        *("place:beetle", "place:ant@0,0", "to:0,0", "move:0,0", "pass", "place", "place:", "place:ants", "0,0"),
        *(
            "Explain(H99)",
            "",
            "I place an ant.",
            "{}",
            '{"action": 3}',
            "x" * 20_000,
            "place:" * 3_000,
        ),
    ],
)
def test_anything_else_is_refused_with_a_short_message(text: str) -> None:
    with pytest.raises(MoveError) as caught:
        GAME.parse(start(), 0, text)
    assert len(str(caught.value)) < 200
    assert "expected" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["to:00,0", "to:+0,0", "to:-0,0", "to:0,0 ", "to:0,4096", "to:1,-4096", "to:0,0@1,0", "move:0,0>0,0", "to:٠,0"],
)
def test_a_hex_has_one_spelling(text: str) -> None:
    state = after(["place:ant"])
    assert menu(state) == ["to:0,0"]
    assert not GAME.listed(state, 0, text)  # type: ignore[attr-defined]


def test_listed_is_being_on_the_menu() -> None:
    for options in ({}, {"flat_actions": 1}):
        for seed in range(3):
            states = list(random_game(f"listed{seed}", max_turns=20, **options))
            ids = sorted({action_id for state in states if GAME.to_move(state) for action_id in menu(state)} | {"pass"})
            for state in states[::5]:
                if GAME.to_move(state):
                    listed = [i for i in ids if GAME.listed(state, state.seat, i)]  # type: ignore[attr-defined]
                    assert listed == sorted(menu(state))


@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.from_regex(r"(place|move|to|pass)[:@>a-z0-9,-]{0,30}", fullmatch=True), st.text(max_size=40)))
def test_only_listed_ids_are_read_and_applied(text: str) -> None:
    state = table(POCKET, seat=1)
    try:
        choice = GAME.parse(state, 1, text)
    except (UnparsableMove, IllegalMove):
        return
    assert choice.id in menu(state)
    GAME.apply(state, {1: choice})


def test_an_unknown_action_is_not_applied() -> None:
    with pytest.raises(ValueError, match="not an action of hive"):
        GAME.apply(start(), {0: Choice("place:beetle")})


def test_who_never_sends_a_move_plays_the_same_setup_with_substitutes_from_the_menu() -> None:
    item = matches.item("hive", max_turns=4)
    shown: list[str] = []

    def gibberish(ask: Ask) -> str:
        shown.append(ask.messages[0].content)
        return "no idea"

    verdict = Replay(item).verify(matches.play(item, gibberish))
    proper: list[str] = []

    def first(ask: Ask) -> str:
        proper.append(ask.messages[0].content)
        return matches.randomly(0)(ask)

    matches.play(item, first)
    assert shown[0] == shown[1] == shown[2] == proper[0]
    assert [seat.substituted for seat in verdict.seats] == [seat.decisions for seat in verdict.seats]


# What players are shown


def test_the_drawing_has_every_tile_where_it_stands() -> None:
    state = table(POCKET, seat=1)
    drawn = "\n".join(texts.drawing(state))
    assert drawn == DRAWN
    assert sorted(re.findall(r"[bg][QSGA]", drawn)) == sorted(POCKET.values())


DRAWN = """\
r  -2 [  2]              .   .
r  -1 [ -1]    .   .   .   bQ  .   .
r   0 [ -2]  .   bA  .   bA  bG  bS  .
r   1 [ -2]    .   gG  gA  .   .   .
r   2 [ -3]  .   gS  .   gQ  .
r   3 [ -3]    .   gA  .   .
r   4 [ -3]      .   ."""


def test_neighbours_are_drawn_beside_each_other() -> None:
    for state in list(random_game("drawn", max_turns=15))[::3]:
        at = {}
        for line in texts.drawing(state):
            r, first, row = re.fullmatch(r"r +(-?\d+) \[ *(-?\d+)\]  (.*)", line).groups()  # type: ignore[union-attr]
            indent = len(row) - len(row.lstrip())
            for found in re.finditer(r"[bg][QSGA]|\.", row):
                at[int(first) + (found.start() - indent) // 4, int(r)] = found.group()
        tiles = {board.axial(w): texts.LABELS[tile] for tile, w in enumerate(state.where) if w != RESERVE}
        assert {hex_: label for hex_, label in at.items() if label != "."} == tiles


def test_a_prompt_says_all_of_the_position() -> None:
    prompt = GAME.prompt(after(["place:grasshopper"], after(NINE_TURNS[:5], start(max_turns=60))), 1)
    for part in (
        "You are green",
        "Tiles on the plane, as q,r: -1,1 gQ; -1,2 gA; 0,0 bQ; 0,1 bG.",
        "Blue: reserve spider 2, grasshopper 2, ant 3; queen placed, 2 of 6 hexes around it occupied.",
        "Green: reserve spider 2, grasshopper 3, ant 2; queen placed, 3 of 6 hexes around it occupied.",
        "Turns taken: blue 3, green 2. Turns left: blue 57, green 58.",
        "Last turn: blue grasshopper moved from 0,-1 to 0,1.",
        "You are placing: grasshopper.",
    ):
        assert part in prompt.observation
    assert "- to:-2,1\n" in prompt.action
    assert "After 60 turns" in prompt.system
    assert prompt.action.endswith(f"\n{prompt.again}")


def test_both_seats_are_shown_the_same_position() -> None:
    for state in list(random_game("seats", max_turns=10))[:-1]:
        blue, green = (GAME.prompt(state, seat).observation.split("\n\n", 1)[1] for seat in (0, 1))
        assert blue == green


def test_the_prompt_lists_the_menu() -> None:
    for options in ({}, {"flat_actions": 1}):
        for state in list(random_game("menu", max_turns=8, **options))[:-1]:
            listed = re.findall(r"^- ([^\s]+?)(?:: .*)?$", GAME.prompt(state, state.seat).action, re.MULTILINE)
            assert listed == menu(state)


@pytest.mark.parametrize("flags", [(False, False), (True, False), (False, True), (True, True)])
def test_the_rules_fit_the_options_in_150_words(flags: tuple[bool, bool]) -> None:
    limits = Limits(60, repetition=flags[0], adjudicate=flags[1])
    summary = texts.rules(limits)[0]
    assert len(summary.split()) <= 150
    (limit,) = [topic.text for topic in texts.rules(limits)[1] if topic.heading == "Turn limit"]
    for text in (summary, limit):
        assert "After 60 turns" in text
        assert ("third occurrence" in text) == flags[0]
        assert ("six if it was not placed" in text) == flags[1]
        assert ("is a draw. " in f"{text} ") == (not flags[1] or flags[0])


def test_every_heading_and_every_listed_action_can_be_explained() -> None:
    state = start(max_turns=60)
    topics: tuple[Topic, ...] = texts.rules(Limits(60))[1]
    for number, topic in enumerate(topics, 1):
        assert GAME.explain(state, 0, f"Explain(H{number})") == f"{topic.heading}: {topic.text}"
        assert f"H{number} {topic.heading}" in GAME.prompt(state, 0).system
    for options in ({}, {"flat_actions": 1}):
        for following in list(random_game("explain", max_turns=10, **options))[:-1]:
            for action_id in menu(following):
                assert GAME.explain(following, following.seat, f"Explain({action_id})")
    assert GAME.explain(table(STUCK, seat=1), 1, "Explain(pass)") == f"pass: {texts.PASSING}"
    assert GAME.explain(state, 0, "Explain(to:0,0)") is None


def test_a_destination_is_explained_by_what_it_touches() -> None:
    state = step(table(POCKET, seat=1), "move:0,2")
    said = GAME.explain(state, 1, "Explain(to:-1,2)")
    assert said == "to:-1,2: Your queen will stand on -1,2, beside gS on -2,2, gA on -2,3, gG on -1,1, gA on 0,1."


def test_the_same_texts_hold_for_every_kind() -> None:
    assert set(texts.LETTERS) == set(board.MOVES) == set(TILES)
    for state in list(random_game("notes", max_turns=10))[:-1]:
        for tile in range(SIZE * state.seat, SIZE * state.seat + SIZE):
            assert isinstance(destinations(state, tile), list)


def test_legal_choices_are_never_open() -> None:
    assert not isinstance(GAME.legal(start(), 0), Open)
    assert GAME.legal(flat(start()), 0) == [Choice(f"place:{kind}@0,0") for kind in board.MOVES]


def test_a_forfeit_is_a_loss_and_sides_add_up_to_one() -> None:
    assert GAME.sides(GAME.deal("0", {}, "strict")) == (("blue", (0,)), ("green", (1,)))
    assert GAME.forfeit(start(), 0).returns == (0.0, 1.0)
    assert GAME.forfeit(start(), 1).returns == (1.0, 0.0)
    for seed in range(5):
        *_, end = random_game(seed, max_turns=30)
        assert sum(GAME.outcome(end).returns) == 1
