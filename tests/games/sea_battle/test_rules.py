"""Sea Battle: the specification's cases and invariants, setups, and a second implementation."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Draw, Option, Setup
from interplay.tracks.games.sea_battle.rules import GAME, State
from interplay.tracks.games.sea_battle.waters import INNER, MENU
from interplay.tracks.games.verdicts import Outcome
from tests.games import matches
from tests.games.sea_battle.fleets import (
    Ship,
    Square,
    fleet,
    mirrored,
    mirrored_order,
    number,
    reference,
    sail,
    sea,
    ship,
)

FIRST, SECOND, EVEN = (1.0,) * 3 + (0.0,) * 3, (0.0,) * 3 + (1.0,) * 3, (0.5,) * 6


def after(ships: Mapping[int, Ship], orders: Mapping[int, str], rocks: list[Square] | None = None) -> dict[int, Ship]:
    """Return where *ships* are and how they fare after one round."""
    state = sail(fleet(ships, rocks or []), orders)
    return {seat: ship(state, seat) for seat in ships}


def decided(state: State, reason: str, points: tuple[float, ...]) -> None:
    assert GAME.to_move(state) == ()
    assert GAME.outcome(state) == Outcome(reason, points, points)


# The specification's cases, by its numbers


def test_01_a_ship_that_sails_against_the_border_stays_and_is_damaged() -> None:
    assert after({0: (22, 5, "e", 0)}, {0: "forward_left"}) == {0: (22, 5, "e", 1)}


def test_02_two_ships_that_want_the_same_square_both_fail() -> None:
    found = after({0: (5, 5, "e", 0), 3: (7, 5, "w", 0)}, {0: "forward_left", 3: "forward_left"})
    assert found == {0: (5, 5, "e", 1), 3: (7, 5, "w", 1)}


def test_03_ships_do_not_pass_through_each_other_head_on() -> None:
    found = after({0: (5, 5, "e", 0), 3: (6, 5, "w", 0)}, {0: "forward_left", 3: "forward_left"})
    assert found == {0: (5, 5, "e", 1), 3: (6, 5, "w", 1)}


def test_04_a_ship_may_follow_one_that_moves_away() -> None:
    found = after({0: (5, 5, "e", 0), 1: (6, 5, "e", 0)}, {0: "forward_left", 1: "forward_left"})
    assert found == {0: (6, 5, "e", 0), 1: (7, 5, "e", 0)}


def test_05_a_ship_rams_the_one_ahead_that_a_rock_has_stopped() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 0), 1: (6, 5, "e", 0)}
    found = after(ships, {0: "forward_left", 1: "forward_left"}, [(7, 5)])
    assert found == {0: (5, 5, "e", 1), 1: (6, 5, "e", 2)}


def test_06_ramming_a_ship_that_lies_still_damages_both() -> None:
    # The one that stays fires west or east; its left is west, where the other is, so that the right is used here.
    found = after({0: (5, 5, "e", 0), 3: (6, 5, "n", 0)}, {0: "forward_left", 3: "stay_right"})
    assert found == {0: (5, 5, "e", 1), 3: (6, 5, "n", 1)}


def test_07_a_turn_goes_one_ahead_and_one_to_the_side_and_is_made_even_when_stopped() -> None:
    assert after({0: (5, 5, "e", 0)}, {0: "left_left"}) == {0: (6, 6, "n", 0)}
    assert after({0: (5, 5, "e", 0)}, {0: "left_left"}, [(6, 5)]) == {0: (5, 6, "n", 1)}


def test_08_ships_that_meet_after_a_turn_stop_each_other_without_damage() -> None:
    found = after({0: (5, 5, "e", 0), 3: (7, 7, "s", 0)}, {0: "left_left", 3: "right_left"})
    assert found == {0: (6, 5, "n", 0), 3: (7, 6, "w", 0)}


def test_09_each_shot_hits_the_nearest_ship_friend_or_foe() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 0), 1: (5, 7, "e", 0), 3: (5, 8, "w", 0)}
    found = after(ships, dict.fromkeys(ships, "stay_left"))
    assert [found[seat][3] for seat in (0, 1, 3)] == [0, 4, 2]


@pytest.mark.parametrize(("y", "rocks", "damage"), [(8, [], 2), (9, [], 0), (8, [(5, 7)], 0), (8, [(5, 9)], 2)])
def test_10_a_shot_reaches_three_squares_and_no_rock(y: int, rocks: list[Square], damage: int) -> None:
    found = after({0: (5, 5, "e", 0), 3: (5, y, "e", 0)}, {0: "stay_left", 3: "stay_left"}, rocks)
    assert found[3][3] == damage


def test_11_two_ships_can_sink_each_other() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 8), 3: (5, 8, "w", 8)}
    decided(sail(fleet(ships), dict.fromkeys(ships, "stay_left")), "all_sunk", EVEN)
    ships[3] = (5, 8, "w", 7)
    decided(sail(fleet(ships), dict.fromkeys(ships, "stay_left")), "fleet_sunk", SECOND)


def test_12_a_ring_of_ships_moves_on() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 0), 1: (6, 5, "n", 0), 3: (6, 6, "w", 0), 4: (5, 6, "s", 0)}
    found = after(ships, dict.fromkeys(ships, "forward_right"))
    assert found == {0: (6, 5, "e", 0), 1: (6, 6, "n", 0), 3: (5, 6, "w", 0), 4: (5, 5, "s", 0)}
    found = after(ships, dict.fromkeys(ships, "forward_left"))
    assert [damage for *_, damage in found.values()] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("ships", "reason", "points", "drawn"),
    [
        ({0: 9, 1: 9, 3: 0}, "more_ships_at_limit", FIRST, "even_at_limit"),
        ({0: 0, 3: 9, 4: 9}, "more_ships_at_limit", SECOND, "even_at_limit"),
        ({0: 3, 1: 4, 3: 6, 4: 0}, "less_damage_at_limit", SECOND, "even_at_limit"),
        ({0: 2, 1: 4, 3: 7, 4: 0}, "less_damage_at_limit", FIRST, "even_at_limit"),
        ({0: 3, 1: 4, 3: 7, 4: 0}, "even_at_limit", EVEN, "even_at_limit"),
    ],
)
def test_13_the_round_limit_counts_ships_then_damage_unless_it_is_a_draw_by_option(
    ships: dict[int, int], reason: str, points: tuple[float, ...], drawn: str
) -> None:
    apart: dict[int, Ship] = {seat: (2 + 3 * seat, 3, "e", damage) for seat, damage in ships.items()}
    orders = dict.fromkeys(apart, "stay_left")
    assert GAME.to_move(fleet(apart, played=99)) == tuple(apart)
    decided(sail(fleet(apart, played=99), orders), reason, points)
    decided(sail(fleet(apart, played=99, water=sea(adjudicate=False)), orders), drawn, EVEN)
    assert GAME.to_move(sail(fleet(apart, played=98), orders)) == tuple(apart)


# Edges of the rules beyond those cases


def test_a_ship_sunk_by_ramming_neither_blocks_the_second_step_nor_fires() -> None:
    # 0 and 3 meet head on and 3 sinks; 4 sails on through the square of 3 and fires east through it.
    ships: dict[int, Ship] = {0: (5, 5, "e", 0), 3: (6, 5, "w", 9), 4: (7, 6, "w", 0)}
    found = after(ships, {0: "forward_right", 3: "forward_left", 4: "left_left"})
    assert found == {0: (5, 5, "e", 1), 3: (6, 5, "w", 10), 4: (6, 5, "s", 0)}


def test_a_ship_sunk_by_a_rock_in_the_second_step_does_not_fire_and_shots_pass_over_it() -> None:
    # 0 sinks between 3 and 4, which then hit each other; its own shot would have hit 3.
    ships: dict[int, Ship] = {0: (5, 5, "e", 9), 3: (4, 5, "n", 0), 4: (7, 5, "n", 0)}
    found = after(ships, {0: "left_left", 3: "stay_right", 4: "stay_left"}, [(6, 6)])
    assert found == {0: (6, 5, "n", 10), 3: (4, 5, "n", 2), 4: (7, 5, "n", 2)}


def test_a_turning_ship_can_strike_two_rocks_and_be_rammed_once_by_several() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 0), 3: (5, 4, "n", 0), 4: (4, 5, "e", 0)}
    found = after(ships, {0: "left_right", 3: "forward_left", 4: "forward_left"}, [(6, 5), (5, 6)])
    assert found == {0: (5, 5, "n", 3), 3: (5, 4, "n", 1), 4: (4, 5, "e", 1)}


def test_a_chain_of_ships_stops_behind_one_that_lies_still() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "e", 0), 1: (6, 5, "e", 0), 2: (7, 5, "e", 0), 3: (8, 5, "e", 0)}
    orders = {**dict.fromkeys(ships, "forward_left"), 3: "stay_left"}
    assert after(ships, orders) == {seat: (x, 5, "e", 1) for seat, x in zip(ships, (5, 6, 7, 8), strict=True)}


# Invariants


@st.composite
def melees(draw: st.DrawFn) -> tuple[dict[int, Ship], list[Square], dict[int, str]]:
    """Draw ships crowded into a few squares, rocks between them, and an order for each."""
    side = draw(st.integers(3, 7))
    x, y = draw(st.integers(1, 23 - side)), draw(st.integers(1, 23 - side))
    taken = draw(st.lists(st.integers(0, side * side - 1), unique=True, min_size=2, max_size=9))
    squares = [(x + square % side, y + square // side) for square in taken]
    seats = sorted(draw(st.sets(st.integers(0, 5), min_size=2, max_size=min(6, len(squares)))))
    ships = {
        seat: (*squares[n], draw(st.sampled_from("enws")), draw(st.sampled_from((0, 7, 8, 9))))
        for n, seat in enumerate(seats)
    }
    rocks = squares[len(seats) :]
    return ships, rocks, {seat: draw(st.sampled_from(MENU)) for seat in seats}


@settings(max_examples=200, deadline=None)
@given(melee=melees())
def test_a_round_is_what_the_second_implementation_says(
    melee: tuple[dict[int, Ship], list[Square], dict[int, str]],
) -> None:
    ships, rocks, orders = melee
    assert after(ships, orders, rocks) == reference(ships, set(rocks), orders)


@settings(max_examples=60, deadline=None)
@given(melee=melees())
def test_east_and_west_are_alike(melee: tuple[dict[int, Ship], list[Square], dict[int, str]]) -> None:
    ships, rocks, orders = melee
    across = {seat: mirrored_order(order) for seat, order in orders.items()}
    found = after(mirrored(ships), across, [(23 - x, y) for x, y in rocks])
    assert found == mirrored(after(ships, orders, rocks))


@settings(max_examples=60, deadline=None)
@given(melee=melees(), order=st.permutations(range(6)))
def test_neither_seat_numbers_nor_the_order_of_the_choices_matter(
    melee: tuple[dict[int, Ship], list[Square], dict[int, str]], order: list[int]
) -> None:
    ships, rocks, orders = melee
    assert after(ships, dict(reversed(orders.items())), rocks) == after(ships, orders, rocks)
    renamed = after({order[s]: v for s, v in ships.items()}, {order[s]: v for s, v in orders.items()}, rocks)
    assert renamed == {order[s]: v for s, v in after(ships, orders, rocks).items()}


@pytest.mark.parametrize("seed", range(12))
def test_ships_stay_apart_and_off_the_rocks_and_damage_grows_within_its_bounds(seed: int) -> None:
    state = GAME.start(GAME.deal(f"invariants/{seed}", {}, "strict"))
    player = matches.randomly(seed)
    item = matches.item("sea_battle")
    while seats := GAME.to_move(state):
        orders = {s: player(Ask((), Situation(GAME, state, item, state.played, s))) for s in seats}
        before, state = state, sail(state, orders)
        afloat = state.afloat()
        assert len({state.at[s] for s in afloat}) == len(afloat)
        assert not any(state.sea.chart[state.at[s]] for s in range(6))
        for s in range(6):
            growth = state.damage[s] - before.damage[s]
            assert 0 <= growth <= 3 + 2 * state.log.hits.count(s)
            turns = s in orders and orders[s].split("_")[0] in ("left", "right")
            assert turns or state.heading[s] == before.heading[s]
    assert state.played <= GAME.longest
    assert sum(GAME.outcome(state).points[s] for s in (0, 3)) == 1


def only(choose: Callable[[tuple[str, ...]], str]) -> Callable[[Ask], str]:
    return lambda _: choose(MENU)


@pytest.mark.parametrize("choice", range(8))
def test_always_the_same_order_ends_in_time(choice: int) -> None:
    for seed in range(2):
        played = matches.play(matches.item("sea_battle", seed=str(seed)), only(lambda menu: menu[choice]))
        assert len(played.rounds) <= GAME.longest


def test_teams_that_change_places_change_results() -> None:
    for seed in range(10):
        setup = GAME.deal(str(seed), {}, "strict")
        squares, headings = setup.drawn("squares"), setup.drawn("headings")
        other = placed(setup, (*squares[3:6], *squares[:3], *squares[6:]), (*headings[3:], *headings[:3]))
        one, two = GAME.start(setup), GAME.start(other)
        while GAME.to_move(one):
            orders = {s: MENU[(one.at[s] * 7 + one.heading[s] * 3 + one.played) % 8] for s in GAME.to_move(one)}
            one, two = sail(one, orders), sail(two, {(s + 3) % 6: order for s, order in orders.items()})
        points = GAME.outcome(one).points
        assert GAME.outcome(two).points == (*points[3:], *points[:3])


# Setups


def placed(setup: Setup, squares: tuple[int, ...], headings: tuple[int, ...]) -> Setup:
    return replace(setup, draws=(Draw(name="squares", values=squares), Draw(name="headings", values=headings)))


def test_a_setup_has_six_ships_and_fourteen_rocks_on_inner_squares() -> None:
    assert len(INNER) == 484
    state = GAME.start(GAME.deal("0", {}, "strict"))
    assert len({*state.at, *state.sea.rocks}) == 20
    assert sum(state.sea.chart) == 4 * 23 + 14
    assert state.damage == (0,) * 6
    assert GAME.to_move(state) == tuple(range(6))


def test_ships_and_rocks_come_up_on_every_square_and_heading() -> None:
    setups = [GAME.deal(str(seed), {}, "strict") for seed in range(300)]
    assert {square for setup in setups for square in setup.drawn("squares")} == set(INNER)
    assert {(s, h) for setup in setups for s, h in enumerate(setup.drawn("headings"))} == {
        (s, h) for s in range(6) for h in range(4)
    }


def test_setups_that_cannot_have_been_dealt_are_rejected() -> None:
    setup = GAME.deal("0", {}, "strict")
    squares, headings = setup.drawn("squares"), setup.drawn("headings")
    for wrong in (squares[:-1], (*squares[:-1], squares[0]), (*squares[:-1], 0), (*squares[:-1], number(23, 5))):
        with pytest.raises(ValueError, match="different ones inside"):
            GAME.start(placed(setup, wrong, headings))
    for turned in (headings[:-1], (*headings[:-1], 4), (*headings[:-1], -1)):
        with pytest.raises(ValueError, match="numbers from 0 to 3"):
            GAME.start(placed(setup, squares, turned))
    for option in (Option(name="adjudicate", value=2), Option(name="wind", value=1)):
        with pytest.raises(ValueError, match="not those of the game"):
            GAME.start(replace(setup, options=(option,)))


def test_options_are_known_and_on_or_off() -> None:
    with pytest.raises(ValueError, match="unknown option 'wind'"):
        GAME.deal("0", {"wind": 1}, "strict")
    with pytest.raises(ValueError, match="adjudicate is 2"):
        GAME.deal("0", {"adjudicate": 2}, "strict")
    assert GAME.start(GAME.deal("0", {"hide_damage": 1}, "strict")).sea.hide_damage
    assert GAME.start(GAME.deal("0", {}, "compat")).sea.hide_damage
    assert not GAME.start(GAME.deal("0", {"hide_damage": 0}, "compat")).sea.hide_damage


def test_forfeit_is_a_loss_of_the_team() -> None:
    state = GAME.start(GAME.deal("0", {}, "strict"))
    assert GAME.forfeit(state, 1).points == SECOND
    assert GAME.forfeit(state, 3).points == FIRST
    assert GAME.sides(GAME.deal("0", {}, "strict")) == (("first", (0, 1, 2)), ("second", (3, 4, 5)))
