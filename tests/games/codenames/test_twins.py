"""The twin with harmless assassins, played by its printed texts alone."""

import re

import pytest

from interplay.tracks.games.twins import Lens, twins_of
from tests.games.twinned import played, randomly


@pytest.mark.parametrize(("seed", "harmless"), [("a", 0), ("d", 2), ("f", 1)])
def test_the_neutral_word_loses_the_game_and_assassins_do_not(seed: str, harmless: int) -> None:
    texts, end = played("codenames", seed, randomly(seed))
    board = dict(re.findall(r"^ *(\d+) \w+: (\w+), ", texts[0].observation, re.MULTILINE))
    assert sorted(board.values()).count("neutral") == 1
    assert sorted(board.values()).count("assassin") == 3
    uncovered = [board[text.reply.removeprefix("guess_")] for text in texts if text.reply.startswith("guess_")]
    assert uncovered.count("assassin") == harmless
    assert uncovered.count("neutral") == (end.returns[texts[-1].seat] == 0)
    assert "neutral" not in uncovered[:-1]


def test_a_clue_of_that_name_stays() -> None:
    lens = Lens(twins_of("codenames")[0])
    for clue in ("Action: submit_clue: neutral,2", '{"action": "submit_clue", "text": "assassin, 2"}', '"neutral", 1'):
        assert lens.read(clue) == lens.shown(clue) == clue
    assert lens.shown("3 coat: assassin, covered") == "3 coat: neutral, covered"
