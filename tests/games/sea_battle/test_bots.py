"""The Sea Battle bots: what they see, what they find, that teammates agree, that the stronger one wins."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.sea_battle.bots import Plan, plan
from interplay.tracks.games.sea_battle.forecast import damage_value, forecast, left
from interplay.tracks.games.sea_battle.gunnery import NEITHER, Course, bearing, courses, greedy_orders, view
from interplay.tracks.games.sea_battle.rules import GAME, UNKNOWN_DAMAGE, State
from interplay.tracks.games.sea_battle.waters import MENU, MOVEMENTS, STEPS, TEAMS, fleets
from tests.games import matches
from tests.games.sea_battle.fleets import Ship, fleet, number, sail, sea

BOTS = catalogue.bots_of("sea_battle")
OURS = ("gunner", "admiral")
EAST, NORTH, WEST, SOUTH = range(4)


def order(bot: str, state: State, seat: int, seed: int = 0) -> str:
    return BOTS[bot].move(GAME, state, seat, Stream("tests/sea_battle", seed, f"{state.played}/{seat}"))


def battle(seed: int, rounds: int) -> State:
    """Return a battle after some rounds of the gunners."""
    state = GAME.start(GAME.deal(f"bots/{seed}", {}, "strict"))
    for _ in range(rounds):
        if seats := GAME.to_move(state):
            state = sail(state, {seat: order("gunner", state, seat) for seat in seats})
    return state


def test_there_is_one_bot_of_each_strength() -> None:
    assert sorted(bot.strength for bot in BOTS.values()) == [0, 1, 2]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), seat=st.integers(0, 5))
def test_a_course_is_where_the_rules_take_a_lonely_ship(seed: int, seat: int) -> None:
    state = GAME.start(GAME.deal(str(seed), {}, "strict"))
    alone = replace(state, damage=tuple(0 if s == seat else 10 for s in range(6)))
    for movement in MOVEMENTS:
        course = courses(view(alone, seat), seat)[movement]
        after = sail(alone, {seat: MENU[2 * movement]})
        ahead = after.sea.chart[after.at[seat] + STEPS[after.heading[seat]]]
        assert course == Course(after.at[seat], after.heading[seat], after.damage[seat], ahead)


def test_a_broadside_bears_on_three_squares_of_its_side_up_to_a_rock() -> None:
    chart = sea([(5, 8), (1, 2)]).chart
    gun = Course(number(5, 5), EAST, 0, 0)
    assert [bearing(chart, gun, number(5, y)) for y in range(1, 10)] == [-1, 1, 1, 1, -1, 0, 0, 0, -1]
    assert bearing(chart, gun, number(6, 5)) == NEITHER
    assert bearing(chart, Course(number(5, 7), EAST, 0, 0), number(5, 9)) == NEITHER
    for x, y in ((1, 5), (22, 5)):  # squares beside each other in number only
        assert bearing(chart, Course(number(x, y), NORTH, 0, 0), number(23 - x, y + (1 if x == 22 else -1))) == NEITHER


@pytest.mark.parametrize("bot", OURS)
def test_a_bot_does_not_use_damage_that_is_hidden_from_it(bot: str) -> None:
    stream = Stream("tests/sea_battle", 0, "hidden")
    for seed in range(2):
        for rounds in (0, 12, 25):
            state = battle(seed, rounds)
            hidden = replace(state, sea=replace(state.sea, hide_damage=True))
            for seat in GAME.to_move(state):
                other = tuple(d if s == seat or d >= 10 else stream.below(10) for s, d in enumerate(state.damage))
                assert order(bot, hidden, seat) == order(bot, replace(hidden, damage=other), seat)
                assert set(view(hidden, seat).damage) <= {UNKNOWN_DAMAGE, state.damage[seat], *range(10, 20)}


@pytest.mark.parametrize("bot", OURS)
def test_a_bot_does_not_use_what_happened_before(bot: str) -> None:
    for seed in range(3):
        state = battle(seed, 15)
        forgotten = replace(state, log=battle(seed, 0).log)
        assert [order(bot, state, s) for s in GAME.to_move(state)] == [
            order(bot, forgotten, s) for s in GAME.to_move(state)
        ]


def test_the_gunner_fires_where_most_of_an_enemys_movements_end() -> None:
    # A rock ahead of ship 3: two of its four movements leave it on the square, two end beside it on the same line.
    state = fleet({0: (5, 5, "n", 0), 3: (2, 5, "n", 0)}, [(2, 6)])
    assert {MENU[n] for n in greedy_orders(view(state, 0), 0)} == {"stay_left"}


def test_the_gunner_avoids_rocks_and_comes_closer_when_nobody_is_near() -> None:
    state = fleet({0: (5, 5, "e", 0), 3: (18, 5, "n", 0)})
    assert {MENU[n] for n in greedy_orders(view(state, 0), 0)} == {"forward_left", "forward_right"}
    state = fleet({0: (5, 5, "e", 0), 3: (18, 5, "n", 0)}, [(7, 5)])
    assert {MENU[n].split("_")[0] for n in greedy_orders(view(state, 0), 0)} == {"left", "right", "stay"}


@pytest.mark.parametrize("bot", OURS)
def test_a_ship_with_a_rock_ahead_turns_away_once_unless_that_sinks_it(bot: str) -> None:
    for damage, way in ((0, ("left", "right")), (9, ("stay",))):
        state = fleet({0: (5, 5, "e", damage), 3: (18, 5, "n", 0)}, [(6, 5)])
        assert order(bot, state, 0).split("_")[0] in way


def test_both_broadsides_at_one_enemy_that_cannot_reply_sink_it() -> None:
    ships: dict[int, Ship] = {0: (5, 5, "n", 0), 1: (8, 8, "s", 0), 3: (8, 5, "n", 8), 4: (18, 18, "e", 0)}
    state = fleet(ships, [(8, 6)])
    seen = view(state, 0)
    found = plan(seen, TEAMS[0])
    assert MENU[found[0]] == "stay_right"


def test_teammates_carry_out_the_same_plan_each_by_itself() -> None:
    for seed in range(4):
        state = battle(seed, 20)
        for team in TEAMS:
            joint = plan.__wrapped__(view(state, team[0]), team)
            for seat in state.afloat(team):
                plan.cache_clear()
                assert order("admiral", state, seat, seed) == MENU[joint[seat]]


def test_a_plan_does_not_depend_on_what_was_planned_before() -> None:
    states = [battle(seed, 10) for seed in range(3)]
    once = [plan(view(state, 0), TEAMS[0]) for state in states]
    plan.cache_clear()
    assert [plan(view(state, 0), TEAMS[0]) for state in reversed(states)] == once[::-1]


def test_the_forecast_counts_every_round_and_nothing_of_sunk_ships() -> None:
    state = fleet({0: (5, 5, "n", 0), 1: (7, 5, "n", 0), 3: (8, 5, "n", 8)})
    counts = forecast(view(state, 0), [(0,) * 4] * 6, 25)
    assert [sum(c) for c in counts] == [25, 25, 0, 25, 0, 0]
    assert view(state, 0).afloat(fleets(1)[1]) == (3,)


def test_more_damage_matters_more_and_a_sunk_ship_is_worth_nothing() -> None:
    values = [left(damage) for damage in range(14)]
    assert values == sorted(values, reverse=True)
    assert values[10:] == [0] * 4
    assert all(values[d] - values[d + 1] == damage_value(d) for d in range(9))
    assert values[9] - values[10] == damage_value(9) + 300


def score(one: str, two: str, pairs: int) -> float:
    """Return the mean score of the first bot on both sides of *pairs* setups."""
    total = 0.0
    for seed in range(pairs):
        for seats, side in (((one,) * 3 + (two,) * 3, 0), ((two,) * 3 + (one,) * 3, 3)):
            state = GAME.start(GAME.deal(f"score/{seed}", {}, "strict"))
            while moving := GAME.to_move(state):
                state = sail(state, {seat: order(seats[seat], state, seat, seed) for seat in moving})
            total += GAME.outcome(state).points[side]
    return total / (2 * pairs)


def test_the_gunner_beats_random_and_the_admiral_beats_the_gunner() -> None:
    assert score("gunner", "random", 3) > 0.9
    assert score("admiral", "gunner", 2) > 0.6


def test_bots_play_beside_others_of_the_same_team() -> None:
    players = ("bot:admiral@1", "bot:random@1", "bot:gunner@1", "bot:gunner@1", "bot:admiral@1", "bot:admiral@1")
    item = matches.item("sea_battle", players, seed="mixed")
    assert len(matches.play(item, matches.randomly(0)).rounds) <= GAME.longest


def test_samples_that_are_added_to_a_plan_count() -> None:
    mine = Plan(GAME.start(GAME.deal("added", {}, "strict")), (0, 1, 2))
    joint = dict.fromkeys(mine.team, 0)
    before = mine.value(joint)
    mine.samples += mine.samples
    assert mine.value(joint) == 2 * before != 0
