"""The chess and the gomoku player against known positions, and against a second reading of their recipes."""

import itertools
import json
import re
from functools import cache
from typing import Any

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.families.board.gomoku_player import GomokuPlayer
from interplay_builders.tracks.simulation.families.board.gomoku_player import choice as gomoku_choice
from interplay_builders.tracks.simulation.families.chess.endgame import ENDGAME, EndgamePlayer, choice, worth
from interplay_builders.tracks.simulation.families.chess.rules import Position
from interplay_builders.tracks.simulation.sessions import Session, fence, wrapped

WORTH = (0, 1, 3, 3, 5, 9, 99)
"""By the piece numbers of the established engine; nothing on the target of a capture is a pawn taken in passing."""
TASKS = ("chess-player", "gomoku-player")


@cache
def sessions() -> tuple[Session, ...]:
    found = (*enacting.sessions("board"), *enacting.sessions("chess"))
    return tuple(session for session in found if session.task.task_id in TASKS)


@pytest.mark.parametrize("task_id", TASKS)
def test_each_player_has_three_sessions(task_id: str) -> None:
    found = [session for session in sessions() if session.task.task_id == task_id]
    assert [session.challenging for session in found] == [None, None, 1]
    assert 60 <= len(found[0].task.brief.split()) <= 230


def test_talk_and_dress_pass_and_a_lacking_block_fails_only_the_form() -> None:
    for session in sessions():
        for script in compose.scripts_of(session, 1, "canary"):
            reply = script.reference
            for fair in (reply + "\n", reply.replace("\n", "\r\n"), reply.replace("\n", "  \n"), f"\n{reply}  "):
                assert grade(script, fair).strict
            inside = reply.removeprefix("```\n").removesuffix("\n```")
            assert (grade(script, inside).content, grade(script, inside).format) == (True, False)
            assert grade(script, wrapped(reply)).strict
            if inside.startswith("{"):
                assert grade(script, fence(json.dumps(json.loads(inside), indent=2, sort_keys=True))).strict


CHESS_STEPS = {
    "mate comes before a capture": ("6k1/8/8/8/8/8/1r3PPP/N5K1 b - - 0 1", "b2b1"),
    "the pawn takes, not the rook": ("2r3k1/8/8/8/1p6/2Q5/8/3R2K1 b - - 0 1", "b4c3"),
    "the most valuable is taken": ("2r3k1/8/8/8/1p6/B1N5/8/2R3K1 b - - 0 1", "b4a3"),
    "the king takes last": ("6k1/5P2/8/7b/8/8/8/6K1 b - - 0 1", "h5f7"),
    "in passing": ("7k/8/8/8/3Pp3/8/8/K7 b - d3 0 1", "e4d3"),
    "a capture that promotes": ("7k/8/8/8/8/7K/1p6/2N5 b - - 0 1", "b2c1q"),
    "promotion comes before check": ("2r4k/8/8/8/8/8/1p5K/8 b - - 0 1", "b2b1q"),
    "check comes before a pawn": ("2r4k/p7/8/8/8/8/7K/8 b - - 0 1", "c8c2"),
    "no check that can be taken": ("2r4k/p7/8/8/8/1B6/7K/8 b - - 0 1", "a7a5"),
    "check by a pawn": ("3r3k/3p4/p7/8/4K3/8/8/8 b - - 0 1", "d7d5"),
    "no check that can be taken in passing": ("3r3k/3p4/p7/4P3/4K3/8/8/8 b - - 0 1", "a6a5"),
    "two steps come before one": ("7k/p6p/8/8/8/8/8/K7 b - - 0 1", "a7a5"),
    "the more advanced pawn is stuck": ("7k/p7/8/8/8/8/7p/7K b - - 0 1", "a7a5"),
    "any move": ("7k/8/8/8/8/8/8/K7 b - - 0 1", "h8g7"),
    "stalemate": ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "None"),
}


@pytest.mark.parametrize(("fen", "move"), CHESS_STEPS.values(), ids=CHESS_STEPS.keys())
def test_each_step_of_the_chess_recipe(fen: str, move: str) -> None:
    assert str(choice(Position.of(fen))) == move


def test_a_player_without_a_move_writes_a_dash() -> None:
    player = EndgamePlayer()
    player._turns = [Position.of("7k/8/5QK1/8/8/8/8/8 w - - 0 1")]
    said = player.answer(["Qf7", "sheet", "Kh6", "back", "Qg7#", "back back", "sheet", "Qf9"]).text
    lines = "- 9:0|1. Qf7|refused|back 9:0|- 9:0|back 9:0|refused|empty|refused"
    assert said.splitlines() == lines.split("|")


def read_again(position: Any) -> Any:
    """Return what the chess recipe says, step by step as the brief has it, on a board of the established engine."""
    legal = sorted((m for m in position.legal_moves if m.promotion in {None, 5}), key=str)
    after = {}
    for move in legal:
        after[move] = position.copy(stack=False)
        after[move].push(move)
    captures = [m for m in legal if position.is_capture(m)]
    most = max((WORTH[position.piece_type_at(m.to_square) or 1] for m in captures), default=0)
    captures = [m for m in captures if WORTH[position.piece_type_at(m.to_square) or 1] == most]
    captures.sort(key=lambda m: WORTH[position.piece_type_at(m.from_square)])
    checks = [
        m
        for m in legal
        if after[m].is_check()
        and not any(r.to_square == m.to_square or after[m].is_en_passant(r) for r in after[m].legal_moves)
    ]
    pawns = [m for m in legal if position.piece_type_at(m.from_square) == 1]
    pawns.sort(key=lambda m: m.from_square // 8)
    steps = ([m for m in legal if after[m].is_checkmate()], captures, [m for m in legal if m.promotion], checks, pawns)
    return next((step[0] for step in (*steps, legal) if step), None)


def test_chess_player_agrees_with_a_second_reading_in_random_games() -> None:
    oracle = pytest.importorskip("chess")
    stream = Stream("tests", 1, "chess player")
    for _ in range(40):
        assert_game_agrees(oracle, stream)


def assert_game_agrees(oracle: Any, stream: Stream) -> None:
    """Play at random against the player, up to twelve moves, and let the established engine follow."""
    theirs, player = oracle.Board(ENDGAME), EndgamePlayer()
    for _ in range(12):
        if theirs.is_checkmate() or theirs.is_stalemate():
            assert player.answer(["Kg1"]).text == "refused"
            return
        # Captures are drawn more often, so that the men thin out.
        moves = sorted(theirs.legal_moves, key=str)
        moves += [m for m in moves if theirs.is_capture(m)] * 5
        move = stream.choice(moves)
        name = theirs.san(move)
        theirs.push(move)
        reply = read_again(theirs)
        answer = "-" if reply is None else theirs.san(reply)
        if reply is not None:
            theirs.push(reply)
        men = [sum(WORTH[kind] * len(theirs.pieces(kind, side)) for kind in range(1, 6)) for side in (True, False)]
        assert player.answer([name]).text == f"{answer} {men[0]}:{men[1]}"


def test_worth_leaves_the_kings_out() -> None:
    assert worth(Position.of(ENDGAME)) == "12:12"


def drawn(black: set[int], white: set[int]) -> list[str]:
    """Return all rows, columns and diagonals of a gomoku board as text."""
    cells = {p: "B" if p in black else "W" if p in white else "." for p in points()}
    lines: dict[tuple[str, int], str] = {}
    for point, mark in cells.items():
        row, column = divmod(point, 10)
        for key in (("row", row), ("column", column), ("falling", row - column), ("rising", row + column)):
            lines[key] = lines.get(key, "") + mark
    return list(lines.values())


def points() -> list[int]:
    return [10 * row + column for row, column in itertools.product(range(1, 8), repeat=2)]


def longest(lines: list[str], mark: str) -> int:
    return max((len(run) for line in lines for run in re.findall(f"{mark}+", line)), default=0)


def through(own: set[int], point: int) -> int:
    """Return the longest line through a new stone: walk from it both ways, in steps of the points' numbers."""
    best = 0
    for step in (1, 10, 11, 9):
        ends = [next(n for n in range(1, 9) if point + sign * n * step not in own) for sign in (1, -1)]
        best = max(best, sum(ends) - 1)
    return best


def gomoku_again(black: set[int], white: set[int]) -> tuple[int, int] | None:
    """Return what the gomoku recipe says: the point, and the step that gives it."""
    rings = {p: max(abs(p // 10 - 4), abs(p % 10 - 4)) for p in points()}
    free = [p for ring in range(4) for p in points() if rings[p] == ring and p not in black | white]
    if not free:
        return None
    for step, stones, least in ((1, white, 5), (2, black, 5), (3, black, 4)):
        reached = [point for point in free if through(stones, point) >= least]
        if reached:
            return reached[0], step
    lengths = [through(white, point) for point in free]
    return free[lengths.index(max(lengths))], 4


@pytest.mark.slow
def test_gomoku_player_agrees_with_a_second_reading_in_random_games() -> None:
    stream = Stream("tests", 1, "gomoku player")
    ends = [assert_gomoku_agrees(stream) for _ in range(100)]
    assert set(ends) >= {"white", "draw"}


def assert_gomoku_agrees(stream: Stream) -> str:
    """Play near Black's own stones, blocking fives, and compare every answer; return how the game ended."""
    black: set[int] = set()
    white: set[int] = set()
    player = GomokuPlayer()
    while True:
        free = [p for p in points() if p not in black | white]
        urgent = [p for p in free if through(black, p) >= 5 or through(white, p) >= 5]
        point = stream.choice(urgent or [p for p in free if through(black, p) >= 2] or free)
        black.add(point)
        won = longest(drawn(black, white), "B") >= 5
        expected = None if won else gomoku_again(black, white)
        if expected is not None:
            white.add(expected[0])
        told = json.loads(player.answer([str(point)]).text)
        lines = drawn(black, white)
        assert (told["played"], told["steps"]) == (([], []) if expected is None else ([expected[0]], [expected[1]]))
        assert told["longest"] == [longest(lines, "B"), longest(lines, "W")]
        if told["state"] != "open":
            assert (told["state"] == "draw") == (len(black | white) == 49 and max(told["longest"]) < 5)
            return str(told["state"])


def test_gomoku_player_loses_to_two_fours_and_takes_the_stone_back() -> None:
    player = GomokuPlayer()
    player.answer(["45 55 65 54 56 64 73 63 66"])
    assert json.loads(player.answer(["67 11"]).text) == {
        "played": [],
        "steps": [],
        "longest": [5, 4],
        "refused": ["11"],
        "state": "black",
    }
    assert json.loads(player.answer(["undo", "61", "undo 67", "67"]).text) == {
        "played": [26],
        "steps": [1],
        "longest": [5, 4],
        "refused": ["67"],
        "state": "black",
    }


def test_gomoku_player_refuses_what_is_not_on_the_board() -> None:
    told = json.loads(GomokuPlayer().answer(["undo 48 80 44 44 undo undo 17"]).text)
    assert (told["refused"], told["played"]) == (["undo", "48", "80", "44", "undo"], [33, 44])


def test_full_board_has_no_answer() -> None:
    stones = [(row, column) for row, column in itertools.product(range(1, 8), repeat=2)]
    assert gomoku_choice(stones[:24], stones[24:]) is None
