"""What the list of legal moves alone is good for, and what a shared zero does to comparisons with a draw."""

from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from interplay.tracks.positions.records import Position
from interplay_builders.release import sources
from interplay_builders.tracks.positions import build
from interplay_builders.tracks.positions.blind import alike, expected
from tests.benchmarks import positions_lists, positions_zero


@cache
def built(game: str, seed: str = "") -> list[Position]:
    known = sources.identity()
    return [row for row in build.positions(seed or known.seed, known.canary, [game]) if row.split != "deep"]


@pytest.mark.slow
def test_no_two_positions_of_arctic_scavengers_have_the_same_list() -> None:
    rows = built("arctic_scavengers")
    assert positions_lists.lists_of(rows) == len(rows) == 120


@pytest.mark.parametrize("seed", ["", "another"])
@pytest.mark.slow
def test_a_learner_with_the_lists_of_arctic_scavengers_alone_gets_at_most_10(seed: str) -> None:
    rows = built("arctic_scavengers", seed)
    for name, learner in positions_lists.LEARNERS.items():
        assert positions_lists.score(rows, learner) <= 10, name


def test_a_learner_finds_what_lists_give_away() -> None:
    """Where each list has one right move, whoever has seen the lists plays it."""
    copies = enumerate(built("arctic_scavengers")[:9] * 4)
    rows = [replace(row, item_id=f"copy/{n}", cluster="") for n, row in copies]
    assert positions_lists.score(rows, positions_lists.lookup) > 80


def test_a_zero_that_both_sides_share_does_not_change_a_test() -> None:
    """The error of a shared zero is no error of the difference: any other factor gives the same p."""
    parts = positions_zero.halves(built("holdem"), np.random.default_rng(2))
    lost = np.stack([positions_zero.regrets(part, 0.3, np.random.default_rng(3)) for part in parts], axis=1)
    keys = {*alike(parts[0]), *alike(parts[1])}
    first, second = (positions_zero.compared(parts, (dict.fromkeys(keys, factor),) * 2, lost) for factor in (0.4, 0.9))
    assert first.p == pytest.approx(second.p)
    assert first.scores != second.scores
    anew = positions_zero.compared(parts, (dict.fromkeys(keys, 0.4), dict.fromkeys(keys, 0.9)), lost)
    assert anew.p < 0.1 < first.p


def test_halves_have_no_cluster_in_common_and_equally_many_positions() -> None:
    first, second = positions_zero.halves(built("bargain"), np.random.default_rng(1))
    assert len(first) == len(second) > 80
    assert not {row.cluster for row in first} & {row.cluster for row in second}
    assert sum(map(expected, first)) > 0
