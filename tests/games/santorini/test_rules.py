"""Santorini: the specification's cases and invariants, an oracle, what is read, shown and explained."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Draw, Option
from interplay.tracks.games.santorini.grid import DIRECTIONS, PLACES, TURNS
from interplay.tracks.games.santorini.rules import GAME, State, ids
from interplay.tracks.games.santorini.text import TOPICS, rules
from interplay.tracks.games.shared.menu import Choice
from tests.benchmarks.games.differential_santorini import compare
from tests.games import matches
from tests.games.santorini.games import CLIMB, STUCK, after, at, level, start, states, targets
from tests.games.santorini.oracle import Table

FLAT = "11 33 13 31"


def random_states(seed: str, *, choose: bool = False) -> list[State]:
    stream = Stream("tests", seed, "santorini")
    found = [start(choose=choose)]
    while GAME.to_move(found[-1]):
        found.append(after(found[-1], stream.choice(ids(found[-1]))))
    return found


# 1 to 11: the cases of the specification


def test_pawns_are_placed_on_empty_squares_in_rows() -> None:
    played = states(["place_0_0", "place_0_1", "place_4_4", "place_2_2"])
    assert [len(ids(state)) for state in played[:4]] == [25, 24, 23, 22]
    assert ids(played[0]) == [f"place_{row}_{column}" for row in range(5) for column in range(5)]
    assert ids(played[1])[:2] == ["place_0_1", "place_0_2"]
    assert [GAME.to_move(state) for state in played] == [(0,), (1,), (0,), (1,), (0,)]


def test_flat_board_has_the_counted_actions_and_replies() -> None:
    state = at(FLAT)
    assert len(ids(state)) == 40
    assert sum(len(ids(after(state, action))) for action in ids(state)) == 1_572


@pytest.mark.parametrize(
    ("own", "other", "possible"), [(0, 2, False), (1, 2, True), (0, 1, True), (2, 0, True), (3, 0, True), (1, 3, False)]
)
def test_steps_lead_one_level_up_or_any_number_down(own: int, other: int, *, possible: bool) -> None:
    assert ("n" in targets(at(FLAT, {(1, 1): own, (0, 1): other}))) is possible


def test_a_pawn_in_the_corner_has_three_directions() -> None:
    assert targets(at("00 33 13 31")) == {"e", "se", "s"}


def test_the_square_just_left_may_be_built_on() -> None:
    assert level(after(at("00 33 13 31"), "move_e_build_w"), 0, 0) == 1


def test_a_block_on_level_3_closes_the_square() -> None:
    state = after(at(FLAT, {(0, 0): 3}), "move_n_build_w")
    assert level(state, 0, 0) == 4
    closed = replace(state, ply=4)
    assert "w" not in targets(closed)
    assert "move_e_build_w" in ids(closed), "from (0, 2) west is (0, 1), which was left"
    assert not {"move_s_build_nw", "move_sw_build_n"} & set(ids(closed))
    assert {"move_s_build_n", "move_sw_build_ne"} <= set(ids(closed))


def test_a_game_won_by_climbing() -> None:
    played = states(CLIMB)
    outcome = GAME.outcome(played[-1])
    assert (outcome.reason, outcome.returns, outcome.points) == ("climbed", (0, 1), (0, 1))
    assert (len(played) - 1, GAME.to_move(played[-1])) == (14, ())
    expected = [
        ("A 10", "21=1"),
        ("X 21", "30=1"),
        ("B 20", "30=2"),
        ("Y 11", "01=1"),
        ("A 01", "10=1"),
        ("X 30", "21=2"),
        ("B 10", "21=3"),
        ("Y 12", "23=1"),
        ("A 00", "01=2"),
        ("X 21", "21=3"),
    ]
    for state, (pawn, built) in zip(played[5:], expected, strict=True):
        assert state.pawns["AXBY".index(pawn[0])] == 5 * int(pawn[2]) + int(pawn[3])
        assert level(state, int(built[0]), int(built[1])) == int(built[3])


def test_a_game_lost_by_a_stuck_pawn() -> None:
    played = states(STUCK)
    outcome = GAME.outcome(played[-1])
    assert (outcome.reason, outcome.returns, len(played) - 1) == ("stuck", (0, 1), 8)
    assert level(played[-1], 1, 0) == 3


def test_with_a_choice_of_pawn_the_other_one_plays_on() -> None:
    letters = "abxy"
    turns = [f"{action}_with_{letters[i]}" for action, i in zip(STUCK[4:], (0, 2, 1, 3), strict=True)]
    end = states([*STUCK[:4], *turns], choose=True)[-1]
    assert GAME.to_move(end) == (0,)
    assert {action[-1] for action in ids(end)} == {"b"}


def test_every_step_onto_level_3_ends_the_game_and_builds_nothing() -> None:
    before = states(CLIMB[:-1])[-1]
    climbs = [action for action in ids(before) if action.startswith("move_ne_")]
    assert len(climbs) > 1
    for action in climbs:
        end = after(before, action)
        assert (end.winner, end.heights) == (1, before.heights)


def test_level_4_cannot_be_entered_from_level_2() -> None:
    state = at(FLAT, {(1, 1): 2, (0, 1): 4, (0, 0): 3})
    assert "n" not in targets(state)
    assert "nw" in targets(state)


@pytest.mark.parametrize("seed", "abcd")
def test_a_quarter_turn_of_the_board_turns_the_actions(seed: str) -> None:
    turn = {square: 5 * (square % 5) + 4 - square // 5 for square in range(25)}
    names = list(DIRECTIONS)
    for state in random_states(seed)[4:-1]:
        heights = [0] * 25
        for square, height in enumerate(state.heights):
            heights[turn[square]] = height
        turned = replace(state, heights=tuple(heights), pawns=tuple(turn[square] for square in state.pawns))
        rotated = {f"move_{names[(TURNS[i].step + 2) % 8]}_build_{names[(TURNS[i].build + 2) % 8]}" for i in ids(state)}
        assert set(ids(turned)) == rotated


# invariants


@pytest.mark.parametrize("choose", [False, True])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_invariants_hold_along_random_games(seed: int, *, choose: bool) -> None:
    played = random_states(str(seed), choose=choose)
    for number, state in enumerate(played):
        assert state.ply == number
        assert len(set(state.pawns)) == len(state.pawns) == min(number, 4)
        over = state.winner >= 0
        assert over is (number == len(played) - 1)
        climbed = [square for square in state.pawns if state.heights[square] > 2]
        assert len(climbed) == (over and GAME.outcome(state).reason == "climbed")
        assert sum(state.heights) == max(0, number - 4 - len(climbed))
        if number:
            assert all(b >= a for a, b in zip(played[number - 1].heights, state.heights, strict=True))
        if not choose and 4 <= number < len(played) - 1:
            moved = [i for i in range(4) if state.pawns[i] != played[number + 1].pawns[i]]
            assert moved == [number % 4]
    assert sorted(GAME.outcome(played[-1]).points) == [0, 1]
    assert len(played) - 1 <= GAME.longest


@pytest.mark.parametrize("choose", [False, True])
@pytest.mark.parametrize("index", [0, -1])
def test_first_and_last_listed_play_end_in_time(index: int, *, choose: bool) -> None:
    state = start(choose=choose)
    while GAME.to_move(state):
        state = after(state, ids(state)[index])
    assert state.ply <= GAME.longest == 104


@pytest.mark.slow
def test_random_play_ends_in_time_for_a_thousand_seeds() -> None:
    assert max(len(random_states(f"end/{seed}")) - 1 for seed in range(1_000)) <= GAME.longest


@pytest.mark.slow
def test_random_games_agree_with_the_oracle() -> None:
    for choose, number in ((False, 100), (True, 50)):
        _, ends = compare(number, choose=choose)
        assert {reason for reason, _ in ends} == {"climbed", "stuck"}


@pytest.mark.slow
def test_turns_are_counted_as_by_hand_over_all_placements() -> None:
    """Count A's turns over all 303,600 placements.

    Of A's square, target and building square, three differ unless the square just left is built on; the other pawns
    stand elsewhere. 144 pairs of squares touch; 768 ways lead on from such a pair to a third square.
    """
    touching, onwards = 144, 768
    found = stuck = 0
    for a in range(25):
        for others in combinations([square for square in range(25) if square != a], 3):
            actions = ids(State((0,) * 25, (a, *others), 4))
            found += len(actions)
            stuck += not actions
    orders = 6
    assert found * orders == touching * 23 * 22 * 21 + onwards * 22 * 21 * 20 == 8_626_464
    assert stuck == 4, "a corner whose three neighbours are taken"


@pytest.mark.parametrize(
    ("position", "counts"),
    [(at(FLAT), (40, 1_572)), (at("00 11 22 33"), (8, 224)), (states(CLIMB[:9])[-1], (34, 461))],
)
def test_positions_have_as_many_lines_of_play_as_the_oracle_finds(position: State, counts: tuple[int, int]) -> None:
    table = Table(turns=position.ply)
    table.levels = {(square // 5, square % 5): height for square, height in enumerate(position.heights)}
    table.pawns = {letter: (p // 5, p % 5) for letter, p in zip("AXBY", position.pawns, strict=True)}
    replies = 0
    for action in table.ids():
        following = Table(dict(table.levels), dict(table.pawns), table.turns)
        following.do(action)
        replies += len(following.ids())
    assert (len(table.ids()), replies) == counts
    mine = [after(position, action) for action in ids(position)]
    assert (len(mine), sum(len(ids(state)) for state in mine)) == counts


def test_a_player_can_be_stuck_as_soon_as_the_pawns_stand() -> None:
    end = states(["place_0_0", "place_0_1", "place_1_0", "place_1_1"])[-1]
    assert (GAME.to_move(end), GAME.outcome(end).reason, GAME.outcome(end).returns) == ((), "stuck", (0, 1))


# options and setups


@pytest.mark.parametrize("options", [{"choose_pawn": 2}, {"choose_pawn": -1}, {"gods": 1}])
def test_unknown_options_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="option"):
        GAME.deal("0", options, "strict")


def test_setups_that_cannot_have_been_dealt_are_refused() -> None:
    setup = GAME.deal("0", {}, "strict")
    with pytest.raises(ValueError, match="draws nothing"):
        GAME.start(replace(setup, draws=(Draw(name="deck", values=(1,)),)))
    with pytest.raises(ValueError, match="choose_pawn is 7"):
        GAME.start(replace(setup, options=(Option(name="choose_pawn", value=7),)))


def test_seeds_change_nothing_but_substitutes() -> None:
    assert start() == GAME.start(GAME.deal("another", {}, "strict"))
    items = [matches.item("santorini", seed=seed) for seed in "ab"]
    first, second = (matches.play(item, lambda _: "no move") for item in items)
    assert [m.substitute for r in first.rounds for m in r] != [m.substitute for r in second.rounds for m in r]


def test_a_choice_of_pawn_lists_both_own_pawns() -> None:
    state = at(FLAT, choose=True)
    assert len(ids(state)) == 80
    assert [action[-1] for action in ids(state)] == ["a"] * 40 + ["b"] * 40
    moved = after(state, "move_n_build_s_with_b")
    assert moved.pawns == (6, 18, 3, 16)
    assert {action[-1] for action in ids(moved)} == {"x", "y"}


def test_with_a_choice_of_pawn_a_player_loses_when_neither_can_step() -> None:
    walls = dict.fromkeys([(0, 1), (1, 0), (1, 1), (0, 3), (1, 3), (1, 4), (4, 3)], 4)
    state = at("00 44 04 33", {**walls, (1, 1): 3}, ply=5, choose=True)
    assert GAME.outcome(after(state, "move_n_build_n_with_x")).returns == (0, 1)
    assert GAME.to_move(after(at("00 44 02 33", walls, ply=5, choose=True), "move_n_build_n_with_x")) == (0,)


# reading replies


def test_ids_are_read_in_any_case_in_json_and_in_a_fence() -> None:
    state = at(FLAT)
    for text in (
        "move_ne_build_s",
        " MOVE NE BUILD S\n",
        '{"action": "move_ne_build_s"}',
        "```json\n{'action': 'Move_NE_build_S', 'text': None}\n```",
    ):
        assert GAME.parse(state, 0, text) == Choice("move_ne_build_s")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (at(FLAT), "place_0_0"),
        (at(FLAT), "move_n_build_n"),
        (at(FLAT), "move_n_build_s_with_a"),
        (at(FLAT, choose=True), "move_n_build_s"),
        (at(FLAT, choose=True), "move_n_build_s_with_x"),
        (start(), "move_n_build_s"),
        (start(), "place_5_0"),
        (start(), "place_0_-1"),
        (states(["place_2_2"])[-1], "place_2_2"),
        (at("00 33 13 31"), "move_n_build_s"),
        (at(FLAT), "move_up_build_s"),
        (at(FLAT), "move_n"),
    ],
)
def test_well_formed_ids_that_are_not_listed_are_illegal(state: State, text: str) -> None:
    with pytest.raises(IllegalMove, match="expected the id of a listed action"):
        GAME.parse(state, state.seat, text)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 50), ply=st.integers(0, 60), choose=st.booleans())
def test_exactly_the_listed_ids_are_accepted(seed: int, ply: int, *, choose: bool) -> None:
    played = random_states(str(seed), choose=choose)
    state = played[min(ply, len(played) - 1)]
    known = [*PLACES, *TURNS]
    assert [i for i in known if GAME.listed(state, state.seat, i)] == sorted(ids(state), key=known.index)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["", "move", "place_5_5", "move_n_build_s ", "MOVE_N_BUILD_S", "a b", 'place_0_0 "x"'])
def test_other_texts_are_no_canonical_action(text: str) -> None:
    with pytest.raises(ValueError, match="not an action of santorini"):
        GAME.decode(text)


@pytest.mark.parametrize("part", ["{", "[", "move_n_build_s", " ", "\x00", "Explain(", "9", "é", "```\n", "'{\"'"])
def test_long_hostile_replies_are_read_or_refused(part: str) -> None:
    for text in (part * (20_000 // len(part)), '{"action": ' + part * (19_000 // len(part))):
        with pytest.raises(MoveError) as caught:
            GAME.parse(at(FLAT), 0, text)
        assert len(str(caught.value)) < 300


def test_three_failures_are_substituted_from_the_menu_and_shift_nothing() -> None:
    item = matches.item("santorini", seed="fallback")
    prediction = matches.play(item, lambda _: "garbage")
    verdict = Replay(item).verify(prediction)
    assert all(seat.substituted == seat.decisions > 0 for seat in verdict.seats)
    assert [choice.id for choice in GAME.fallback(at(FLAT), 0)] == ids(at(FLAT))
    assert Replay(item).start == start()


def test_a_forfeit_is_won_by_the_other() -> None:
    assert GAME.forfeit(start(), 0).returns == (0, 1)
    assert GAME.forfeit(start(), 1).points == (1, 0)


def test_exchanged_sides_exchange_the_result() -> None:
    """Two deterministic players, one of which takes the first and one the last listed action."""

    def against(first: int) -> tuple[float, ...]:
        def reply(ask: Ask) -> str:
            at_ = ask.situation
            assert isinstance(at_, Situation)
            return ids(at_.state)[-1 if (at_.seat == first) else 0]

        claimed = matches.play(matches.item("santorini"), reply).claimed
        assert claimed is not None
        return claimed.returns

    assert sorted(against(0)) == sorted(against(1)) == [0, 1]
    sides = GAME.sides(matches.item("santorini").setup)
    assert sides == (("first", (0,)), ("second", (1,)))


# prompts, explanations, replays


def test_both_seats_see_the_same_picture() -> None:
    for state in random_states("picture")[::5]:
        pictures = [GAME.prompt(state, seat).observation.splitlines() for seat in (0, 1)]
        assert [line for line in pictures[0] if line.startswith(("row", "column", "Pawns"))] == [
            line for line in pictures[1] if line.startswith(("row", "column", "Pawns"))
        ]


def test_the_observation_is_complete_in_words_and_drawing() -> None:
    state = states(CLIMB[:9])[-1]
    assert GAME.prompt(state, 1).observation.splitlines() == [
        "You are player 1, with pawns X and Y; your opponent has A and B.",
        "Actions so far: 9. Last action: A stepped from (1, 0) to (0, 1) and built on (1, 0), now level 1.",
        "The grid, north at the top. Each square shows its level, then the pawn on it, or a dot:",
        "column  0   1   2   3   4",
        "row 0   0.  1A  0.  0.  0.",
        "row 1   1.  0Y  0.  0.  0.",
        "row 2   0B  1X  0.  0.  0.",
        "row 3   2.  0.  0.  0.  0.",
        "row 4   0.  0.  0.  0.  0.",
        "Pawns as (row, column): A (0, 1) on level 1, X (2, 1) on level 1, B (2, 0) on level 0, Y (1, 1) on level 0.",
        "Now you act with X. Then your opponent acts with B, then you with Y.",
    ]


@pytest.mark.parametrize(
    ("ply", "choose", "line"),
    [
        (0, False, "Now you place A. Then your opponent places X, then you place B."),
        (2, False, "Now you place B. Then your opponent places Y, then the pawns start to act."),
        (3, False, "Now you place Y, the last pawn. Then your opponent acts with A, then you with X."),
        (3, True, "Now you place Y, the last pawn. Then your opponent acts with either pawn, then you with either."),
        (4, False, "Now you act with A. Then your opponent acts with X, then you with B."),
        (4, True, "Now you act with A or B, as you choose; then your opponent with X or Y."),
    ],
)
def test_the_order_of_the_pawns_is_told(ply: int, choose: bool, line: str) -> None:
    state = states(STUCK[:ply], choose=choose)[-1]
    assert GAME.prompt(state, state.seat).observation.splitlines()[-1] == line


def test_every_listed_action_is_offered_with_its_squares() -> None:
    state = at(FLAT)
    prompt = GAME.prompt(state, 0)
    offered = [line[2:].split(":")[0] for line in prompt.action.splitlines() if line.startswith("- ")]
    assert offered == list(ids(state))
    assert "- move_n_build_se: to (0, 1), block on (1, 2)" in prompt.action
    assert prompt.action.endswith(f"\n{prompt.again}")
    assert prompt.again.endswith("\nAction: <id>")
    assert "move_n_build_s_with_b: to (0, 3), block on (1, 3)" in GAME.prompt(at(FLAT, choose=True), 0).action


@pytest.mark.parametrize("choose", [False, True])
def test_the_summary_is_short_and_says_which_pawn_rule_holds(*, choose: bool) -> None:
    assert len(rules(choose=choose)[0].split()) <= 150
    system = GAME.prompt(start(choose=choose), 0).system
    assert ("whichever of their two pawns" in system) is choose
    assert ("even if the other pawn could" in system) is not choose
    assert all(f"H{number} {topic.heading}" in system for number, topic in enumerate(TOPICS, 1))


def test_actions_and_headings_are_explained() -> None:
    before = states(CLIMB[:-1])[-1]
    assert GAME.explain(before, 1, "Explain(move_ne_build_n)") == (
        "move_ne_build_n: pawn X steps from (3, 0) to (2, 1), from level 2 to level 3, and wins; nothing is built"
    )
    assert GAME.explain(at(FLAT), 0, "explain(move_n_build_s)") == (
        "move_n_build_s: pawn A steps from (1, 1) to (0, 1), from level 0 to level 0, and a block raises (1, 1) from "
        "level 0 to level 1"
    )
    assert GAME.explain(start(), 0, "Explain(place_0_3)") == "place_0_3: puts pawn A on (0, 3)"
    assert GAME.explain(start(), 0, "Explain(h2)") == f"Stepping: {TOPICS[1].text}"
    assert GAME.explain(start(), 0, "Explain(move_n_build_s)") is None
    with pytest.raises(UnparsableMove, match="nothing to explain"):
        GAME.parse(start(), 0, "Explain(gods)")


def test_a_replay_draws_the_end() -> None:
    assert GAME.show(states(CLIMB)[-1]).splitlines()[1:] == [
        "  +----+----+----+----+----+",
        "0 | .A | 2  | .  | .  | .  |",
        "  +----+----+----+----+----+",
        "1 | 1B | .  | .Y | .  | .  |",
        "  +----+----+----+----+----+",
        "2 | .  |[3X]| .  | 1  | .  |",
        "  +----+----+----+----+----+",
        "3 | 2  | .  | .  | .  | .  |",
        "  +----+----+----+----+----+",
        "4 | .  | .  | .  | .  | .  |",
        "  +----+----+----+----+----+",
        "",
        "X stepped from (3, 0) to (2, 1).",
        "X stands on level 3: player 1 wins.",
    ]
    assert GAME.show(states(STUCK)[-1]).splitlines()[-2:] == [
        "Y stepped from (2, 2) to (1, 1) and built on (1, 0), now level 3.",
        "A cannot move: player 1 wins.",
    ]
    assert GAME.show(start()).endswith("Player 0 places A.")
    assert "(##)" in GAME.show(at(FLAT, {(0, 0): 4}))


def test_ids_name_every_pair_of_directions_once() -> None:
    names = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    assert list(TURNS)[:64] == [f"move_{d}_build_{e}" for d, e in product(names, names)]
    assert len(TURNS) == 64 * 5
