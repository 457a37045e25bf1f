"""Hive's analysis on matches whose numbers are known."""

import msgspec

from interplay.tracks.games.hive import analysis
from interplay.tracks.games.hive.analysis import ANALYSIS, ENDINGS
from interplay.tracks.games.records import Item, Policy
from interplay.tracks.games.verdicts import Measures
from tests.games import boards, matches
from tests.games.hive.tables import BOTH, NINE_TURNS, decisions_of, step, table

REPLIES = [part for turn in NINE_TURNS for part in decisions_of(turn)]


def measured(item: Item, replies: list[str]) -> Measures:
    return boards.measured(ANALYSIS, item, boards.played(item, replies))


def test_a_won_game_of_nine_turns_is_counted_turn_by_turn() -> None:
    found = measured(matches.item("hive"), REPLIES)
    assert found.ratios["decisive_rate"] == (1, 1)
    assert sum(found.ratios[name][0] for name in ENDINGS.values()) == 1
    assert found.ratios["placement_share"] == (7, 9)
    assert found.ratios["move_share"] == (2, 9)
    assert found.ratios["pass_share"] == (0, 9)
    assert found.ratios["missed_win_rate"] == (0, 1), "only the last turn could win, and did"
    assert found.ratios["self_surround_rate"] == (0, 9)
    assert found.samples["queen_turn"] == (1, 1)
    assert found.samples["choices"][:2] == (4, 4)
    assert found.samples["pressure"] == (3, -3)


def test_only_the_systems_turns_are_counted() -> None:
    item = matches.item("hive", ("system", "bot:random@1"), max_turns=3)
    prediction = matches.play(item, matches.randomly(3))
    ratios = boards.measured(ANALYSIS, item, prediction).ratios
    assert ratios["placement_share"][1] == 3
    assert ratios["turn_limit_rate"] == (1, 1)


def test_one_decision_a_turn_is_counted_alike() -> None:
    found = measured(matches.item("hive", flat_actions=1), list(NINE_TURNS))
    assert found == measured(matches.item("hive"), REPLIES)


def test_turns_with_a_substitute_are_left_out() -> None:
    item = matches.item("hive", max_turns=2)
    ratios = boards.measured(ANALYSIS, item, matches.play(item, lambda _: "well")).ratios
    assert ratios["placement_share"] == ratios["missed_win_rate"] == (0, 0)


def test_a_forfeited_match_can_be_measured() -> None:
    item = matches.item("hive")
    strict = msgspec.structs.replace(item, policy=Policy(attempts=1, illegal="retry", exhausted="forfeit"))
    found = boards.measured(ANALYSIS, strict, matches.play(strict, lambda _: "well"))
    assert all(found.ratios[name] == (0, 1) for name in ENDINGS.values())
    assert found.samples["pressure"] == (0, 0)


def test_a_win_that_is_there_and_not_taken_is_missed() -> None:
    before = table({hex_: tile for hex_, tile in BOTH.items() if hex_ != (-1, 0)})
    assert analysis.can_win(before)
    assert analysis.lost(step(before, "move:3,-2>1,-1")) == 1
    assert analysis.lost(step(table(BOTH), "move:3,-2>1,-1")) is None, "both are surrounded"
    assert not analysis.can_win(table({**BOTH, (3, -2): "gG", (-1, 1): "gS"})), "nothing of blue gets there"
