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


def _parts() -> list[tuple[Values, Values]]:
    """Return totals and counts of parts of different sizes and widths; some cases are missing."""
    drawn = np.random.default_rng(4)
    shapes = [(9, 2), (1, 1), (9, 3), (4, 1), (9, 1), (0, 2), (4, 2)]
    parts = [(drawn.normal(size=shape), drawn.integers(0, 3, size=shape).astype(np.float64)) for shape in shapes]
    return [(totals * (counts > 0), counts) for totals, counts in parts]


@pytest.mark.parametrize("chunk", [500_000, 300])
def test_parts_together_have_the_bounds_of_each_alone(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [intervals.bootstrap(totals, counts, 200, 5) for totals, counts in _parts()]
    monkeypatch.setattr("interplay.core.bootstrap._CHUNK", chunk)
    together = intervals.bootstrap_parts(_parts(), 200, 5)
    assert len(together) == len(alone)
    for found, expected in zip(together, alone, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_parts_of_a_size_share_one_draw_of_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def counted(n: int, resamples: int, seed: int) -> object:
        sizes.append(n)
        return resampled(n, resamples, seed)

    resampled = intervals.resampled
    monkeypatch.setattr(intervals, "resampled", counted)
    intervals.bootstrap_parts(_parts(), 200, 5)
    assert sorted(sizes) == [4, 9]


def test_no_parts_have_no_bounds() -> None:
    assert intervals.bootstrap_parts([], 200, 0) == []
