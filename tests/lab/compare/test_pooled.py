"""One test for contamination over several tracks and draws."""

import json
import math
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from msgspec.structs import replace

from interplay.core.errors import RecordError
from interplay.core.release import Release, open_release
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping import build
from interplay_lab.api.comparison import compare, contamination
from interplay_lab.compare.pooled import pooled
from interplay_lab.compare.records import Comparison
from tests.lab.compare.test_compare import edited, named
from tests.support import Cli


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Eight dialogues as a release, and two draws of eight others with their ids."""
    known = [*open_release().rows("scorekeeping_corrections", Item)][:24]
    made = []
    for number in range(3):
        rows = [replace(known[n + 8 * number], item_id=known[n].item_id) for n in range(8)]
        root = tmp_path_factory.mktemp(f"set{number}") / "dataset"
        freeze.freeze(root, sources.unversioned((build.files((), tuple(rows)),), f"set{number}", "for tests"))
        made.append(root)
    return tuple(made)


@pytest.fixture(scope="module")
def single(release: Release) -> Comparison:
    paths = [release.root / f"baselines/{name}/scorekeeping.jsonl.gz" for name in ("bot-random", "bot-keyword")]
    return compare(*paths, release=release)


def drawn(single: Comparison, value: float, error: float, track: str = "company") -> Comparison:
    """Return a comparison with this difference."""
    pair = replace(single.differences[0], value=value, standard_error=error, clusters=10_000, p_t=0.5, max_t=0.5)
    return replace(single, track=track, differences=(pair,))


def test_draws_of_a_track_share_the_run_on_the_release(single: Comparison) -> None:
    result = pooled([drawn(single, value, 2.0) for value in (1.0, 3.0, 5.0)])
    assert result.tracks[0].value == 3.0
    assert result.tracks[0].standard_error == pytest.approx(2 * math.sqrt(4 / 6))
    rng = np.random.default_rng(1)
    runs = rng.standard_normal((20_000, 4)) * math.sqrt(2)  # a difference of two runs has the error 2
    assert (runs[:, 0] - runs[:, 1:].mean(axis=1)).std() == pytest.approx(2 * math.sqrt(4 / 6), rel=0.02)


def test_tracks_are_pooled_by_stouffer(single: Comparison) -> None:
    result = pooled([drawn(single, 3.0, 2.0), drawn(single, 2.0, 1.0, "positions")])
    assert result.z == pytest.approx((1.5 + 2.0) / math.sqrt(2), abs=1e-3)
    assert result.p == pytest.approx(1 - NormalDist().cdf(3.5 / math.sqrt(2)), abs=1e-5)
    below = pooled([drawn(single, -3.0, 2.0)])
    assert below.p is not None and below.p > 0.9  # one-sided: better on the draw is no contamination


def test_what_is_undefined_is_left_out(single: Comparison) -> None:
    known, unknown = drawn(single, 3.0, 2.0), drawn(single, 3.0, 2.0, "games")
    unknown = replace(unknown, differences=(replace(unknown.differences[0], standard_error=None),))
    assert pooled([known, unknown]).z == pooled([known]).z
    assert pooled([unknown]).p is None


@pytest.mark.slow
def test_several_draws_give_one_test(cli: Cli, sets: tuple[Path, ...], tmp_path: Path) -> None:
    release, *draws = sets
    runs = [root / "baselines/bot-keyword/scorekeeping.jsonl.gz" for root in draws]
    oracle = release / "baselines/bot-oracle/scorekeeping.jsonl.gz"
    learnt = edited(oracle, tmp_path / "learnt.jsonl", named("bot-keyword"))
    options = [
        word for run, draw in zip(runs, draws, strict=True) for word in ("--fresh", run, "--fresh-dataset", draw)
    ]
    ran = cli("compare", learnt, "--dataset", release, *options)
    assert ran.status == 0, ran.err
    assert "scores on the release are significantly higher over 1 track" in " ".join(ran.out.split())
    found = json.loads(cli("compare", learnt, "--dataset", release, *options, "--json").out)
    assert (found["format"], len(found["tracks"][0]["draws"])) == ("interplay-contamination/1", 2)
    assert found["p"] < 0.001
    honest = release / "baselines/bot-keyword/scorekeeping.jsonl.gz"
    result = contamination([honest], runs, [open_release(draw) for draw in draws], release=release)
    assert result.p is not None and result.p > 0.01
    with pytest.raises(RecordError, match="expected one run for each track of 1 FILEs and each --fresh-dataset"):
        contamination([honest], [runs[0], runs[0]], [open_release(draws[0])], release=release)
    assert "are for one FILE and one --fresh" in cli("compare", learnt, *options, "--look", "1/2").err
