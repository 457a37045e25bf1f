"""The schedule of an arena, and when it stops."""

import random

import pytest

from interplay.core.errors import RecordError
from interplay.ratings.skill.players import margin, update
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay_lab.arena.stopping import StopRule, ordered_pairs, progress

SYSTEMS = [f"s{k:02d}" for k in range(14)]


def test_a_sweep_is_every_ordered_pair_once_and_both_orders_follow_each_other() -> None:
    pairs = ordered_pairs(SYSTEMS)
    assert len(pairs) == 14 * 13
    assert len(set(pairs)) == 14 * 13
    assert all(first == second[::-1] for first, second in zip(pairs[::2], pairs[1::2], strict=True))
    assert sum("s03" in pair for pair in pairs) == 26


def test_a_sweep_does_not_depend_on_the_order_of_the_names() -> None:
    assert ordered_pairs(SYSTEMS) == ordered_pairs(list(reversed(SYSTEMS)))


@pytest.mark.parametrize("systems", [[], ["a"], ["a", "a"]])
def test_a_sweep_needs_two_different_systems(systems: list[str]) -> None:
    with pytest.raises(RecordError, match="at least two"):
        ordered_pairs(systems)


def test_two_quiet_sweeps_and_enough_matches_mean_converged() -> None:
    means = [[25.0, 25.0], [30.0, 20.0], [31.0, 19.5], [31.5, 19.0]]
    result = progress(means, [52, 51], StopRule())
    assert (result.status, result.sweeps, result.shifts) == ("converged", 3, (5.0, 1.0, 0.5))
    assert progress(means, [52, 50], StopRule()).status == "playing"
    assert "50 of 51" in progress(means, [52, 50], StopRule()).reason


def test_one_quiet_sweep_is_not_enough() -> None:
    assert progress([[25.0], [30.0], [30.5]], [60], StopRule()).status == "playing"
    assert progress([[25.0], [26.0]], [60], StopRule()).status == "playing"
    assert progress([[25.0]], [0], StopRule()).sweeps == 0


def test_a_shift_of_exactly_the_tolerance_is_quiet() -> None:
    assert progress([[25.0], [26.5], [25.0]], [51], StopRule()).status == "converged"


def test_the_last_sweep_allowed_ends_as_not_converged() -> None:
    means = [[25.0 + 2 * (k % 2)] for k in range(9)]
    result = progress(means, [99], StopRule())
    assert (result.status, result.sweeps) == ("not_converged", 8)
    assert "8 sweeps" in result.reason


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(RecordError, match="different lengths"):
        progress([[25.0], [25.0, 26.0]], [1], StopRule())


def test_fourteen_systems_converge_within_the_sweeps_allowed() -> None:
    """A simulated arena settles as the rule expects: large shifts first, small ones from the third sweep on."""
    rng = random.Random(4)
    options = TrueSkillSettings()
    strength = {name: rng.gauss(25, 5) for name in SYSTEMS}
    skill = dict.fromkeys(SYSTEMS, (options.mu, options.sigma**2))
    means, played, status = [[options.mu] * 14], 0, "playing"
    while status == "playing":
        for seats in ordered_pairs(SYSTEMS):
            first, second = seats
            if rng.gauss(strength[first], options.beta) < rng.gauss(strength[second], options.beta):
                first, second = second, first
            skill[first], skill[second] = update(
                skill[first], skill[second], options, margin(options, 0.1), drawn=False
            )
        played += 26
        means.append([skill[name][0] for name in SYSTEMS])
        result = progress(means, [played] * 14, StopRule())
        status = result.status
    assert result.status == "converged"
    assert 3 <= result.sweeps <= 8
    assert result.shifts[0] > 4
