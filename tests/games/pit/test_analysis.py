"""The analysis of Pit on hand-made matches with known numbers."""

from collections.abc import Sequence

from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.tracks.games.pit.analysis import ANALYSIS
from interplay.tracks.games.records import Item, Policy
from interplay.tracks.games.verdicts import Measures
from tests.games import matches
from tests.games.pit.markets import hand, market, setup, shout

Ratio = tuple[float, float]
FIRST = hand(wheat=4, bull=1, barley=3, corn=2)
SECOND = hand(wheat=2, barley=2, corn=3, soybeans=3)
HANDS = market(FIRST, SECOND).hands
SCRIPT = (
    "offer_barley_1",
    "accept_0_soybeans_1",
    shout("I give corn and collect wheat"),
    "pass",
    "offer_corn_2",
    shout("hello"),
    shout("I want soybeans"),
    "pass",
    shout("I give 2 corn"),
    "accept_0_wheat_2",
)


def item() -> Item:
    return replace(matches.item("pit"), setup=setup(*HANDS))


def measured(of: Item, texts: Sequence[str], seats: Sequence[int]) -> Measures:
    """Play *texts* and then passes, and return what is measured of *seats*."""
    left = iter(texts)

    def reply(_: Ask) -> str:
        return next(left, "pass")

    found = ANALYSIS.measure(matches.verified(of, matches.play(of, reply), seats))
    assert {*found.ratios, *found.samples} == set(ANALYSIS.titles)
    return found


def some(found: Measures) -> dict[str, Ratio]:
    return {name: ratio for name, ratio in found.ratios.items() if ratio[1]}


def test_the_seats_that_got_the_corner() -> None:
    assert FIRST == (4, 3, 2, 0, 1, 0)
    found = measured(item(), SCRIPT, (0, 2))
    assert some(found) == {
        "offer_rate": (2, 120),
        "accept_rate": (0, 120),
        "shout_rate": (3, 120),
        "pass_rate": (115, 120),
        "offers_taken": (2, 2),
        "useful_trades": (1, 2),
        "feeding_trades": (0, 2),
        "corners_won": (1, 1),
        "corner_points": (200, 1),
        "doubled_corners": (1, 1),
        "bear_corners": (0, 1),
        "shouts_naming_cards": (3, 3),
        "true_giving": (1, 1),
        "true_wanting": (1, 2),
        "ended_by_target": (0, 1),
    }
    assert found.samples == {"deal_turns": (10,)}


def test_the_seats_that_gave_it_away() -> None:
    found = measured(item(), SCRIPT, (1, 3))
    assert some(found) == {
        "offer_rate": (0, 120),
        "accept_rate": (2, 120),
        "shout_rate": (1, 120),
        "pass_rate": (117, 120),
        "useful_trades": (1, 2),
        "feeding_trades": (1, 2),
        "corners_won": (0, 1),
        "shouts_naming_cards": (0, 1),
        "ended_by_target": (0, 1),
    }


def test_a_forfeited_match_can_be_measured() -> None:
    of = replace(item(), policy=Policy(attempts=1, illegal="forfeit", exhausted="forfeit"))
    found = measured(of, ("offer_barley_1", "accept_3_wheat_1"), (0, 2))
    assert found.ratios["offer_rate"] == (1, 1)
    assert found.ratios["ended_by_target"] == (0, 1)
    assert found.samples == {"deal_turns": ()}


def test_the_whole_table_can_be_measured() -> None:
    found = measured(item(), SCRIPT, (0, 1, 2, 3))
    assert found.ratios["useful_trades"] == (2, 4)
    assert found.ratios["corners_won"] == (1, 1)
