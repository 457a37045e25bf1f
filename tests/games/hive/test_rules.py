"""Hive: the rules, checked by hand-made positions, by counts, and by a second generator; and what players are shown."""

import re
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.core.errors import IllegalMove, MoveError
from interplay.tracks.games.hive import board
from interplay.tracks.games.hive.position import NONE, RESERVE, Limits, State
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.records import Draw, Option
from interplay.tracks.games.shared.menu import Choice
from tests.games.hive import oracle
from tests.games.hive.tables import (
    BOTH,
    GATE,
    NINE_TURNS,
    POCKET,
    STUCK,
    after,
    ends,
    menu,
    random_game,
    start,
    step,
    table,
    turns,
)

HEXES = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


def count(state: State, depth: int) -> int:
    """Return the number of sequences of *depth* whole turns."""
    found = turns(state)
    return len(found) if depth == 1 else sum(count(step(state, turn), depth - 1) for turn in found)


def counted_by_oracle(plane: oracle.Plane, turn: int, depth: int) -> int:
    found = oracle.actions(plane, turn % 2, turn // 2)
    if depth == 1:
        return len(found)
    return sum(counted_by_oracle(oracle.played(plane, turn % 2, one), turn + 1, depth - 1) for one in found)


# The specification's cases, in its order


@pytest.mark.parametrize(("depth", "number"), [(1, 4), (2, 96), (3, 1_128), (4, 13_254)])
def test_sequences_of_turns_are_counted_as_specified_and_by_a_second_generator(depth: int, number: int) -> None:
    assert counted_by_oracle({}, 0, depth) == number
    assert count(start(), depth) == number


def test_after_two_queens_blue_has_nine_placements_and_two_moves() -> None:
    state = after(["place:queen@0,0", "place:queen@1,0"])
    kinds = ("spider", "grasshopper", "ant")
    placed = [f"place:{kind}@{hex_}" for kind in kinds for hex_ in ("-1,0", "-1,1", "0,-1")]
    assert turns(state) == [*placed, "move:0,0>0,1", "move:0,0>1,-1"]


def test_without_its_queen_a_seat_only_places() -> None:
    found = turns(after(["place:ant@0,0", "place:queen@1,0"]))
    assert len(found) == 12
    assert all(turn.startswith("place:") for turn in found)


def test_the_fourth_turn_places_the_queen_if_the_first_three_did_not() -> None:
    line = [
        "place:ant@0,0",
        "place:ant@1,0",
        "place:ant@-1,0",
        "place:ant@2,0",
        "place:spider@-2,0",
        "place:spider@3,0",
    ]
    state = after(line)
    assert menu(state) == ["place:queen"]
    assert len(turns(state)) == 7
    with pytest.raises(IllegalMove):
        GAME.parse(state, 0, "place:ant")


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("A", {(-1, 1), (0, -1), (0, 1), (1, -1), (1, 1), (2, -1), (2, 0)}),
        ("S", {(1, 1), (2, -1)}),
        ("G", {(2, 0)}),
    ],
)
def test_a_tile_at_the_end_of_a_line_goes_where_its_kind_goes(letter: str, expected: set[tuple[int, int]]) -> None:
    state = table({(-1, 0): f"b{letter}", (0, 0): "bQ", (1, 0): "gQ"})
    assert ends(state, -1, 0) == expected
    assert ends(state, 0, 0) == set(), "the queen holds the line together"


def test_an_ant_does_not_enter_through_a_gate() -> None:
    found = ends(table(GATE), 0, 0)
    assert (1, -1) not in found
    assert len(found) == 11


def test_a_queen_enters_a_pocket_and_does_not_leave_the_hive() -> None:
    assert ends(table(POCKET, seat=1), 0, 2) == {(-1, 2), (1, 1)}


def test_a_grasshopper_jumps_over_each_unbroken_line() -> None:
    state = table({(0, 0): "bG", (1, 0): "bQ", (2, 0): "gQ", (3, 0): "gA", (0, 1): "gS", (1, 1): "gS"})
    assert ends(state, 0, 0) == {(4, 0), (0, 2)}


def test_a_game_of_nine_turns_has_the_specified_choices_and_winner() -> None:
    state, numbers = start(), []
    for turn in NINE_TURNS:
        numbers.append(len(turns(state)))
        state = step(state, turn)
    assert numbers == [4, 24, 11, 11, 16, 22, 17, 32, 31]
    assert GAME.to_move(state) == ()
    outcome = GAME.outcome(state)
    assert (outcome.reason, outcome.returns, outcome.points) == ("queen_surrounded", (1.0, 0.0), (1.0, 0.0))
    assert state.beside_queen(1) == 6


def test_one_turn_that_surrounds_both_queens_is_a_draw() -> None:
    state = step(table(BOTH), "move:3,-2>1,-1")
    assert state.ended == "both_queens_surrounded"
    assert GAME.outcome(state).returns == (0.5, 0.5)


def test_who_surrounds_the_own_queen_alone_loses() -> None:
    tiles = {hex_: tile for hex_, tile in BOTH.items() if hex_ != (2, 0)}
    state = step(table(tiles), "move:3,-2>1,-1")
    assert (state.ended, GAME.outcome(state).returns) == ("queen_surrounded", (0.0, 1.0))


def test_who_can_neither_place_nor_move_passes_and_the_turn_counts() -> None:
    state = table(STUCK, seat=1)
    assert menu(state) == turns(state) == ["pass"]
    following = step(state, "pass")
    assert following.where == state.where
    assert (following.taken(1), following.seat) == (state.taken(1) + 1, 0)
    assert "a pass" in GAME.prompt(following, 0).observation
    for other in ("move:0,0", "place:ant", "to:1,1", "pass@0,0"):
        with pytest.raises(MoveError):
            GAME.parse(state, 1, other)


def test_nobody_else_passes() -> None:
    for state in random_game("pass", max_turns=30):
        if GAME.to_move(state) and menu(state) != ["pass"]:
            assert not GAME.listed(state, state.seat, "pass")  # type: ignore[attr-defined]


def test_one_turn_each_can_be_a_whole_game() -> None:
    state = after(["place:queen@0,0", "place:queen@1,0"], start(max_turns=1))
    assert GAME.to_move(state) == ()
    assert (state.ended, GAME.outcome(state).returns) == ("turn_limit", (0.5, 0.5))
    assert GAME.to_move(after(["place:queen@0,0"], start(max_turns=1))) == (1,), "both take the last turn"


# The specification's invariants


def test_random_games_keep_the_invariants() -> None:
    for seed in range(6):
        game = random_game(seed, max_turns=60)
        before = next(game)
        for state in game:
            _checked(before, state)
            before = state
        assert state.ended


def _checked(before: State, state: State) -> None:
    on_plane = [where for where in state.where if where != RESERVE]
    assert len(state.where) == 18
    assert len(on_plane) == len(set(on_plane))
    assert oracle.in_one_piece(set(oracle.plane_of(state)))
    if state.chosen == NONE and before.chosen != NONE and before.where[before.chosen] == RESERVE and before.turns > 1:
        assert state.last is not None
        near = oracle.beside(oracle.cube(*board.axial(state.last.end)))
        assert all(owner == before.seat for at, (owner, _) in oracle.plane_of(state).items() if at in near)


@pytest.mark.slow
def test_every_position_of_random_games_has_the_turns_that_the_second_generator_finds() -> None:
    positions = 0
    for seed in range(12):
        for number, state in enumerate(random_game(f"oracle{seed}", max_turns=25)):
            if state.chosen == NONE and GAME.to_move(state) and (seed + number) % 3 == 0:
                plane = oracle.plane_of(state)
                found = turns(state)
                assert set(found) == oracle.actions(plane, state.seat, state.turns // 2)
                assert len(found) == len(set(found))
                positions += 1
            surrounded = [oracle.surrounded(oracle.plane_of(state), seat) for seat in (0, 1)]
            assert any(surrounded) == state.ended.endswith("surrounded")
    assert positions > 150


def test_two_decisions_and_one_make_the_same_turns_in_the_same_order() -> None:
    for seed in range(4):
        for state in random_game(f"flat{seed}", max_turns=25):
            if state.chosen == NONE and GAME.to_move(state):
                found = []
                for first in menu(state):
                    if first == "pass":
                        found.append(first)
                        continue
                    chosen = GAME.apply(state, {state.seat: Choice(first)})
                    sign = "@" if first.startswith("place") else ">"
                    found += [first + sign + end.removeprefix("to:") for end in menu(chosen)]
                assert found == turns(state)


@pytest.mark.parametrize(
    "turned",
    [
        pytest.param(lambda q, r: (-r, q + r), id="by sixty degrees"),
        pytest.param(lambda q, r: (r, q), id="mirrored"),
        pytest.param(lambda q, r: (q + 7, r - 5), id="shifted"),
    ],
)
def test_turning_or_mirroring_the_plane_turns_the_legal_moves(turned: Callable[[int, int], tuple[int, int]]) -> None:
    def there(text: str) -> str:
        return re.sub(r"(-?\d+),(-?\d+)", lambda m: "{},{}".format(*turned(int(m[1]), int(m[2]))), text)

    for seed in range(4):
        for state in random_game(f"turn{seed}", max_turns=20):
            if state.turns > 1 and state.chosen == NONE and GAME.to_move(state):
                where = [w if w == RESERVE else board.hex_at(*turned(*board.axial(w))) for w in state.where]
                other = State(state.limits, tuple(where), state.turns)
                assert sorted(turns(other)) == sorted(map(there, turns(state)))


@settings(max_examples=200, deadline=None)
@given(tiles=st.sets(HEXES, min_size=2, max_size=14))
def test_a_slide_can_be_taken_back(tiles: set[tuple[int, int]]) -> None:
    hexes = frozenset(board.hex_at(*hex_) for hex_ in tiles)
    for where in sorted(hexes):
        for end in board.steps(hexes, where):
            assert where in board.steps(hexes - {where} | {end}, end)


@settings(max_examples=300, deadline=None)
@given(tiles=st.sets(HEXES, min_size=2, max_size=16))
@pytest.mark.slow
def test_every_kind_moves_as_the_second_generator_says_on_any_plane(tiles: set[tuple[int, int]]) -> None:
    hexes = frozenset(board.hex_at(*hex_) for hex_ in tiles)
    for kind in board.MOVES:
        for hex_ in sorted(tiles):
            plane = {oracle.cube(*at): (0, kind if at == hex_ else "ant") for at in tiles}
            found = board.moves(kind, hexes, board.hex_at(*hex_))
            if oracle.in_one_piece(set(plane)):
                assert {board.axial(end) for end in found} == {
                    end[:2] for end in oracle.ends(plane, oracle.cube(*hex_))
                }
                assert found == sorted(set(found))
                assert bool(found) == board.mobile(kind, hexes, board.hex_at(*hex_))


@given(q=st.integers(-999, 999), r=st.integers(-999, 999))
def test_a_hex_has_one_number(q: int, r: int) -> None:
    assert board.axial(board.hex_at(q, r)) == (q, r)


@pytest.mark.parametrize("pick", [0, -1])
@pytest.mark.parametrize("options", [{}, {"flat_actions": 1}])
def test_first_and_last_listed_play_end_in_time(pick: int, options: dict[str, int]) -> None:
    state, rounds = start(**options), 0
    while GAME.to_move(state):
        state = GAME.apply(state, {state.seat: Choice(menu(state)[pick])})
        rounds += 1
    assert rounds <= GAME.longest == 1_000


# Options


ROUND = ["move:0,0>0,1", "move:1,0>0,0", "move:0,1>1,0", "move:0,0>0,1", "move:1,0>0,0", "move:0,1>1,0"]
"""Two queens that roll around each other until they stand as before."""


def test_a_third_occurrence_is_a_draw_only_where_the_option_says_so() -> None:
    opening = ["place:queen@0,0", "place:queen@1,0"]
    twice = after([*opening, *ROUND], start(repetition_draw=1))
    assert not twice.ended
    thrice = after(ROUND, twice)
    assert (thrice.ended, GAME.outcome(thrice).returns) == ("repetition", (0.5, 0.5))
    assert not after([*opening, *ROUND, *ROUND]).ended


def test_a_position_is_the_same_whichever_of_two_ants_stands_where() -> None:
    limits = Limits(repetition=True)
    one = table({(0, 0): "bQ", (1, 0): "gQ", (-1, 0): "bA", (-1, 1): "bA"}, seat=1, limits=limits)
    other = table({(0, 0): "bQ", (1, 0): "gQ", (-1, 1): "bA", (-1, 0): "bA"}, seat=1, limits=limits)
    assert one.where != other.where
    assert step(one, "place:ant@2,0").history == step(other, "place:ant@2,0").history
    assert step(one, "place:ant@2,0").history != step(one, "place:spider@2,0").history


LINE = {(-2, 0): "bA", (-1, 0): "bQ", (0, 0): "bA", (1, 0): "gQ"}


@pytest.mark.parametrize(
    ("last", "returns", "reason"),
    [
        pytest.param("place:ant@2,0", (0.5, 0.5), "turn_limit", id="two neighbours each"),
        pytest.param("place:ant@2,-1", (0.5, 0.5), "turn_limit", id="two neighbours each, elsewhere"),
        pytest.param("move:1,0>0,1", (0.0, 1.0), "adjudicated", id="one neighbour less"),
    ],
)
def test_fewer_neighbours_win_at_the_limit_where_the_option_says_so(
    last: str, returns: tuple[float, float], reason: str
) -> None:
    tiles = LINE if last.startswith("place") else {**LINE, (-1, 1): "gA"}
    state = step(table(tiles, 1, Limits(max_turns=11, adjudicate=True)), last)
    assert (GAME.outcome(state).reason, GAME.outcome(state).returns) == (reason, returns)
    drawn = step(table(tiles, 1, Limits(max_turns=11)), last)
    assert (GAME.outcome(drawn).reason, GAME.outcome(drawn).returns) == ("turn_limit", (0.5, 0.5))


def test_a_queen_that_was_not_placed_counts_as_six_neighbours() -> None:
    state = after(["place:ant@0,0", "place:queen@1,0"], start(max_turns=1, adjudicate_limit=1))
    assert (GAME.outcome(state).reason, GAME.outcome(state).returns) == ("adjudicated", (0.0, 1.0))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_turns": 0}, "max_turns is 0, expected 1 to 250"),
        ({"max_turns": 251}, "max_turns is 251"),
        ({"flat_actions": 2}, "flat_actions is 2"),
        ({"beetles": 1}, "unknown option 'beetles'"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.deal("0", options, "strict")


def test_a_setup_that_was_never_dealt_is_refused() -> None:
    setup = GAME.deal("0", {}, "strict")
    assert GAME.start(setup) == State(Limits())
    wrong = [
        msgspec.structs.replace(setup, draws=(Draw(name="deck", values=(1,)),)),
        msgspec.structs.replace(setup, options=()),
        msgspec.structs.replace(setup, options=(*setup.options, Option(name="x", value=1))),
        msgspec.structs.replace(setup, options=(*setup.options[:-1], Option(name="repetition_draw", value=7))),
        GAME.deal("0", {"max_turns": 250}, "strict"),
    ]
    for other in wrong[:-1]:
        with pytest.raises(ValueError):
            GAME.start(other)
    assert wrong[-1] == setup
