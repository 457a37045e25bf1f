"""Where half of the attempts succeed."""

import numpy as np
import pytest

from interplay_lab.ladder.break_even import BEYOND, break_even


def test_the_threshold_lies_where_successes_turn_into_failures() -> None:
    levels = [level for level in range(1, 10) for _ in range(8)]
    half = break_even(levels, [float(level <= 5) for level in levels], lowest=1, highest=9)
    assert half.level == pytest.approx(5.5, abs=0.15)
    assert half.low < half.level < half.high
    assert half.high - half.low < 1.5


def test_a_draw_is_half_a_success() -> None:
    drawn = break_even([3] * 40, [0.5] * 40, lowest=1, highest=5)
    mixed = break_even([3] * 40, [0.0, 1.0] * 20, lowest=1, highest=5)
    assert drawn == mixed
    assert drawn.level == pytest.approx(3, abs=0.05)


@pytest.mark.parametrize(("success", "sign"), [(0.0, -1), (1.0, 1)])
def test_beyond_the_scale_it_says_no_more_than_that(success: float, sign: int) -> None:
    half = break_even([1, 5] * 10, [success] * 20, lowest=1, highest=5)
    assert (half.level > 5) if sign > 0 else (half.level < 1)
    assert 1 - BEYOND <= half.low <= half.high <= 5 + BEYOND


def test_more_attempts_make_the_interval_narrower() -> None:
    def width(times: int) -> float:
        half = break_even([2, 3, 4, 5] * times, [1.0, 0.5, 0.5, 0.0] * times, lowest=1, highest=6)
        return half.high - half.low

    assert width(2) > width(8) > width(32)


def test_without_attempts_everything_is_possible() -> None:
    half = break_even([], [], lowest=1, highest=9)
    assert half.level == pytest.approx(5, abs=0.05)
    assert half.high - half.low == pytest.approx(0.9 * (8 + 2 * BEYOND), abs=0.1)


@pytest.mark.parametrize("spread", [0.5, 1.5])
@pytest.mark.slow
def test_the_interval_holds_the_threshold_about_as_often_as_it_says(spread: float) -> None:
    draws = np.random.default_rng(7)
    levels = np.repeat(np.arange(1, 10), 8)
    covered = 0
    for _ in range(150):
        at = draws.uniform(2, 8)
        successes = draws.random(len(levels)) < 1 / (1 + np.exp((levels - at) / spread))
        half = break_even(levels.tolist(), successes.astype(float).tolist(), lowest=1, highest=9)
        covered += half.low <= at <= half.high
    assert 0.84 <= covered / 150 <= 0.96


@pytest.mark.parametrize(
    ("levels", "successes", "mass", "message"),
    [
        ([1, 2], [1.0], 0.9, "found 1 successes for 2 levels"),
        ([1], [1.5], 0.9, "successes from 1.5 to 1.5"),
        ([1], [1.0], 1.0, "mass is 1"),
    ],
)
def test_what_does_not_fit_is_refused(levels: list[float], successes: list[float], mass: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        break_even(levels, successes, lowest=1, highest=5, mass=mass)
