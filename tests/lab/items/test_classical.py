"""Difficulty, correlation with the rest, and reliability: by hand, and as the textbook has them."""

import numpy as np
import pytest

from interplay_lab.items.classical import alpha, item_rest, split_half

GUTTMAN = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]])
"""Systems of growing skill: each passes what the one before it passed, and one item more."""


def test_alpha_is_kr_20_where_scores_are_right_or_wrong() -> None:
    share = GUTTMAN.mean(axis=0)
    wrong_by_right = (share * (1 - share)).sum() * 4 / 3  # unbiased, as the variance of the sum is
    assert alpha(GUTTMAN) == pytest.approx(3 / 2 * (1 - wrong_by_right / np.var([0, 1, 2, 3], ddof=1)))


def test_item_rest_is_the_correlation_with_the_sum_of_the_others() -> None:
    for item in range(3):
        rest = GUTTMAN.sum(axis=1) - GUTTMAN[:, item]
        assert item_rest(GUTTMAN)[item] == pytest.approx(np.corrcoef(GUTTMAN[:, item], rest)[0, 1])


def test_an_item_that_goes_against_the_rest_is_negative_and_a_flat_one_undefined() -> None:
    scores = np.column_stack([GUTTMAN, 1 - GUTTMAN[:, 1], np.ones(4)])
    found = item_rest(scores)
    assert found[0] > 0 < found[2] and found[3] < -0.5 and np.isnan(found[4])


def test_reliability_is_undefined_where_nothing_varies() -> None:
    assert alpha(np.ones((5, 4))) is None
    assert split_half(np.ones((5, 4)), np.arange(4)) is None
    assert alpha(np.eye(1)) is None
    assert split_half(np.eye(4), np.zeros(4, dtype=np.int64)) is None


def test_split_half_of_parallel_items_is_alpha_and_clusters_do_not_lend_reliability() -> None:
    random = np.random.default_rng(1)
    skill = random.normal(size=(60, 1))
    scores = skill + random.normal(size=(60, 40))
    own = np.arange(40)
    assert split_half(scores, own) == pytest.approx(alpha(scores), abs=0.01)
    tasks = np.repeat(random.normal(size=(60, 10)), 4, axis=1) + 0.5 * random.normal(size=(60, 40))
    clusters = np.repeat(np.arange(10), 4)
    assert (alpha(tasks) or 0) > 0.6
    assert abs(split_half(tasks, clusters) or 0) < 0.4
    assert split_half(tasks, clusters) == split_half(tasks, clusters)
