"""The twins of Connect Four: the board on its side, and a line of four that loses, solved again without the engine."""

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games import twins
from interplay.tracks.games.connect_four.bitboard import CELLS, column_of
from interplay.tracks.games.connect_four.bots import GREEDY, SEARCH
from interplay.tracks.games.connect_four.picture import PICTURE
from interplay.tracks.games.connect_four.rules import GAME, State
from interplay.tracks.games.connect_four.search import MisereSearch
from tests.games import matches
from tests.games.test_twins import twin_of

TURNED, MISERE = 1, 2
Grid = tuple[str, ...]
"""The seven columns, each a text of its discs from the bottom up."""


def has_line(grid: Grid, mark: str) -> bool:
    cells = {(c, r) for c, column in enumerate(grid) for r, sign in enumerate(column) if sign == mark}
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(all((c + n * a, r + n * b) in cells for n in range(4)) for c, r in cells for a, b in steps)


def misere_value(grid: Grid, mark: str) -> int:
    """Return the value to the player of *mark*, who is to move."""
    other = "XO"[mark == "X"]
    if has_line(grid, other):
        return 1
    best = None
    for at, column in enumerate(grid):
        if len(column) < 6:
            value = -misere_value((*grid[:at], column + mark, *grid[at + 1 :]), other)
            best = value if best is None else max(best, value)
            if best == 1:
                break
    return 0 if best is None else best


def grid_of(played: tuple[int, ...]) -> Grid:
    columns = [""] * 7
    for at, column in enumerate(played):
        columns[column - 1] += "XO"[at % 2]
    return tuple(columns)


def late(seed: int, free: int) -> State:
    """Return a random position with this number of free cells in which nobody has a line."""
    stream = Stream("tests", str(seed), "misere")
    while True:
        state = State(0, 0, hints=1, compat=False, twin=MISERE)
        while GAME.to_move(state) and state.discs.bit_count() < CELLS - free:
            state = GAME.apply(state, {state.seat: int(GREEDY.move(GAME, state, state.seat, stream)[3:])})
        if GAME.to_move(state):
            return state


@pytest.mark.parametrize("seed", range(30))
def test_misere_outcomes_agree_with_brute_force(seed: int) -> None:
    state = late(seed, free=3 + seed % 6)
    mark, other = "XO"[state.seat], "OX"[state.seat]
    grid = grid_of(state.played)
    found = MisereSearch(100_000).outcomes(state.of(state.seat), state.discs)
    expected = {
        at: -misere_value((*grid[: at - 1], grid[at - 1] + mark, *grid[at:]), other)
        for at, column in enumerate(grid, 1)
        if len(column) < 6
    }
    assert {column_of(bit): value for bit, value in found.items()} == expected
    best = int(SEARCH.move(GAME, state, state.seat, Stream("tests", str(seed), "bot"))[3:])
    assert expected[best] == max(expected.values())


def test_in_misere_the_player_with_a_line_loses() -> None:
    state = State(0, 0, hints=1, compat=False, twin=MISERE)
    for column in (1, 2, 1, 2, 1, 2, 1):
        state = GAME.apply(state, {state.seat: column})
    assert GAME.to_move(state) == ()
    assert GAME.outcome(state).returns == (-1.0, 1.0)
    assert "Seat 0 (X) has lost with four in a line" in PICTURE.caption(state)


def test_a_player_who_must_complete_a_line_has_lost() -> None:
    three = 0b111  # three own discs in column 1, and all other columns full
    full = sum(0b111111 << 7 * column for column in range(1, 7))
    assert MisereSearch(10).outcomes(three, three | full) == {0b1000: -1}


def test_the_board_on_its_side_shows_every_disc_in_its_row_counted_from_the_wall() -> None:
    item = twin_of(matches.item("connect_four", seed="b"), TURNED)
    state = GAME.start(item.setup)
    for column in (4, 4, 4, 2, 7, 1, 1):
        state = GAME.apply(state, {state.seat: column})
    text = GAME.prompt(state, state.seat).observation
    head, *rows = [line for line in text.splitlines() if line.endswith((" a", "#"))]
    assert head.split() == ["f", "e", "d", "c", "b", "a"]
    shown = [row[3:-1].replace("|", " ").split()[::-1] for row in rows]
    assert ["".join(row).rstrip("_") for row in shown] == list(grid_of(state.played))
    assert [row[0] for row in rows] == list("1234567")


def test_prompts_about_the_board_on_its_side_do_not_speak_of_falling() -> None:
    item = twin_of(matches.item("connect_four"), TURNED)
    lens, state = twins.lens_of(item.setup), GAME.start(item.setup)
    prompt = lens.prompt(GAME.prompt(state, 0))
    text = "\n".join((prompt.system.removeprefix(lens.opening), prompt.observation, prompt.action, prompt.again))
    for word in ("fall", "drop", "upright", "lowest", "(bottom)", "pen column"):
        assert word not in text


@pytest.mark.parametrize("reply", ["3", "X: 3", "row 3", "Action: row 3", "I choose row 3."])
def test_replies_that_name_a_row_are_read(reply: str) -> None:
    state = State(0, 0, hints=1, compat=False, twin=TURNED)
    assert GAME.parse(state, 0, reply) == 3
