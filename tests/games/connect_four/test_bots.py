"""Connect Four's bots: what they never miss, the exact scores their search finds, and how they fare."""

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.connect_four.bitboard import bits, column_of, landings
from interplay.tracks.games.connect_four.bots import SEARCH_BUDGET, best_cells
from interplay.tracks.games.connect_four.rules import GAME, State
from interplay.tracks.games.connect_four.search import OutOfBudgetError, Search
from tests.games import boards, matches


def after(moves: str) -> State:
    state: State = boards.states("connect_four", list(map(int, moves)))[-1]
    return state


def chosen(bot: str, moves: str) -> set[int]:
    """Return the columns that a bot chooses after *moves*, over some seeds."""
    state, player = after(moves), catalogue.bots_of("connect_four")[bot]
    texts = {player.move(GAME, state, state.seat, Stream("tests", seed, bot)) for seed in range(10)}
    return {GAME.parse(state, state.seat, text) for text in texts}


@pytest.mark.parametrize("bot", ["greedy", "search"])
@pytest.mark.parametrize(
    ("moves", "columns"),
    [
        pytest.param("121212", {1}, id="takes a win rather than block"),
        pytest.param("12121", {1}, id="blocks"),
        pytest.param("445566", {3, 7}, id="either end of three"),
        pytest.param("1223343447", {4}, id="wins on a diagonal"),
        pytest.param("", {4}, id="starts in the centre"),
    ],
)
def test_wins_are_taken_losses_blocked_and_the_centre_preferred(bot: str, moves: str, columns: set[int]) -> None:
    assert chosen(bot, moves) == columns


def test_search_stops_a_double_threat_that_greedy_walks_into() -> None:
    assert chosen("search", "445") <= {3, 6}
    assert chosen("greedy", "445") == {4}


@pytest.mark.parametrize("moves", ["", "4", "445566", "3571214421561211", "357121442156121123323276657644663357"])
def test_search_stays_in_its_budget_and_is_deterministic(moves: str) -> None:
    state = after(moves)
    found = best_cells(state.of(state.seat), state.discs, SEARCH_BUDGET)
    assert found == best_cells.__wrapped__(state.of(state.seat), state.discs, SEARCH_BUDGET)
    assert set(found) <= set(bits(landings(state.discs)))


def test_a_search_out_of_budget_stops() -> None:
    search = Search(50)
    with pytest.raises(OutOfBudgetError):
        search.values(0, 0, 20, bits(landings(0)), exact=True)
    assert search.budget < 0


@pytest.mark.parametrize(
    ("moves", "scores"),
    [
        pytest.param("445566", {1: 17, 2: 17, 3: 18, 4: 17, 5: 17, 6: 17, 7: 18}, id="published scores"),
        pytest.param("121212", {1: 18, 2: 17, 3: -18, 4: -18, 5: -18, 6: -18, 7: -18}, id="win, block or lose"),
    ],
)
def test_search_to_the_end_finds_exact_scores(moves: str, scores: dict[int, int]) -> None:
    state = after(moves)
    cells = [bit for bit in bits(landings(state.discs)) if abs(scores[column_of(bit)]) == 18]
    values = Search(50_000).values(state.of(state.seat), state.discs, 42, cells, exact=True)
    assert values == {bit: 100 * scores[column_of(bit)] for bit in cells}


def test_bots_are_ordered_by_strength() -> None:
    for one, two, pairs, least in (("greedy", "random", 40, 0.8), ("search", "greedy", 6, 0.8)):
        total = 0.0
        for seed in range(pairs):
            for players in ((one, two), (two, one)):
                item = matches.item("connect_four", tuple(f"bot:{p}@1" for p in players), seed=str(seed))
                claimed = matches.play(item, matches.randomly(0)).claimed
                assert claimed is not None
                total += claimed.returns[players.index(one)]
        assert total / (2 * pairs) > least, (one, two)
