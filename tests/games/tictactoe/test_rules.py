"""TicTacToe: rules, replies, exact counts, and agreement with OpenSpiel."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Setup
from interplay.tracks.games.tictactoe.rules import CELLS, GAME, LINES, Cell, State, winner
from interplay.tracks.games.verdicts import Outcome
from tests.games import boards, matches

SPIEL = "open_spiel is not installed (extra `dev`)"
X_WINS, O_WINS = Outcome("line", (1.0, -1.0), (1.0, 0.0)), Outcome("line", (-1.0, 1.0), (0.0, 1.0))
DRAWN = Outcome("draw", (0.0, 0.0), (0.5, 0.5))


def cells(text: str) -> list[Cell]:
    """Return the cells of ``13 11 ...``."""
    return [(int(word[0]), int(word[1])) for word in text.split()]


def final(text: str) -> State:
    state: State = boards.states("tictactoe", cells(text))[-1]
    assert GAME.to_move(state) == ()
    return state


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        pytest.param("13 11 31 22 33 23 32", X_WINS, id="row three"),
        pytest.param("11 22 12 13 33 31", O_WINS, id="rising diagonal"),
        pytest.param("11 22 13 12 32 21 23 33 31", DRAWN, id="draw at ply nine"),
        pytest.param("11 12 13 21 22 23 32 31 33", X_WINS, id="a line completed on ply nine is a win"),
    ],
)
def test_a_game_ends_as_the_rules_say(moves: str, outcome: Outcome) -> None:
    state = final(moves)
    assert GAME.outcome(state) == outcome
    assert GAME.legal(state, 0) == ()


def test_a_completed_line_is_drawn_in_brackets() -> None:
    assert GAME.show(final("11 22 12 13 33 31")) == "| X | X |[O]|\n| _ |[O]| _ |\n|[O]| _ | X |"


def test_a_taken_cell_forfeits_on_the_spot_as_the_paper_has_it() -> None:
    item = matches.forfeiting(boards.bare("tictactoe"))
    prediction = boards.played(item, ["X: (2,2)", "O: (2,2)"])
    verdict = Replay(item).verify(prediction)
    assert (verdict.outcome.reason, verdict.outcome.returns, verdict.rounds) == ("forfeit", (1.0, -1.0), 2)
    assert verdict.seats[1].illegal == verdict.seats[1].forfeited == 1


@pytest.mark.parametrize("text", ["(0,1)", "(4,1)", "(1;3)", "", "(11,3)", "(1,-3)", "(١,٣)", "(1,３)"])
def test_a_reply_without_a_cell_is_unparsable(text: str) -> None:
    (state,) = boards.states("tictactoe", [])
    with pytest.raises(UnparsableMove, match="expected"):
        GAME.parse(state, 0, text)


@pytest.mark.parametrize(
    ("text", "strict", "compat"),
    [
        ("X: (1,3)", (1, 3), (1, 3)),
        ("( 2 ,\t3 )", (2, 3), (2, 3)),
        ("Not (1,1), rather X: (3,2).", (3, 2), (1, 1)),
        ("(9,9)\nX: (1,2)", (1, 2), None),
    ],
)
def test_the_last_cell_counts_and_in_compat_the_first(text: str, strict: Cell, compat: Cell | None) -> None:
    (state,) = boards.states("tictactoe", [])
    assert GAME.parse(state, 0, text) == strict
    (state,) = boards.states("tictactoe", [], profile="compat")
    if compat is None:
        with pytest.raises(UnparsableMove, match=r"found \(9,9\)"):
            GAME.parse(state, 0, text)
    else:
        assert GAME.parse(state, 0, text) == compat


def test_errors_quote_at_most_sixty_characters_of_a_reply() -> None:
    (state,) = boards.states("tictactoe", [])
    for text in ("a" * 20_000, "\U000e0001" * 20_000, "(1, " * 5_000, "X" + " " * 19_000, "(" * 20_000):
        with pytest.raises(UnparsableMove) as raised:
            GAME.parse(state, 0, text)
        assert len(str(raised.value)) < 130


@pytest.mark.parametrize(
    "text",
    [
        "O: (1,1)",
        "X: (1,1)",
        "(1,1)",
        "O: (2,2) would be yours, so X: (1,1)",
        "O : (1,1)",
    ],
)
def test_the_other_players_mark_costs_nothing(text: str) -> None:
    (state,) = boards.states("tictactoe", [])
    assert GAME.parse(state, 0, text) == (1, 1)


def test_hints_and_the_example_can_be_left_out() -> None:
    for hints in (0, 1):
        for example in (0, 1):
            state = boards.states("tictactoe", [(2, 2)], hints=hints, example=example)[-1]
            prompt = GAME.prompt(state, 1)
            assert ("Free cells: (1,1) (1,2)" in prompt.observation) == bool(hints)
            assert ("For example, after" in prompt.system) == bool(example)
            assert "Your mark is O" in prompt.observation
            assert "| _ | X | _ |" in prompt.observation


def test_prompts_tell_the_last_move_of_both_and_the_opening_as_nobodys() -> None:
    told = "Your last move: (2,2). Your opponent's last move: (3,3)."
    assert told in GAME.prompt(boards.states("tictactoe", cells("22 33"))[-1], 0).observation.splitlines()
    dealt = replace(GAME.deal("0", {}, "strict"), draws=(Draw(name="opening", values=(4, 8)),))
    state = GAME.start(dealt)
    opening = "Random opening, chosen by neither player: X (2,2), O (3,3). "
    none = "Your last move: none yet. Your opponent's last move: none yet."
    assert opening + none in GAME.prompt(state, 0).observation.splitlines()
    after = GAME.apply(state, {0: (1, 3)})
    line = f"{opening}Your last move: none yet. Your opponent's last move: (1,3)."
    assert line in GAME.prompt(after, 1).observation.splitlines()


def test_the_reply_form_is_no_cell_that_could_be_copied() -> None:
    (state,) = boards.states("tictactoe", [])
    form = GAME.prompt(state, 0).action.splitlines()[-1]
    assert form == "Action: (<row>,<column>)"
    with pytest.raises(UnparsableMove):
        GAME.parse(state, 0, form)


def test_compat_lists_cells_by_column_and_has_no_opening() -> None:
    setup = GAME.deal("0", {}, "compat")
    assert setup.drawn("opening") == ()
    legal = GAME.legal(GAME.start(setup), 0)
    assert list(legal)[:4] == [(1, 1), (2, 1), (3, 1), (1, 2)]  # type: ignore[arg-type]


def test_openings_are_two_plies_that_leave_the_game_open() -> None:
    dealt = {GAME.deal(str(seed), {}, "strict").drawn("opening") for seed in range(1500)}
    assert len(dealt) == 72
    for seed in range(50):
        assert GAME.to_move(GAME.start(GAME.deal(str(seed), {"opening_plies": 8}, "strict"))) == (0,)


@pytest.mark.parametrize("options", [{"opening_plies": 9}, {"opening_plies": -1}, {"hints": 4}, {"hint": 1}])
def test_options_that_the_game_does_not_know_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="option"):
        GAME.deal("0", options, "strict")


@pytest.mark.parametrize("opening", [(0, 0), (9,), (-1,), (0, 3, 1, 4, 2)])
def test_openings_that_cannot_be_dealt_are_refused(opening: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the opening"):
        GAME.start(Setup(game="tictactoe", version=1, seed="0", draws=(Draw(name="opening", values=opening),)))


def position_of(state: State) -> tuple[frozenset[Cell], frozenset[Cell]]:
    return frozenset(state.moves[0::2]), frozenset(state.moves[1::2])


def explored() -> tuple[Counter[Any], Counter[Outcome]]:
    """Return how many games lead to each position, and how many complete games have each outcome."""
    (empty,) = boards.states("tictactoe", [])
    ways: Counter[Any] = Counter()
    ended: Counter[Outcome] = Counter()
    layer = {position_of(empty): (empty, 1)}
    while layer:
        following: dict[Any, tuple[State, int]] = {}
        for key, (state, count) in layer.items():
            ways[key] += count
            seats = GAME.to_move(state)
            if not seats:
                ended[GAME.outcome(state)] += count
            for cell in GAME.legal(state, seats[0]) if seats else ():  # type: ignore[union-attr]
                after = GAME.apply(state, {seats[0]: cell})
                before = following.get(position_of(after), (after, 0))[1]
                following[position_of(after)] = (after, before + count)
        layer = following
    return ways, ended


def test_exact_numbers_of_positions_and_games() -> None:
    ways, ended = explored()
    assert len(ways) == 5478
    assert ended == {X_WINS: 131_184, O_WINS: 77_904, DRAWN: 46_080}
    assert ended.total() == 255_168
    lined = [key for key in ways if winner(_in_turns(*key)) is not None or len(key[0] | key[1]) == 9]
    assert len(ways) - len(lined) == 4520


def _in_turns(first: frozenset[Cell], second: frozenset[Cell]) -> list[Cell]:
    ones, twos = sorted(first), sorted(second)
    return [(ones, twos)[ply % 2][ply // 2] for ply in range(len(ones) + len(twos))]


def test_random_play_has_the_exact_chances_of_each_outcome() -> None:
    chances: dict[Outcome, Fraction] = {}
    (empty,) = boards.states("tictactoe", [])
    layer = {position_of(empty): (empty, Fraction(1))}
    while layer:
        following: dict[Any, tuple[State, Fraction]] = {}
        for state, chance in layer.values():
            seats = GAME.to_move(state)
            if not seats:
                chances[GAME.outcome(state)] = chances.get(GAME.outcome(state), Fraction(0)) + chance
            legal: Any = GAME.legal(state, seats[0]) if seats else ()
            for cell in legal:
                after = GAME.apply(state, {seats[0]: cell})
                before = following.get(position_of(after), (after, Fraction(0)))[1]
                following[position_of(after)] = (after, before + chance / len(legal))
        layer = following
    assert [round(float(chances[outcome]), 5) for outcome in (X_WINS, O_WINS, DRAWN)] == [0.58492, 0.28810, 0.12698]


@pytest.mark.slow
def test_simulated_random_play_is_within_three_standard_errors() -> None:
    number = 20_000
    counted = Counter(GAME.outcome(states[-1]) for states in boards.random_matches("tictactoe", number))
    for outcome, chance in ((X_WINS, 0.58492), (O_WINS, 0.28810), (DRAWN, 0.12698)):
        error = (chance * (1 - chance) / number) ** 0.5
        assert abs(counted[outcome] / number - chance) < 3 * error


@settings(max_examples=60, deadline=None)
@given(order=st.permutations(CELLS))
def test_boards_stay_consistent_and_images_of_a_game_end_alike(order: list[Cell]) -> None:
    (state,) = boards.states("tictactoe", [])
    turned, flipped = state, state
    while seats := GAME.to_move(state):
        seat = seats[0]
        move = order[len(state.moves)]
        first, second = position_of(state)
        assert len(first) - len(second) == seat
        assert set(GAME.legal(state, seat)) == set(CELLS) - first - second  # type: ignore[arg-type]
        state = GAME.apply(state, {seat: move})
        turned = GAME.apply(turned, {seat: (move[1], 4 - move[0])})
        flipped = GAME.apply(flipped, {seat: (move[0], 4 - move[1])})
        assert sum(any(side.issuperset(line) for line in LINES) for side in position_of(state)) <= 1
    assert GAME.outcome(state) == GAME.outcome(turned) == GAME.outcome(flipped)
    assert sum(GAME.outcome(state).returns) == 0
    assert GAME.legal(state, state.seat) == ()


def test_cells_survive_the_numberings_of_other_engines() -> None:
    for r, c in CELLS:
        spiel, zoo = 3 * (r - 1) + c - 1, 3 * (c - 1) + r - 1
        assert CELLS[spiel] == (r, c)
        assert (zoo % 3 + 1, zoo // 3 + 1) == (r, c)


def test_random_matches_agree_with_openspiel() -> None:
    pytest.importorskip("pyspiel", reason=SPIEL)
    assert boards.compare_random_matches("tictactoe", 300, boards.openspiel("tic_tac_toe"), CELLS.index) > 1_500


def test_three_unreadable_replies_are_substituted_by_a_random_free_cell() -> None:
    item = boards.bare("tictactoe")
    player = matches.randomly(3)
    asked: list[str] = []

    def stubborn(ask: Any) -> str:
        asked.append(ask.messages[-1].content)
        return "pass" if len(asked) <= 3 else player(ask)

    prediction = matches.play(item, stubborn)
    assert prediction.rounds[0][0].substitute in {GAME.encode(cell) for cell in CELLS}
    assert len(prediction.rounds[0][0].attempts) == 2
    assert Replay(item).verify(prediction).seats[0].substituted == 1


def test_a_taken_cell_is_quoted_with_the_reason() -> None:
    state = boards.states("tictactoe", [(2, 2)])[-1]
    with pytest.raises(IllegalMove, match=r"found \(2,2\), which is taken"):
        GAME.parse(state, 1, "O: (2,2)")


def test_canonical_texts_other_than_cells_are_refused() -> None:
    for text in ("(1, 3)", "(0,1)", "", "13"):
        with pytest.raises(ValueError, match="is not a cell"):
            catalogue.load("tictactoe").decode(text)
