"""The twins of TicTacToe: three in a row loses, and numbers with the sum 15; both solved again without the engine."""

from functools import cache
from itertools import combinations

import pytest

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games import twins
from interplay.tracks.games.tictactoe.bots import MINIMAX, move_values
from interplay.tracks.games.tictactoe.picture import PICTURE
from interplay.tracks.games.tictactoe.rules import CELLS, GAME, Cell, State
from tests.games import matches
from tests.games.test_twins import twin_of

MISERE, NUMBERS = 1, 2
SQUARE = ((8, 1, 6), (3, 5, 7), (4, 9, 2))
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


@cache
def misere_value(board: str, mark: str) -> int:
    """Return the value to the player of *mark*, who is to move, of a board of nine signs."""
    if any({board[int(cell)] for cell in row} in ({"X"}, {"O"}) for row in ROWS):
        return 1  # the other player has just completed the line
    replies = [board[:at] + mark + board[at + 1 :] for at in range(9) if board[at] == "."]
    return max((-misere_value(reply, "XO"[mark == "X"]) for reply in replies), default=0)


@cache
def sum_value(mine: frozenset[int], other: frozenset[int]) -> int:
    """Return the value of the game with numbers to the player to move."""
    if any(sum(three) == 15 for three in combinations(other, 3)):
        return -1
    free = set(range(1, 10)) - mine - other
    return max((-sum_value(other, mine | {number}) for number in free), default=0)


def number(cell: Cell) -> int:
    return SQUARE[cell[0] - 1][cell[1] - 1]


def board_of(moves: tuple[Cell, ...]) -> str:
    marks = {cell: "XO"[at % 2] for at, cell in enumerate(moves)}
    return "".join(marks.get(cell, ".") for cell in CELLS)


def state_of(moves: tuple[Cell, ...], twin: int) -> State:
    return State(moves, hints=1, example=True, compat=False, twin=twin)


def unfinished(seed: int, most: int, twin: int) -> tuple[Cell, ...]:
    """Return random moves after which the game is not over."""
    stream, moves = Stream("tests", str(seed), "twins"), tuple[Cell, ...]()
    while len(moves) < most:
        cell = stream.choice([cell for cell in CELLS if cell not in moves])
        if not GAME.to_move(state_of((*moves, cell), twin)):
            break
        moves = (*moves, cell)
    return moves


def test_misere_is_a_draw_from_the_empty_board_and_only_the_centre_keeps_it() -> None:
    assert misere_value("." * 9, "X") == 0
    values = move_values((), misere=True)
    assert [cell for cell, value in values.items() if value == 0] == [(2, 2)]
    assert {value for cell, value in values.items() if cell != (2, 2)} == {-1}


@pytest.mark.parametrize("seed", range(30))
def test_misere_values_and_the_best_moves_of_the_bot_agree_with_brute_force(seed: int) -> None:
    moves = unfinished(seed, seed % 8, MISERE)
    mark, other = "XO"[len(moves) % 2], "OX"[len(moves) % 2]
    board = board_of(moves)
    expected = {
        cell: -misere_value(board[:at] + mark + board[at + 1 :], other)
        for at, cell in enumerate(CELLS)
        if cell not in moves
    }
    assert move_values(moves, misere=True) == expected
    state = state_of(moves, MISERE)
    reply = MINIMAX.move(GAME, state, state.seat, Stream("tests", str(seed), "bot"))
    assert expected[GAME.parse(state, state.seat, reply)] == max(expected.values())


def test_in_misere_the_player_with_a_line_loses() -> None:
    ended = state_of(((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)), MISERE)
    assert GAME.to_move(ended) == ()
    assert GAME.outcome(ended).returns == (-1.0, 1.0)
    assert "Seat 0 (X) has lost with a line" in PICTURE.caption(ended)


def test_the_game_with_numbers_has_the_states_and_values_of_tictactoe() -> None:
    known = set[tuple[frozenset[int], frozenset[int]]]()
    waiting: list[tuple[Cell, ...]] = [()]
    while waiting:
        moves = waiting.pop()
        first, second = (frozenset(map(number, moves[seat::2])) for seat in (0, 1))
        if (first, second) in known:
            continue
        known.add((first, second))
        mine, other = (first, second) if len(moves) % 2 == 0 else (second, first)
        over = len(moves) == 9 or any(sum(three) == 15 for side in (mine, other) for three in combinations(side, 3))
        assert over == (not GAME.to_move(state_of(moves, NUMBERS)))
        if over:
            continue
        values = {number(cell): value for cell, value in move_values(moves).items()}
        assert values == {n: -sum_value(other, mine | {n}) for n in set(range(1, 10)) - mine - other}
        waiting += [(*moves, cell) for cell in CELLS if cell not in moves]
    assert len(known) == 5_478


def test_prompts_with_numbers_do_not_speak_of_a_board() -> None:
    item = twin_of(matches.item("tictactoe"), NUMBERS)
    lens, state = twins.lens_of(item.setup), state_of(((2, 2), (1, 1), (1, 2), (3, 2)), NUMBERS)
    prompt = lens.prompt(GAME.prompt(state, 0))
    text = "\n".join((prompt.system, prompt.observation, prompt.action, prompt.again))
    for word in ("TicTacToe", "cell", "row", "column", "diagonal", "mark", "X", " O ", "O:", "("):
        assert word not in text
    assert "You are player A. Your numbers: 1, 5. Your opponent's numbers: 8, 9." in text
    assert "Your last move: 1. Your opponent's last move: 9." in text
    assert "Free numbers: 2 3 4 6 7" in text


@pytest.mark.parametrize("reply", ["6", "A: 6", "Action: 6", "I take number 6.", "5 + 1 + 9 = 15, so: 6"])
def test_replies_with_numbers_are_read(reply: str) -> None:
    item = twin_of(matches.item("tictactoe"), NUMBERS)
    state = state_of(((2, 2), (1, 1), (1, 2), (3, 2)), NUMBERS)
    assert GAME.parse(state, 0, twins.lens_of(item.setup).read(reply)) == (1, 3)


def test_a_number_that_is_taken_or_no_number_is_refused_in_the_words_of_the_twin() -> None:
    state = state_of(((2, 2), (1, 1)), NUMBERS)
    with pytest.raises(IllegalMove, match="found 8, which is taken"):
        GAME.parse(state, 0, "Action: 8")
    with pytest.raises(UnparsableMove):
        GAME.parse(state, 0, "Action: (1,3)")
