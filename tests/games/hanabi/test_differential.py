"""Our Hanabi against OpenSpiel's: legal actions, turns, knowledge, ends and scores on the same decks."""

import pytest

from tests.games.hanabi.openspiel import PARAMETERS, compare

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel, the reference implementation, is in the dev extra only")


def test_random_and_careful_games_go_as_in_openspiel() -> None:
    game = pyspiel.load_game(PARAMETERS)
    assert sum(compare(game, seed) for seed in range(300)) > 3_000
