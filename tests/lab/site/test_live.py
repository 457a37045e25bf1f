"""Pages of runs that are not finished say so on every page, are about what was played, and are no submission."""

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.errors import DatasetError, OutputError
from interplay.core.records import Header, Record
from interplay.core.release import Release
from interplay.running.run import Trial
from interplay.scoring.score import Options, score
from interplay.submissions.reading import read
from interplay_lab.site import live
from interplay_lab.site.live import Watch, write_pages
from tests.lab.site.conftest import baseline
from tests.support import Cli

NOTE = "Not finished: in progress, 3 of 480."


@pytest.fixture(scope="module")
def begun(release: Release) -> tuple[Header, dict[Trial, Record]]:
    """Return the header of a run and its first three predictions."""
    header, predictions = read(baseline(release, "bot-echo/company"))
    done = {(record.item_id, 0): record for record in predictions[:3]}  # type: ignore[attr-defined]
    return header, done


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("here")
def test_every_page_says_that_the_run_is_not_finished_until_it_is(
    begun: tuple[Header, dict[Trial, Record]], release: Release, tmp_path: Path
) -> None:
    header, done = begun
    watch = Watch(tmp_path / "site", release)
    watch._runs["company"] = header, {}, 480
    watch._write("in progress")
    assert not (tmp_path / "site").exists()  # there is nothing to show yet
    watch._runs["company"] = header, done, 480
    watch._write("in progress")
    pages = contents(tmp_path / "site")
    assert {name.rpartition(".")[2] for name in pages} == {"html", "js", "css"}
    assert all(NOTE.encode() in page for name, page in pages.items() if name.endswith(".html"))
    assert all(b"<title>(in progress, 3 of 480) " in page for name, page in pages.items() if name.endswith(".html"))
    watch._runs["company"] = header, done, 3
    watch._write("stopped")
    pages = contents(tmp_path / "site")
    assert not any(b"Not finished" in page or b"in progress" in page for page in pages.values())


def test_unfinished_runs_are_scored_on_what_was_played(
    begun: tuple[Header, dict[Trial, Record]], release: Release, tmp_path: Path
) -> None:
    header, done = begun
    path = live._submission(tmp_path / "x.jsonl", header, done)
    write_pages([path], release.root, tmp_path / "site", "in progress, 3 of 480")
    whole = score(baseline(release, "bot-echo/company"), release, Options(items=frozenset(item for item, _ in done)))
    value = whole.headline.value or 0
    page = (tmp_path / "site" / "track-company.html").read_text(encoding="utf-8")
    assert whole.counts["episodes"] == whole.counts["played"] == 3
    assert f"{value:.1f}".replace("-", "−") in page
    assert "All 3 items have a page." in page


def test_only_trials_that_every_begun_item_has_are_shown(
    begun: tuple[Header, dict[Trial, Record]], tmp_path: Path
) -> None:
    header, done = begun
    first, second, third = (item_id for item_id, _ in done)
    more = {(item, 1): replace(record, trial=1) for (item, _), record in done.items() if item != third}
    two = replace(header, trials=2)
    written, records = read(live._submission(tmp_path / "x.jsonl", two, done | more))
    assert (written.trials, len(records)) == (1, 3)
    gap = {key: record for key, record in (done | more).items() if key not in {(first, 0), (third, 0)}}
    written, records = read(
        live._submission(tmp_path / "x.jsonl", two, gap | {(third, 1): replace(done[third, 0], trial=1)})
    )
    assert (written.trials, [record.item_id for record in records]) == (1, [second])  # type: ignore[attr-defined]


def test_a_fault_in_the_pages_does_not_stop_the_run(
    begun: tuple[Header, dict[Trial, Record]],
    release: Release,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(_count: int) -> object:
        raise DatasetError("nothing works")

    monkeypatch.setattr(live, "workers", refuse)
    with Watch(tmp_path / "site", release) as on_start:
        on_start(*begun, 480)
    printed = " ".join(capsys.readouterr().err.split())
    assert printed == f"warning: the pages in {tmp_path / 'site'} are not up to date: nothing works"


def test_a_folder_with_other_files_is_refused_before_anything_is_sent(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "thesis.txt").write_text("mine", encoding="utf-8")
    arguments = ("run", "--track", "company", "--model", "bot:echo", "-o", tmp_path / "x.jsonl")
    ran = cli(*arguments, "--watch", tmp_path / "site")
    assert ran.status != 0
    assert "thesis.txt" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.usefixtures("here")
def test_an_interrupted_run_leaves_the_pages_as_they_were(
    begun: tuple[Header, dict[Trial, Record]], release: Release, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt), Watch(tmp_path / "site", release) as on_start:
        on_start(*begun, 480)
        raise KeyboardInterrupt
    assert not (tmp_path / "site").exists()


@pytest.mark.usefixtures("here")
def test_pages_are_written_while_the_run_goes_on(
    begun: tuple[Header, dict[Trial, Record]], release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "site" / "index.html"
    monkeypatch.setattr(live, "EVERY", 0.01)
    with Watch(tmp_path / "site", release) as on_start:
        on_start(*begun, 480)
        until = time.monotonic() + 120
        while not index.exists() and time.monotonic() < until:
            time.sleep(0.01)
        assert NOTE in index.read_text(encoding="utf-8")
    assert "Not finished: stopped, 3 of 480." in index.read_text(encoding="utf-8")


@pytest.mark.usefixtures("here")
def test_the_last_pages_of_a_run_are_those_of_its_submission(cli: Cli, tmp_path: Path) -> None:
    path, watched, reported = tmp_path / "x.jsonl", tmp_path / "watched", tmp_path / "reported"
    arguments = ("--track", "company", "--model", "bot:echo", "--limit", 5, "-o", path)
    assert cli("run", *arguments, "--watch", watched).status == 0
    assert cli("report", path, "-o", reported).status == 0
    assert contents(watched) == contents(reported)


@pytest.mark.usefixtures("here")
def test_a_run_at_its_limit_leaves_pages_that_say_so_and_nothing_to_score(cli: Cli, tmp_path: Path) -> None:
    path, site = tmp_path / "x.jsonl", tmp_path / "site"
    arguments = ("--track", "company", "--model", "bot:echo", "--limit", 5, "--max-calls", 3, "-o", path)
    assert cli("run", *arguments, "--watch", site).status != 0
    assert "Not finished: stopped, 3 of 5." in (site / "index.html").read_text(encoding="utf-8")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["site", "x.partial.jsonl"]
    assert cli("score", tmp_path / "x.partial.jsonl").status != 0
    assert cli("score", site).status != 0


@pytest.mark.usefixtures("here")
def test_an_evaluation_has_pages_of_all_its_tracks(cli: Cli, tmp_path: Path) -> None:
    arguments = ("--model", "bot:random", "--track", "company", "--track", "simulation")
    assert cli("evaluate", *arguments, "-o", tmp_path / "out", "--watch", tmp_path / "site").status == 0
    pages = contents(tmp_path / "site")
    assert {"track-company.html", "track-simulation.html"} <= pages.keys()
    assert not any(b"Not finished" in page for page in pages.values())


def test_the_folder_of_an_evaluation_cannot_be_that_of_its_pages(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "company.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match=r"company\.jsonl"):
        Watch(tmp_path / "out", None)  # type: ignore[arg-type]
