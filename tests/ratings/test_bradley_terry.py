"""The fit: golden vectors, equality with choix, and what must not happen to its numbers."""

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from interplay.ratings.arrays import FloatArray, IntArray
from interplay.ratings.pairwise.fit import Prior, expected_share, fit_many
from interplay.ratings.pairwise.graph import components, largest_strong, rateable
from interplay_lab.statistics.bootstrap import strongly_connected

CHOIX = Prior(kind="luce", strength=0.001)
NONE = Prior(kind="none")


def flat(wins: FloatArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """Return a matrix of wins (i over j) as wins and totals of each pair."""
    n = len(wins)
    pairs = np.array([(i, j) for i in range(n) for j in range(i + 1, n)], dtype=np.int64)
    first, second = wins[pairs[:, 0], pairs[:, 1]], wins[pairs[:, 1], pairs[:, 0]]
    return first[None, :], (first + second)[None, :], pairs


def estimate(wins: FloatArray, prior: Prior) -> FloatArray:
    first, totals, pairs = flat(np.asarray(wins, dtype=float))
    fit = fit_many(first, totals, pairs, prior, np.zeros(len(wins)))
    assert fit.converged.all()
    found: FloatArray = fit.centred[0]
    return found


GOLDEN = [
    pytest.param([[0, 3], [1, 0]], [0.548640, -0.548640], id="three to one"),
    pytest.param([[0, 5], [0, 0]], [3.912223, -3.912223], id="undefeated"),
    pytest.param([[0, 2, 0], [1, 0, 2], [0, 1, 0]], [0.690160, 0.000212, -0.690372], id="chain"),
    pytest.param([[0, 3, 0], [1, 0, 0], [0, 0, 0]], [0.500527, -0.596089, 0.095562], id="unplayed third"),
]


@pytest.mark.parametrize(("wins", "expected"), GOLDEN)
def test_golden_estimates(wins: list[list[float]], expected: list[float]) -> None:
    assert estimate(np.array(wins, dtype=float), CHOIX) == pytest.approx(expected, abs=1e-6)


def test_without_a_prior_two_systems_get_the_logit_of_their_share() -> None:
    assert estimate(np.array([[0.0, 3], [1, 0]]), NONE) == pytest.approx([np.log(3) / 2, -np.log(3) / 2], abs=1e-9)


def test_fractional_scores_count_as_shares_of_wins() -> None:
    whole, shares = np.array([[0.0, 3], [1, 0]]), np.array([[0.0, 4 * 0.75], [4 * 0.25, 0]])
    assert estimate(shares, CHOIX) == pytest.approx(estimate(whole, CHOIX), abs=1e-12)


def test_a_normal_prior_shrinks_and_is_found_by_brute_force() -> None:
    found = estimate(np.array([[0.0, 5], [0, 0]]), Prior(kind="normal", strength=1.0))
    grid = np.linspace(0, 3, 300_001)
    value = 5 * np.log(expected_share(2 * grid)) - grid**2
    assert found == pytest.approx([grid[value.argmax()], -grid[value.argmax()]], abs=1e-5)


def matrices(min_value: float) -> st.SearchStrategy[FloatArray]:
    return st.integers(2, 7).flatmap(
        lambda n: arrays(float, (n, n), elements=st.sampled_from([min_value, 0.5, 1.0, 2.0, 7.0, 40.0]))
    )


@settings(deadline=None, max_examples=60)
@given(matrices(0.0), st.sampled_from([1e-4, 1e-3, 0.1, 1.0]))
def test_estimates_equal_choix_with_its_alpha(wins: FloatArray, alpha: float) -> None:
    np.fill_diagonal(wins, 0)
    expected = choix.ilsr_pairwise_dense(wins, alpha=alpha, max_iter=100_000, tol=1e-11)
    assert estimate(wins, Prior(kind="luce", strength=alpha)) == pytest.approx(expected, abs=1e-6)


@settings(deadline=None, max_examples=40)
@given(matrices(0.25))
def test_estimates_without_a_prior_equal_choix_where_they_exist(wins: FloatArray) -> None:
    np.fill_diagonal(wins, 0)
    expected = choix.ilsr_pairwise_dense(wins, alpha=0, max_iter=100_000, tol=1e-11)
    assert estimate(wins, NONE) == pytest.approx(expected, abs=1e-6)


@settings(deadline=None, max_examples=40)
@given(matrices(0.0))
def test_renaming_systems_renames_estimates(wins: FloatArray) -> None:
    np.fill_diagonal(wins, 0)
    order = np.argsort(wins.sum(axis=1) + np.arange(len(wins)) * 0.1)
    assert estimate(wins[np.ix_(order, order)], CHOIX) == pytest.approx(estimate(wins, CHOIX)[order], abs=1e-8)


@settings(deadline=None, max_examples=40)
@given(matrices(0.25))
def test_swapping_winners_and_losers_turns_the_order_round_without_a_prior(wins: FloatArray) -> None:
    np.fill_diagonal(wins, 0)
    assert estimate(wins.T, NONE) == pytest.approx(-estimate(wins, NONE), abs=1e-7)


def test_rows_of_a_batch_do_not_influence_each_other() -> None:
    rng = np.random.default_rng(3)
    tables = [rng.integers(0, 9, (5, 5)).astype(float) for _ in range(20)]
    rows = [flat(table) for table in tables]
    pairs = rows[0][2]
    together = fit_many(
        np.concatenate([r[0] for r in rows]), np.concatenate([r[1] for r in rows]), pairs, CHOIX, np.zeros(5)
    )
    alone = np.array([estimate(table * (1 - np.eye(5)), CHOIX) for table in tables])
    assert together.centred == pytest.approx(alone, abs=1e-9)


def test_a_far_start_and_lopsided_data_still_converge() -> None:
    wins, totals = np.array([[1e6, 0.0, 1e-3]]), np.array([[1e6, 1e6, 1e6]])
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    near, far = (fit_many(wins, totals, pairs, CHOIX, np.array(start)) for start in ([0.0, 0, 0], [9.0, -9, 4]))
    assert near.converged.all()
    assert far.converged.all()
    assert far.centred == pytest.approx(near.centred, abs=1e-6)


def test_what_cannot_converge_ends_as_such_and_not_in_an_error() -> None:
    fit = fit_many(np.array([[1e300]]), np.array([[1e300]]), np.array([[0, 1]]), CHOIX, np.array([600.0, -600]))
    assert not fit.converged.any()


def test_no_systems_and_no_comparisons_are_no_error() -> None:
    nothing = np.zeros((1, 0))
    pairs = np.zeros((0, 2), dtype=np.int64)
    assert fit_many(nothing, nothing, pairs, CHOIX, np.zeros(3)).centred == pytest.approx(np.zeros((1, 3)))


def test_the_group_that_played_most_comes_first_then_the_largest_then_the_first() -> None:
    pairs = np.array([[0, 1], [2, 3], [3, 4]])
    assert components(6, pairs, np.array([4, 4, 3, 3, 3, 0])).tolist() == [1, 1, 0, 0, 0, 2]
    assert components(6, pairs, np.array([9, 9, 3, 3, 3, 0])).tolist() == [0, 0, 1, 1, 1, 2]
    assert components(6, pairs, np.array([3, 3, 2, 2, 2, 0])).tolist() == [1, 1, 0, 0, 0, 2]
    assert components(4, pairs[:2], np.array([5, 5, 5, 5])).tolist() == [0, 0, 1, 1]
    assert components(4, pairs[:2], np.array([2, 2, 5, 5])).tolist() == [1, 1, 0, 0]


def test_who_is_joined_to_nobody_comes_last_however_much_it_played() -> None:
    assert components(3, np.array([[1, 2]]), np.array([99, 1, 1])).tolist() == [1, 0, 0]
    assert components(0, np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.int64)).tolist() == []


def test_without_a_prior_the_first_group_with_a_way_back_is_rated() -> None:
    pairs, group = np.array([[0, 1], [2, 3]]), np.array([0, 0, 1, 1])
    won, lost = np.array([5.0, 1]), np.array([0.0, 1])
    assert rateable(group, won, lost, pairs).tolist() == [False, False, True, True]
    assert rateable(group, won, lost + 1, pairs).tolist() == [True, True, False, False]
    assert not rateable(group, won, np.zeros(2), pairs).any()


def test_strong_connection_needs_a_way_back() -> None:
    pairs = np.array([[0, 1], [1, 2], [0, 2]])
    won, lost = np.array([[1.0, 1, 0], [1, 1, 1]]), np.array([[0.0, 0, 1], [0, 0, 0]])
    assert strongly_connected(won, lost, pairs, 3).tolist() == [True, False]
    assert largest_strong(won[0], lost[0], pairs, 3).tolist() == [True, True, True]
    assert largest_strong(np.array([1.0, 1, 1]), np.array([1.0, 0, 0]), pairs, 3).tolist() == [True, True, False]


@given(st.integers(2, 7).flatmap(lambda n: arrays(float, (n, n), elements=st.sampled_from([0.0, 0.0, 1.0]))))
def test_strong_connection_is_what_scipy_says(wins: FloatArray) -> None:
    from scipy.sparse.csgraph import connected_components

    np.fill_diagonal(wins, 0)
    first, totals, pairs = flat(wins)
    n, _ = connected_components(wins, directed=True, connection="strong")
    assert strongly_connected(first, totals - first, pairs, len(wins))[0] == (n == 1)
