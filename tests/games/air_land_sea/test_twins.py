"""The twin with swapped names, checked by its printed texts alone."""

import re

import pytest

from tests.games.twinned import explained, played, randomly

CARD = re.compile(r"([ALS]\d [A-Z]\w+(?: [A-Z]\w+)?) \((\w+), strength (\d)")


@pytest.mark.parametrize("seed", "ab")
def test_every_card_is_the_one_that_the_rules_list(seed: str) -> None:
    listed = {
        name: (theater, strength) for name, theater, strength in CARD.findall(explained("air_land_sea", "Battle Cards"))
    }
    assert listed["A1 Support"] == ("air", "6")
    assert listed["S5 Blockade"] == ("sea", "2")
    assert len(listed) == 18
    texts, _ = played("air_land_sea", seed, randomly(seed))
    for text in texts:
        for name, theater, strength in CARD.findall(text.observation):
            assert listed[name] == (theater, strength)
        for card, name, strength in re.findall(r"- deploy_(\w\d)_\w+: ([\w ]+) faceup, strength (\d)", text.action):
            assert listed[f"{card.upper()} {name}"][1] == strength


def test_topics_name_the_cards_that_have_the_abilities() -> None:
    assert "A6 Heavy Bombers adds 3 to your total" in explained("air_land_sea", "Ongoing Abilities")
    assert "S5 Blockade raises its owner's facedown cards" in explained("air_land_sea", "Facedown Cards")
    assert "reinforce_THEATER answer Super Battleship, Redeploy and Heavy Tanks" in explained(
        "air_land_sea", "Possible Actions"
    )
