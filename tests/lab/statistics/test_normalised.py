"""LLMArena's table for submissions."""

import json
from pathlib import Path

import pytest

from interplay.core.release import Release
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.ratings.submissions import verified
from interplay_lab.statistics.normalised import NormalisedTable, tabulated
from tests.support import Cli, FewMatches

QUICK = TrueSkillSettings(permutations=3)
SETUPS = 5
"""Setups of each game; Undercover is played once in each as the undercover."""


@pytest.fixture(scope="module")
def paths(few_matches: FewMatches) -> tuple[Path, ...]:
    return tuple(few_matches(f"bot-{name}", SETUPS) for name in ("random", "competent"))


@pytest.fixture(scope="module")
def table(paths: tuple[Path, ...], release: Release) -> NormalisedTable:
    return tabulated(((s.header, item, grade) for s, item, grade in verified(paths, release)), QUICK)


def test_the_best_system_of_each_game_has_100(table: NormalisedTable) -> None:
    for place, game in enumerate(table.games):
        cells = [row.cells[place] for row in table.rows]
        assert {cell.game for cell in cells} == {game}
        assert max(cell.normalised or 0.0 for cell in cells) == 100
        best = max(cell.raw or 0.0 for cell in cells)
        for cell in cells:
            assert cell.normalised == pytest.approx(100 * (cell.raw or 0.0) / best, abs=1e-5)


def test_raw_values_are_ratings_rewards_and_wins_as_the_undercover(
    table: NormalisedTable, paths: tuple[Path, ...], release: Release
) -> None:
    kinds = {cell.game: cell.kind for cell in table.rows[0].cells}
    assert {game for game, kind in kinds.items() if kind == "mean reward"} == {"bargain", "bid", "hanabi"}
    assert kinds["undercover"] == "% won as undercover"
    paid = [g for _, item, g in verified(paths[:1], release) if item.game == "undercover" and item.side == "undercover"]
    random = next(row for row in table.rows if row.system == "bot-random")
    cell = next(cell for cell in random.cells if cell.game == "undercover")
    assert cell.matches == len(paid) == SETUPS
    assert cell.raw == pytest.approx(100 * sum(grade.values["points"] or 0.0 for grade in paid) / SETUPS)


def test_overall_is_the_mean_over_all_games(table: NormalisedTable) -> None:
    for row in table.rows:
        values = [cell.normalised for cell in row.cells]
        assert None not in values
        assert row.overall == pytest.approx(sum(value or 0.0 for value in values) / len(values), abs=1e-5)


@pytest.mark.slow
def test_the_command_line_prints_it(cli: Cli, release: Release) -> None:
    paths = [release.root / "baselines" / f"bot-{name}" / "games.jsonl.gz" for name in ("random", "competent")]
    ran = cli("analyse", *paths, "--paper", "llmarena", "--only", "Table 1")
    assert ran.status == 0, ran.err
    assert "normalised scores in seven games" in ran.out
    plain = cli("rate", *paths, "--by", "category", "--method", "bt", "--resamples", 50, "--json")
    assert "spatial reasoning" in {group["name"] for group in json.loads(plain.out)["groups"]}


@pytest.mark.slow
def test_undercover_is_the_share_of_matches_won_and_not_a_score(release: Release) -> None:
    path = release.root / "baselines" / "bot-competent" / "games.jsonl.gz"
    found = [g for _, item, g in verified([path], release) if item.game == "undercover" and item.side == "undercover"]
    won = 100 * sum(grade.values["points"] or 0.0 for grade in found) / len(found)
    table = tabulated(((s.header, item, grade) for s, item, grade in verified([path], release)), QUICK)
    cell = next(cell for cell in table.rows[0].cells if cell.game == "undercover")
    assert 0 < won < 100
    assert cell.raw == pytest.approx(won)
