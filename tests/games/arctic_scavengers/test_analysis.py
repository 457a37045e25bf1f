"""Arctic Scavengers' analysis: what is counted in matches of known moves."""

import pytest

from interplay.core.driver import SYSTEM
from interplay.tracks.games.arctic_scavengers.analysis import ANALYSIS, missed_hire, missed_hit
from interplay.tracks.games.arctic_scavengers.state import State
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.verdicts import Decision, Observed
from tests.games import boards, matches
from tests.games.arctic_scavengers.tables import position


def observed(state: State, action: str) -> Observed:
    return Observed(state, 0, state.seat, Decision(Choice(action), (), substituted=False, forfeited=False), (action,))


def test_players_who_only_stop_gain_only_by_skirmishes() -> None:
    item = matches.item("arctic_scavengers", seed="stop")
    found = boards.measured(ANALYSIS, item, boards.played(item, ["stop"] * 12))
    ratios = found.ratios
    assert (ratios["hired"], ratios["trashed"], ratios["action_count"]) == ((0, 2), (0, 2), (0, 2))
    assert ratios["missed_hire_rate"] == (0, 12)
    assert ratios["missed_hit_rate"] == (0, 0)
    assert sum(found.samples["tribe"]) == 16 + ratios["won"][0]
    won, all_of_them = ratios["skirmish_rate"]
    assert all_of_them == 12
    assert won <= 6


@pytest.mark.parametrize("seed", range(4))
def test_people_come_from_hires_skirmishes_and_the_junkyard_and_go_by_trashing(seed: int) -> None:
    item = matches.item("arctic_scavengers", seed=str(seed))
    found = boards.measured(ANALYSIS, item, matches.play(item, matches.randomly(seed)))
    change = sum(found.samples["tribe"]) - 16
    counted = found.ratios["hired"][0] + found.ratios["won"][0] - found.ratios["trashed"][0]
    assert 0 <= change - counted <= found.ratios["trashed"][0]


def test_only_the_seats_of_the_system_are_measured() -> None:
    item = matches.item("arctic_scavengers", (SYSTEM, "bot:forager@2"))
    found = boards.measured(ANALYSIS, item, matches.play(item, lambda _: "stop"))
    assert found.ratios["hired"] == (0, 1)
    assert len(found.samples["tribe"]) == 1


def test_stopping_with_food_for_a_scavenger_misses_a_hire() -> None:
    state = position("refugee junk", "refugee", food=1)
    assert missed_hire(observed(state, "stop")) is True
    assert missed_hire(observed(position("refugee junk", "refugee"), "stop")) is False
    assert missed_hire(observed(state, "trash:junk")) is None


@pytest.mark.parametrize(("action", "missed"), [("sabotage:grenade", False), ("sabotage:net", True), ("pass", True)])
def test_a_hit_is_missed_when_another_would_have_won(action: str, missed: bool) -> None:
    state = position("saboteur spear", "refugee scavenger grenade net", phase="skirmish", uses=(0, 1))
    assert missed_hit(observed(state, action)) is missed
    assert missed_hit(observed(position("refugee", "refugee"), "stop")) is None
