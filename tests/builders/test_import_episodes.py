"""Importing recorded episodes: what was said becomes a submission that scoring can read."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interplay.core.release import open_release, verify
from interplay.scoring.score import Options, score
from interplay.tracks.scorekeeping.records import Rules
from interplay_builders.cli import build
from interplay_builders.importers import episodes
from tests import upstream
from tests.builders.test_import_clembench import INSTANCE
from tests.scorekeeping import recorded

YES, NO, BAD = "ASIDE: yes", "ASIDE: no", "maybe"
PROBES = [{"target": "COLOR", "tries": 1}, {"target": "SHAPE", "tries": 1}]


def event(kind: str, text: str, sender: str = "Player 1") -> dict[str, Any]:
    return {"from": sender, "to": "GM", "timestamp": "2024", "action": {"type": kind, "content": text}}


def probed(*texts: str) -> list[dict[str, Any]]:
    return [event("probe answer", text) for text in texts]


def record() -> dict[str, Any]:
    """Return an episode of two requests, shape and then color, in which all is right but one last label."""
    return {
        "players": {"Player 1": "Answerer"},
        "turns": [
            [event("send message", "hello", "GM"), *probed(NO, NO)],
            [event("get message", "which?", "Player 2"), event("get message", "ANSWER: hexagon"), *probed(NO, YES)],
            [event("get message", "ANSWER: Crimson"), *probed(NO, YES)],
        ],
        "probes": [PROBES, PROBES, PROBES],
    }


def put(root: Path, said: object, model: str = "m-t0.0--m-t0.0", instance: object = INSTANCE, number: int = 7) -> Path:
    folder = root / model / "privateshared" / "0_example" / f"episode_{number}"
    folder.mkdir(parents=True)
    (folder / "instance.json").write_text(json.dumps(instance), encoding="utf-8")
    (folder / "interactions.json").write_text(json.dumps(said), encoding="utf-8")
    return folder


def run_import(source: Path, out: Path, *options: str) -> Result:
    return CliRunner().invoke(build, ["import", "episodes", str(source), "--out", str(out), *options])


def test_an_episode_becomes_a_submission_that_can_be_scored(tmp_path: Path) -> None:
    put(tmp_path / "runs", record())
    result = run_import(tmp_path / "runs", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "--allow-partial" not in result.output
    assert verify(tmp_path / "out/dataset") == ()
    report = score(tmp_path / "out/m-t0.0.jsonl", open_release(tmp_path / "out/dataset"), Options())
    assert (report.system.name, report.counts["played"]) == ("m-t0.0", 1)
    assert report.metric("accuracy").value == pytest.approx(5 / 6)
    assert report.metric("slot_filling").value == 1


def test_failed_attempts_are_kept_and_probes_never_put_are_not(tmp_path: Path) -> None:
    said = record()
    said["turns"] = [[*probed(BAD, NO, *[BAD] * 5)]]
    said["probes"] = [[{"target": "COLOR", "tries": 2}, {"target": "SHAPE", "tries": 6}]]
    assert _attempts(put(tmp_path / "a", said)) == [("color", (BAD, NO)), ("shape", (BAD,) * 5)]
    said["probes"] = [[{"target": "COLOR", "tries": 2}, {"target": "SHAPE"}]]
    assert _attempts(put(tmp_path / "b", said)) == [("color", (BAD, NO))]


def _attempts(folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    return [(p.slot, p.attempts) for p in episodes.episode(folder, Rules()).prediction.probes]


def test_models_share_a_dataset(tmp_path: Path) -> None:
    put(tmp_path / "runs", record())
    put(tmp_path / "runs", record(), model="a--b")
    put(tmp_path / "runs", record(), model="a--b", instance={**INSTANCE, "game_id": 8}, number=8)
    result = run_import(tmp_path / "runs", tmp_path / "out")
    assert "2 items, 3 episodes; not every model played all of them" in result.output
    assert {path.name for path in (tmp_path / "out").glob("*.jsonl")} == {"m-t0.0.jsonl", "a--b.jsonl"}


def test_the_folder_of_one_model_will_do(tmp_path: Path) -> None:
    put(tmp_path / "runs", record())
    (one,) = episodes.read(tmp_path / "runs/m-t0.0--m-t0.0", Rules())
    assert (one.model, one.item.item_id) == ("m-t0.0", "0_example/7")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("{}", "is not part of a recorded episode"),
        ({"turns": [], "probes": [PROBES]}, "1 rounds of probes in 0 turns"),
        ({"turns": [probed(NO)], "probes": [PROBES]}, "0 of 1 replies to the probe of 'SHAPE' in round 0"),
        ({"turns": [probed(NO)], "probes": [[{"target": "SIZE", "tries": 1}]]}, "which is not a slot"),
        ({"turns": [probed(NO)], "probes": [[{"target": "COLOR", "tries": 0}]]}, "is not part of a recorded episode"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, said: object, told: str) -> None:
    put(tmp_path / "runs", said)
    result = run_import(tmp_path / "runs", tmp_path / "out")
    assert result.exit_code != 0
    assert told in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_two_instances_of_one_name_are_refused(tmp_path: Path) -> None:
    put(tmp_path / "runs", record())
    put(tmp_path / "runs", record(), model="other", instance={**INSTANCE, "initial_prompt": "Other."})
    assert "two different instances called '0_example/7'" in str(
        run_import(tmp_path / "runs", tmp_path / "o").exception
    )


def test_a_folder_without_episodes_is_refused(tmp_path: Path) -> None:
    assert "has no recorded episodes" in str(run_import(tmp_path, tmp_path / "out").exception)


def test_every_recorded_episode_reads_as_it_was_said(tmp_path: Path) -> None:
    root = upstream.need("privateshared/episodes")
    folders = sorted(path.parent for path in root.glob("*/*/*/*/episode.json"))
    assert len(folders) == 12
    for number, folder in enumerate(folders):
        known = recorded.load(folder)
        found = episodes.episode(recorded.lay_out(folder, tmp_path / str(number)), known.item.rules)
        assert (found.item, found.prediction) == (known.item, known.prediction)
