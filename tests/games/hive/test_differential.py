"""Our Hive against OpenSpiel's: legal turns, ends and results on the same moves."""

import pytest

from tests.games.hive.openspiel import PARAMETERS, compare

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel, the reference implementation, is in the dev extra only")


@pytest.mark.slow
def test_random_games_go_as_in_openspiel() -> None:
    game = pyspiel.load_game(PARAMETERS)
    games = [compare(game, seed, crowding=40) for seed in range(25)]
    assert sum(done.turns for done in games) > 1_500
    assert sum(done.end == "decided" for done in games) > 15
    assert compare(game, "random", crowding=0).turns > 100
