"""Santorini's analysis: how matches ended, what was missed and given away, and how pawns climbed."""

import pytest

from interplay.tracks.games.records import Item
from interplay.tracks.games.santorini.analysis import ANALYSIS, climbable
from interplay.tracks.games.santorini.rules import GAME, State, ids
from interplay.tracks.games.verdicts import Decision, Measures, Observed, Reading, Verdict, Verified
from tests.games import boards, matches
from tests.games.santorini.games import CLIMB, STUCK, after, at

ITEM = matches.item("santorini")
BOTH, SECOND = (0, 1), (1,)


def measured(replies: tuple[str, ...], item: Item = ITEM) -> Measures:
    return boards.measured(ANALYSIS, item, boards.played(item, replies))


def turn(state: State, action: str, *, substituted: bool = False) -> Measures:
    """Return the measures of one turn; the match then goes to seat 1."""
    choice = GAME.decode(action)
    assert action in ids(state)
    decision = Decision(choice, (Reading("move", choice),), substituted=substituted, forfeited=False)
    seen = Observed(state, state.ply, state.seat, decision, (action,))
    verdict = Verdict(GAME.forfeit(state, 0), state.ply + 1, ())
    return ANALYSIS.measure(Verified(ITEM, (state.seat,), (seen,), verdict))


def test_a_climb_and_its_steps_are_counted() -> None:
    ratios = measured(CLIMB).ratios
    assert (ratios["climbed_rate"], ratios["stuck_rate"], ratios["first_seat_win_rate"]) == ((1, 1), (0, 1), (0, 1))
    assert ratios["up_rate"] == (5, 10), "X onto (2, 1), A onto (0, 1), X onto (3, 0) and (2, 1), B onto (1, 0)"
    assert measured(CLIMB).samples == {"plies": (14.0,)}


def test_a_stuck_pawn_is_an_end_of_its_own() -> None:
    ratios = measured(STUCK).ratios
    assert (ratios["climbed_rate"], ratios["stuck_rate"]) == ((0, 1), (1, 1))
    assert ratios["missed_win_rate"] == (0, 1), "Y had a win and took it"


THREAT = at("22 00 44 40", {(0, 0): 2, (1, 1): 3})
"""X on level 2 can climb to (1, 1) next; A stands next to it."""


@pytest.mark.parametrize(
    ("action", "missed"), [("move_n_build_w", (0, 1)), ("move_n_build_n", (1, 1)), ("move_s_build_s", (1, 1))]
)
def test_a_threat_is_parried_or_not(action: str, missed: tuple[int, int]) -> None:
    ratios = turn(THREAT, action).ratios
    assert ratios["missed_block_rate"] == missed
    assert ratios["gift_rate"] == (0, 0)
    assert ratios["missed_win_rate"] == (0, 0)


def test_a_block_that_opens_level_3_to_the_opponent_is_a_gift() -> None:
    state = at("22 00 44 40", {(0, 0): 2, (1, 1): 2})
    assert turn(state, "move_n_build_w").ratios["gift_rate"] == (1, 1)
    assert turn(state, "move_n_build_n").ratios["gift_rate"] == (0, 1)
    assert turn(state, "move_n_build_n").ratios["missed_block_rate"] == (0, 0)


def test_a_threat_that_nothing_can_stop_is_nobodys_fault() -> None:
    state = at("44 00 34 40", {(0, 0): 2, (1, 1): 3})
    assert climbable(after(state, ids(state)[0]))
    assert turn(state, ids(state)[0]).ratios["missed_block_rate"] == (0, 0)


def test_a_win_that_is_not_taken_is_missed_whatever_else_happens() -> None:
    state = at("22 00 44 40", {(0, 0): 2, (1, 1): 3, (2, 2): 2})
    assert turn(state, "move_nw_build_n").ratios["missed_win_rate"] == (0, 1)
    missed = turn(state, "move_n_build_w").ratios
    assert missed["missed_win_rate"] == (1, 1)
    assert missed["missed_block_rate"] == (0, 0)


@pytest.mark.parametrize(
    ("action", "up", "down"), [("move_n_build_s", 1, 0), ("move_s_build_s", 0, 1), ("move_e_build_e", 0, 0)]
)
def test_steps_go_up_down_or_stay(action: str, up: int, down: int) -> None:
    ratios = turn(at("22 00 44 40", {(2, 2): 1, (1, 2): 2, (2, 3): 1}), action).ratios
    assert (ratios["up_rate"], ratios["down_rate"]) == ((up, 1), (down, 1))


def test_substitutes_and_placements_are_no_turns() -> None:
    assert turn(THREAT, "move_n_build_n", substituted=True).ratios["up_rate"] == (0, 0)
    item = matches.item("santorini", ("bot:greedy@1", "system"))
    measures = boards.measured(ANALYSIS, item, matches.play(item, lambda _: "no move"))
    assert measures.ratios["up_rate"] == (0, 0)


def test_only_the_seats_of_the_system_are_measured() -> None:
    item = matches.item("santorini", ("bot:greedy@1", "system"), seed="seats")
    measures = boards.measured(ANALYSIS, item, matches.play(item, matches.randomly(5)))
    (plies,) = measures.samples["plies"]
    assert measures.ratios["up_rate"][1] == plies // 2 - 2


def test_with_a_choice_of_pawn_both_opposing_pawns_threaten() -> None:
    levels = {(4, 0): 2, (3, 1): 3}
    assert not climbable(at("22 00 44 40", levels, ply=5))
    assert climbable(at("22 00 44 40", levels, ply=5, choose=True))
