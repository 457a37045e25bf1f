"""Hive's positions: values by playing the rules out, and by the game's own search, and what a seed chooses."""

from collections import Counter
from functools import cache

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.hive.analysis import can_win, lost
from interplay.tracks.games.hive.position import State
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.hive.search import Search
from interplay.tracks.games.hive.turns import SURE, Board
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions import _forced
from interplay_builders.tracks.positions._forced import Case, read
from interplay_builders.tracks.positions._hive_pool import named
from interplay_builders.tracks.positions.hive import DRAW, POOL, SHARES, imaged, positioned, positions


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def sample(plies: int, number: int) -> list[Case]:
    return Stream("tests", plies, "sample").sample([case for case in read(POOL) if case.plies == plies], number)


def won_in_three(state: State, action: str) -> bool:
    """Return whether a turn wins, or leaves the other no turn after which it could not be beaten at once."""
    seat = state.seat
    then = GAME.apply(state, {seat: GAME.decode(action)})
    if then.ended:
        return lost(then) == 1 - seat
    for reply in GAME.legal(then, 1 - seat):  # type: ignore[union-attr]
        later = GAME.apply(then, {1 - seat: reply})
        if not (lost(later) == 1 - seat if later.ended else can_win(later)):
            return False
    return True


def test_playing_out_all_turns_gives_the_same_best_ones() -> None:
    for case in sample(3, 2):
        state: State = plan_of(positioned(case)).state
        best = {action.id for action in GAME.legal(state, state.seat) if won_in_three(state, action.id)}  # type: ignore[union-attr]
        assert best == set(case.best), case


@pytest.mark.parametrize(("plies", "number", "others"), [(3, 4, 1000), (4, 3, 6), (5, 2, 4)])
@pytest.mark.slow
def test_the_search_of_the_game_gives_the_same_best_turns(plies: int, number: int, others: int) -> None:
    for case in sample(plies, number):
        state: State = plan_of(positioned(case)).state
        board = Board(state.where, state.turns)
        turns = board.options()
        best = [turn for turn in turns if named(state, turn) in case.best]
        worse = Stream("tests", plies, "turns").sample([turn for turn in turns if turn not in best], others)
        for turn in best + worse:
            value = Search(board, 10**9).values([turn], plies)[turn]
            assert (value > SURE if case.wins else value > -SURE) == (turn in best), (case, turn)


def test_no_position_comes_twice_and_none_is_won_at_once() -> None:
    cases = read(POOL)
    assert len({(case.match, case.moves) for case in cases}) == len(cases)
    assert {case.plies for case in cases} == set(SHARES)
    assert not any(can_win(plan_of(positioned(case)).state) for case in cases)


def test_a_seed_draws_as_many_as_it_says_and_others_draw_others() -> None:
    assert Counter(position.tags[0] for position in made()) == {f"depth-{n}": share for n, share in SHARES.items()}
    assert len(made()) >= 100
    assert tuple(positions("test", "canary")) == made()
    assert tuple(positions("other", "canary")) != made()
    assert len({position.messages for position in made()}) == len(made())
    assert {position.split for position in made()} == {"hard"}


def test_values_messages_and_kinds_are_those_of_the_plies() -> None:
    for position in made():
        plies = int(position.tags[0].removeprefix("depth-"))
        assert {entry.value for entry in position.values} == ({0.0, 1.0} if plies % 2 else {-1.0, 0.0})
        assert position.kind == ("hive-surround" if plies % 2 else "hive-defence")
        assert _forced.asked(plies, "turn") + DRAW in position.messages[-1].content
        assert sum(len(message.content) for message in position.messages) < 12_000


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("turns", range(6))
def test_images_have_the_same_legal_turns_and_values(turns: int, *, mirrored: bool) -> None:
    case = sample(3, 1)[0]
    shown = positioned(imaged(case, turns=turns, mirrored=mirrored))
    assert Counter(entry.value for entry in shown.values) == Counter(entry.value for entry in positioned(case).values)
    best = next(entry.action for entry in shown.values if entry.value == 1)
    assert won_in_three(plan_of(shown).state, best)
