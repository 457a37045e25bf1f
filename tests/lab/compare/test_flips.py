"""Sign flips: by hand, against scipy's, adjusted for several tests as statsmodels does, and families that hold."""

import itertools

import numpy as np
import pytest
from scipy import stats

from interplay_lab.compare.flips import DRAWS, EXACT, adjusted, alike, flipped


def test_three_clusters_by_hand() -> None:
    # Of the signs of 1, 2 and 3, only +++ and --- reach a sum of 6: none is beyond it, 2 of 8 equal it, half count.
    found = flipped(np.array([[1.0], [2.0], [3.0]]))
    assert found.alone.tolist() == [0.125]
    assert (found.exact, found.signs) == (True, 8)


def test_all_signs_are_tried_where_few_clusters_differ() -> None:
    sums = np.random.default_rng(1).normal(0.4, 1, EXACT)
    every = np.array(list(itertools.product([-1, 1], repeat=EXACT))) @ sums
    found = flipped(np.concatenate([sums, np.zeros(500)])[:, None])
    assert found.exact
    beyond = [(np.abs(every) >= abs(sums.sum()) + dust).mean() for dust in (1e-9, -1e-9)]
    assert found.alone[0] == pytest.approx(sum(beyond) / 2)


def test_drawn_signs_are_near_the_exact_p_and_always_the_same() -> None:
    sums = np.random.default_rng(2).normal(0.3, 1, 60)
    known = stats.permutation_test(
        (sums,), np.sum, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(0)
    )
    first, second = flipped(sums[:, None]), flipped(sums[:, None])
    assert not first.exact
    assert first.signs == DRAWS
    assert first.alone[0] == pytest.approx(known.pvalue, abs=0.01)
    assert first.alone[0] == second.alone[0]
    assert flipped(np.ones((60, 1))).alone[0] == 0.5 / (DRAWS + 1)


def test_a_part_of_few_clusters_among_many_is_exact() -> None:
    rng = np.random.default_rng(3)
    sums = np.zeros((100, 2))
    sums[:, 0], sums[:3, 1] = rng.normal(0, 1, 100), (1, 2, 3)
    assert flipped(sums).alone[1] == 0.125


def test_the_largest_of_several_by_hand() -> None:
    # Two clusters, two differences, scaled to 1: (1, 1) and (1, -1) over the root of 2. Each sign makes one of them
    # sqrt 2 and the other 0. The first is sqrt 2 as seen, which half of the signs equal: p 1/4. The second is 0, no
    # difference at all: 1. The largest of both always equals sqrt 2: together p 1/2 for the first.
    found = flipped(np.array([[1.0, 1.0], [1.0, -1.0]]))
    assert found.alone.tolist() == [0.25, 1.0]
    assert found.together.tolist() == [0.5, 1.0]


def test_together_is_never_less_than_alone_and_equal_for_one() -> None:
    sums = np.random.default_rng(4).normal(0.2, 1, (50, 6))
    found = flipped(sums)
    assert (found.together >= found.alone).all()
    assert flipped(sums[:, :1]).together[0] == flipped(sums[:, :1]).alone[0]


def test_copies_of_one_difference_need_no_adjustment() -> None:
    one = np.random.default_rng(5).normal(0.3, 1, (40, 1))
    found = flipped(np.repeat(one, 5, axis=1))
    assert found.together.tolist() == found.alone.tolist()


def test_what_differs_nowhere_is_no_finding() -> None:
    sums = np.zeros((20, 2))
    sums[:, 0] = 1
    assert flipped(sums).alone.tolist() == [1 / (DRAWS + 1), 1.0]  # one draw has the same sign everywhere
    assert flipped(np.zeros((20, 1))).alone.tolist() == [1.0]


def test_holm_is_statsmodels() -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    p = np.array([0.01, 0.04, 0.03, 0.005, 0.5, 0.03])
    assert adjusted(p.tolist()) == pytest.approx(multitest.multipletests(p, method="holm")[1].tolist())
    assert adjusted([]) == []


def test_families_hold_where_parts_depend_on_each_other() -> None:
    """Eight differences with a common part, none of them real: any is found in 5 of 100, unadjusted in many more."""
    rng, wrong, naive = np.random.default_rng(6), 0, 0
    for _ in range(300):
        sums = rng.normal(size=(30, 8)) + rng.normal(size=(30, 1))
        found = flipped(sums, 499)
        wrong += bool(found.together.min() < 0.05)
        naive += bool(found.alone.min() < 0.05)
    assert 5 <= wrong <= 27
    assert naive > 45


def test_sets_that_cannot_be_told_apart() -> None:
    names = ["a", "b", "c", "d"]
    assert alike(names, []) == (("a", "b", "c", "d"),)
    assert alike(names, [("a", "d")]) == (("a", "b", "c"), ("b", "c", "d"))
    assert alike(names, itertools.combinations(names, 2)) == (("a",), ("b",), ("c",), ("d",))
    assert alike(names, [("a", "c"), ("a", "d"), ("b", "d")]) == (("a", "b"), ("b", "c"), ("c", "d"))
    assert alike(names, [("b", "c")]) == (("a", "b", "d"), ("a", "c", "d"))


def test_no_difference_has_a_p_of_1_and_no_adjusted_p_is_below_the_plain_one() -> None:
    even = np.tile([[1.0], [-1.0]], (20, 1))
    assert flipped(even).alone[0] == flipped(even).together[0] == 1
    few, many = np.zeros(40), np.where(np.arange(40) % 3, 1.0, -1.0)
    few[:6] = 1.0
    found = flipped(np.stack([few, many, even[:, 0]], axis=1), 199)
    assert (found.together >= found.alone).all()
