"""A release with the splits hard and standard: what is run, scored, shown and compared; and an older release."""

from pathlib import Path

import pytest

from interplay.core.release import Release, open_release
from interplay.scoring.score import score
from interplay.tracks.simulation.records import Host, Script, Task
from interplay.tracks.simulation.track import TRACK
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.simulation import build
from interplay_builders.tracks.simulation.hard import compose
from tests.simulation import made_up
from tests.support import Cli


@pytest.fixture(scope="module")
def drawn_release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Return a release of eight hard scripts, eight games and some standard scripts, with the submissions of bots."""
    drawn = [*compose.scripts_of("kitty", "test", "canary", each=8)]
    games = [*compose.hosts_of("fleet", "test", "canary", each=8)]
    tasks = tuple(dict.fromkeys(task for task, _ in (*drawn, *games)))
    rows = compose.Rows(tasks, tuple(s for _, s in drawn), tuple(h for _, h in games), {})
    hard, standard = build.hard_files(rows), build.files(made_up.scripts(6), made_up.tasks(6))
    track = build.together(standard, hard)
    root = tmp_path_factory.mktemp("hard") / "dataset"
    freeze.freeze(root, sources.unversioned((track,), "test", "a test"))
    return open_release(root)


def submission(release: Release, bot: str) -> Path:
    return release.root / "baselines" / f"bot-{bot}" / "simulation.jsonl.gz"


def test_the_headline_is_about_the_hard_items_where_there_are_any(drawn_release: Release) -> None:
    assert TRACK.main_splits(drawn_release.track("simulation").splits) == ("hard",)
    report = score(submission(drawn_release, "reference"), drawn_release)
    assert report.splits == ("hard",)
    assert report.counts["episodes"] == 16
    assert report.headline.value == 100
    assert score(submission(drawn_release, "echo"), drawn_release).headline.value == 0


def test_reports_have_levels_and_how_complaints_were_taken(drawn_release: Release) -> None:
    report = score(submission(drawn_release, "faulty-50"), drawn_release)
    levels = {g.where["level"]: g.counts["episodes"] for g in report.groups if {*g.where} == {"split", "level"}}
    assert levels == dict.fromkeys("1234", 4)
    assert sum({*g.where} == {"split", "family", "level"} for g in report.groups) == 8
    by_level, sides = TRACK.notes(report)
    assert by_level.startswith("bot-faulty-50: level 1 score ")
    assert "stubbornness" in sides
    assert "sycophancy" in sides


def test_every_task_of_an_item_has_a_row(drawn_release: Release) -> None:
    tasks = {row.item_id for row in drawn_release.rows("simulation_tasks", Task)}
    assert {item.task_id for item in TRACK.items(drawn_release)} == tasks


def test_pages_and_comparisons_of_hosts_are_made(drawn_release: Release, tmp_path: Path, cli: Cli) -> None:
    files = [str(submission(drawn_release, bot)) for bot in ("reference", "faulty-50", "faulty-25")]
    there = ("--dataset", str(drawn_release.root))
    for verb, *more in (("report", "-o", str(tmp_path / "site")), ("compare",), ("items",), ("validate",)):
        ran = cli(verb, *files, *more, *there)
        assert ran.status == 0, (verb, ran.err)
    pages = {page.name for page in (tmp_path / "site").iterdir()}
    assert any("fleet" in name for name in pages)


def test_a_host_is_played_turn_by_turn_by_a_run(drawn_release: Release, tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "run.jsonl"
    where = ("--track", "simulation", "--where", "script_type=host", "--where", "level=1")
    ran = cli("run", "--dataset", str(drawn_release.root), "--model", "bot:reference", "-o", str(path), *where)
    assert ran.status == 0, ran.err
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert score(path, drawn_release).headline.value == 100
    assert all('"earlier":["Answer: ' in line for line in lines[1:])


def test_a_release_without_levels_reads_and_scores_as_before(release: Release) -> None:
    splits = release.track("simulation").splits
    items = [*TRACK.items(release)]
    if "hard" in splits:
        pytest.skip("this release has the split hard")
    assert TRACK.main_splits(splits) == splits
    assert all(isinstance(item, Script) and item.level is None and item.complaint is None for item in items)
    assert {TRACK.where(item)["level"] for item in items} == {"none"}
    assert not any(isinstance(item, Host) for item in items)
    report = score(submission(release, "reference"), release)
    assert report.headline.value == 100
    assert TRACK.notes(report) == ()
