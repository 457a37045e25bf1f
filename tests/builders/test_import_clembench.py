"""Importing the reference implementation's instance files."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interplay.cli.main import interplay
from interplay.core.release import open_release, verify
from interplay.tracks.scorekeeping.records import Item
from interplay_builders.cli import build
from tests import upstream

INSTANCE = {
    "game_id": 7,
    "tag": "CLERK",
    "slots": {"color": "crimson", "shape": "hexagon"},
    "initial_prompt": "You know two things.",
    "request_order": ["shape", "color"],
    "requests": {"color": 3, "shape": 0},
    "probes": {str(n): {"color": n, "shape": 9} for n in range(3)},
    "lang": "en",
}


def write(path: Path, *instances: object, name: str = "0_example") -> Path:
    content = {"experiments": [{"name": name, "game_instances": list(instances), "extra": 1}]}
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def run_import(source: Path, out: Path, *options: str) -> Result:
    return CliRunner().invoke(build, ["import", "clembench", str(source), "--out", str(out), *options])


def items(out: Path) -> list[Item]:
    return list(open_release(out).rows("scorekeeping", Item))


def test_an_instance_keeps_ids_indices_and_prompts(tmp_path: Path) -> None:
    result = run_import(write(tmp_path / "in.json", INSTANCE), tmp_path / "out")
    assert result.exit_code == 0, result.output
    (item,) = items(tmp_path / "out")
    assert item.item_id == "0_example/7"
    assert item.initial_prompt == "You know two things."
    assert item.tags.questioner == "CLERK"
    assert [r.request and (r.request.slot, r.request.variant) for r in item.rounds] == [
        None,
        ("shape", 0),
        ("color", 3),
    ]
    assert [(p.slot, p.variant) for p in item.rounds[2].probes] == [("color", 2), ("shape", 9)]
    assert verify(tmp_path / "out") == ()


def test_rule_options_reach_the_items(tmp_path: Path) -> None:
    source = write(tmp_path / "in.json", INSTANCE)
    run_import(source, tmp_path / "out", "--continuation", "accepted", "--after-failed-probe", "finish")
    (item,) = items(tmp_path / "out")
    assert (item.rules.continuation, item.rules.after_failed_probe) == ("accepted", "finish")


@pytest.mark.slow
def test_the_real_file_can_be_run_and_scored(tmp_path: Path) -> None:
    source = upstream.need("privateshared/instances.json")
    assert run_import(source, tmp_path / "out").exit_code == 0
    found = items(tmp_path / "out")
    assert len(found) == 50
    assert {item.domain for item in found} >= {"travel-booking", "job-interview", "restaurant"}
    out, submission = str(tmp_path / "out"), str(tmp_path / "oracle.jsonl")
    arguments = ["run", "--dataset", out, "--track", "scorekeeping", "--model", "bot:oracle", "-o", submission]
    assert CliRunner().invoke(interplay, arguments).exit_code == 0
    scored = CliRunner().invoke(interplay, ["score", "--dataset", out, submission, "--json"])
    metrics = {metric["name"]: metric.get("value") for metric in json.loads(scored.stdout)["groups"][0]["metrics"]}
    assert (metrics["score"], metrics["main_score"], metrics["truncated_kappa"]) == (None, 100, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"slots": None}, "not a privateshared instance file"),
        ({"game_id": "seven"}, "Expected `int`, got `str`"),
        ({"request_order": ["shape"]}, "must name each slot"),
        ({"request_order": ["shape", "weight"]}, "must name each slot"),
        ({"probes": {"0": {"color": 0}}}, "probes must have the rounds 0 to 2"),
        ({"probes": {str(n): {"weight": 0} for n in range(3)}}, "probes 'weight', which is not a slot"),
    ],
)
def test_a_malformed_instance_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    result = run_import(write(tmp_path / "in.json", {**INSTANCE, **change}), tmp_path / "out")
    assert result.exception is not None
    assert message in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_doubled_ids_bad_names_and_other_files_are_refused(tmp_path: Path) -> None:
    doubled = run_import(write(tmp_path / "a.json", INSTANCE, INSTANCE), tmp_path / "out")
    assert "has 0_example/7 more than once" in str(doubled.exception)
    named = run_import(write(tmp_path / "b.json", INSTANCE, name="../../etc"), tmp_path / "out")
    assert "not a privateshared instance file" in str(named.exception)
    (tmp_path / "c.json").write_text("not json", encoding="utf-8")
    assert "not a privateshared instance file" in str(run_import(tmp_path / "c.json", tmp_path / "out").exception)
    assert "cannot be read" in str(run_import(tmp_path / "none.json", tmp_path / "out").exception)
