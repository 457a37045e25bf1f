"""The same submission given twice, as it is or under another name."""

import gzip
import json
from pathlib import Path

import pytest

from interplay import ratings
from interplay.core.errors import RecordError
from interplay.core.release import content
from interplay.submissions.files import copies
from tests.support import Cli

HEADER = {"record": "header", "system": {"name": "m"}}
ROWS = [{"record": "prediction", "item_id": str(number), "response": "42"} for number in range(5)]


def write(path: Path, name: str = "m", rows: list[dict[str, str]] = ROWS) -> Path:
    lines = [{**HEADER, "system": {"name": name}}, *rows]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_one_file_and_different_files_are_taken_as_they_are(tmp_path: Path) -> None:
    one, other = write(tmp_path / "a.jsonl"), write(tmp_path / "b.jsonl", rows=ROWS[1:])
    assert copies([one]) == copies([one, other]) == []
    empty = [write(tmp_path / f"{name}.jsonl", name, []) for name in "cd"]
    assert copies(empty) == []


def test_the_same_bytes_are_refused_and_both_files_named(tmp_path: Path) -> None:
    one, other = write(tmp_path / "a.jsonl"), write(tmp_path / "b.jsonl")
    packed = tmp_path / "c.jsonl.gz"
    packed.write_bytes(gzip.compress(one.read_bytes()))
    with pytest.raises(RecordError, match=r"a\.jsonl was given twice; give each submission once"):
        copies([one, one])
    for path in (other, packed):
        with pytest.raises(RecordError, match=r"a\.jsonl and .*[bc]\.jsonl.* are the same file"):
            copies([one, path])


def test_the_same_records_under_another_name_are_told(tmp_path: Path) -> None:
    one, other = write(tmp_path / "a.jsonl"), write(tmp_path / "b.jsonl", "another", ROWS[::-1])
    (found,) = copies([one, other])
    assert str(found) == f"{other}: has the same records as {one}, under a different header"


def test_a_damaged_file_is_left_to_its_reader(tmp_path: Path) -> None:
    damaged = tmp_path / "a.jsonl.gz"
    damaged.write_bytes(b"\x1f\x8b\x08 no such thing")
    assert copies([damaged, write(tmp_path / "b.jsonl")]) == []


@pytest.mark.slow
def test_score_and_rate_refuse_the_same_file_and_tell_of_a_copy(cli: Cli, root: Path, tmp_path: Path) -> None:
    whole = content(root / "dataset/baselines/bot-random/games.jsonl.gz").decode().splitlines(keepends=True)
    header = {**json.loads(whole[0]), "splits": ["gamebench_balanced"]}
    rows = [line for line in whole[1:] if '"gamebench_balanced/are_you' in line]
    paths = [tmp_path / f"{name}.jsonl" for name in ("one", "two")]
    for path in paths:
        header["system"] = {**header["system"], "name": path.stem}
        path.write_text("".join([json.dumps(header) + "\n", *rows]), encoding="utf-8")
    fast = {"score": ("--allow-partial",), "rate": ("--resamples", 100)}
    for verb, more in fast.items():
        ran = cli(verb, paths[0], paths[0], *more)
        assert (ran.status, ran.out) == (1, "")
        assert f"{paths[0]} was given twice" in ran.err
        ran = cli(verb, *paths, *more)
        assert ran.status == 0, ran.err
        said = " ".join((ran.err + ran.out).split())
        assert f"has the same records as {paths[0]}" in said
    found = ratings.rate(paths, resamples=0, permutations=0).warnings
    (warning,) = (one for one in found if "the same records" in one.message)
    assert (warning.severity, warning.file) == ("warning", str(paths[1]))
