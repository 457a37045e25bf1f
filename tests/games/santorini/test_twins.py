"""The twin with reversed heights, played by its printed texts alone."""

import re
from itertools import pairwise

import pytest

from tests.games.twinned import explained, played

MOVE = re.compile(r"- (move_\w+): to \((\d), (\d)\), block on \((\d), (\d)\)")


def heights(observation: str) -> list[list[int]]:
    return [[int(cell) for cell in re.findall(r"(\d)[ABXY.]", row)] for row in re.findall(r"row \d  (.*)", observation)]


def test_the_rules_go_down_from_level_4_to_level_1() -> None:
    rules = played("santorini", "rules")[0][0].rules
    for sentence in (
        "all at level 4 at the start",
        "lowers that square by a level",
        "at most one level down or any number up",
        "Level 0 is closed",
        "A pawn that steps onto level 1 wins",
    ):
        assert sentence in rules
    assert explained("santorini", "Stepping").endswith("one lower, the same, or higher by any number; never 0.")
    assert "above level 0" in explained("santorini", "Building")
    assert "n lowers the row by one, e raises the column" in explained("santorini", "Squares and directions")


@pytest.mark.parametrize("seed", "ab")
def test_turns_follow_the_printed_rules(seed: str) -> None:
    texts, end = played("santorini", seed)
    assert heights(texts[0].observation) == [[4] * 5] * 5
    for before, after in pairwise(texts[4:]):
        start = {p: (int(r), int(c)) for p, r, c in re.findall(r"([ABXY]) \((\d), (\d)\)", before.observation)}
        pawn = re.findall(r"Act with pawn (\w)", before.action)[0]
        board = heights(before.observation)
        level = board[start[pawn][0]][start[pawn][1]]
        assert f"{pawn} ({start[pawn][0]}, {start[pawn][1]}) on level {level}" in before.observation
        steps = {action: tuple(map(int, squares)) for action, *squares in MOVE.findall(before.action)}
        for row, column, *_ in steps.values():
            assert max(level - 1, 1) <= board[row][column] <= 4
        *_, row, column = steps[before.reply]
        board[row][column] -= 1
        assert heights(after.observation) == board
    last = texts[-1]
    if end.reason == "climbed":
        steps = {action: tuple(map(int, squares)) for action, *squares in MOVE.findall(last.action)}
        row, column, *_ = steps[last.reply]
        assert heights(last.observation)[row][column] == 1
        assert end.returns[last.seat] == 1
