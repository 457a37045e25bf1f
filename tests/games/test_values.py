"""The package's values of moves are those of the released positions, and exact or none."""

from collections.abc import Sequence
from typing import Any

import pytest

from interplay.core.release import Release
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Open
from interplay.tracks.games.values import Choice, choices
from interplay.tracks.games.verdicts import Decision, Observed
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of


def seen(state: Any, seat: int, action: Any, *, forfeited: bool = False) -> Observed:
    return Observed(state, 0, seat, Decision(action, (), substituted=False, forfeited=forfeited), ())


def moves(legal: Sequence[Any] | Open) -> Sequence[Any]:
    assert not isinstance(legal, Open)
    return legal


def released(release: Release, game: str, kinds: Sequence[str] = ()) -> list[Position]:
    rows = [row for row in release.rows("positions", Position) if row.game == game]
    return [row for row in rows if not kinds or row.kind in kinds]


@pytest.mark.parametrize(
    ("game", "kinds", "least"), [("tictactoe", (), 60), ("bid", (), 60), ("bargain", ("last turn",), 40)]
)
def test_values_are_those_of_the_released_positions(
    game: str, kinds: Sequence[str], least: int, release: Release
) -> None:
    values, held = catalogue.VALUES.load(game), released(release, game, kinds)
    assert len(held) >= least
    for position in held:
        plan = plan_of(position)
        (found,) = values.of([seen(plan.state, position.seat, None)])
        assert found is not None
        assert dict(found) == pytest.approx(dict(plan.values)), position.item_id


def test_connect_four_is_solved_where_the_end_is_near_and_not_valued_elsewhere(release: Release) -> None:
    values, solved = catalogue.VALUES.load("connect_four"), 0
    for position in released(release, "connect_four"):
        if len(position.played) < 22:
            continue
        plan = plan_of(position)
        (found,) = values.of([seen(plan.state, position.seat, None)])
        if found is not None:
            assert found.items() <= plan.values.items(), position.item_id
            assert max(found.values()) == plan.best
            solved += 1
    assert solved > 40
    game = catalogue.load("connect_four")
    start = game.start(game.deal("x", {"opening_plies": 0}, "strict"))
    assert values.of([seen(start, 0, 4)]) == [None]


def test_santorini_knows_wins_at_once_and_wins_given_away(release: Release) -> None:
    values, stakes = catalogue.VALUES.load("santorini"), 0
    for position in released(release, "santorini"):
        plan = plan_of(position)
        (found,) = values.of([seen(plan.state, position.seat, None)])
        if found is None:
            continue
        for action in moves(plan.game.legal(plan.state, position.seat)):
            after = plan.game.apply(plan.state, {position.seat: action})
            over = not plan.game.to_move(after)
            won = over and plan.game.outcome(after).points[position.seat] == 1
            assert (found[plan.game.encode(action)] == 1) == won, position.item_id
            if not over:
                other = plan.game.to_move(after)[0]
                ends = [plan.game.apply(after, {other: reply}) for reply in moves(plan.game.legal(after, other))]
                loses = any(not plan.game.to_move(end) and plan.game.outcome(end).points[other] == 1 for end in ends)
                assert (found[plan.game.encode(action)] == -1) == loses, position.item_id
        stakes += 1
        if stakes == 5:
            return
    pytest.fail(f"found {stakes} positions with something at stake, expected 5")


def test_a_choice_says_what_was_lost_and_what_was_better() -> None:
    game, values = catalogue.load("tictactoe"), catalogue.VALUES.load("tictactoe")
    state = game.start(game.deal("x", {"opening_plies": 0}, "strict"))
    for move in ((1, 1), (2, 1), (1, 2), (2, 2)):
        state = game.apply(state, {game.to_move(state)[0]: move})
    found = choices(
        game, values, [seen(state, 0, (3, 3)), seen(state, 0, (1, 3)), seen(state, 0, None, forfeited=True)]
    )
    assert found == [Choice(-1.0, 1.0, ("(1,3)",)), Choice(1.0, 1.0, ("(1,3)",)), None]
    assert [one.regret for one in found if one] == [2.0, 0.0]
