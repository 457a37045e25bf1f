"""Estimates, variances and bounds computed again by other packages: choix, statsmodels, scipy."""

from collections.abc import Sequence

import choix
import numpy as np
import pytest

from interplay.ratings.arrays import FloatArray
from interplay.ratings.ledger import Ledger, collect
from interplay.ratings.matches import Match
from interplay.ratings.pairwise import precision
from interplay.ratings.pairwise.cells import count
from interplay.ratings.pairwise.fit import Prior
from interplay.ratings.pairwise.standings import judge, rate
from interplay.ratings.pairwise.tables import Settings

NAMES = ("a", "b", "c", "d")
TRUE = np.array([0.8, 0.3, -0.2, -0.9])
FLAT = Settings(prior=Prior(kind="none"), weights="match")


def simulated(matches: int, *, edges: Sequence[float] = (0.0,), paired: bool = False, games: int = 1) -> list[Match]:
    rng, found = np.random.default_rng(8), []
    for k in range(matches):
        i, j = rng.choice(4, 2, replace=False)
        edge = edges[k % len(edges)]
        won = float(rng.random() < 1 / (1 + np.exp(TRUE[j] - TRUE[i] - edge)))
        game, setup = f"g{int(rng.integers(games) ** 0.5)}", f"s{k // 2}" if paired else None
        found.append(Match(game=game, setup=setup, seats=(NAMES[i], NAMES[j]), returns=(won, 1 - won), edge=edge))
    return found


def ledger(matches: list[Match]) -> Ledger:
    return collect(enumerate(matches))


def design(matches: list[Match]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return who met whom (rows of +1 and -1), who won, and the edges; the last system is what others are seen from."""
    rows = np.zeros((len(matches), 4))
    for k, match in enumerate(matches):
        rows[k, NAMES.index(match.seats[0])], rows[k, NAMES.index(match.seats[1])] = 1, -1
    won = np.array([(match.returns or (0,))[0] for match in matches], dtype=float)
    return rows[:, :3], won, np.array([match.edge for match in matches])


CENTRE = np.vstack([np.eye(3), np.zeros(3)]) - np.full((4, 3), 0.25)
"""From the strengths above the last system's to ratings with mean 0."""


def test_the_estimate_is_that_of_choix() -> None:
    matches = simulated(200)
    wins = np.zeros((4, 4))
    for match in matches:
        first, second = map(NAMES.index, match.seats)
        wins[(first, second) if match.returns == (1, 0) else (second, first)] += 1
    found = {row.system: row.rating for row in rate(ledger(matches), Settings()).ratings}
    expected = choix.ilsr_pairwise_dense(wins, alpha=0.001, tol=1e-12, max_iter=100_000)
    assert [found[name] for name in NAMES] == pytest.approx(expected, abs=2e-6)


def test_estimate_with_edges_and_its_variance_are_those_of_a_logistic_regression_with_an_offset(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sm = pytest.importorskip("statsmodels.api")
    monkeypatch.setattr(precision, "IMAGINED", 0.0)
    matches = simulated(300, edges=(0.0, 1.5, -0.7))
    rows, won, edges = design(matches)
    fit = sm.GLM(won, rows, family=sm.families.Binomial(), offset=edges).fit(cov_type="HC0", tol=1e-12)
    found = judge(count(ledger(matches), FLAT), FLAT)
    assert found.estimate == pytest.approx(CENTRE @ fit.params, abs=1e-6)
    assert found.error**2 == pytest.approx(np.diag(CENTRE @ fit.cov_params() @ CENTRE.T), rel=1e-6)


def test_the_variance_of_clusters_is_that_of_statsmodels(monkeypatch: pytest.MonkeyPatch) -> None:
    sm = pytest.importorskip("statsmodels.api")
    monkeypatch.setattr(precision, "IMAGINED", 0.0)
    matches = simulated(300, paired=True)
    rows, won, _ = design(matches)
    clusters = {"groups": np.arange(300) // 2, "use_correction": False}
    fit = sm.GLM(won, rows, family=sm.families.Binomial()).fit(cov_type="cluster", cov_kwds=clusters, tol=1e-12)
    cells = count(ledger(matches), FLAT)
    assert cells.clustered_by == "setup"
    found = judge(cells, FLAT)
    assert found.error**2 == pytest.approx(np.diag(CENTRE @ fit.cov_params() @ CENTRE.T), rel=1e-6)


def test_weights_of_games_give_the_variance_of_a_weighted_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandwich by hand: bread from the weighted information, filling from squared weighted residuals."""
    monkeypatch.setattr(precision, "IMAGINED", 0.0)
    matches = simulated(300, games=5)
    options = Settings(prior=Prior(kind="none"), fit="choix")  # one strength for all games
    rows, won, _ = design(matches)
    games = np.array([match.game for match in matches])
    share = {game: 300 / len(set(games)) / (games == game).sum() for game in set(games)}
    weight = np.array([share[game] for game in games])
    found = judge(count(ledger(matches), options), options)
    chance = 1 / (1 + np.exp(-rows @ (found.estimate[:3] - found.estimate[3])))
    bread = np.linalg.inv((rows * (weight * chance * (1 - chance))[:, None]).T @ rows)
    scores = rows * (weight * (won - chance))[:, None]
    covariance = CENTRE @ bread @ scores.T @ scores @ bread @ CENTRE.T
    assert len(set(games)) == 3
    assert found.error**2 == pytest.approx(np.diag(covariance), rel=1e-6)


def test_the_bound_of_who_never_lost_is_where_the_profile_has_fallen_far_enough() -> None:
    from scipy.optimize import brentq, minimize

    matches = [match for match in simulated(150) if "a" not in match.seats]
    matches += [Match(game="g0", setup=None, seats=("a", other), returns=(1, 0)) for other in "bbcdcd"]
    rows, won, _ = design(matches)

    def surprise(strengths: FloatArray) -> float:
        gap = rows @ strengths
        return float(np.logaddexp(0, np.where(won == 1, -gap, gap)).sum())

    def profile(lead: float) -> float:
        """Return the least surprise when a leads the mean of b, c and d by so much."""
        found = minimize(lambda bc: surprise(np.array([lead + bc.sum() / 3, *bc])), np.zeros(2), tol=1e-10)
        return float(found.fun)

    least = profile(40.0)
    bound = brentq(lambda lead: profile(lead) - least + np.log(0.05), -5, 20)
    first = rate(ledger(matches), Settings(weights="match")).ratings[0]
    assert (first.system, first.high) == ("a", None)
    assert first.low == pytest.approx(bound, abs=0.01)


def test_who_never_lost_is_better_only_than_whom_its_wins_make_unlikely_equals() -> None:
    """Six wins of a against b: with equal strengths they have 1 in 64, less than 5% on one side; two wins have not."""
    for wins, apart in ((2, False), (6, True)):
        table = rate(ledger([Match(game="g", setup=None, seats=("a", "b"), returns=(1, 0))] * wins), Settings())
        assert (table.ratings[0].worst_rank == 1) is apart
