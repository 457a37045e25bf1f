"""The level at which half succeed: known curves, edges, families, and impossible counts."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from interplay.tracks.horizon.h50 import H50, Floats, Integers, h50

LEVELS = np.arange(3.0, 12.0)


def counts(chance: Floats, n: int, families: int = 1) -> tuple[Integers, Integers]:
    tried = np.full((families, len(LEVELS)), n)
    return np.round(tried * chance).astype(np.int64), tried


def steps(lapse: float, distance: Floats) -> Floats:
    return np.where(distance <= 0, 1 - lapse, 0.0)


def fixed_rate(rate: float) -> Floats:
    return np.asarray((1 - rate) ** np.exp2(LEVELS))


@pytest.mark.parametrize("rate", [0.03, 0.01, 0.003, 0.001])
def test_fixed_chance_of_failure_gives_its_half_life(rate: float) -> None:
    found = h50(LEVELS, *counts(fixed_rate(rate), 400))
    half = math.log2(math.log(0.5) / math.log(1 - rate))
    assert found.low < half < found.high
    assert found.value == pytest.approx(half, abs=0.08)
    assert found.error < 0.15
    assert found.beyond == 0


@pytest.mark.parametrize("half", [4.5, 6.0, 8.7])
def test_logistic_curve_is_found_as_well(half: float) -> None:
    found = h50(LEVELS, *counts(1 / (1 + np.exp((LEVELS - half) / 0.7)), 400))
    assert found.value == pytest.approx(half, abs=0.1)


def test_lapses_lower_the_level_at_which_half_succeed() -> None:
    whole = h50(LEVELS, *counts(fixed_rate(0.01), 200))
    lapsing = h50(LEVELS, *counts(0.8 * fixed_rate(0.01), 200))
    assert lapsing.value < whole.value - 0.3


def test_all_passed_and_none_passed_are_beyond_the_levels() -> None:
    tried = np.full((3, 9), 4)
    above, below = h50(LEVELS, tried, tried), h50(LEVELS, tried * 0, tried)
    assert (above.beyond, below.beyond) == (1, -1)
    assert above.low > 10.5
    assert below.high < 3.5


def test_main_split_has_a_standard_error_below_a_quarter_level() -> None:
    passed = np.random.default_rng(1).binomial(4, fixed_rate(0.005), (12, 9)).astype(np.int64)
    assert h50(LEVELS, passed, np.full_like(passed, 4)).error < 0.25


def test_more_items_narrow_the_interval() -> None:
    few, many = (h50(LEVELS, *counts(fixed_rate(0.01), n)) for n in (4, 100))
    assert many.high - many.low < (few.high - few.low) / 2


def test_families_of_unequal_difficulty_are_weighed_alike() -> None:
    hard, easy = fixed_rate(0.05), fixed_rate(0.001)
    one = h50(LEVELS, *counts(np.array([hard, easy]), 40, 2))
    passed, tried = counts(np.array([hard, easy]), 40, 2)
    tried[1] *= 3
    passed[1] *= 3
    three = h50(LEVELS, passed, tried)
    assert three.value == pytest.approx(one.value, abs=0.25)


def test_a_family_without_items_changes_nothing() -> None:
    passed, tried = counts(fixed_rate(0.01), 8)
    more = [np.vstack([part, np.zeros_like(part)]) for part in (passed, tried)]
    assert h50(LEVELS, more[0], more[1]) == h50(LEVELS, passed, tried)


@pytest.mark.parametrize("rate", [0.01, 0.002])
@pytest.mark.slow
def test_intervals_cover_about_nine_times_in_ten(rate: float) -> None:
    """A quick look; tests/benchmarks/horizon_coverage.py has the table."""
    random, half = np.random.default_rng(3), math.log2(math.log(0.5) / math.log(1 - rate))
    held = 0
    for _ in range(60):
        passed = random.binomial(4, fixed_rate(rate), (12, 9)).astype(np.int64)
        found = h50(LEVELS, passed, np.full_like(passed, 4))
        held += found.low <= half <= found.high
    assert 48 <= held <= 59


def test_same_counts_give_the_same_numbers_on_every_machine() -> None:
    passed = np.array([[4, 4, 3, 4, 2, 1, 0, 0, 0], [4, 4, 4, 4, 4, 2, 2, 0, 0]])
    found = h50(LEVELS, passed, np.full_like(passed, 4))
    assert found == h50(LEVELS, passed, np.full_like(passed, 4))
    assert [found.value, found.error, found.low, found.high] == pytest.approx([7.877, 0.309, 7.374, 8.386], abs=0.02)


@pytest.mark.parametrize("lapse", [0.0, 0.15])
@pytest.mark.parametrize(("each", "families"), [(4, 12), (6, 1)])
def test_an_interval_is_never_narrower_than_the_gap_between_passed_and_failed(
    lapse: float, each: int, families: int
) -> None:
    """A system that keeps 64 operations has an H50 of 64; no result tells 64 from 127 (bot-forgetful)."""
    fit = h50(LEVELS, *counts(steps(lapse, LEVELS - 6), each, families))
    assert fit.low <= 6
    assert fit.high >= 7
    assert 6 < fit.value < 7
    assert fit.high - fit.low < 1.5


def test_families_that_no_curve_fits_alike_still_have_a_horizon() -> None:
    """One fails all at once and one at every level by half, each in 400 sessions of a level."""
    passed, tried = counts(np.array([LEVELS <= 6, np.full(9, 0.5)]), 400, 2)
    fit = h50(LEVELS, passed, tried)
    assert math.isfinite(fit.value)
    assert fit.low <= fit.value <= fit.high


def test_levels_that_were_not_asked_widen_the_gap() -> None:
    passed, tried = counts((LEVELS <= 6).astype(np.float64), 8)
    tried[0, 4] = 0
    fit = h50(LEVELS, passed, tried)
    assert (fit.low, fit.high) == (6, 8)


def test_a_success_above_a_step_says_where_in_the_gap_it_lies() -> None:
    """Eleven families fail from 128 on and one passes there, so the common threshold is not at 64."""
    passed, tried = counts((LEVELS <= 6).astype(np.float64), 4, 12)
    passed[0, 4] = 4
    fit = h50(LEVELS, passed, tried)
    assert 6.02 < fit.low < fit.value < fit.high < 7.02


def simulated(chance: Callable[[Floats], Floats], between: float, systems: int) -> list[tuple[float, H50]]:
    """Return true and estimated horizons of systems whose families' chances fall with level less threshold."""
    random, rows = np.random.default_rng(7), []
    for _ in range(systems):
        thresholds = random.uniform(5, 9) + between * random.standard_normal(12)
        fine = np.linspace(0, 14, 5_601)
        mean = np.mean([chance(fine - threshold) for threshold in thresholds], axis=0)
        truth = float(fine[mean > 0.5].max())
        passed = random.binomial(4, np.stack([chance(LEVELS - threshold) for threshold in thresholds]))
        rows.append((truth, h50(LEVELS, passed, np.full_like(passed, 4))))
    return rows


@pytest.mark.parametrize(("between", "lapse"), [(0.0, 0.15), (0.1, 0.0), (0.3, 0.15)])
@pytest.mark.slow
def test_steps_are_covered(between: float, lapse: float) -> None:
    """Before decision 0086 intervals of steps covered 18 to 29%; tests/benchmarks/horizon_coverage.py has the table."""
    rows = simulated(partial(steps, lapse), between, 20)
    assert sum(fit.low - 0.003 <= truth <= fit.high + 0.003 for truth, fit in rows) >= 16


@pytest.mark.slow
def test_a_horizon_just_below_the_highest_level_keeps_a_bound_below() -> None:
    random, bare = np.random.default_rng(5), 0
    for _ in range(20):
        passed = random.binomial(4, np.exp2(-np.exp2(LEVELS - math.log2(1_911))), (12, 9))
        fit = h50(LEVELS, passed, np.full_like(passed, 4))
        bare += fit.low > LEVELS[-1]
    assert bare <= 2


@pytest.mark.parametrize(
    ("passed", "tried", "message"),
    [
        ([[1, 2]], [[2, 2]], "expected \\(F, K\\)"),
        ([[3] + [0] * 8], [[2] * 9], "found 3 passed of 18"),
        ([[0] * 9], [[0] * 9], "at least 1"),
        ([[-1] + [0] * 8], [[2] * 9], "found -1 passed"),
    ],
)
def test_impossible_counts_are_refused(passed: list[list[int]], tried: list[list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        h50(LEVELS, np.array(passed), np.array(tried))


def test_levels_have_to_increase() -> None:
    with pytest.raises(ValueError, match="expected them to increase"):
        h50(LEVELS[::-1], *counts(fixed_rate(0.01), 4))
