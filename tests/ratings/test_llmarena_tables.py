"""LLMArena's published tables, normalised again."""

from pathlib import Path

import pytest

from interplay_builders.pages.llmarena import GAMES, card, disagreements, published, recomputed

ROWS = published()
BAD = tuple(disagreements(ROWS))


def test_both_tables_are_whole() -> None:
    assert len(ROWS) == 14
    assert {len(row.raw) for row in ROWS} == {len(row.normalised) for row in ROWS} == {len(GAMES)}


def test_exactly_four_cells_disagree() -> None:
    assert {(found.model, found.game) for found in BAD} == {
        ("WizardLM-13B", "tictactoe"),
        ("Qwen-72B", "bid"),
        ("Qwen-72B", "hanabi"),
        ("Qwen-14B", "undercover"),
    }


def test_implied_raw_values_are_those_that_the_normalised_ones_stand_for() -> None:
    implied = {(found.model, found.game): found.implied for found in BAD}
    assert implied["WizardLM-13B", "tictactoe"] == pytest.approx(22.97, abs=0.005)
    assert implied["Qwen-14B", "undercover"] == pytest.approx(24, abs=0.005)


def test_the_normalised_table_follows_from_the_raw_one_within_its_few_digits() -> None:
    for row, ours in zip(ROWS, recomputed(ROWS, BAD), strict=True):
        for game, text, value in zip(GAMES, row.normalised, ours, strict=False):
            assert value == pytest.approx(float(text), abs=0.05 if game in GAMES[:3] else 1.2)


def test_the_page_is_what_the_program_prints(root: Path) -> None:
    assert (root / "cards" / "ratings" / "llmarena.md").read_text(encoding="utf-8") == card()
