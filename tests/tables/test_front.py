"""Tables with a split for the headline and a basic one: both, either alone, and tracks that are basic as a whole."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import interplay
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.core.text import in_markdown
from interplay.scoring.score import Options, score
from interplay.tables import document
from interplay.tables import summary as summaries
from interplay.tables.notes import notes
from interplay.tables.scores import front, headings, rows
from interplay.tracks.catalogue import load
from interplay_builders.release.freeze import freeze
from interplay_builders.release.sources import unversioned
from interplay_builders.tracks.company import build
from interplay_builders.tracks.company.hard import build as hard
from tests.support import Cli

COMPANY = load("company")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build, "DIALOGUES", 6)
        patched.setattr(build, "DRAWN", 10)
        patched.setattr(hard, "DIALOGUES", 1)
        patched.setattr(hard, "LEVELS", hard.LEVELS[:2])
        track = build.build("test", "canary")
    root = tmp_path_factory.mktemp("front") / "dataset"
    freeze(root, unversioned((track,), "test", "A draw for tests."))
    yield interplay.open_release(root)


def submitted(drawn: Release, cli: Cli, path: Path, *splits: str) -> Path:
    """Run a bot that is right about the hard split alone: the oracle there, and no answer elsewhere."""
    named = [option for split in splits for option in ("--split", split)]
    ran = cli("run", "--dataset", drawn.root, "--track", "company", "--model", "bot:oracle", "-o", path, *named)
    assert ran.status == 0, ran.err
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    changed = [
        json.dumps(json.loads(line) | {"response": "no answer"}) + "\n" if '"item_id":"company/' in line else line
        for line in lines[1:]
    ]
    path.write_text("".join([lines[0].replace("bot-oracle", "mine"), *changed]), encoding="utf-8")
    return path


@pytest.fixture
def reports(drawn: Release, cli: Cli, tmp_path: Path) -> dict[str, Report]:
    """A report for each of: both splits, the one of the headline, the basic one."""
    choices = {"both": ("hard", "standard"), "hard": (), "standard": ("standard",)}
    return {name: score(submitted(drawn, cli, tmp_path / name, *s), drawn) for name, s in choices.items()}


def cells(reports: list[Report]) -> dict[str, tuple[str, ...]]:
    """The scores of each part, basic ones behind."""
    assert headings(COMPANY, reports)[:5] == ("system", "part", "played", "score [95% interval]", "basic")
    return {row[1]: row[3:5] for row in rows(reports, COMPANY, detail="table")}


def test_the_score_of_a_report_on_both_splits_is_that_of_the_hard_one(reports: dict[str, Report]) -> None:
    values = [number and number.value for number in front(reports["both"])]
    assert values == [100, 0]
    assert 0 < (reports["both"].headline.value or 0) < 100
    by_part = cells([reports["both"]])
    assert [cell.split(" [")[0] for cell in by_part["all"]] == ["100.0", "0.0"]
    assert by_part["third"][1] == by_part["recall"][0] == "–"
    assert by_part["third"][0].startswith("100.0") and by_part["recall"][1].startswith("0.0")


def test_a_report_on_the_basic_split_alone_has_no_headline(reports: dict[str, Report]) -> None:
    by_part = cells([reports["standard"]])
    assert by_part["all"][0] == by_part["recall"][0] == "–"
    assert by_part["all"][1].startswith("0.0")
    text = document.document([reports["hard"], reports["standard"]])
    assert "| score \\[95% interval\\] | basic |" in text or "| score [95% interval] | basic |" in text


def test_without_the_basic_split_there_is_no_basic_column(reports: dict[str, Report]) -> None:
    assert "basic" not in headings(COMPANY, [reports["hard"]])
    assert front(reports["hard"]) == (reports["hard"].headline, None)
    assert not any({*group.where} == {"split", "kind"} for group in reports["hard"].groups)


@pytest.mark.parametrize(("name", "value", "basic"), [("both", 100, 0), ("hard", 100, None), ("standard", None, 0)])
def test_the_summary_has_a_key_and_a_column_for_basic_scores(
    reports: dict[str, Report], drawn: Release, tmp_path: Path, name: str, value: float | None, basic: float | None
) -> None:
    line = summaries.track_summary(reports[name], tmp_path / name)
    assert (line.value, line.basic and line.basic.value) == (value, basic)
    summary = summaries.summary(drawn, "mine", "full", [line])
    [row] = summaries.brief(summary).texts()
    assert [cell.split(" [")[0] for cell in row[1:]] == (["–"] if value is None else ["100.0"]) + ["0.0"] * (
        basic is not None
    )
    assert "| track | items | played | score" in summaries.document(summary)
    assert any("mine" in text or "company" in text for text in summaries.verdict(summary)) is (value is not None)


def test_a_basic_track_says_so_and_stands_in_the_basic_column(root: Path, release: Release) -> None:
    path = root / "dataset/baselines/bot-echo/scorekeeping.jsonl.gz"
    report, sentence = score(path, release, Options(trusted=True)), load("scorekeeping").basic
    assert sentence.startswith("Scorekeeping is a basic track: a strong model is right in more than 90%")
    assert notes([report]).count(sentence) == 1
    line = summaries.track_summary(report, path)
    assert line.value == report.headline.value and line.basic == report.headline
    summary = summaries.summary(release, "bot-echo", "full", [line])
    [row] = summaries.brief(summary).texts()
    assert row[1] == "–" and row[2].startswith("0.0")
    assert in_markdown(sentence) in summaries.document(summary)
    former = replace(line, basic=None)  # a file of an earlier version has no such key
    assert summaries.brief(replace(summary, tracks=(former,))).texts()[0][1].startswith("0.0")


@pytest.mark.slow
def test_the_leaderboard_shows_both_and_orders_by_the_headline(
    drawn: Release, reports: dict[str, Report], cli: Cli, tmp_path: Path
) -> None:
    for name in reports:
        path = tmp_path / name
        path.write_text(path.read_text(encoding="utf-8").replace('"mine"', f'"{name}"'), encoding="utf-8")
    files = [tmp_path / name for name in reports]
    ran = cli("report", *files, "-o", tmp_path / "site", "--dataset", drawn.root)
    assert ran.status == 0, ran.err
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    by_name = {name: index.partition(f">{name}</a>")[2].partition("</tr>")[0] for name in reports}
    assert "<b>100.0</b>" in by_name["both"] and "basic 0.0" in by_name["both"]
    assert "<b>100.0</b>" in by_name["hard"] and "basic" not in by_name["hard"]
    assert "<b>0.0</b>" not in by_name["standard"] and ">basic</span> 0.0" in by_name["standard"]
