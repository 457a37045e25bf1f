"""The main job: the shipped baselines, scored."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from interplay.cli.main import interplay
from interplay.core.release import Release
from interplay.core.reports import Report
from interplay.scoring.baselines import BEST, score_baselines
from interplay.tracks.catalogue import load

SYSTEMS = {
    "bot-oracle": 100.0,
    "bot-always-private": 0.0,
    "bot-always-shared": 0.0,
    "bot-echo": 0.0,
}


@pytest.fixture(scope="module")
def every(release: Release) -> list[Report]:
    return score_baselines(release)


@pytest.fixture(scope="module")
def reports(every: list[Report]) -> dict[str, Report]:
    return {report.system.name: report for report in every if report.track == "scorekeeping"}


def test_baselines_score_what_theory_says(reports: dict[str, Report]) -> None:
    headline = {name: report.groups[0].metrics[0].value for name, report in reports.items()}
    assert {name: headline[name] for name in SYSTEMS} == SYSTEMS
    assert 0 < (headline["bot-random"] or 0) < 20


def test_constant_bots_have_accuracy_one_half_and_kappa_zero(reports: dict[str, Report]) -> None:
    for name in ("bot-always-private", "bot-always-shared"):
        for group in reports[name].groups:
            values = {m.name: m.value for m in group.metrics}
            is_base = group.where.get("split") == "base"
            accuracy = values["accuracy" if is_base else "informative_accuracy"]
            assert (accuracy or 0.5, values["kappa"], values["slot_filling"]) == (0.5, 0.0, 1.0)


def test_every_baseline_is_complete(reports: dict[str, Report]) -> None:
    assert {report.counts["missing"] for report in reports.values()} == {0}
    assert {report.counts["episodes"] for report in reports.values()} == {86}


def test_the_real_model_was_run_as_documented(every: list[Report]) -> None:
    recorded = [report for report in every if report.system.name == "smollm2-135m"]
    assert len(recorded) == 5
    for report in recorded:
        assert (report.system.provider, report.system.params["temperature"]) == ("llama.cpp", 0)


def test_demo_writes_json_and_markdown_and_prints_one_table(small_dataset: Path, tmp_path: Path) -> None:
    """All that it prints of the release is compared with the README, in tests/test_readme.py."""
    result = CliRunner().invoke(interplay, ["demo", "--dataset", str(small_dataset), "--out", str(tmp_path)])
    assert result.exit_code == 0
    assert result.stdout.count("score [95% interval]") == 1
    assert "warning" not in result.output
    written = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert {report["format"] for report in written} == {"interplay-report/3"}
    assert "| bot-oracle | base | 2/2 |" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_the_bots_of_the_demo_are_the_best_of_their_track(every: list[Report]) -> None:
    tracks = {track: [report for report in every if report.track == track] for track in BEST}
    for track, (best, uninformed) in BEST.items():
        names = {f"bot-{name}" for name in load(track).uninformed}
        bots = [report for report in tracks[track] if report.system.name.startswith("bot-")]
        assert bots[0].system.name == best, track
        ranked = [report for report in bots if report.system.name in names]
        (shown,) = (report for report in ranked if report.system.name == uninformed)
        assert shown.headline.value == ranked[0].headline.value, track  # several may have the same score


@pytest.mark.slow
def test_demo_is_one_screen_that_tells_what_to_type_next(release: Release) -> None:
    result = CliRunner().invoke(interplay, ["demo"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    firsts = [line.split()[0] for line in lines if re.match(r"\w+ +bot-", line)]
    assert firsts == ["simulation", "scorekeeping", "company", "games", "positions", "horizon"]
    assert sum(" reference  " in line for line in lines) == sum(" uninformed  " in line for line in lines) == 6
    assert sum("*" in line for line in lines[:-6]) == len(list(release.root.glob("baselines/[!b]*/*.jsonl.gz")))
    assert lines[-1].startswith("Next: interplay evaluate ")


def test_a_name_from_a_submission_cannot_break_the_markdown_report(
    release: Release, reports: dict[str, Report]
) -> None:
    import msgspec

    from interplay.tables.document import document

    report = reports["bot-oracle"]
    hostile = msgspec.structs.replace(report.system, name="x|y<script>[a](http://b)\n# title")
    text = document([msgspec.structs.replace(report, system=hostile)])
    assert "<script>" not in text.replace("\\<script\\>", "")
    assert "\n# title" not in text


def test_bots_of_the_other_tracks_come_in_the_order_of_their_strength(every: list[Report]) -> None:
    found = [(r.track, r.system.name, r.groups[0].metrics[0].value or 0.0) for r in every]
    games = {name: value for track, name, value in found if track == "games"}
    assert games["bot-random"] < games["bot-competent"] < games["bot-strong"]
    positions = {name: value for track, name, value in found if track == "positions"}
    order = [positions[f"bot-{name}"] for name in ("worst", "random", "constant", "rules", "optimal")]
    assert order == sorted(set(order))
    assert positions["bot-silent"] == positions["bot-worst"]  # no reply costs the worst move
    assert positions["bot-constant"] < 1e-6
    assert positions["bot-optimal"] == 100.0
