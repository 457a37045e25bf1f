"""The card's table of the zero is what the program prints."""

from pathlib import Path

import pytest

from interplay_builders.pages import positions_zero


@pytest.mark.slow
def test_the_card_holds_the_table_of_the_zero(root: Path) -> None:
    assert positions_zero.released() in (root / "cards" / "positions.md").read_text(encoding="utf-8")
