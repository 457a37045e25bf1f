"""Quartiles and rank correlation, against other implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interplay_lab.papers.llmarena.chosen import five, rank_correlation

VALUES = st.lists(st.integers(-20, 20).map(float), min_size=2, max_size=40)


@given(VALUES)
def test_quartiles_are_numpys_and_whiskers_are_values_within_reach(values: list[float]) -> None:
    low, lower, median, upper, high = five(values)
    assert (lower, median, upper) == pytest.approx(tuple(np.quantile(values, [0.25, 0.5, 0.75])))
    assert {low, high} <= set(values)
    reach = 1.5 * (upper - lower)
    outside = [v for v in values if v < low or v > high]
    assert all(v < lower - reach or v > upper + reach for v in outside)


def test_a_far_value_is_beyond_the_whisker() -> None:
    assert five([1.0, 2.0, 3.0, 4.0, 100.0]) == (1.0, 2.0, 3.0, 4.0, 4.0)
    assert five([7.0]) == (7.0,) * 5


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=30))
def test_rank_correlation_is_scipys(pairs: list[tuple[int, int]]) -> None:
    stats = pytest.importorskip("scipy.stats")
    first, second = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    correlation = rank_correlation(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert correlation is None
    else:
        assert correlation == pytest.approx(stats.spearmanr(first, second).statistic)
