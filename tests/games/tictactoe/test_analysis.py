"""TicTacToe's analysis on matches whose numbers are known."""

import pytest

from interplay.tracks.games.tictactoe.analysis import ANALYSIS
from interplay.tracks.games.verdicts import Measures
from tests.games import boards, matches

WON = ["X: (1,3)", "O: (1,1)", "X: (3,1)", "O: (2,2)", "X: (3,3)", "O: (2,3)", "X: (3,2)"]
LOST = ["(1,1)", "(2,2)", "(1,2)", "(1,3)", "(3,3)", "(3,1)"]
LEVEL = ["(1,1)", "(2,2)", "(1,3)", "(1,2)", "(3,2)", "(2,1)", "(2,3)", "(3,3)", "(3,1)"]
ILLEGAL = ["(1,2)", "(3,3)", "(1,2)"]
CLASSES = ("first_seat_win_rate", "second_seat_win_rate", "draw_rate", "illegal_game_rate")


def measured(replies: list[str], **options: int) -> Measures:
    item = matches.forfeiting(boards.bare("tictactoe", **options))
    return boards.measured(ANALYSIS, item, boards.played(item, replies))


@pytest.mark.parametrize(
    ("replies", "expected", "decisive"),
    [(WON, (1, 0, 0, 0), 1), (LOST, (0, 1, 0, 0), 1), (LEVEL, (0, 0, 1, 0), 0), (ILLEGAL, (0, 0, 0, 1), 0)],
)
def test_a_game_is_of_one_of_four_classes(replies: list[str], expected: tuple[int, ...], decisive: int) -> None:
    ratios = measured(replies).ratios
    assert tuple(ratios[name] for name in CLASSES) == tuple((part, 1) for part in expected)
    assert ratios["decisive_rate"] == (decisive, 1)


def test_games_count_for_the_hint_setting_they_were_played_with() -> None:
    with_hints, without = measured(WON).ratios, measured(WON, hints=0).ratios
    for name in (*CLASSES, "decisive_rate", "illegal_decision_rate"):
        assert with_hints[f"{name}_hints"] == without[f"{name}_no_hints"] == with_hints[name]
        assert with_hints[f"{name}_no_hints"] == without[f"{name}_hints"] == (0, 0)


def test_illegal_decisions_are_counted_and_their_transposed_cells_looked_at() -> None:
    ratios = measured(ILLEGAL).ratios
    assert ratios["illegal_decision_rate"] == (1, 3)
    assert ratios["vertical_error_share"] == (1, 1), "(2,1) was free"
    assert measured(["(1,2)", "(2,1)", "(1,2)"]).ratios["vertical_error_share"] == (0, 1)
    assert measured(["(2,2)", "(2,2)"]).ratios["vertical_error_share"] == (0, 1), "its own transpose"
    assert measured(WON).ratios["vertical_error_share"] == (0, 0)


def test_only_the_systems_decisions_are_counted() -> None:
    item = matches.forfeiting(matches.item("tictactoe", ("system", "bot:greedy@1"), opening_plies=0))
    prediction = boards.played(item, ["(2,2)", "(2,2)"])
    ratios = boards.measured(ANALYSIS, item, prediction).ratios
    assert ratios["illegal_decision_rate"] == (1, 2)
    assert ratios["illegal_game_rate"] == (1, 1)


def test_a_substituted_decision_is_not_an_illegal_one() -> None:
    item = boards.bare("tictactoe")
    ratios = boards.measured(ANALYSIS, item, matches.play(item, lambda _: "pass")).ratios
    assert ratios["illegal_decision_rate"][0] == 0
    assert sum(ratios[name][0] for name in CLASSES) == 1


@pytest.mark.parametrize(("hints", "own", "other"), [(2, "_hints", "_no_hints"), (3, "_no_hints", "_hints")])
def test_hints_of_one_seat_count_for_the_system_in_that_seat(hints: int, own: str, other: str) -> None:
    item = boards.bare("tictactoe", hints=hints)
    match = matches.verified(item, boards.played(item, WON), [0])
    ratios = ANALYSIS.measure(match).ratios
    assert (ratios[f"decisive_rate{own}"], ratios[f"decisive_rate{other}"]) == ((1, 1), (0, 0))


def test_a_system_with_hints_in_one_of_its_two_seats_counts_for_neither() -> None:
    ratios = measured(WON, hints=2).ratios
    assert ratios["decisive_rate_hints"] == ratios["decisive_rate_no_hints"] == (0, 0)
