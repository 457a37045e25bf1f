"""Sea Battle: what a reply may be, what a seat may know, how a position is drawn."""

from itertools import permutations

import pytest

from interplay.core.driver import Ask
from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.sea_battle.rules import GAME
from interplay.tracks.games.sea_battle.text import SUMMARY, TOPICS
from interplay.tracks.games.sea_battle.waters import MENU
from interplay.tracks.games.shared.menu import Choice
from tests.games import matches
from tests.games.sea_battle.fleets import Ship, fleet, sail, sea

# Replies


def test_every_order_is_read_bare_and_in_json() -> None:
    state = fleet({0: (5, 5, "e", 0), 3: (9, 9, "e", 0)})
    assert [choice.id for choice in GAME.legal(state, 0)] == list(MENU)  # type: ignore[union-attr]
    for order in MENU:
        plain = order.replace("_", " ")
        for text in (order, f" {order.upper()} ", plain, plain.replace(" ", "-"), f'{{"action": "{order}"}}'):
            assert GAME.parse(state, 0, text) == Choice(order)


def test_what_is_no_order_is_refused() -> None:
    state = fleet({0: (5, 5, "e", 0), 3: (9, 9, "e", 0)})
    for text in ("", "left_left\nstay_left", "I turn left. " * 40, "left", "right+left", "{}", '{"action": 3}'):
        with pytest.raises(UnparsableMove):
            GAME.parse(state, 0, text)
    for text in ("left_left_left", "stay_ahead", '{"action": "fire"}'):
        with pytest.raises(IllegalMove):
            GAME.parse(state, 0, text)


def test_headings_and_orders_can_be_explained() -> None:
    state = fleet({0: (5, 5, "e", 0), 3: (9, 9, "e", 0)})
    for n, topic in enumerate(TOPICS, 1):
        assert GAME.explain(state, 0, f"Explain(H{n})") == f"{topic.heading}: {topic.text}"
    assert len({GAME.explain(state, 0, f"Explain({order})") for order in MENU}) == 8
    assert GAME.explain(state, 0, "Explain(the wind)") is None
    assert len(SUMMARY.split()) <= 150


def test_a_seat_that_sends_rubbish_shifts_nothing_but_its_own_order() -> None:
    item = matches.item("sea_battle", seed="rubbish")
    seen: dict[bool, list[str]] = {False: [], True: []}
    for rubbish, shown in seen.items():

        def reply(ask: Ask, rubbish: bool = rubbish, shown: list[str] = shown) -> str:
            at = ask.situation
            assert isinstance(at, Situation)
            if at.round == 0:
                shown.append(ask.messages[0].content)
            return "?!" if rubbish and at.seat == 2 else "stay_left"

        played = matches.play(item, reply)
        verdict = Replay(item).verify(played)
        assert [seat.substituted > 0 for seat in verdict.seats] == [rubbish and s == 2 for s in range(6)]
    assert list(dict.fromkeys(seen[True])) == seen[False]


# What a seat is shown


def test_a_prompt_says_where_everybody_is_and_what_happened() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 1), 1: (5, 7, "e", 7), 3: (5, 8, "w", 2), 4: (20, 20, "n", 9)}
    state = sail(fleet(ships, [(20, 21), (7, 4)]), {**dict.fromkeys(ships, "stay_left"), 4: "forward_right"})
    shown = GAME.prompt(state, 0).observation
    for line in (
        "Round 2 of 100. ",
        "You command ship 0: (5, 5), heading east, damage 1 of 10.",
        "- ship 3, opponent: (5, 8), heading west, damage 4 of 10",
        "(7, 4), (20, 21).",
        "- ship 0: stay_left, hit ship 1",
        "- ship 1: stay_left, hit ship 3, was hit by ship 0 (+2), was hit by ship 3 (+2), sank",
        "- ship 4: forward_right, struck a rock (+1), sank before it could fire",
    ):
        assert line in shown
    assert "Sunk: ship 1 (teammate), ship 2 (teammate), ship 4 (opponent), ship 5 (opponent)." in shown


def test_the_chart_around_a_ship_has_it_in_the_middle_and_ends_at_the_border() -> None:
    state = fleet({0: (5, 5, "e", 0), 3: (6, 8, "w", 0), 4: (22, 1, "s", 0)}, [(2, 2)])
    chart = GAME.prompt(state, 0).observation.splitlines()[-8:]
    assert chart == [
        "y=8   .  .  .  . 3<  .  .",
        "y=7   .  .  .  .  .  .  .",
        "y=6   .  .  .  .  .  .  .",
        "y=5   .  .  . 0>  .  .  .",
        "y=4   .  .  .  .  .  .  .",
        "y=3   .  .  .  .  .  .  .",
        "y=2   #  .  .  .  .  .  .",
        "  x=  2  3  4  5  6  7  8",
    ]
    assert GAME.prompt(state, 4).observation.splitlines()[-3:] == [
        "y=1   .  .  . 4v  #",
        "y=0   #  #  #  #  #",
        "  x= 19 20 21 22 23",
    ]


def test_hidden_damage_of_others_is_not_shown() -> None:
    water = sea(hide_damage=True)
    for damage in permutations((0, 3, 9)):
        ships: dict[int, Ship] = {
            0: (5, 5, "e", 4),
            **{s: (9, 2 * s, "w", d) for s, d in zip((1, 3, 4), damage, strict=True)},
        }
        shown = GAME.prompt(fleet(ships, water=water), 0)
        assert shown == GAME.prompt(fleet({**ships, 3: (9, 6, "w", 5)}, water=water), 0)
        assert "damage 4 of 10" in shown.observation
        assert shown.observation.count(" of 10") - shown.observation.count(" of 100") == 1
    ships = {0: (5, 5, "e", 4), 3: (9, 9, "w", 1)}
    assert GAME.prompt(fleet(ships), 0) != GAME.prompt(fleet({**ships, 3: (9, 9, "w", 2)}), 0)


def test_a_prompt_does_not_depend_on_how_the_battle_came_there_nor_on_who_asks_first() -> None:
    state = GAME.start(GAME.deal("0", {}, "strict"))
    assert [GAME.prompt(state, s) for s in range(6)] == [GAME.prompt(state, s) for s in reversed(range(6))][::-1]
    assert len({GAME.prompt(state, s).observation for s in range(6)}) == 6


def test_the_limit_is_explained_as_the_option_has_it() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 4), 3: (9, 9, "w", 1)}
    assert "less damage" in GAME.prompt(fleet(ships), 0).observation
    assert "it is a draw." in GAME.prompt(fleet(ships, water=sea(adjudicate=False)), 0).observation


def test_a_replay_draws_the_whole_board() -> None:
    state = fleet({0: (5, 5, "e", 4), 3: (9, 9, "w", 1)}, [(1, 1)])
    lines = GAME.show(state).splitlines()
    assert len(lines) == 24 + 1 + 2
    assert sum(line.count("#") for line in lines[:24]) == 4 * 23 + 1
    assert lines[18].split()[6] == "0>"
    assert "ship 0 ####......" in lines[25]
    assert "ship 1 sunk" in lines[25]
