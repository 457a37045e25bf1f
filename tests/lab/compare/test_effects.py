"""Differences of two systems: by hand, against scipy and statsmodels, and with nothing to see."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from interplay.core import intervals
from interplay_lab.compare.board import Board
from interplay_lab.compare.effects import Effect, PairedScores, detectable, effect, equivalent_within, needed

Floats = NDArray[np.float64]


def pairs(
    first: object, second: object, *, weights: object = None, strata: object = None, clusters: object = None
) -> PairedScores:
    values = np.stack([np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)], axis=1)
    n = len(values)
    weighed = np.ones((n, 2)) if weights is None else np.asarray(weights, dtype=np.float64)
    where = np.zeros(n, dtype=np.int64) if strata is None else np.asarray(strata, dtype=np.int64)
    return PairedScores(
        values, weighed, where, np.arange(n) if clusters is None else np.asarray(clusters, dtype=np.int64)
    )


@pytest.mark.parametrize("n", [5, 12, 200])
def test_independent_items_give_the_paired_t_test(n: int) -> None:
    rng = np.random.default_rng(n)
    shared = rng.normal(50, 20, n)
    first, second = shared + rng.normal(3, 5, n), shared + rng.normal(0, 5, n)
    found = effect(pairs(first, second))
    known = stats.ttest_rel(first, second)
    assert found.p == pytest.approx(known.pvalue)
    interval = known.confidence_interval(0.9)
    assert found.bounds(0.9) == pytest.approx((interval.low, interval.high))


@pytest.mark.slow
def test_weighted_clusters_give_the_regression_with_clustered_errors() -> None:
    api = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(1)
    clusters, weights = rng.integers(0, 40, 300), rng.uniform(0.2, 3, 300)
    first, second = rng.normal(size=300) + rng.normal(size=40)[clusters], rng.normal(size=300)
    found = effect(pairs(first, second, weights=np.stack([weights, weights], axis=1), clusters=clusters))
    fit = api.WLS(first - second, np.ones(300), weights=weights).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    assert (found.value, found.error) == pytest.approx((fit.params[0], fit.bse[0]))


def test_strata_count_alike_by_hand() -> None:
    # Stratum 0: differences 10, 20, 30, 20, 20, so 20; stratum 1: -10 five times and 0 five times, so -5: in all 7.5.
    first = [10, 20, 30, 20, 20, *[-10] * 5, *[0] * 5]
    found = effect(pairs(first, [0] * 15, strata=[0] * 5 + [1] * 10))
    assert found.value == pytest.approx(7.5)
    variances = [np.var([10, 20, 30, 20, 20], ddof=1) / 5, np.var([-10] * 5 + [0] * 5, ddof=1) / 10]
    assert found.error == pytest.approx(math.sqrt(sum(variances)) / 2)


def board_of(first: object, second: object, exact: tuple[bool, ...]) -> Board:
    values = np.array([first, second], dtype=np.float64)
    n = values.shape[1]
    clusters = np.arange(n)
    return Board(({},) * n, values, np.ones((2, n)), np.zeros(n, dtype=np.int64), clusters, False, (0.0, 100.0), exact)


@pytest.mark.parametrize("first", [[100, 100, 0, 0, 0], [100, 100, 100, 100, 0], [100] * 5])
def test_a_program_known_exactly_leaves_the_interval_of_the_other_score(first: list[int]) -> None:
    scores = np.array(first, dtype=np.float64)[:, None]
    numbers = np.arange(5)
    alone = intervals.moments(scores, np.ones((5, 1)), np.zeros(5, dtype=np.int64), numbers, np.full(1, 100.0))
    own = intervals.interval(alone, 0, "tasks", (0.0, 100.0), is_share=True)
    assert own.low is not None
    assert own.high is not None
    everything = np.ones(5, dtype=bool)
    board = board_of(first, [100] * 5, (False, True))
    found, turned = board.effect(0, 1, everything), board.effect(1, 0, everything)
    assert found is not None
    assert turned is not None
    assert found.bounds(0.95) == pytest.approx((own.low - 100, own.high - 100))
    assert turned.bounds(0.95) == pytest.approx((100 - own.high, 100 - own.low))


def test_no_interval_of_scores_with_ends_holds_what_cannot_be() -> None:
    found = board_of([0, 0, 0, 0, 20], [100, 90, 100, 100, 100], (False, False)).effect(0, 1, np.ones(5, dtype=bool))
    assert found is not None
    assert found.value - stats.t.ppf(0.975, 4) * found.error < -100
    low, high = found.bounds(0.95)
    assert -100 <= low < found.value < high < 0
    narrow, wide = found.bounds(0.9), found.bounds(0.99)
    assert wide[0] < low < narrow[0] < narrow[1] < high < wide[1]


def test_siblings_may_be_weighed_differently() -> None:
    # 10 x 1/4 + 50 x 3/4 = 40 against 20 x 1/2 + 40 x 1/2 = 30.
    weights = [(1.0, 1.0), (3.0, 1.0)]
    found = effect(pairs([10, 50], [20, 40], weights=weights))
    assert found.value == pytest.approx(10)
    assert found.sums.sum() == pytest.approx(10)


def test_an_item_of_one_system_alone_is_refused() -> None:
    with pytest.raises(ValueError, match="found 1 items that count for both systems"):
        effect(pairs([1, 2], [1, 2], weights=[(1, 1), (1, 0)]))


def test_no_cluster_that_differs_gives_the_exact_binomial_bound() -> None:
    found = effect(pairs([100, 0] * 30, [100, 0] * 30))
    assert found.p == 1
    # Were 6% of clusters different by 100 points, 60 alike would be seen 0.94 ** 60 = 2.44% of the time.
    assert found.bounds(0.95)[1] == pytest.approx(100 * (1 - 0.025 ** (1 / 60)))
    assert found.equivalence(6) == pytest.approx(0.94**60)


def test_too_few_clusters_have_no_interval() -> None:
    found = effect(pairs([1, 2, 3, 4], [0, 0, 0, 1]))
    assert math.isnan(found.p)
    assert math.isnan(found.bounds(0.95)[0])
    assert math.isnan(found.equivalence(5))


def test_equivalence_is_two_one_sided_tests() -> None:
    weightstats = pytest.importorskip("statsmodels.stats.weightstats")
    rng = np.random.default_rng(3)
    first = rng.normal(0, 5, 60)
    second = first + rng.normal(0.2, 1.5, 60)
    found = effect(pairs(first, second))
    assert found.equivalence(1.0) == pytest.approx(weightstats.ttost_paired(first, second, -1, 1)[0])
    low, high = found.bounds(0.9)
    assert (found.equivalence(1.0) < 0.05) == (low > -1 and high < 1)


def test_few_failures_near_the_end_of_a_scale_do_not_show_that_systems_are_the_same() -> None:
    """Of true .999 and .989, which differ by the margin, t called 13.6% the same: rare failures, a small variance."""
    rng, same = np.random.default_rng(4), 0
    for _ in range(100):
        first, second = (100.0 * (rng.random(594) < share) for share in (0.999, 0.989))
        same += effect(pairs(first, second)).equivalence(1.0) < 0.05
    assert same <= 8
    alike = np.full(594, 100.0)
    other = alike.copy()
    other[0] = 0.0
    assert effect(pairs(alike, other)).equivalence(2.0) < 0.05


def test_what_is_detectable_is_what_power_analysis_says() -> None:
    proportions = pytest.importorskip("statsmodels.stats.power")
    for n in (12, 60, 400):
        known = proportions.TTestPower().solve_power(nobs=n, alpha=0.05, power=0.8)
        assert detectable(10 / math.sqrt(n), n - 1) == pytest.approx(10 * known, rel=0.02)
        count = needed(10 * known, 10 / math.sqrt(n), n - 1, n)
        assert count == pytest.approx(n, abs=1 + 0.02 * n)


def test_how_many_are_needed_grows_with_the_square() -> None:
    one, half = (needed(size, 1.0, 99, 100) for size in (2.0, 1.0))
    assert (one, half) == (199, 787)  # 100 x (2.8 / 2) ** 2 = 196, and a little more, as t is wider
    assert needed(0.0, 1.0, 99, 100) is None
    assert needed(1e-9, 1.0, 99, 100) is None
    same = needed(2.0, 1.0, 99, 100, equivalent_within)
    assert same == pytest.approx(100 * ((1.645 + 1.282) / 2) ** 2, abs=4)


def test_an_effect_of_nothing_is_silent() -> None:
    assert Effect(0.0, 1.0, 9, 10, np.zeros(10)).is_zero_everywhere
    assert not Effect(0.0, 1.0, 9, 10, np.array([1.0, -1.0])).is_zero_everywhere
