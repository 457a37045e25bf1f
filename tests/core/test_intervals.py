"""Means and their intervals: against scipy and statsmodels, and by simulation where the truth is known."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from interplay.core import intervals
from interplay.core.intervals import Bounds, Moments
from interplay_lab.judging.agreement import jackknife

Floats = NDArray[np.float64]


def moments(
    values: Floats, *, weights: Floats | None = None, strata: object = None, clusters: object = None, spread: float = 0
) -> Moments:
    """Return the moments of one metric; without *clusters* each item is one."""
    n = len(values)
    return intervals.moments(
        values[:, None].astype(np.float64),
        (np.ones(n) if weights is None else weights)[:, None],
        np.zeros(n, dtype=np.int64) if strata is None else np.asarray(strata, dtype=np.int64),
        np.arange(n) if clusters is None else np.asarray(clusters, dtype=np.int64),
        np.array([spread]),
    )


def ends(found: Moments) -> Bounds:
    return intervals.interval(found, 0, "")


def share(found: Moments, most: float = 1) -> Bounds:
    return intervals.interval(found, 0, "", (0.0, most), is_share=True)


@pytest.mark.parametrize("n", [5, 12, 300])
def test_the_interval_of_independent_items_is_students(n: int) -> None:
    values = np.random.default_rng(n).normal(3, 2, n)
    low, high = stats.t.interval(0.95, n - 1, values.mean(), stats.sem(values))
    found = ends(moments(values))
    assert [found.low, found.high] == pytest.approx([low, high])


def test_the_error_of_weighted_clusters_is_that_of_a_regression_with_clustered_errors() -> None:
    api = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(1)
    clusters = rng.integers(0, 40, 300)
    values = rng.normal(size=300) + rng.normal(size=40)[clusters]
    weights = rng.uniform(0.2, 3, 300)
    fit = api.WLS(values, np.ones(300), weights=weights).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    found = moments(values, weights=weights, clusters=np.unique(clusters, return_inverse=True)[1])
    assert found.mean[0] == pytest.approx(fit.params[0])
    assert found.error[0] == pytest.approx(fit.bse[0])


def test_strata_count_alike_and_their_variances_add_up() -> None:
    rng = np.random.default_rng(2)
    parts = [rng.normal(mean, sd, n) for mean, sd, n in ((0, 1, 10), (50, 9, 30), (7, 3, 100))]
    strata = np.repeat([0, 1, 2], [10, 30, 100])
    found = moments(np.concatenate(parts), strata=strata)
    assert found.mean[0] == pytest.approx(np.mean([part.mean() for part in parts]))
    assert found.error[0] == pytest.approx(math.sqrt(sum(stats.sem(part) ** 2 for part in parts)) / 3)
    each = [stats.sem(part) ** 2 / 9 for part in parts]
    welch = sum(each) ** 2 / sum(v**2 / (len(p) - 1) for v, p in zip(each, parts, strict=True))
    assert found.freedom[0] == pytest.approx(welch)


def test_a_ratio_of_sums_is_a_weighted_mean_with_the_error_of_a_ratio() -> None:
    rng = np.random.default_rng(3)
    base = rng.uniform(1, 5, 80)
    regret = base * rng.uniform(0, 1, 80)
    found = moments(1 - regret / base, weights=base)
    ratio = 1 - regret.sum() / base.sum()
    residuals = (base - regret) - ratio * base
    assert found.mean[0] == pytest.approx(ratio)
    assert found.error[0] == pytest.approx(math.sqrt(80 / 79 * (residuals**2).sum()) / base.sum())


def test_the_bounds_of_shares_are_wilsons() -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for passed in (0, 1, 37, 99, 100):
        values = np.r_[np.ones(passed), np.zeros(100 - passed)]
        alpha = 2 * stats.norm.sf(stats.t.ppf(0.975, 99))  # Wilson's with Student's quantile
        n = 100 if passed in (0, 100) else 99  # the variance of a sample: p (1 - p) / (n - 1)
        low, high = proportion.proportion_confint(passed / 100 * n, n, alpha=alpha, method="wilson")
        found = share(moments(values))
        assert [found.low, found.high] == pytest.approx([low, high], abs=1e-9)
        assert found.error is not None and found.error > 0


def test_all_passed_is_bounded_by_clusters_that_correlate() -> None:
    sizes = [5] * 48 + [4] * 70  # 520 scripts of 118 tasks, as the release has them
    clusters = np.repeat(np.arange(118), sizes)
    found = share(moments(np.full(520, 100.0), clusters=clusters), most=100)
    assert found.high == 100
    assert found.low == pytest.approx(98.7, abs=0.1)


def test_few_clusters_have_no_interval_and_a_reason() -> None:
    found = ends(moments(np.array([1.0, 2.0, 3.0, 4.0])))
    assert (found.low, found.high) == (None, None)
    assert found.reason == "an interval needs at least 5 , found 4"


def test_nothing_that_varied_has_no_width_of_zero() -> None:
    found = ends(moments(np.full(50, 0.1) + 0.2))
    assert (found.low, found.high) == (None, None)
    assert found.reason is not None
    assert "no variation" in found.reason


def test_a_stratum_in_which_nothing_varied_is_not_certain() -> None:
    strata = np.repeat([0, 1], 50)
    values = np.r_[np.full(50, 100.0), np.random.default_rng(0).normal(50, 10, 50)]
    certain, honest = moments(values, strata=strata), moments(values, strata=strata, spread=100)
    assumed = 100**2 * (1 / 52) * (51 / 52) / 50  # as if one setup of 52 had been lost
    assert honest.error[0] == pytest.approx(math.sqrt(certain.error[0] ** 2 + assumed / 4))


def test_small_strata_are_taken_for_one() -> None:
    strata = np.repeat([0, 1, 2, 3], [2, 2, 2, 30])
    values = np.r_[0.0, 10, 20, 30, 40, 50, np.random.default_rng(0).normal(0, 1, 30)]
    found = moments(values, strata=strata)
    together = values[:6]
    spread = 6 / 5 * ((together - together.mean()) ** 2).sum() / (2 * 4) ** 2
    own = stats.sem(values[6:]) ** 2 / 16
    assert found.error[0] == pytest.approx(math.sqrt(spread + own))


def test_unequal_small_strata_that_are_all_alike_do_not_vary() -> None:
    strata = np.repeat([0, 1, 2], [1, 2, 4])
    found = moments(np.ones(7), strata=strata)
    assert found.error[0] == pytest.approx(0, abs=1e-9)
    assert share(found).high == 1


@pytest.mark.parametrize(("clusters", "size"), [(5, 1), (9, 3), (50, 2)])
def test_intervals_of_few_clusters_hold_the_mean_as_often_as_they_say(clusters: int, size: int) -> None:
    rng, held, runs = np.random.default_rng(clusters), 0, 1_000
    labels = np.repeat(np.arange(clusters), size)
    for _ in range(runs):
        found = ends(moments(rng.normal(size=len(labels)) + rng.normal(size=clusters)[labels], clusters=labels))
        held += found.low is not None and found.high is not None and found.low <= 0 <= found.high
    assert held / runs == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("p", [0.5, 0.9, 0.99])
def test_intervals_of_shares_hold_the_share_at_least_as_often_as_they_say(p: float) -> None:
    rng, held, runs = np.random.default_rng(7), 0, 500
    labels = np.repeat(np.arange(118), [5] * 48 + [4] * 70)
    shape = 9.0  # an intraclass correlation of a tenth
    for _ in range(runs):
        chance = rng.beta(p * shape, (1 - p) * shape, 118)[labels]
        found = share(moments((rng.uniform(size=520) < chance).astype(np.float64), clusters=labels))
        held += found.low is not None and found.high is not None and found.low <= p <= found.high
    assert 0.93 <= held / runs <= 0.995


def test_leaving_out_each_cluster_gives_the_error_of_a_mean() -> None:
    values = np.random.default_rng(4).normal(size=30)
    left = [(values.sum() - one) / 29 for one in values]
    low, high = stats.t.interval(0.95, 29, values.mean(), stats.sem(values))
    assert list(jackknife(float(values.mean()), left)) == pytest.approx([low, high])


@pytest.mark.parametrize(
    ("found", "least", "most", "expected"),
    [
        ((55.4, 106.3), -100, 100, (55.4, 100)),
        ((-110, 171), -100, 100, (-100, 100)),
        ((-346, -94), -math.inf, 100, (-346, -94)),
    ],
)
def test_an_interval_ends_where_the_scale_ends(
    found: tuple[float, float], least: float, most: float, expected: tuple[float, float]
) -> None:
    bounds = Bounds(*found, "t").within(least, most)
    assert (bounds.low, bounds.high, bounds.method) == (*expected, "t")
    assert Bounds(None, None, None, "few").within(least, most) == Bounds(None, None, None, "few")


SCALE = (-100.0, 100.0)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_score_at_an_end_of_its_scale_has_an_interval(sign: int) -> None:
    clusters = np.repeat(np.arange(13), 8)
    found = intervals.interval(moments(np.full(104, 100.0 * sign), clusters=clusters), 0, "dialogues", SCALE)
    near, far = (found.high, found.low) if sign > 0 else (found.low, found.high)
    assert near == 100 * sign
    assert far == pytest.approx(80.25 * sign, abs=0.01)
    assert found.method == "Wilson, effective sample size 43"


def test_what_is_the_same_between_the_ends_has_none() -> None:
    found = intervals.interval(moments(np.zeros(50)), 0, "dialogues", SCALE)
    assert (found.low, found.reason) == (None, "no variation over 50 dialogues")


def test_a_score_away_from_the_ends_keeps_its_t_interval() -> None:
    values = np.random.default_rng(3).normal(20, 30, 40)
    found = moments(values)
    assert intervals.interval(found, 0, "dialogues", SCALE) == intervals.interval(found, 0, "dialogues")
    one_end = intervals.interval(moments(values + 79), 0, "dialogues", (-math.inf, 100.0))
    assert (one_end.high, one_end.method) == (100, "t, 40 dialogues")


def test_intervals_do_not_depend_on_which_end_is_near() -> None:
    values = 100 - 200 * np.random.default_rng(5).binomial(18, 0.02, 36) / 18
    up, down = (intervals.interval(moments(sign * values), 0, "", SCALE) for sign in (1, -1))
    assert up.low is not None and down.high is not None
    assert up.low == pytest.approx(-down.high)
    assert up.high == pytest.approx(-(down.low or 0))
    assert up.low < values.mean() < (up.high or 0) < 100


@pytest.mark.parametrize("accuracy", [0.97, 0.99, 0.995])
def test_scores_close_to_an_end_hold_the_truth_as_often_as_they_say(accuracy: float) -> None:
    rng, runs = np.random.default_rng(11), 400
    right = rng.binomial(18, rng.beta(9 * accuracy, 9 * (1 - accuracy), (36, runs))) / 18
    held = [intervals.interval(moments(200 * column - 100), 0, "", SCALE) for column in right.T]
    truth = 200 * accuracy - 100
    assert np.mean([found.low is not None and found.low <= truth <= (found.high or 0) for found in held]) >= 0.93
