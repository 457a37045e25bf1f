"""Connect Four's analysis: values of boards that the specification works out, rewards, and what was missed."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.tracks.games.connect_four.analysis import (
    ANALYSIS,
    RULES,
    maximal_runs,
    segments,
    value,
    windows,
)
from interplay.tracks.games.connect_four.bitboard import LINES
from interplay.tracks.games.connect_four.rules import GAME, State
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.verdicts import Measures, Observed
from tests.games import boards, matches


def board(moves: str) -> State:
    state: State = boards.states("connect_four", list(map(int, moves)))[-1]
    return state


def measured(replies: str, **options: int) -> Measures:
    item = matches.forfeiting(boards.bare("connect_four", **options))
    return boards.measured(ANALYSIS, item, boards.played(item, list(replies)))


def test_segments_after_each_ply_of_an_opening() -> None:
    states = boards.states("connect_four", [1, 1, 2, 2, 3])[1:]
    assert [value(segments, state, 0) for state in states] == [0, 0, 2, 0, 7]


@pytest.mark.parametrize(("moves", "values"), [("4455667", (17, 5, 5)), ("1212121", (17, 5, 10))])
def test_a_board_has_a_value_under_each_rule(moves: str, values: tuple[int, ...]) -> None:
    assert tuple(value(rule, board(moves), 0) for rule in (segments, maximal_runs, windows)) == values


def test_a_line_of_four_holds_shorter_ones_only_as_segments() -> None:
    four = board("4455667").first
    assert (segments(four, 0), maximal_runs(four, 0)) == ((3, 2, 1), (0, 0, 1))
    five = four | four >> 7
    assert (segments(five, 0), maximal_runs(five, 0)) == ((4, 3, 2), (0, 0, 1))
    assert len(LINES) == len(set(LINES)) == 69


@settings(max_examples=40, deadline=None)
@given(moves=st.lists(st.integers(1, 7), max_size=60))
def test_values_are_opposite_and_the_same_in_a_mirror(moves: list[int]) -> None:
    state, mirror = _filled(moves), _filled([8 - column for column in moves])
    for rule in (rule for rule, _ in RULES.values()):
        assert value(rule, state, 0) == -value(rule, state, 1) == value(rule, mirror, 0)


def _filled(moves: list[int]) -> State:
    """Return the state after those of *moves* that can be made."""
    made: list[int] = []
    for column in moves:
        state = board("".join(map(str, made)))
        if column in _legal(state):
            made.append(column)
    return board("".join(map(str, made)))


def _legal(state: State) -> tuple[int, ...]:
    return tuple(GAME.legal(state, state.seat))  # type: ignore[arg-type]


def test_turn_rewards_of_both_seats_cancel_and_ply_rewards_are_never_negative() -> None:
    for states in boards.random_matches("connect_four", 60):
        for rule in (rule for rule, _ in RULES.values()):
            values = [value(rule, state, 0) for state in states]
            for ply in range(len(states) - 1):
                assert (values[ply + 1] - values[ply]) * (-1 if ply % 2 else 1) >= 0
            turns = [_turn_sum(values, seat) for seat in (0, 1)]
            assert turns == [values[-1] - values[0], values[0] - values[-1]]


def _turn_sum(values: list[int], seat: int) -> int:
    """Return the sum of R_turn term by term: between own moves, and to the end if the other ended the game."""
    sign = -1 if seat else 1
    own = [ply + 1 for ply in range(len(values) - 1) if ply % 2 == seat]
    places = [0, *own, *([len(values) - 1] if own and own[-1] != len(values) - 1 else [])]
    return sum(sign * (values[b] - values[a]) for a, b in pairwise(places))


def test_rewards_of_a_match_are_summed_for_the_seats_of_the_system() -> None:
    item = matches.item("connect_four", ("system", "bot:greedy@1"), opening_plies=0)
    prediction = boards.played(item, list("11122233355566"))
    decisions: list[Observed] = []
    Replay(item).verify(prediction, decisions.append)
    states = boards.states("connect_four", [d.decision.action for d in decisions])
    ratios = boards.measured(ANALYSIS, item, prediction).ratios
    for name, (rule, _) in RULES.items():
        values = [value(rule, state, 0) for state in states]
        assert ratios[f"r_turn_{name}"] == (values[-1], 1)
        assert ratios[f"r_ply_{name}"] == (sum(b - a for a, b in list(pairwise(values))[::2]), 1)


def test_self_play_has_a_mean_turn_reward_of_zero() -> None:
    measures = measured("1212121")
    assert measures.ratios["r_turn_segments"] == (0, 2)
    assert measures.samples["r_turn"] == (17.0, -17.0)
    assert measures.ratios["r_ply_segments"] == (26 + 9, 2), "X makes a four, O a three"


def test_openings_belong_to_the_starting_board() -> None:
    item = matches.forfeiting(matches.item("connect_four", seed="7"))
    prediction = boards.played(item, ["1", "1"] * 3 + ["1"])
    start = Replay(item).start
    decisions: list[Observed] = []
    verdict = Replay(item).verify(prediction, decisions.append)
    assert verdict.outcome.reason == "forfeit"
    last = decisions[-1].state
    expected = value(segments, last, 0) - value(segments, start, 0)
    assert boards.measured(ANALYSIS, item, prediction).samples["r_turn"] == (expected, -expected)


@pytest.mark.parametrize(
    ("replies", "wins", "blocks"),
    [
        pytest.param("1212121", (0, 1), (1, 1), id="X wins because O did not block"),
        pytest.param("12121371111", (1, 1), (1, 2), id="X misses the win once, O blocks it the second time"),
        pytest.param("4455667", (0, 1), (0, 0), id="two threats at once cannot be parried"),
        pytest.param("3333331212123", (1, 1), (1, 1), id="a forfeit takes no win"),
    ],
)
def test_missed_wins_and_blocks(replies: str, wins: tuple[int, int], blocks: tuple[int, int]) -> None:
    ratios = measured(replies).ratios
    assert (ratios["missed_win_rate"], ratios["missed_block_rate"]) == (wins, blocks)


@pytest.mark.parametrize(
    ("replies", "ended"),
    [
        ("4455667", "first_seat_win_rate"),
        ("71212131", "second_seat_win_rate"),
        ("357121442156121123323276657644663357744755", "draw_rate"),
        ("1111111", "illegal_game_rate"),
    ],
)
def test_a_game_is_of_one_of_four_classes(replies: str, ended: str) -> None:
    ratios = measured(replies, hints=0).ratios
    classes = ("first_seat_win_rate", "second_seat_win_rate", "draw_rate", "illegal_game_rate")
    assert {name: ratios[name] for name in classes} == {name: (name == ended, 1) for name in classes}
    assert ratios[f"{ended}_no_hints"] == (1, 1)
    assert ratios["illegal_decision_rate"] == (ended == "illegal_game_rate", len(replies))
