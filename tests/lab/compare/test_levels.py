"""Differences of horizons: the headlines' own, shifts by levels, paired sessions, and what lies beyond the levels."""

import math

import numpy as np
import pytest

from interplay.tracks.horizon.horizons import horizon
from interplay_lab.compare.flips import flipped
from interplay_lab.compare.levels import LevelEffect, level_effect

LEVELS = [2**x for x in range(3, 12)]
EACH = 8


def wheres() -> list[dict[str, str]]:
    return [{"split": "single", "family": "f", "level": str(level)} for level in LEVELS for _ in range(EACH)]


def passes(counts: list[int], order: slice = slice(None)) -> list[float]:
    """So many of the sessions of each level are right, the first ones or in another order."""
    return [float(value) for count in counts for value in ([1] * count + [0] * (EACH - count))[order]]


def found(first: list[float], second: list[float]) -> LevelEffect:
    passed = np.stack([first, second], axis=1)
    made = level_effect(wheres(), passed, np.arange(len(passed)), len(passed))
    assert made is not None
    return made


FAR, NEAR = [8, 8, 8, 8, 7, 4, 1, 0, 0], [8, 8, 7, 4, 1, 0, 0, 0, 0]


def test_the_difference_is_that_of_the_headlines() -> None:
    own = found(passes(FAR), passes(NEAR))
    cells = [[(w, (v,)) for w, v in zip(wheres(), passes(c), strict=True)] for c in (FAR, NEAR)]
    values = [math.log2(horizon(cell).value or math.nan) for cell in cells]
    assert own.value == pytest.approx(values[0] - values[1])
    assert own.value == pytest.approx(2, abs=0.15)  # the same curve, two levels further
    low, high = own.bounds(0.9)
    assert low < 2 < high
    assert own.p < 0.01


def test_the_same_results_differ_in_nothing() -> None:
    own = found(passes(FAR), passes(FAR))
    assert (own.value, own.p) == (0, 1)
    assert flipped(own.sums[:, None]).alone[0] == 1
    assert own.bounds(0.9)[0] < 0 < own.bounds(0.9)[1]


def test_the_other_way_round_is_the_negative() -> None:
    one, other = found(passes(FAR), passes(NEAR)), found(passes(NEAR), passes(FAR))
    assert one.value == -other.value
    assert one.p == pytest.approx(other.p)
    assert np.allclose(one.sums, -other.sums)


def test_the_same_sessions_right_make_the_interval_narrower() -> None:
    """Both lose the same sessions, or each what the other keeps, at the same counts."""
    counts = [8, 8, 8, 6, 5, 4, 3, 1, 0]
    same = found(passes(counts), passes(counts))
    opposite = found(passes(counts), passes(counts, slice(None, None, -1)))
    assert same.error < 0.8 * opposite.error


STEP, SMOOTH = [8, 8, 8, 8, 0, 0, 0, 0, 0], [8, 8, 7, 6, 3, 2, 0, 0, 0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (STEP, SMOOTH),
        (STEP, [7, 7, 7, 7, 0, 0, 0, 0, 0]),
        ([7, 6, 6, 5, 4, 3, 2, 2, 1], [8, 8, 8, 8, 3, 0, 0, 0, 0]),
        ([8, 8, 8, 8, 8, 3, 0, 0, 0], [7, 7, 7, 6, 6, 3, 2, 1, 1]),
    ],
)
def test_systems_with_one_horizon_and_other_curves_are_not_different(first: list[int], second: list[int]) -> None:
    """Sign flips called such systems different: they answer otherwise, and their horizons are the same."""
    pair = found(passes(first), passes(second))
    low, high = pair.bounds(0.9)
    assert low < 0 < high
    assert pair.p > 0.1


def test_two_steps_in_one_gap_may_differ_by_all_of_it_and_by_nothing() -> None:
    low, high = found(passes(STEP), passes([8, 8, 8, 7, 0, 0, 0, 0, 0])).bounds(0.9)
    assert low <= -1
    assert high >= 1


def test_steps_in_other_gaps_are_different() -> None:
    assert found(passes([8] * 6 + [0] * 3), passes(STEP)).p < 0.01


def test_beyond_the_levels_there_is_a_bound() -> None:
    everything = passes([EACH] * 9)
    own = found(everything, passes(NEAR))
    low, high = own.bounds(0.9)
    assert math.isnan(own.value)
    assert math.isnan(high)
    assert 3 < low < 5  # 2,048 operations are 11 levels, and the other's horizon is near 6.5
    assert own.p < 0.01
    both = found(everything, everything)
    assert [math.isnan(end) for end in both.bounds(0.9)] == [True, True]


def test_fewer_than_three_levels_have_no_horizon() -> None:
    assert level_effect(wheres()[: 2 * EACH], np.ones((2 * EACH, 2)), np.arange(2 * EACH), 2 * EACH) is None


def test_equivalence_is_what_the_posterior_says() -> None:
    own = found(passes(FAR), passes(FAR))
    assert own.equivalence(3.0) < 0.01
    assert own.equivalence(0.05) > 0.05
