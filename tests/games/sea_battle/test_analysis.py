"""Measures of Sea Battle on rounds made by hand, with known numbers."""

import msgspec
import pytest

from interplay.tracks.games.records import Draw, Item, Policy, Prediction
from interplay.tracks.games.sea_battle.analysis import ANALYSIS, SAMPLES
from interplay.tracks.games.verdicts import Measures
from tests.games import matches
from tests.games.sea_battle.fleets import number

APART = [(15, 3), (19, 3), (15, 19), (19, 19)]
ROCKS = [(7, 5), *[(x, 11) for x in range(1, 14)]]


def item(squares: list[tuple[int, int]], headings: tuple[int, ...], policy: Policy | None = None) -> Item:
    """Return a match that starts with these ships; the rocks are at (7, 5) and in a row far away."""
    dealt = matches.item("sea_battle")
    draws = (
        Draw(name="squares", values=tuple(number(x, y) for x, y in squares + ROCKS)),
        Draw(name="headings", values=headings),
    )
    setup = msgspec.structs.replace(dealt.setup, draws=draws)
    return msgspec.structs.replace(dealt, setup=setup, policy=policy or dealt.policy)


def measured(of: Item, first_round: list[str], seats: tuple[int, ...]) -> Measures:
    """Return what *seats* contribute: *first_round* by seat, then rubbish, which is not counted."""
    replies = iter(first_round)
    prediction: Prediction = matches.play(of, lambda _: next(replies, "?"))
    return ANALYSIS.measure(matches.verified(of, prediction, seats))


@pytest.mark.slow
def test_one_round_in_numbers() -> None:
    # 0 fires north at 3, which fires back; 1 strikes the rock; 2 fires west with nobody there.
    of = item([(5, 5), (6, 5), (15, 3), (5, 8), (15, 19), (19, 19)], (0, 0, 1, 2, 0, 0))
    orders = ["stay_left", "forward_left", "stay_left", "stay_left", "stay_left", "stay_left"]
    first, second = measured(of, orders, (0, 1, 2)).ratios, measured(of, orders, (3, 4, 5)).ratios
    assert first["hit_rate"] == (1, 3)
    assert first["friendly_fire_rate"] == (0, 3)
    assert first["wrong_side_rate"] == (0, 3)
    assert first["rock_rate"] == (1, 3)
    assert first["ram_rate"] == (0, 3)
    assert first["stay_rate"] == (2, 3)
    assert first["hindsight_loss"] == (1, 3)  # the rock; an even exchange of shots is the best that 0 can have
    assert second["hit_rate"] == (1, 3)
    assert second["stay_rate"] == (3, 3)


@pytest.mark.slow
def test_the_other_broadside_and_friendly_fire_are_seen() -> None:
    # 0 fires south at its teammate 1 while 3 lies to its north; 3 fires away from everybody.
    of = item([(5, 5), (5, 3), (15, 3), (5, 7), (15, 19), (19, 19)], (0, 0, 0, 0, 0, 0))
    orders = ["stay_right", "stay_right", "stay_left", "stay_left", "stay_left", "stay_left"]
    ratios = measured(of, orders, (0,)).ratios
    assert ratios["friendly_fire_rate"] == (1, 1)
    assert ratios["hit_rate"] == (0, 1)
    assert ratios["wrong_side_rate"] == (1, 1)
    assert ratios["hindsight_loss"] == (4, 1)  # two damage to the enemy instead of two to the own team
    assert measured(of, orders, (3,)).ratios["wrong_side_rate"] == (1, 1)


@pytest.mark.slow
def test_ramming_counts_for_both_ships() -> None:
    of = item([(5, 5), (15, 3), (19, 3), (6, 5), (15, 19), (19, 19)], (0, 0, 0, 1, 0, 0))
    orders = ["forward_left", "stay_left", "stay_left", "stay_right", "stay_left", "stay_left"]
    assert measured(of, orders, (0,)).ratios["ram_rate"] == (1, 1)
    assert measured(of, orders, (3,)).ratios["ram_rate"] == (1, 1)


def test_the_end_is_reported_from_the_side_of_the_seats() -> None:
    of = matches.item("sea_battle", seed="end")
    match = matches.verified(of, matches.play(of, matches.randomly(5)), range(6))
    sides = [ANALYSIS.measure(msgspec.structs.replace(match, seats=seats)) for seats in ((0, 1, 2), (3, 4, 5))]
    one, two = (side.samples for side in sides)
    assert one["rounds"] == two["rounds"] == (float(match.verdict.rounds),)
    assert one["damage_dealt"] == two["damage_taken"]
    assert one["damage_taken"] == two["damage_dealt"]
    won = match.verdict.outcome.points[0] == 1
    assert (one["ships_left"] > two["ships_left"]) == won
    whole = ANALYSIS.measure(match)
    assert whole.samples["ships_left"] == ()
    assert whole.ratios["stay_rate"][1] == sum(side.ratios["stay_rate"][1] for side in sides) == len(match.decisions)


def test_a_better_team_loses_less_in_hindsight() -> None:
    bots = ("bot:admiral@1",) * 3 + ("bot:random@1",) * 3
    of = msgspec.structs.replace(matches.item("sea_battle", seed="hindsight"), players=bots)
    match = matches.verified(of, matches.play(of, matches.randomly(0)), range(6))
    strong, weak = (
        ANALYSIS.measure(msgspec.structs.replace(match, seats=seats)).ratios for seats in ((0, 1, 2), (3, 4, 5))
    )
    for name, better in (("hindsight_loss", -1), ("hit_rate", 1)):
        values = [found[name][0] / found[name][1] for found in (strong, weak)]
        assert better * (values[0] - values[1]) > 0, name


def test_substitutes_are_not_counted_and_every_measure_has_a_title() -> None:
    found = measured(matches.item("sea_battle"), [], (0, 1, 2))
    assert set(found.ratios) | set(found.samples) == set(ANALYSIS.titles)
    assert set(found.samples) == set(SAMPLES)
    assert all(cases == 0 for _, cases in found.ratios.values())


def test_a_forfeit_ends_the_count_with_the_round_before() -> None:
    strict = Policy(attempts=1, illegal="forfeit", exhausted="forfeit", explanations=0)
    of = item([(5, 5), (10, 5), *APART], (0,) * 6, strict)
    found = measured(of, ["stay_left"] * 6 + ["stay_left", "?"] + ["stay_left"] * 4, (0, 1, 2))
    assert found.ratios["stay_rate"] == (3, 3)
    assert found.samples["ships_left"] == (3.0,)
