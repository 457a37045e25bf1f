"""What is not independent for one of the systems is not for the pair: clusters of siblings are joined."""

import numpy as np

from interplay_lab.compare.board import joined


def of(*clusters: list[int]) -> list[int]:
    return [int(number) for number in joined([np.array(own, dtype=np.int64) for own in clusters])]


def test_the_same_clusters_stay() -> None:
    assert of([5, 5, 2, 7], [1, 1, 0, 3]) == [1, 1, 0, 2]
    assert of([0, 0, 1]) == [0, 0, 1]


def test_finer_clusters_of_the_other_change_nothing() -> None:
    found = of([0, 0, 1], [0, 1, 2])
    assert found[0] == found[1] != found[2]


def test_a_chain_of_shared_clusters_is_one() -> None:
    first = of([0, 0, 1, 1, 2], [0, 1, 1, 2, 3])  # 0-1 by the first, 1-2 by the second, 2-3 by the first
    assert len(set(first[:4])) == 1
    assert first[4] != first[0]


def test_coarser_clusters_of_the_other_join() -> None:
    found = of([0, 1, 2], [0, 0, 1])
    assert found[0] == found[1] != found[2]
