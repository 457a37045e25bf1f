"""Submissions that were made for another dataset say of what they are, and what to do with them."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.release import file_sha256, open_release
from interplay.submissions.matching import near
from interplay.submissions.released import DRAW_NOTE_PREFIX
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.scorekeeping import build
from tests.support import Cli

RANDOM = "baselines/bot-random/scorekeeping.jsonl.gz"


@pytest.fixture(scope="module")
def draw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A draw of twelve dialogues beside a run on it; its folder is returned."""
    folder = tmp_path_factory.mktemp("draws")
    known = [*open_release().rows("scorekeeping_corrections", Item)][:13]
    drawn = [
        replace(other, item_id=one.item_id, initial_prompt=f"This is new. {other.initial_prompt}")
        for one, other in pairwise(known)
    ]
    made_from = sources.unversioned(
        (build.files((), tuple(drawn)),), "lantern", f"{DRAW_NOTE_PREFIX} with the seed 'lantern'."
    )
    freeze.freeze(folder / "fresh", made_from)
    shutil.copy(folder / "fresh" / RANDOM, folder / "run.jsonl.gz")
    return folder


@pytest.mark.parametrize("verb", ["score", "validate", "compare"])
def test_a_run_on_a_draw_names_its_seed_and_how_it_is_paired(cli: Cli, draw: Path, verb: str) -> None:
    run = draw / "run.jsonl.gz"
    released = open_release().root / RANDOM
    ran = cli(verb, run, *((released,) if verb == "compare" else ()))
    said = " ".join((ran.out + ran.err).split())
    assert ran.status == 1
    assert "found items drawn with the seed 'lantern', release '0.0." in said
    assert f"score it with --dataset {draw / 'fresh'} (in Python release={draw / 'fresh'})" in said
    assert f"interplay compare RELEASED --fresh {run} --fresh-dataset {draw / 'fresh'} compares it with a run" in said
    paired = cli("compare", released, "--fresh", run, "--fresh-dataset", draw / "fresh")
    assert paired.status == 0, paired.err


def test_a_draw_that_is_not_at_hand_has_no_seed(cli: Cli, draw: Path, tmp_path: Path) -> None:
    shutil.copy(draw / "run.jsonl.gz", tmp_path / "run.jsonl.gz")
    ran = cli("score", tmp_path / "run.jsonl.gz")
    assert "found drawn or imported items, release '0.0." in ran.err
    assert f"--fresh {tmp_path / 'run.jsonl.gz'} --fresh-dataset DIR compares it" in ran.err
    assert "--dataset DIR (in Python release=DIR), the directory of its items" in ran.err
    assert "the seed" not in ran.err


def test_what_lies_near_need_not_be_a_dataset(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    damaged = tmp_path / "a" / "manifest.json"
    damaged.write_text("{", encoding="utf-8")
    (tmp_path / "b" / "manifest.json").mkdir(parents=True)
    assert near(tmp_path / "run.jsonl", file_sha256(damaged)) is None
    assert near(tmp_path / "run.jsonl", "0" * 64) is None
