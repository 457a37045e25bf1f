"""Folders and files on several tracks, compared in one table; verbs that take folders."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from interplay.core.errors import RecordError
from interplay.core.release import Release
from interplay.submissions.files import expanded
from interplay.tables.terminal import lines
from interplay_lab.compare import overview
from tests.support import Cli


@pytest.fixture
def folders(release: Release, tmp_path: Path) -> tuple[Path, Path]:
    """Return two folders: of one bot on two tracks with an unfinished run, and of two bots on three."""
    first, second = tmp_path / "r1", tmp_path / "r2"
    copy(release, first, ("bot-random/company", "bot-random/scorekeeping"))
    copy(release, second, ("bot-silent/scorekeeping", "bot-echo/company", "bot-silent/horizon"))
    (first / "games.partial.jsonl").touch()
    (first / "notes.jsonl").write_text('{"a": 1}\n', encoding="utf-8")
    return first, second


def copy(release: Release, folder: Path, names: Sequence[str]) -> None:
    folder.mkdir()
    for name in names:
        shutil.copy(release.root / "baselines" / f"{name}.jsonl.gz", folder)


@pytest.mark.slow
def test_folders_are_compared_in_one_table_with_a_line_a_track(cli: Cli, folders: tuple[Path, Path]) -> None:
    ran = cli("compare", *folders)
    assert ran.status == 0, ran.err
    rows = {line.split()[0]: line for line in ran.out.splitlines() if "[" in line and line.startswith(" ")}
    assert list(rows) == ["track", "scorekeeping", "company"]
    assert f"bot-random  {folders[1]}"[:11] in rows["track"] and "+1.2 [-5.8, 8.3]" in rows["scorekeeping"]
    assert rows["scorekeeping"].rstrip().endswith("0.726  not shown")
    assert "left out: horizon: only" in ran.out and "by sign flips, for each track alone" in ran.out
    assert "(lower bound above 0, in horizon the lowest level): scorekeeping: bot-random, " in ran.out
    assert "adjusted for all pairs" not in ran.out
    assert ran.err == f"note: left out 1 unfinished run: {folders[0] / 'games.partial.jsonl'}\n"
    whole = json.loads(cli("compare", *folders, "--json").out)
    assert whole["format"] == "interplay-overview/1" and [c["track"] for c in whole["tracks"]] == list(rows)[1:]


@pytest.mark.slow
def test_files_on_several_tracks_are_grouped_by_system(folders: tuple[Path, Path], release: Release) -> None:
    files = sorted(path for folder in folders for path in folder.glob("*.gz"))
    named = overview.groups([*files, folders[0] / "games.partial.jsonl"])
    assert [(group.name, sorted(group.files)) for group in named] == [
        ("bot-random", ["company", "scorekeeping"]),
        ("bot-echo", ["company"]),
        ("bot-silent", ["horizon", "scorekeeping"]),
    ]
    result = overview.overview(named, release)
    assert result.notes[-1] == "horizon: only bot-silent has it"
    assert max(map(len, lines(overview.table(result), 80))) <= 80
    assert any("adjusted for all pairs of systems" in line for line in overview.sentences(result))
    with pytest.raises(RecordError, match="are both of 'bot-random' on company"):
        overview.groups([files[0], files[0]])


def test_the_same_system_twice_is_named_after_its_folders(release: Release, tmp_path: Path) -> None:
    for name in ("a", "b"):
        copy(release, tmp_path / name, ("bot-random/company",))
    groups = overview.groups([tmp_path / "a", tmp_path / "b"])
    assert [group.name for group in groups] == [f"bot-random ({tmp_path / name})" for name in "ab"]


def test_a_folder_stands_for_its_submissions_by_track(folders: tuple[Path, Path], tmp_path: Path) -> None:
    notes: list[str] = []
    names = [path.name.partition(".")[0] for path in expanded(folders, notes.append)]
    assert names == ["scorekeeping", "company", "scorekeeping", "company", "horizon"]
    assert notes == [f"left out 1 unfinished run: {folders[0] / 'games.partial.jsonl'}"]
    assert [path.name for path in expanded(folders[:1], track="company")] == ["company.jsonl.gz"]
    journal = folders[0] / "games.partial.jsonl"
    assert expanded([journal]) == (journal,)
    with pytest.raises(RecordError, match="folder without finished submissions"):
        expanded([tmp_path])


@pytest.mark.slow
def test_verbs_take_folders(cli: Cli, folders: tuple[Path, Path], tmp_path: Path, release: Release) -> None:
    scored = cli("score", folders[0], "--json")
    assert [report["track"] for report in json.loads(scored.out)] == ["scorekeeping", "company"]
    by_glob = cli("score", *sorted(folders[0].glob("*.gz")), folders[0] / "games.partial.jsonl")
    assert by_glob.status == 0 and "note: left out 1 unfinished run" in by_glob.err
    refused = cli("rate", *folders)
    assert refused.status == 1 and "folder without finished submissions on games" in refused.err
    few = cli("items", *folders)
    assert few.status == 1 and "one track at a time" in few.err
    copy(release, tmp_path / "r3", ("bot-oracle/company",))
    items = cli("items", *folders, tmp_path / "r3")
    assert items.status == 0 and items.out.startswith("company") and "left out scorekeeping: fewer than 3" in items.err
    one_system = cli("compare", folders[0])
    assert one_system.status == 2 and "found submissions of bot-random alone" in one_system.err
    by_part = cli("compare", *folders, "--by", "kind")
    assert by_part.status == 2 and "are for submissions on one track" in by_part.err
