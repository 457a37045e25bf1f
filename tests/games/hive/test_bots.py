"""Hive's bots: what they never miss, how their board agrees with the rules, and how they fare."""

import pytest

from interplay.core.driver import Ask
from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.hive.bots import SEARCH_BUDGET, SEARCH_DEPTH
from interplay.tracks.games.hive.position import NONE, State, choosable, destinations
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.hive.search import Search, best_turns
from interplay.tracks.games.hive.turns import LOST, PASS, SURE, Board
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import Turn
from interplay.tracks.games.shared.menu import Choice
from tests.games import matches
from tests.games.hive.tables import BOTH, NINE_TURNS, after, flat, random_game, start, step, table

BOTS = catalogue.bots_of("hive")
PLAYING = ("greedy", "search")


def replies(bot: str, state: State, number: int = 8) -> set[str]:
    """Return what a bot sends in this position, over some seeds."""
    found = {BOTS[bot].move(GAME, state, state.seat, Stream("tests", seed, bot)) for seed in range(number)}
    for text in found:
        GAME.parse(state, state.seat, text)
    return found


def two(bot: str, state: State) -> State:
    """Return the position after a whole turn of a bot."""
    for _ in range(2):
        (text,) = replies(bot, state, 1)
        state = GAME.apply(state, {state.seat: Choice(text)})
    return state


def test_the_board_of_the_search_has_the_turns_of_the_rules_and_takes_them_back() -> None:
    for seed in range(6):
        for state in list(random_game(f"board{seed}", max_turns=30))[::7]:
            if not GAME.to_move(state):
                continue
            board = Board(state.where, state.turns)
            own = {(tile, end) for tile in choosable(state) for end in destinations(state, tile)} or {PASS}
            found = board.options()
            assert set(found) == own
            assert len(found) == len(own)
            before = (list(board.where), board.value(), set(board.tiles))
            for turn in found:
                board.unmake(turn, board.make(turn))
            assert (list(board.where), board.value(), set(board.tiles)) == before


def test_a_position_has_opposite_values_for_the_two_seats() -> None:
    for state in list(random_game("value", max_turns=30))[::9]:
        assert (
            Board(state.where, state.turns - state.turns % 2).value()
            == -Board(state.where, state.turns - state.turns % 2 + 1).value()
        )


@pytest.mark.parametrize("bot", PLAYING)
def test_a_win_is_taken(bot: str) -> None:
    state = two(bot, after(NINE_TURNS[:-1]))
    assert (state.ended, GAME.outcome(state).returns) == ("queen_surrounded", (1.0, 0.0))


@pytest.mark.parametrize("bot", PLAYING)
def test_one_decision_a_turn_is_played_too(bot: str) -> None:
    (text,) = replies(bot, flat(after(NINE_TURNS[:-1])), 1)
    assert GAME.outcome(step(flat(after(NINE_TURNS[:-1])), text)).returns == (1.0, 0.0)


@pytest.mark.parametrize("bot", PLAYING)
def test_both_queens_are_not_surrounded_where_one_can_be(bot: str) -> None:
    assert GAME.outcome(two(bot, table(BOTH))).returns == (1.0, 0.0)


@pytest.mark.parametrize("bot", PLAYING)
def test_a_pass_is_sent_where_nothing_else_is_possible(bot: str) -> None:
    stuck = table({(0, 0): "gQ", (1, 0): "bA", (2, 0): "bQ", (-1, 0): "bA"}, seat=1)
    assert replies(bot, stuck) == {"pass"}


def test_search_does_not_walk_into_a_loss() -> None:
    state = after(NINE_TURNS[:-2])
    board = Board(state.where, state.turns)
    turns = board.options()
    safe = {turn for turn in turns if Search(board, 100_000).values([turn], 2)[turn] > -SURE}
    assert 0 < len(safe) < len(turns)
    assert set(best_turns(state.where, state.turns, SEARCH_DEPTH, SEARCH_BUDGET)) <= safe


def test_a_sooner_win_counts_more() -> None:
    state = after(NINE_TURNS[:-1])
    board = Board(state.where, state.turns)
    found = [max(Search(board, 100_000).values(board.options(), depth).values()) for depth in (1, 2, 3)]
    assert SURE < found[0] < found[1] < found[2] < 2 * LOST


def test_a_search_stops_at_its_budget_and_keeps_what_it_has() -> None:
    state = table(BOTH)
    search = Search(Board(state.where, state.turns), 10)
    board = Board(state.where, state.turns)
    found = search.values(board.options(), 2)
    assert len(found) < len(board.options())
    assert search.budget < 0
    assert best_turns(state.where, state.turns, 3, 1)


def test_the_second_decision_completes_a_turn_that_the_first_began() -> None:
    for seed in range(3):
        for state in list(random_game(f"second{seed}", max_turns=12))[::5]:
            if GAME.to_move(state) and state.chosen == NONE:
                best = best_turns(state.where, state.turns, 1, 1_000)
                (text,) = replies("greedy", state, 1)
                chosen = GAME.apply(state, {state.seat: Choice(text)})
                if chosen.chosen != NONE:
                    ends = {GAME.apply(chosen, {state.seat: Choice(t)}).last for t in replies("greedy", chosen)}
                    assert {(turn.tile, turn.end) for turn in ends if turn} <= set(best)


def test_a_tile_that_another_chose_is_still_moved() -> None:
    for bot in PLAYING:
        for kind in ("queen", "spider", "grasshopper", "ant"):
            state = GAME.apply(start(), {0: Choice(f"place:{kind}")})
            assert replies(bot, state) == {"to:0,0"}


@pytest.mark.parametrize("bot", PLAYING)
def test_moves_depend_on_nothing_but_the_position_and_the_stream(bot: str) -> None:
    for state in list(random_game("same", max_turns=12))[:-1:6]:
        first = [BOTS[bot].move(GAME, state, state.seat, Stream("tests", 1, bot)) for _ in range(2)]
        best_turns.cache_clear()
        assert {*first, BOTS[bot].move(GAME, state, state.seat, Stream("tests", 1, bot))} == {first[0]}


def test_matches_of_the_same_bots_differ_by_seed() -> None:
    texts = []
    for seed in ("1", "2"):
        item = matches.item("hive", ("bot:greedy@1", "bot:greedy@1"), seed=seed, max_turns=10)
        texts.append([round_[0].text for round_ in matches.play(item, matches.randomly(0)).rounds])
    assert texts[0] != texts[1]


@pytest.mark.slow
def test_bots_are_ordered_by_strength() -> None:
    for one, two_, pairs, least in (("greedy", "random", 6, 0.9), ("search", "greedy", 2, 0.7)):
        total = 0.0
        for seed in range(pairs):
            for players in ((one, two_), (two_, one)):
                item = matches.item("hive", tuple(f"bot:{p}@1" for p in players), seed=str(seed))
                claimed = matches.play(item, matches.randomly(0)).claimed
                assert claimed is not None
                total += claimed.returns[players.index(one)]
        assert total / (2 * pairs) > least, (one, two_)


def test_agents_that_play_alike_exchange_their_scores_with_their_sides() -> None:
    def like_greedy(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        stream = Turn(at.item.setup, at.round, at.seat).stream("bot/greedy")
        return BOTS["greedy"].move(at.game, at.state, at.seat, stream)

    ends = []
    for players in (("system", "bot:greedy@1"), ("bot:greedy@1", "system")):
        claimed = matches.play(matches.item("hive", players, seed="sides"), like_greedy).claimed
        assert claimed is not None
        ends.append(claimed.returns)
    assert ends[0] == ends[1]
    assert ends[0][0] + ends[1][1] == 1
