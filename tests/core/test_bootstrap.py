"""Bootstrap intervals."""

import numpy as np
import pytest
from numpy.typing import NDArray

from interplay.core import bootstrap as intervals

Values = NDArray[np.float64]


def bootstrap(values: Values, resamples: int, seed: int) -> tuple[Values, Values]:
    """Resample rows of *values*, in which NaN marks what is undefined."""
    defined = ~np.isnan(values)
    return intervals.bootstrap(np.where(defined, values, 0.0), defined.astype(np.float64), resamples, seed)


def test_bounds_are_frozen_for_a_seed() -> None:
    """The stream is PCG64's raw bits; these numbers must never change."""
    values = np.arange(10, dtype=np.float64)[:, None]
    low, high = bootstrap(values, 1000, seed=0)
    assert (low[0], high[0]) == (pytest.approx(2.7975), pytest.approx(6.3025))


def test_chunks_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(0).normal(size=(20, 3))
    whole = bootstrap(values, 500, seed=3)
    monkeypatch.setattr("interplay.core.bootstrap._CHUNK", 20 * 7)
    assert np.array_equal(bootstrap(values, 500, seed=3), whole)


def test_undefined_values_are_left_out_of_the_mean() -> None:
    values = np.array([[1.0], [1.0], [np.nan], [1.0]])
    low, high = bootstrap(values, 200, seed=0)
    assert (low[0], high[0]) == (1.0, 1.0)


def test_one_cluster_has_no_interval() -> None:
    low, high = bootstrap(np.array([[1.0], [np.nan]]), 200, seed=0)
    assert np.isnan(low).all()
    assert np.isnan(high).all()


def test_ninety_five_percent_intervals_cover_the_mean() -> None:
    """Of 300 samples of 60 from a known distribution, about 95% have intervals that hold its mean."""
    samples = np.random.default_rng(1).exponential(size=(60, 300))
    low, high = bootstrap(samples, 1000, seed=0)
    assert 0.90 <= np.mean((low <= 1.0) & (high >= 1.0)) <= 0.98


def test_rows_of_one_cluster_stay_together() -> None:
    """Twenty clusters of five equal rows are worth twenty rows, not a hundred."""
    rows = np.random.default_rng(2).normal(size=(20, 1))
    once = bootstrap(rows, 500, seed=0)
    together = intervals.bootstrap(rows * 5, np.full((20, 1), 5.0), 500, 0)
    assert np.allclose(together, once)
