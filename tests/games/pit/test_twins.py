"""The twin with reversed values, played by its printed texts alone."""

import re

import pytest

from tests.games.twinned import explained, played

WORTH = {"soybeans": 100, "corn": 85, "barley": 75, "wheat": 55}


@pytest.mark.parametrize("seed", "abc")
def test_corners_pay_the_printed_values_and_the_bull_costs(seed: str) -> None:
    texts, _ = played("pit", seed)
    assert "soybeans 100, corn 85, barley 75, wheat 55. The bear replaces one of the 6" in texts[0].rules
    corners = {found for text in texts for found in re.findall(r"corners? (\w+) for (\d+) points", text.observation)}
    assert corners
    for card, points in corners:
        assert int(points) in {factor * WORTH[card] - cost for factor in (1, 2) for cost in (0, 20)}


def test_the_topic_of_corners_says_so() -> None:
    text = explained("pit", "Corners")
    assert "5 and the bear" in text
    assert "Then 20 are deducted if the seat holds the bull. Bear and bull do nothing" in text
