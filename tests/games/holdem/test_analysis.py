"""The analysis of Hold'em on hands written by hand, with numbers known beforehand."""

import pytest
from msgspec.structs import replace

from interplay.tracks.games.holdem.analysis import ANALYSIS, equity_of
from interplay.tracks.games.holdem.hands import cards_of
from interplay.tracks.games.records import Draw, Item, Move, Prediction
from interplay.tracks.games.verdicts import Measures
from tests.games import matches


def item(cards: str) -> Item:
    """Return an item in which seat 0 acts first."""
    made = matches.item("holdem", rules=0)
    draws = (Draw(name="button", values=(1,)), Draw(name="cards", values=cards_of(cards)))
    return replace(made, setup=replace(made.setup, draws=draws))


def measured(cards: str, moves: list[Move], seats: tuple[int, ...] = (0,)) -> Measures:
    of = matches.forfeiting(item(cards))
    rounds = tuple((move,) for move in moves)
    measures = ANALYSIS.measure(matches.verified(of, Prediction(item_id=of.item_id, rounds=rounds), seats))
    assert {*measures.ratios, *measures.samples} == set(ANALYSIS.titles)
    return measures


def say(seat: int, label: str) -> Move:
    return Move(seat=seat, text=f"Action: {label}")


STRONG = "9h2s9dAd9sKc4h7d8d"
"""Seat 0 flops three nines, on which 1,033,710 of 1,070,190 deals are won and 129 tied."""
SET = (1_033_710 + 129 / 2) / 1_070_190


def test_each_action_is_measured_against_the_equity_it_was_played_at() -> None:
    moves = [say(0, "Check and Call"), say(1, "Check and Call"), say(0, "All in"), say(1, "Fold")]
    measures = measured(STRONG, moves)
    assert measures.ratios["mean_payoff"] == (2.0, 1.0)
    assert measures.ratios["check_call_share"] == (1.0, 2.0)
    assert measures.ratios["check_call_equity"] == pytest.approx((0.720, 1.0))
    assert measures.ratios["all_in_equity"] == pytest.approx((SET, 1.0))
    assert measures.ratios["strong_all_in_share"] == (1.0, 1.0)
    assert measures.ratios["weak_fold_share"] == (0.0, 0.0)
    assert measures.ratios["free_fold_share"] == (0.0, 1.0)
    assert measures.samples["equity"] == pytest.approx((0.720, SET))
    assert measures.samples["action_index"] == (1.0, 4.0)


def test_folds_of_weak_hands_and_free_folds_are_counted() -> None:
    moves = [say(0, "Check and Call"), say(1, "Check and Call"), say(0, "Fold")]
    measures = measured("3h2s2dAdKsQcJh7d8d", moves)
    assert measures.ratios["weak_fold_share"] == (1.0, 2.0)
    assert measures.ratios["free_fold_share"] == (1.0, 1.0)
    assert measures.ratios["fold_equity"][0] < 0.2
    assert measures.ratios["mean_payoff"] == (-2.0, 1.0)


def test_all_in_counts_only_where_it_is_on_offer() -> None:
    moves = [say(0, "Check and Call"), say(1, "All in"), say(0, "Check and Call")]
    measures = measured("AhTsAdAcKsQcJh7d8d", moves)
    assert measures.ratios["strong_all_in_share"] == (0.0, 1.0)


def test_substitutes_and_forfeits_are_no_decisions_but_cost_chips() -> None:
    of = item(STRONG)
    silent = matches.play(of, lambda _: "...")
    substituted = measured(STRONG, [move for (move,) in silent.rounds])
    assert substituted.samples["equity"] == ()
    assert substituted.ratios["check_call_share"] == (0.0, 0.0)
    assert silent.claimed is not None
    assert substituted.ratios["mean_payoff"] == (silent.claimed.returns[0], 1.0)
    forfeited = measured(STRONG, [say(0, "Raise Half Pot")])
    assert forfeited.samples["action_index"] == ()
    assert forfeited.ratios["mean_payoff"] == (-1.0, 1.0)


def test_both_seats_of_a_system_are_added_up() -> None:
    measures = measured(STRONG, [say(0, "All in"), say(1, "Fold")], seats=(0, 1))
    assert measures.ratios["mean_payoff"] == (0.0, 2.0)
    assert measures.samples["action_index"] == (4.0, 0.0)


def test_equity_is_exact_on_the_river() -> None:
    assert equity_of(cards_of("2c3d"), cards_of("AsKsQsJsTs")) == 0.5
