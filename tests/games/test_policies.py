"""The score of Bargain, Bid and Hanabi: nothing for knowing nothing, less for stubborn players than for honest ones.

``python -m tests.benchmarks.games.strength_deals GAME`` prints the same for the release's setups.
"""

from statistics import fmean

import pytest

from tests.games.policies import BARGAIN, BID, BLIND, scored, zero_of

SEEDS = tuple(map(str, range(12)))
OPPONENTS = ("competent", "strong")


def score(game: str, opponent: str, name: str) -> float:
    """Return the mean score of a policy or of the bot of a strength."""
    policy = {**BLIND, **(BARGAIN if game == "bargain" else BID)}.get(name, name)
    return fmean(scored(game, opponent, SEEDS, policy)[0])


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("name", [*BLIND, "all, never a deal", "half of each, never a deal", "a deal at once"])
@pytest.mark.slow
def test_in_bargain_knowing_nothing_scores_nothing(name: str, opponent: str) -> None:
    assert score("bargain", opponent, name) <= 0


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.slow
def test_in_bargain_stubborn_players_score_far_below_honest_ones(opponent: str) -> None:
    honest = [score("bargain", opponent, name) for name in BARGAIN if name.startswith("honest")]
    stubborn = [score("bargain", opponent, name) for name in BARGAIN if not name.startswith("honest")]
    assert min(honest) > 70
    assert max(stubborn) < min(honest) - 30


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.slow
def test_in_bargain_insisting_on_all_that_one_values_scores_little(opponent: str) -> None:
    assert score("bargain", opponent, "all it values, never a deal") < 20  # both gain where the rest is worth 6: 0090


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("name", ["first legal move", "last legal move", "silence", "gibberish"])
def test_in_bid_knowing_nothing_scores_nothing(name: str, opponent: str) -> None:
    assert score("bid", opponent, name) < -100


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_in_bid_the_score_falls_with_the_distance_from_half_the_value(opponent: str) -> None:
    found = [score("bid", opponent, name) for name in ("50%", "40%", "25%", "always $0.00")]
    assert found == sorted(found, reverse=True)
    found = [score("bid", opponent, name) for name in ("50%", "60%", "90%", "a cent below the value", "the value")]
    assert found == sorted(found, reverse=True)
    assert score("bid", opponent, "middle legal move") > 99  # the middle of what is allowed is half the value


@pytest.mark.parametrize("game", ["bargain", "bid"])
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.slow
def test_bots_score_in_the_order_of_their_strength(game: str, opponent: str) -> None:
    found = [score(game, opponent, strength) for strength in ("random", "competent", "strong")]
    assert found[0] <= 1e-9
    assert score(game, opponent, zero_of(game, opponent, SEEDS)) == pytest.approx(0, abs=1e-9)
    assert found[2] == pytest.approx(100)
    assert 0 < found[1] < 100


@pytest.mark.parametrize("name", BLIND)
def test_in_hanabi_knowing_nothing_builds_nothing(name: str) -> None:
    scores, fireworks = scored("hanabi", "competent", SEEDS[:4], BLIND[name])
    assert fireworks == 0
    assert max(scores) <= 0
