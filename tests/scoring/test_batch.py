"""Several submissions scored together give the reports of each scored alone, whatever is shared and whoever does it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.errors import RecordError
from interplay.core.release import Release, content
from interplay.core.reports import Report
from interplay.scoring.batch import score_files
from interplay.scoring.score import Options, score
from interplay.tracks.scorekeeping.records import Item
from interplay.tracks.scorekeeping.track import Scorekeeping
from tests.support import FewMatches

QUICK = Options(allow_partial=True)
NAMES = ("bot-random/scorekeeping", "bot-empty/simulation", "bot-oracle/scorekeeping")


@pytest.fixture(scope="module")
def paths(release: Release, few_matches: FewMatches) -> list[Path]:
    return [*(release.root / "baselines" / f"{name}.jsonl.gz" for name in NAMES), few_matches("bot-random")]


@pytest.fixture(scope="module")
def alone(release: Release, paths: list[Path]) -> list[bytes]:
    return encoded([score(path, release, QUICK) for path in paths])


def encoded(reports: list[Report]) -> list[bytes]:
    return [canonical.encode(report) for report in reports]


@pytest.mark.parametrize("processes", [1, 2, 5])
@pytest.mark.slow
def test_reports_do_not_depend_on_the_number_of_processes(
    release: Release, paths: list[Path], alone: list[bytes], processes: int
) -> None:
    assert encoded(score_files(paths, release, QUICK, processes)) == alone


@pytest.mark.slow
def test_the_items_of_a_track_are_read_once(
    release: Release, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    items, grader = Scorekeeping.items, Scorekeeping.grader

    def counted(self: Scorekeeping, opened: Release) -> Iterator[Item]:
        read.append("items")
        return items(self, opened)

    def planned(self: Scorekeeping, item: Item) -> object:
        read.append(item.item_id)
        return grader(self, item)

    monkeypatch.setattr(Scorekeeping, "items", counted)
    monkeypatch.setattr(Scorekeeping, "grader", planned)
    score_files([paths[0], paths[2], paths[0]], release, QUICK)
    assert read.count("items") == 1
    assert len(read) == len(set(read)) == 87


def test_where_no_process_can_be_started_one_does_all(
    release: Release, paths: list[Path], alone: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no semaphores here")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refused)
    assert encoded(score_files(paths, release, QUICK, 2)) == alone


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.slow
def test_the_first_file_at_fault_is_named(release: Release, paths: list[Path], tmp_path: Path, processes: int) -> None:
    whole, faulty, headless = paths[1], tmp_path / "faulty.jsonl", tmp_path / "headless.jsonl"
    lines = content(paths[0]).splitlines(keepends=True)
    faulty.write_bytes(b"".join([*lines[:5], b"{}\n", *lines[6:]]))
    headless.write_bytes(b"".join(lines[1:]))
    with pytest.raises(RecordError, match=r"faulty\.jsonl cannot be scored") as caught:
        score_files([whole, faulty, headless], release, QUICK, processes)
    assert [finding.line for finding in caught.value.findings][:1] == [6]
    with pytest.raises(RecordError, match=r"headless\.jsonl is not a submission"):
        score_files([whole, headless, faulty], release, QUICK, processes)


def test_what_explains_faults_is_loaded_when_there_is_one() -> None:
    code = "import sys; import interplay.scoring.batch; print('jsonschema' in sys.modules, 'numpy' in sys.modules)"
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=paths)
    assert done.stdout.split() == ["False", "False"]
