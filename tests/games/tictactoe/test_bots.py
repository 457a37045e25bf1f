"""TicTacToe's bots: what they never miss, and how they fare against each other."""

from typing import Any

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.tictactoe.bots import move_values
from interplay.tracks.games.tictactoe.rules import GAME, Cell
from tests.games import boards, matches


def chosen(bot: str, moves: list[Cell], seed: int = 0) -> Cell:
    """Return a bot's move after *moves*."""
    state = boards.states("tictactoe", moves)[-1]
    text = catalogue.bots_of("tictactoe")[bot].move(GAME, state, state.seat, Stream("tests", seed, bot))
    return GAME.parse(state, state.seat, text)


@pytest.mark.parametrize("bot", ["greedy", "minimax"])
@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        pytest.param([(1, 1), (2, 1), (1, 2), (2, 2)], (1, 3), id="takes a win rather than block"),
        pytest.param([(1, 1), (2, 1), (3, 2), (2, 2)], (2, 3), id="blocks"),
        pytest.param([(1, 1), (2, 2), (3, 2), (3, 1), (1, 2)], (1, 3), id="second seat wins on a diagonal"),
    ],
)
def test_wins_are_taken_and_losses_blocked(bot: str, moves: list[Cell], expected: Cell) -> None:
    assert {chosen(bot, moves, seed) for seed in range(10)} == {expected}


def test_greedy_falls_for_a_fork_and_minimax_does_not() -> None:
    corners = [(1, 1), (2, 2), (3, 3)]
    edges = {(1, 2), (2, 1), (2, 3), (3, 2)}
    assert {chosen("minimax", corners, seed) for seed in range(40)} == edges
    assert not {chosen("greedy", corners, seed) for seed in range(40)} <= edges


def test_minimax_values_every_first_move_as_a_draw() -> None:
    assert set(move_values(()).values()) == {0}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("other", ["random", "greedy", "minimax"])
def test_minimax_never_loses_from_the_empty_board(other: str, seat: int) -> None:
    players: Any = [f"bot:{other}@1"] * 2
    players[seat] = "bot:minimax@1"
    for seed in range(60):
        item = matches.item("tictactoe", tuple(players), seed=str(seed), opening_plies=0)
        claimed = matches.play(item, matches.randomly(0)).claimed
        assert claimed is not None
        assert claimed.returns[seat] >= 0


def test_greedy_lies_between_random_and_minimax() -> None:
    points = dict.fromkeys((("greedy", "random"), ("minimax", "greedy")), 0.0)
    for one, two in points:
        for seed in range(100):
            for players in ((one, two), (two, one)):
                item = matches.item("tictactoe", tuple(f"bot:{p}@1" for p in players), seed=str(seed))
                claimed = matches.play(item, matches.randomly(0)).claimed
                assert claimed is not None
                points[one, two] += claimed.returns[players.index(one)] / 200
    assert points["greedy", "random"] > 0.5
    assert points["minimax", "greedy"] > 0.2
