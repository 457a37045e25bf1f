"""Hold'em: the chance of two cards to win, against counting."""

import itertools

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.holdem.equity import Equity, before_flop
from interplay.tracks.games.holdem.hands import cards_of
from interplay.tracks.games.holdem.ranges import exact
from tests.games.holdem.hands import best_of_21


@pytest.mark.parametrize(
    ("hole", "flop", "wins", "ties"),
    [
        ("AsKs", "QsJs2d", 811_922, 9_910),
        ("2c7d", "AsKsQs", 116_465, 164_960),
        ("AhAd", "AsAc2h", 1_070_160, 0),
        ("9h9d", "9sKc4h", 1_033_710, 129),
        ("7h2d", "7sKc4h", 689_583, 32_974),
        ("5c4c", "6c7c8c", 1_064_250, 946),
    ],
)
def test_exact_equity_counts_what_two_other_evaluators_count(hole: str, flop: str, wins: int, ties: int) -> None:
    assert exact(cards_of(hole), cards_of(flop)) == Equity(wins, ties, 1_070_190)


@pytest.mark.parametrize("board", ["AsKsQs2s7d", "AsKsQs2s7s", "As9sQs2h7d", "AsAdAhAcKd", "5h6h7h8h2c", "2s2d7h9cKd"])
def test_equity_on_a_full_board_counts_each_of_990_hands(board: str) -> None:
    shown = cards_of(board)
    unseen = Stream("tests", board, "hole").shuffled([card for card in range(52) if card not in shown])
    hole, others = unseen[:2], unseen[2:]
    mine = best_of_21((*hole, *shown))
    theirs = [best_of_21((*pair, *shown)) for pair in itertools.combinations(others, 2)]
    assert exact(hole, shown) == Equity(sum(other < mine for other in theirs), theirs.count(mine), 990)


def test_the_table_before_the_flop_has_the_known_values() -> None:
    known = {"AsAd": 0.852, "KsKd": 0.824, "AsKs": 0.670, "KdAs": 0.653, "2s2d": 0.503, "3s2d": 0.323, "7h2h": 0.381}
    for hole, equity in known.items():
        assert before_flop(cards_of(hole)) == pytest.approx(equity, abs=0.0015)


def test_the_table_before_the_flop_averages_to_one_half() -> None:
    values = [before_flop(hole) for hole in itertools.combinations(range(52), 2)]
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.0003)
