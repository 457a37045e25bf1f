"""Santorini's bots: what they never miss, the search against a plain minimax, and how they fare."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.santorini.bots import SEARCH_BUDGET, searched_action
from interplay.tracks.games.santorini.rules import GAME, State, ids
from interplay.tracks.games.santorini.search import (
    SURE,
    WIN,
    Board,
    OutOfBudgetError,
    Search,
    actions,
    board_of,
    glance,
    guess,
    id_of,
    wins_by_climb,
)
from interplay.tracks.games.santorini.search import after as board_after
from tests.games import matches
from tests.games.santorini.games import CLIMB, after, at, start, states

BOTS = ("greedy", "search")


def chosen(bot: str, state: State) -> set[str]:
    """Return the ids that a bot chooses, over some seeds."""
    player = catalogue.bots_of("santorini")[bot]
    texts = {player.move(GAME, state, state.seat, Stream("tests", seed, bot)) for seed in range(8)}
    return {GAME.parse(state, state.seat, text).id for text in texts}


def some_state(seed: int, plies: int, *, choose: bool) -> State:
    """Return a state of a random game that is not over, after the placements."""
    stream = Stream("tests", seed, "santorini-bots")
    state = start(choose=choose)
    for _ in range(4 + plies):
        following = after(state, stream.choice(ids(state)))
        if following.winner >= 0:
            break
        state = following
    return state


@pytest.mark.parametrize("bot", BOTS)
def test_a_climb_to_level_3_is_taken(bot: str) -> None:
    assert {action[:8] for action in chosen(bot, states(CLIMB[:-1])[-1])} == {"move_ne_"}


@pytest.mark.parametrize("bot", BOTS)
def test_a_stuck_opponent_wins_too(bot: str) -> None:
    state = at("22 00 11 01", {(1, 0): 1})
    assert [action for action in ids(state) if after(state, action).winner == 0] == ["move_w_build_nw"]
    assert chosen(bot, state) == {"move_w_build_nw"}


@pytest.mark.parametrize("bot", BOTS)
def test_a_climb_of_the_next_pawn_is_prevented(bot: str) -> None:
    state = at("22 00 44 40", {(0, 0): 2, (1, 1): 3, (3, 3): 1})
    for action in chosen(bot, state):
        assert level_after(state, action) == 4 or after(state, action).pawns[0] == 6


def level_after(state: State, action: str) -> int:
    return after(state, action).heights[6]


@pytest.mark.parametrize("bot", BOTS)
def test_pawns_are_placed_on_inner_squares(bot: str) -> None:
    state = start()
    for _ in range(4):
        found = chosen(bot, state)
        assert all(1 <= int(action[6]) <= 3 and 1 <= int(action[8]) <= 3 for action in found)
        state = after(state, sorted(found)[0])


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 40), choose=st.booleans())
def test_bit_boards_agree_with_the_rules(seed: int, plies: int, *, choose: bool) -> None:
    state = some_state(seed, plies, choose=choose)
    board = board_of(state)
    found = actions(board, choose=choose)
    assert sorted(id_of(state, action) for action in found) == sorted(ids(state))
    for action in found:
        following = after(state, id_of(state, action))
        if wins_by_climb(board, action):
            assert following.winner == state.seat
            continue
        boards = {board_after(board, action), _turned(board_after(board, action))}
        assert (board_of(replace(following, winner=-1)) in boards) if choose else boards >= {board_of(following)}
        assert (glance(board_after(board, action), choose=choose) == -WIN) is (following.winner == state.seat)


def _turned(board: Board) -> Board:
    """Return the board with the two pawns of each side exchanged, which changes nothing where players choose."""
    l1, l2, l3, l4, a, b, c, d = board
    return l1, l2, l3, l4, a, d, c, b


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 40), choose=st.booleans())
def test_guesses_are_opposite_for_the_two_sides(seed: int, plies: int, *, choose: bool) -> None:
    l1, l2, l3, l4, a, b, c, d = board_of(some_state(seed, plies, choose=choose))
    assert guess((l1, l2, l3, l4, a, b, c, d)) == -guess((l1, l2, l3, l4, b, c, d, a))


def plain(state: State, plies: int) -> int:
    """Return 1 if the seat to move can force a win within *plies*, -1 if it is lost within them, else 0."""
    if state.winner >= 0:
        return 1 if state.winner == state.seat else -1
    if plies == 0:
        return 0
    best = -1
    for action in ids(state):
        following = after(state, action)
        value = 1 if following.winner == state.seat else -plain(following, plies - 1)
        best = max(best, value)
        if best == 1:
            break
    return best


@pytest.mark.parametrize("choose", [False, True])
def test_search_finds_every_win_and_loss_in_two_plies_that_minimax_finds(*, choose: bool) -> None:
    decided = 0
    for seed in range(60):
        state = some_state(seed, 60, choose=choose)
        truth = plain(state, 2)
        board = board_of(state)
        order = actions(board, choose=choose)
        values = Search(10**6, choose=choose).values(board, 2, order)
        best = max(values.values())
        if truth:
            decided += 1
            assert (best >= SURE) if truth > 0 else (best <= -SURE)
        elif abs(best) >= SURE:
            assert plain(state, 4) == (1 if best > 0 else -1), "a longer win, found by following threats"
    assert decided > 20


def test_search_stays_in_its_budget_and_is_deterministic() -> None:
    board = board_of(at("11 33 13 31"))
    order = actions(board, choose=False)
    assert searched_action(board, order, SEARCH_BUDGET) == searched_action(board, order, SEARCH_BUDGET)
    search = Search(50, choose=False)
    with pytest.raises(OutOfBudgetError):
        search.values(board, 5, order)
    assert search.budget < 0
    assert searched_action(board, order, 0) == order[0], "without any search the first is as good as another"


@pytest.mark.parametrize("bot", BOTS)
def test_moves_depend_on_nothing_but_position_and_stream(bot: str) -> None:
    state = some_state(3, 12, choose=False)
    other = replace(state, last="move_n_build_s")
    assert chosen(bot, state) == chosen(bot, other)
    again = chosen(bot, state)
    assert chosen(bot, state) == again


@pytest.mark.slow
def test_bots_are_ordered_by_strength() -> None:
    for one, two, pairs, least in (("greedy", "random", 25, 0.95), ("search", "greedy", 5, 0.7)):
        won = 0.0
        for seed in range(pairs):
            for players in ((one, two), (two, one)):
                item = matches.item("santorini", tuple(f"bot:{p}@1" for p in players), seed=str(seed))
                claimed = matches.play(item, matches.randomly(0)).claimed
                assert claimed is not None
                won += claimed.returns[players.index(one)]
        assert won / (2 * pairs) >= least, (one, two)


@pytest.mark.parametrize(("bot", "number"), [("greedy", 10), ("search", 2)])
def test_bots_play_the_published_rule_too(bot: str, number: int) -> None:
    won = 0.0
    for seed in range(number):
        item = matches.item("santorini", (f"bot:{bot}@1", "bot:random@1"), seed=str(seed), choose_pawn=1)
        claimed = matches.play(item, matches.randomly(0)).claimed
        assert claimed is not None
        won += claimed.returns[0]
    assert won >= 0.9 * number
