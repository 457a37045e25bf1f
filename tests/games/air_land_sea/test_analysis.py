"""Measures of Air, Land & Sea on matches made by hand, with known numbers."""

from collections.abc import Iterable

import msgspec

from interplay.tracks.games.air_land_sea.analysis import ANALYSIS
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Item, Setup
from interplay.tracks.games.verdicts import Measures
from tests.games import boards, matches
from tests.games.air_land_sea.tables import DEAL, FULL_BATTLE, setup


def measured(made: Setup, replies: Iterable[str], players: tuple[str, ...] = ("system", "rival")) -> Measures:
    """Return what a match contributes in which *replies* are followed by withdrawals of seat 1 and first plays."""
    dealt = matches.item("air_land_sea", players)
    item: Item = msgspec.structs.replace(dealt, setup=made)
    texts = iter(replies)

    def reply(ask: object) -> str:
        at = ask.situation  # type: ignore[attr-defined]
        assert isinstance(at, Situation)
        otherwise = "withdraw" if at.seat == 1 and not at.state.stack else at.game.legal(at.state, at.seat)[0].id  # type: ignore[index]
        return next(texts, otherwise)

    return boards.measured(ANALYSIS, item, matches.play(item, reply))


def test_a_match_of_one_battle_and_withdrawals_in_numbers() -> None:
    found = measured(setup(DEAL), FULL_BATTLE)
    # Seat 0 wins the first battle for 6 victory points, then seat 1 withdraws three times for 2 each.
    assert found.samples["points_won"] == (12.0,)
    assert found.ratios["battle_win_rate"] == (4, 4)
    assert found.ratios["fought_rate"] == (1, 4)
    assert found.ratios["fought_win_rate"] == (1, 1)
    assert found.ratios["withdrawal_rate"] == (0, 4)
    assert found.ratios["withdrawal_cost"] == (0, 0)
    plays = 6 + 1  # six in the first battle, one in the third, which seat 0 begins
    assert found.ratios["deploy_share"] == (4 + 1, plays)
    assert found.ratios["destroyed_rate"] == (0, plays)


def test_the_other_seat_sees_the_same_match_from_its_side() -> None:
    found = measured(setup(DEAL), FULL_BATTLE, ("rival", "system"))
    assert found.samples["points_won"] == (0.0,)
    assert found.ratios["withdrawal_rate"] == (3, 4)
    assert found.ratios["withdrawal_cost"] == (6, 3)
    assert found.ratios["futile_withdrawal_rate"] == (0, 3)
    assert found.ratios["deploy_share"] == (3, 6)


def test_withdrawing_with_one_card_as_second_player_is_futile() -> None:
    quiet = [f"improvise_{side}{n}_air" for n in range(1, 6) for side in "al"]
    found = measured(setup(), [*quiet, "improvise_a6_air", "withdraw"], ("rival", "system"))
    assert found.ratios["futile_withdrawal_rate"][0] == 1
    assert found.ratios["withdrawal_cost"][0] == 6 + 2 * 3


def test_a_play_into_containment_counts_as_destroyed() -> None:
    found = measured(setup(), ["deploy_a5_air", "improvise_l1_air"], ("rival", "system"))
    assert found.ratios["destroyed_rate"][0] == 1


def test_a_last_card_that_could_have_won_is_counted_when_the_battle_is_lost() -> None:
    air = "air land sea"
    hands = "A1 A2 A6 L2 L3 L5 L6 S6 A4 A5 S3 S5 L1 L4 A3 S1 S2 S4"
    # Seat 1 leads in air and sea by its last card, if it is played there; else it loses as 2nd Player.
    first = ["improvise_a1_air", "improvise_l6_land", "improvise_a2_air", "improvise_s6_land", "improvise_a6_air"]
    first += ["improvise_a4_land", "improvise_l2_air", "improvise_s3_land", "improvise_l3_sea", "improvise_a5_land"]
    lost = measured(setup(hands, order=air), [*first, "improvise_l5_air", "improvise_s5_land"], ("rival", "system"))
    assert lost.ratios["last_card_loss_rate"] == (1, 1)
    won = measured(setup(hands, order=air), [*first, "improvise_l5_air", "deploy_s5_sea"], ("rival", "system"))
    assert won.ratios["last_card_loss_rate"] == (0, 1)
    none = measured(setup(hands, order=air), [*first[:-1], "improvise_s5_land", "improvise_l5_sea", "improvise_a5_air"])
    assert none.ratios["last_card_loss_rate"] == (0, 0)


def test_substitutes_are_not_counted_as_actions() -> None:
    found = measured(setup(DEAL), ["?"] * 300)
    assert found.ratios["deploy_share"] == (0, 0)
    assert found.ratios["battle_win_rate"][1] > 0
