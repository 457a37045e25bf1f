"""Santorini's positions: values by playing the rules out, and by the game's own search, and what a seed chooses."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.games.santorini.rules import GAME, State
from interplay.tracks.games.santorini.search import WIN, Search, actions, board_of, id_of
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions import _forced, santorini
from interplay_builders.tracks.positions._forced import Case, read
from interplay_builders.tracks.positions.santorini import IMAGES, POOL, SHARES, imaged, positioned, positions


@cache
def made() -> tuple[Position, ...]:
    return tuple(positions("test", "canary"))


def sample(plies: int, number: int) -> list[Case]:
    return Stream("tests", plies, "sample").sample([case for case in read(POOL) if case.plies == plies], number)


def forced(state: State, plies: int) -> bool:
    """Return whether the seat to act can force a win within *plies*, by playing out everything."""
    seat = state.seat
    for action in GAME.legal(state, seat):  # type: ignore[union-attr]
        then = GAME.apply(state, {seat: action})
        if then.winner == seat or (then.winner < 0 and plies > 1 and lost(then, plies - 1)):
            return True
    return False


def lost(state: State, plies: int) -> bool:
    """Return whether the seat to act loses within *plies* whatever it does, by playing out everything."""
    for action in GAME.legal(state, state.seat):  # type: ignore[union-attr]
        then = GAME.apply(state, {state.seat: action})
        if then.winner == state.seat or (then.winner < 0 and not forced(then, plies - 1)):
            return False
    return True


@pytest.mark.parametrize(("plies", "number"), [(3, 4), (4, 3)])
def test_playing_out_all_actions_gives_the_same_best_ones(plies: int, number: int) -> None:
    for case in sample(plies, number):
        state: State = plan_of(positioned(case)).state
        for action in GAME.legal(state, state.seat):  # type: ignore[union-attr]
            then = GAME.apply(state, {state.seat: action})
            won = then.winner == state.seat
            kept = won or lost(then, plies - 1) if case.wins else won or not forced(then, plies - 1)
            assert kept == (action.id in case.best), (case, action)


@pytest.mark.parametrize(("plies", "number", "others"), [(3, 8, 100), (4, 6, 100), (5, 3, 100), (6, 1, 6), (7, 1, 3)])
@pytest.mark.slow
def test_the_search_of_the_game_gives_the_same_best_actions(plies: int, number: int, others: int) -> None:
    for case in sample(plies, number):
        state: State = plan_of(positioned(case)).state
        board = board_of(state)
        found = {id_of(state, action): action for action in actions(board, choose=False)}
        worse = Stream("tests", plies, "actions").sample(sorted(set(found) - set(case.best)), others)
        for name in (*case.best, *worse):
            assert kept(board, plies, found[name]) == (name in case.best), (case, name)


def kept(board: Any, plies: int, action: Any) -> bool:
    """Return whether an action meets what *plies* ask for; a win within n plies is worth ``WIN`` - n or more."""
    value = Search(10**9, choose=False).values(board, plies, [action])[action]
    return value >= WIN - plies if plies % 2 else value > plies - WIN


def test_no_position_comes_twice_and_none_has_a_shorter_win() -> None:
    cases = read(POOL)
    assert len({(case.match, case.moves) for case in cases}) == len(cases)
    assert set(SHARES) == {case.plies for case in cases}
    for case in cases:
        state: State = plan_of(positioned(case)).state
        assert not forced(state, 1), case


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
        values = {entry.value for entry in position.values}
        assert values == ({0.0, 1.0} if plies % 2 else {-1.0, 0.0})
        assert position.kind == ("santorini-win" if plies % 2 else "santorini-defence")
        assert _forced.asked(plies, "turn") in position.messages[-1].content
        assert sum(len(message.content) for message in position.messages) < 12_000


@pytest.mark.parametrize("image", IMAGES)
def test_images_have_the_same_best_actions(image: santorini.Image) -> None:
    case = sample(3, 1)[0]
    shown = imaged(case, image)
    state: State = plan_of(positioned(shown)).state
    best = {
        action.id
        for action in GAME.legal(state, state.seat)  # type: ignore[union-attr]
        if lost(GAME.apply(state, {state.seat: action}), 2)
    }
    assert best == set(shown.best)
    assert sorted(state.heights) == sorted(plan_of(positioned(case)).state.heights)


@pytest.mark.parametrize("line", ["3\t1\tplace_0_0", "x\t1\ta\tb", "3\t1\ta\t", "3\tm\ta\tb"])
def test_a_broken_line_of_the_pool_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="found"):
        _forced._read(line, "santorini.tsv")


def test_a_best_action_that_is_not_legal_is_refused() -> None:
    case = sample(3, 1)[0]
    with pytest.raises(ValueError, match="not legal"):
        positioned(Case(case.plies, case.match, case.moves, ("place_0_0",)))
