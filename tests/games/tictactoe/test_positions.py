"""TicTacToe's solved positions, recomputed by playing out the rules themselves."""

from collections import Counter

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.tictactoe.bots import move_values
from interplay.tracks.games.tictactoe.rules import GAME, State
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions import tictactoe
from interplay_builders.tracks.positions.tictactoe import images, positions, unfinished


@pytest.fixture(scope="module")
def made() -> list[Position]:
    return list(positions("test", "canary"))


def reached(position: Position) -> State:
    state = GAME.start(position.setup)
    for (move,) in position.played:
        state = GAME.apply(state, {state.seat: GAME.decode(move)})
    return state


def played_out(state: State) -> tuple[int, int]:
    """Return the value to the player to move and the plies to the end, by the rules alone."""
    if not GAME.to_move(state):
        returns = GAME.outcome(state).returns
        return int(returns[state.seat]), 0
    return max(
        ((-value, plies + 1) for value, plies in (played_out(after) for after in _following(state))),
        key=lambda pair: (pair[0], -pair[0] * pair[1]),
    )


def _following(state: State) -> list[State]:
    return [GAME.apply(state, {state.seat: cell}) for cell in GAME.legal(state, state.seat)]  # type: ignore[union-attr]


def test_every_class_of_positions_whose_moves_differ_is_there_once(made: list[Position]) -> None:
    assert len(unfinished()) == 627
    boards = tictactoe.instructive()
    assert len(boards) == len(set(boards)) == 431
    assert sum(len(set(images(board))) for board in boards) == 3191
    shown = {min(images(board_of(position))) for position in made}
    assert shown <= set(boards)
    assert len(shown) == len(made) == 60


def board_of(position: Position) -> str:
    return "".join(c for c in GAME.show(reached(position)) if c in "XO_")


def test_values_are_those_of_playing_out_the_rules(made: list[Position]) -> None:
    late = [position for position in made if len(position.played) >= 3]
    for position in Stream("tests", 0, "sample").sample(late, 30):
        state = reached(position)
        for labelled, after in zip(position.values, _following(state), strict=True):
            assert labelled.value == -played_out(after)[0]
        value, plies = played_out(state)
        assert value == max(v.value for v in position.values)
        assert f"distance-{plies}" in position.tags


def test_values_are_those_of_the_minimax_bot(made: list[Position]) -> None:
    for position in made:
        values = move_values(reached(position).moves)
        assert [v.value for v in position.values] == list(values.values())


def test_a_reply_that_is_no_move_costs_what_the_worst_move_does(made: list[Position]) -> None:
    regrets = [max(v.value for v in p.values) - min(v.value for v in p.values) for p in made]
    assert [position.penalty for position in made] == regrets
    assert {position.penalty for position in made} == {1.0, 2.0}


def test_there_are_fifteen_of_each_kind(made: list[Position]) -> None:
    assert Counter(p.kind for p in made) == dict.fromkeys(("must-win", "must-block", "fork", "quiet"), 15)
    for position in made:
        if position.kind == "must-win":
            assert position.tags == ("depth-1", "distance-1")


def test_the_seed_chooses_boards_and_images(made: list[Position]) -> None:
    assert list(positions("test", "canary")) == made
    others = list(positions("other", "canary"))
    assert {min(images(board_of(p))) for p in others} != {min(images(board_of(p))) for p in made}
    assert [p.messages for p in others] != [p.messages for p in made]
    assert [p.item_id for p in made[:2]] == ["tictactoe/0000", "tictactoe/0001"]


def test_images_of_a_board_keep_its_lines() -> None:
    assert len(set(images("XO_______"))) == 8
    assert set(images("____X____")) == {"____X____"}
    assert all(tictactoe._lined(image) for image in images("XXXOO____"))
