"""Measures of Hanabi on matches made by hand, with known numbers."""

import msgspec
import pytest

from interplay.tracks.games.hanabi.analysis import ANALYSIS
from interplay.tracks.games.hanabi.table import CODES, LABELS, Cards
from interplay.tracks.games.records import Draw, Item
from interplay.tracks.games.verdicts import Measures
from tests.games import matches
from tests.games.hanabi.tables import DECK_A, deck

PERFECT = ["play:0", "hint_color:R", "play:0", "play:0", "play:1", *["play:0"] * 6]


def measured(cards: Cards, texts: list[str], seats: tuple[int, ...] = (0, 1)) -> Measures:
    """Return what a match with these replies contributes; codes stand for well-formed replies."""
    dealt = matches.forfeiting(matches.item("hanabi"))
    setup = msgspec.structs.replace(dealt.setup, draws=(Draw(name="deck", values=cards),))
    item: Item = msgspec.structs.replace(dealt, setup=setup)
    replies = iter([f"Action: {LABELS[CODES.index(text)]}" if text in CODES else text for text in texts])
    return ANALYSIS.measure(matches.verified(item, matches.play(item, lambda _: next(replies)), seats))


def test_a_perfect_game_in_numbers() -> None:
    found = measured(DECK_A, PERFECT)
    ratios = found.ratios
    assert ratios["play_share"] == (10, 11)
    assert ratios["hint_share"] == (1, 11)
    assert ratios["discard_share"] == (0, 11)
    assert ratios["play_share_3_tokens"] == (5, 6)  # one before the hint, four after the red 5 returned its token
    assert ratios["play_share_2_tokens"] == (5, 5)
    assert ratios["hint_share_3_tokens"] == (1, 6)
    assert ratios["play_share_0_tokens"] == (0, 0)
    assert ratios["token_idle"] == (6, 11)
    assert ratios["misplay_rate"] == (0, 10)
    assert ratios["hint_use"] == (1, 1)
    assert found.samples == {"score": (10.0,), "score_unzeroed": (10.0,)}


def test_the_chance_of_the_first_play_is_that_of_a_one() -> None:
    found = measured(DECK_A, ["play:0", "play:0"])
    # Seat 0 sees R3 and R4: 6 of 18 unseen cards fit. Seat 1 sees R2, R5 and the R1: R2 and three Y1 of 17 fit.
    assert found.ratios["play_chance"] == pytest.approx((6 / 18 + 4 / 17, 2))
    assert found.ratios["blind_play_rate"] == (2, 2)
    assert found.ratios["misplay_rate"] == (1, 2)
    assert found.samples == {"score": (0.0,), "score_unzeroed": (1.0,)}


def test_only_the_seats_asked_for_are_counted() -> None:
    found = measured(DECK_A, ["play:0", "play:0"], seats=(0,))
    assert found.ratios["play_share"] == (1, 1)
    assert found.ratios["misplay_rate"] == (0, 1)
    assert found.ratios["play_chance"] == pytest.approx((6 / 18, 1))


def test_a_certain_card_that_is_not_played_is_counted() -> None:
    # Seat 0 is told rank 1 for its first card by seat 1: certain while nothing is built. It hints; then it plays it.
    texts = ["hint_rank:3", "hint_rank:1", "hint_rank:4", "discard:0", "play:0", "play:1"]
    found = measured(DECK_A, texts)
    assert found.ratios["known_play_missed"] == (1, 2)
    assert found.ratios["hint_use"] == (1, 3)
    assert found.ratios["blind_play_rate"] == (1, 2)
    assert found.ratios["discard_share_0_tokens"] == (1, 1)


def test_substitutes_are_not_counted_and_a_forfeit_ends_the_count() -> None:
    found = measured(DECK_A, ["?", "?", "?", "play:1", "discard:0"])
    assert sum(found.ratios[f"{kind}_share"][0] for kind in ("play", "hint", "discard")) == 1
    assert found.ratios["play_share"] == (1, 1)
    forfeited = measured(DECK_A, ["play:0", "discard:0"])
    assert forfeited.ratios["play_share"] == (1, 1)
    assert forfeited.samples == {"score": (0.0,), "score_unzeroed": (1.0,)}


def test_every_measure_has_a_title_and_shares_add_up() -> None:
    found = measured(deck("analysis"), ["?"] * 200)
    assert set(found.ratios) | set(found.samples) == set(ANALYSIS.titles)
    assert all(cases == 0 for _, cases in found.ratios.values())
    ratios = measured(DECK_A, PERFECT).ratios
    for level in ("", *(f"_{tokens}_tokens" for tokens in range(4))):
        shares = [ratios[f"{kind}_share{level}"] for kind in ("play", "hint", "discard")]
        assert len({cases for _, cases in shares}) == 1
        assert sum(count for count, _ in shares) == shares[0][1]
