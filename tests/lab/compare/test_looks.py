"""Looks at growing results: published boundaries, the error over all looks, and what the command prints."""

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from interplay.core.release import Release
from interplay_lab import api as lab
from interplay_lab.compare.looks import MOST, boundaries, look_of
from interplay_lab.compare.records import Difference
from tests.support import Cli


def test_boundaries_are_the_published_ones() -> None:
    """O'Brien-Fleming type spending of 5%, two-sided, as tables of group sequential designs print it."""
    assert boundaries(5) == pytest.approx([4.8769, 3.3569, 2.6803, 2.2898, 2.0310], abs=2e-4)
    assert boundaries(2) == pytest.approx([2.9626, 1.9686], abs=2e-4)
    assert boundaries(1) == pytest.approx([1.95996], abs=1e-4)


@pytest.mark.parametrize("of", [2, 5, 10])
def test_all_looks_together_err_with_five_percent(of: int) -> None:
    runs = 20_000
    steps = np.random.default_rng(of).standard_normal((runs, of)).cumsum(axis=1)
    z = np.abs(steps) / np.sqrt(np.arange(1, of + 1))
    assert (z > boundaries(of)).any(axis=1).mean() == pytest.approx(0.05, abs=0.005)
    assert (z > 1.96).any(axis=1).mean() > 0.08


def test_later_looks_need_less_and_the_only_one_has_the_usual_level() -> None:
    assert look_of((1, 1)).alpha == 0.05
    assert all(former > later for former, later in pairwise(boundaries(MOST)))
    for number, of in ((0, 5), (6, 5), (1, MOST + 1)):
        with pytest.raises(ValueError, match=f"look: found {number} of {of}, expected K of N"):
            look_of((number, of))


def test_p_is_compared_with_the_boundary_of_the_look() -> None:
    pair = Difference("a", "b", {}, 9, 9, value=1.0, p_t=0.01, p_flip=0.01, holm=0.01, max_t=0.01)
    early, late = (replace(pair, alpha=look_of((number, 5)).alpha) for number in (2, 4))
    assert (pair.is_apart, early.is_apart, late.is_apart) == (True, False, True)


def test_the_command_prints_the_boundary(cli: Cli, release: Release) -> None:
    paths = [release.root / f"baselines/bot-{name}/company.jsonl.gz" for name in ("random", "oracle")]
    ran = cli("compare", *paths, "--look", "2/5")
    body = " ".join(ran.out.split())
    assert "significantly different (sign flips, p < 0.00079)" in body
    assert "Look 2 of 5: p is compared with 0.00079 (z 3.36) instead of 0.05, so that all 5 looks" in body
    comparison = lab.compare(*paths, look=(1, 5), release=release)
    assert comparison.look == look_of((1, 5))
    assert not comparison.differences[0].is_apart  # 9,999 sign patterns give no p as small as this boundary


@pytest.mark.parametrize("look", ["6/5", "2", "a/b", "1/21"])
def test_looks_that_there_are_not_are_refused(cli: Cli, look: str) -> None:
    ran = cli("compare", "a.jsonl", "b.jsonl", "--look", look)
    assert ran.status == 2
    assert f"found '{look}', expected K/N such as 2/5, with at most 20 looks" in ran.err


def test_the_verdict_on_two_systems_names_the_better_one(cli: Cli, release: Release) -> None:
    worse, better = (release.root / f"baselines/bot-{name}/company.jsonl.gz" for name in ("random", "oracle"))
    for paths in ((worse, better), (better, worse)):
        said = " ".join(cli("compare", *paths).out.split())
        assert "are significantly different (sign flips, p < 0.05): bot-oracle is better." in said
