"""Connect Four: rules, replies, and agreement with OpenSpiel."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games.connect_four import bitboard
from interplay.tracks.games.connect_four.rules import GAME, State
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.verdicts import Outcome
from tests.games import boards, matches

X_WINS, O_WINS = Outcome("line", (1.0, -1.0), (1.0, 0.0)), Outcome("line", (-1.0, 1.0), (0.0, 1.0))
DRAWN = Outcome("draw", (0.0, 0.0), (0.5, 0.5))
FULL = "357121442156121123323276657644663357744755"


def board(moves: str, **options: Any) -> State:
    state: State = boards.states("connect_four", list(map(int, moves)), **options)[-1]
    return state


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        pytest.param("4455667", X_WINS, id="bottom row"),
        pytest.param("1212121", X_WINS, id="column"),
        pytest.param("12233434474", X_WINS, id="rising diagonal"),
        pytest.param("76655454414", X_WINS, id="falling diagonal"),
        pytest.param("71212131", O_WINS, id="second seat"),
        pytest.param(FULL, DRAWN, id="draw of 42 plies"),
    ],
)
def test_a_game_ends_as_the_rules_say(moves: str, outcome: Outcome) -> None:
    state = board(moves)
    assert GAME.to_move(state) == ()
    assert GAME.legal(state, 0) == ()
    assert GAME.outcome(state) == outcome
    mirror = board("".join(str(8 - int(column)) for column in moves))
    assert GAME.outcome(mirror) == outcome
    assert (bitboard.mirrored(mirror.first), bitboard.mirrored(mirror.second)) == (state.first, state.second)


def test_four_in_a_row_is_seen_in_each_of_the_69_places() -> None:
    """In a column only the topmost cell can be the last."""
    places = 0
    for column in range(1, 8):
        for row in range(1, 7):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * across, row + i * up) for i in range(4)]
                if all(1 <= c <= 7 and 1 <= r <= 6 for c, r in cells):
                    places += 1
                    discs = sum(bitboard.cell(c, r) for c, r in cells)
                    assert bitboard.line(discs) == discs
                    for c, r in cells if across else [max(cells)]:
                        missing = bitboard.cell(c, r)
                        assert bitboard.completing(discs & ~missing, discs & ~missing) & missing
                        assert not bitboard.line(discs & ~missing)
    assert places == 69


def test_a_full_column_is_not_open_and_forfeits_as_the_paper_has_it() -> None:
    item = matches.forfeiting(boards.bare("connect_four"))
    prediction = boards.played(item, ["X: 1", "O: 1"] * 3 + ["X: 1"])
    verdict = Replay(item).verify(prediction)
    assert (verdict.outcome.reason, verdict.outcome.returns, verdict.rounds) == ("forfeit", (-1.0, 1.0), 7)
    state = board("111111")
    assert GAME.legal(state, 0) == (2, 3, 4, 5, 6, 7)
    with pytest.raises(IllegalMove, match="found column 1, which is full"):
        GAME.parse(state, 0, "X: 1")


def test_the_board_is_drawn_with_numbers_above_and_a_line_in_brackets() -> None:
    assert GAME.show(board("4455667")).splitlines() == [
        "| 1 | 2 | 3 | 4 | 5 | 6 | 7 |",
        *["| _ | _ | _ | _ | _ | _ | _ |"] * 4,
        "| _ | _ | _ | O | O | O | _ |",
        "| _ | _ | _ |[X]|[X]|[X]|[X]|",
    ]


def test_prompts_have_the_board_and_on_request_no_list_of_open_columns() -> None:
    hinted, plain = (GAME.prompt(board("1111114", hints=hints), 1) for hints in (1, 0))
    assert hinted.observation.endswith("Open columns: 2 3 4 5 6 7")
    assert "Open columns" not in plain.observation
    assert hinted.observation.startswith(plain.observation)
    assert "You are O" in plain.observation
    assert plain.action.endswith("End with a line of this form:\nAction: <column>")


def test_prompts_number_the_rows_from_the_bottom() -> None:
    prompt = GAME.prompt(board("1111114"), 1)
    lines = prompt.observation.splitlines()
    at = lines.index("  | 1 | 2 | 3 | 4 | 5 | 6 | 7 |")
    assert [line[:5] for line in lines[at + 1 : at + 7]] == [f"{row} | {'XO'[row % 2 == 0]}" for row in range(6, 0, -1)]
    assert [line[2:] for line in lines[at : at + 7]] == GAME.show(board("1111114")).splitlines()
    assert "1 (bottom) to 6 (top)" in prompt.system


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("", "Your last move: none yet. Your opponent's last move: none yet."),
        ("4", "Your last move: none yet. Your opponent's last move: 4."),
        ("412", "Your last move: 1. Your opponent's last move: 2."),
    ],
)
def test_prompts_tell_the_last_move_of_both(moves: str, line: str) -> None:
    assert line in GAME.prompt(board(moves), len(moves) % 2).observation.splitlines()


def test_an_opening_is_told_as_such_and_is_nobodys_last_move() -> None:
    dealt = replace(GAME.deal("0", {}, "strict"), draws=(Draw(name="opening", values=(4, 6)),))
    state = GAME.start(dealt)
    start = "Random opening, chosen by neither player: X 5, O 7. Your last move: "
    assert f"{start}none yet. Your opponent's last move: none yet." in GAME.prompt(state, 0).observation
    state = GAME.apply(state, {0: 1})
    assert f"{start}none yet. Your opponent's last move: 1." in GAME.prompt(state, 1).observation
    assert "opening" not in GAME.prompt(board("57"), 0).observation


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("X: 4", 4),
        ("O: 4", 4),
        ("4", 4),
        ("I drop it into column 7.", 7),
        ("Column 3 it is: 3!", 3),
        ("X :\n 2", 2),
        ("X: 5, which makes 3 in a row", 5),
        ("O: 2 would follow, so I play X: 6", 6),
        ("X: 04", 4),
        (
            "The key cell is 3/2: with it I hold 3, 4 and 5; O answers at 3/3, whose ends are 2/3.\n\n$\\boxed{X: 3}$",
            3,
        ),
        ("I hold 2 and 3, so my move is 5.", 5),
        ("Column 4 is full, and column 5 loses.\n\n**X: 2** because O: 3 is then answered by X: 3", 2),
    ],
)
def test_a_reply_names_a_column_with_or_without_the_mark(text: str, column: int) -> None:
    state = board("")
    assert GAME.parse(state, 0, text) == column


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found no move in ''"),
        ("X: four", "found no move in 'X: four'"),
        ("X: ４", "found no move"),
        ("٤", "found no move"),
        ("X: 0", "found column '0', expected 1 to 7"),
        ("X: 8", "found column '8'"),
        ("X: 44", "found column '44'"),
        ("MAX: 3", "found no move in 'MAX: 3'"),
        ("3 or 4", "found both 3 and 4"),
        ("I have 3 in a row.", "found no move"),
        ("Anything but column 3.", "found no move"),
        ("X: 4, no, X: 9", "found column '9'"),
    ],
)
def test_a_reply_that_names_no_column_is_unparsable(text: str, message: str) -> None:
    with pytest.raises(UnparsableMove, match=message):
        GAME.parse(board(""), 0, text)


@pytest.mark.parametrize(
    ("text", "column"), [("X: 4 then O: 5", 4), ("O: 3", 3), ("O: 9, X: 2", 2), ("4", None), ("X: 8", None)]
)
def test_compat_needs_a_mark_and_reads_the_first_move(text: str, column: int | None) -> None:
    state = board("", profile="compat")
    if column is None:
        with pytest.raises(UnparsableMove, match="expected your mark, a colon and a column"):
            GAME.parse(state, 0, text)
    else:
        assert GAME.parse(state, 0, text) == column


@pytest.mark.parametrize("profile", ["strict", "compat"])
def test_long_replies_are_read_and_quoted_short(profile: str) -> None:
    state = board("", profile=profile)
    for text in ("8" * 20_000, "X:" * 10_000, "X" + " " * 19_999, "1 2 " * 5_000, "\U000e0001" * 20_000, "X: " * 6_000):
        with pytest.raises(UnparsableMove) as raised:
            GAME.parse(state, 0, text)
        assert len(str(raised.value)) < 160


def test_openings_are_two_plies_and_none_in_compat() -> None:
    assert len({GAME.deal(str(seed), {}, "strict").drawn("opening") for seed in range(1000)}) == 49
    assert GAME.deal("0", {}, "compat").drawn("opening") == ()
    for seed in range(30):
        state = GAME.start(GAME.deal(str(seed), {"opening_plies": 20}, "strict"))
        assert state.discs.bit_count() == 20
        assert GAME.to_move(state) == (0,)


@pytest.mark.parametrize("options", [{"opening_plies": 21}, {"opening_plies": -1}, {"hints": 4}, {"example": 1}])
def test_options_that_the_game_does_not_know_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="option"):
        GAME.deal("0", options, "strict")


@pytest.mark.parametrize("opening", [(7,), (-1,), (0,) * 7, (3, 3, 4, 4, 5, 5, 6), (3, 3, 4, 4, 5, 5, 6, 0)])
def test_openings_that_cannot_be_dealt_are_refused(opening: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the opening"):
        GAME.start(Setup(game="connect_four", version=1, seed="0", draws=(Draw(name="opening", values=opening),)))


@settings(max_examples=50, deadline=None)
@given(moves=st.lists(st.integers(1, 7), max_size=80))
def test_boards_stay_consistent(moves: list[int]) -> None:
    state, mirror = board(""), board("")
    for column in moves:
        seats = GAME.to_move(state)
        if not seats or column not in GAME.legal(state, seats[0]):  # type: ignore[operator]
            continue
        state = GAME.apply(state, {seats[0]: column})
        mirror = GAME.apply(mirror, {seats[0]: 8 - column})
        assert not state.first & state.second
        assert state.discs == state.discs & bitboard.BOARD
        assert state.first.bit_count() - state.second.bit_count() == state.seat
        assert not (state.discs & ~bitboard.BOTTOM) >> 1 & ~state.discs, "a disc floats"
        assert GAME.to_move(mirror) == GAME.to_move(state)
        assert (bitboard.mirrored(mirror.first), bitboard.mirrored(mirror.second)) == (state.first, state.second)
    assert sum(GAME.outcome(state).returns) == 0
    assert GAME.outcome(state) == GAME.outcome(mirror)


def test_random_play_has_the_known_rates_and_length() -> None:
    number = 3_000
    ends = [states[-1] for states in boards.random_matches("connect_four", number)]
    counted = Counter(GAME.outcome(state) for state in ends)
    for outcome, chance in ((X_WINS, 0.553), (O_WINS, 0.444), (DRAWN, 0.003)):
        error = (chance * (1 - chance) / number) ** 0.5
        assert abs(counted[outcome] / number - chance) < 3 * error + 0.0005
    assert abs(sum(state.discs.bit_count() for state in ends) / number - 21.3) < 0.5


def test_random_matches_agree_with_openspiel() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra `dev`)")
    game = boards.openspiel("connect_four")
    assert boards.compare_random_matches("connect_four", 300, game, lambda column: column - 1) > 5_000
