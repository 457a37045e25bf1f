"""Importing SimulBench's files: types of scripts from turns and dialogues, and nothing that does not fit."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interplay.cli.main import interplay
from interplay.core.errors import RecordError
from interplay.core.release import open_release, verify
from interplay.tracks.simulation.records import Script, Task
from interplay_builders.cli import build
from interplay_builders.importers import simulbench
from tests import upstream

TASKS = [
    {"id": "0#Echo", "act": "Echo", "type": "stateless", "task_description": "Say it back. Hi.", "request_type": "w"},
    {"id": "1#Dice", "act": "Dice", "type": "stateful", "task_description": "Roll. Go.", "request_type": "a roll"},
]


def row(task: str, dialogue: str, turn: int, **change: object) -> dict[str, object]:
    """Return a row of the source; turn 0 stands for the fourth of a dialogue without a challenging one."""
    said = [{"role": ("user", "assistant")[n % 2], "content": f"{dialogue} {n}"} for n in range(2 * (turn or 4) - 1)]
    found: dict[str, object] = {"id": 0, "source_id": task, "source_file_name": f"{dialogue}.json", "turn_num": turn}
    return {**found, "dialogue_history": said, **change}


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(found) + "\n" for found in rows), encoding="utf-8")
    return path


def read(folder: Path, *rows: dict[str, object], tasks: list[dict[str, object]] | None = None) -> simulbench.Imported:
    chosen: list[dict[str, object]] = [dict(task) for task in TASKS] if tasks is None else tasks
    return simulbench.read(written(folder / "t.jsonl", chosen), written(folder / "s.jsonl", list(rows)), "canary")


def types(source: simulbench.Imported) -> dict[str, str]:
    return {script.item_id: script.script_type for script in source.scripts}


def run_import(tasks: Path, scripts: Path, out: Path) -> Result:
    return CliRunner().invoke(build, ["import", "simulbench", str(tasks), str(scripts), "--out", str(out)])


def test_types_follow_from_turn_and_dialogue_in_any_order_of_rows(tmp_path: Path) -> None:
    rows = [row("1#Dice", "b", 4), row("0#Echo", "a", 0), row("1#Dice", "b", 3), row("1#Dice", "b", 2)]
    assert types(read(tmp_path, *rows)) == {
        "0#Echo/a/4": "last_only",
        "1#Dice/b/2": "first_challenging",
        "1#Dice/b/3": "subsequent_challenging",
        "1#Dice/b/4": "subsequent_challenging",
    }


def test_two_dialogues_of_a_task_each_have_a_first_challenging_turn(tmp_path: Path) -> None:
    found = types(read(tmp_path, row("0#Echo", "a", 1), row("0#Echo", "b", 3), row("0#Echo", "b", 4)))
    assert [found[f"0#Echo/{name}"] for name in ("a/1", "b/3")] == ["first_challenging"] * 2


def test_a_lone_last_turn_comes_after_a_challenging_one_that_is_missing(tmp_path: Path) -> None:
    source = read(tmp_path, row("1#Dice", "b", 4), row("0#Echo", "a", 1), row("0#Echo", "a", 4))
    assert types(source)["1#Dice/b/4"] == "subsequent_challenging"
    found = simulbench.derived(source)
    assert (found.headless, found.gaps, found.absent_dialogues) == (1, 2, 4)


def test_the_real_files_give_the_numbers_of_the_paper(tmp_path: Path) -> None:
    tasks, scripts = (upstream.need(f"simulbench/simulbench_{name}.jsonl") for name in ("tasks", "all"))
    result = run_import(tasks, scripts, tmp_path / "out")
    assert result.exit_code == 0, result.output
    found = simulbench.derived(simulbench.read(tasks, scripts, ""))
    assert (found.last_only, found.first_challenging, found.subsequent_challenging) == (225, 93, 182)
    assert (found.first_stateless, found.first_stateful) == (38, 55)
    assert (found.stateless, found.stateful) == (58, 51)  # the paper says 51 and 59
    assert (found.absent_dialogues, found.headless, found.gaps, found.repeated) == (8, 1, 1, 4)
    assert verify(tmp_path / "out") == ()


def test_the_card_says_what_the_program_prints(root: Path) -> None:
    tasks, scripts = (upstream.need(f"simulbench/simulbench_{name}.jsonl") for name in ("tasks", "all"))
    card = (root / "cards" / "simulation.md").read_text(encoding="utf-8")
    for line in simulbench.described(simulbench.derived(simulbench.read(tasks, scripts, ""))):
        assert line in card


def test_an_import_can_be_run_and_has_no_score_without_a_judge(tmp_path: Path) -> None:
    tasks, scripts = written(tmp_path / "t", [dict(t) for t in TASKS]), written(tmp_path / "s", [row("0#Echo", "a", 0)])
    out, submission = tmp_path / "out", tmp_path / "echo.jsonl"
    assert run_import(tasks, scripts, out).exit_code == 0
    (script,) = open_release(out).rows("simulation", Script)
    assert (script.reference, script.checks, script.strategies) == ("", (), ("first", "other", "other", "other"))
    assert [task.licence for task in open_release(out).rows("simulation_tasks", Task)] == ["CC-BY-NC-4.0"] * 2
    arguments = ["run", "--dataset", str(out), "--track", "simulation", "--model", "bot:echo", "-o", str(submission)]
    assert CliRunner().invoke(interplay, arguments).exit_code == 0
    scored = CliRunner().invoke(interplay, ["score", "--dataset", str(out), str(submission), "--json"])
    metrics = {m["name"]: m.get("value") for m in json.loads(scored.stdout)["groups"][0]["metrics"]}
    checked = dict.fromkeys(("score", "strict", "content", "format", "constraints", "sycophancy", "stubbornness"))
    assert metrics == {**checked, "played": 1, "cut": 0, "reasoning_blocks": 0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"source_id": "2#Gone"}, "found the task '2#Gone', expected one"),
        ({"turn_num": 5}, "<= 4"),
        ({"turn_num": 3}, "found turn 3 and 4 requests, expected as many"),
        ({"dialogue_history": []}, "length >= 1"),
        ({"dialogue_history": [{"role": "assistant", "content": "x"}], "turn_num": 0}, "roles that do not alternate"),
        ({"dialogue_history": [{"role": "system", "content": "x"}]}, "Invalid enum value 'system'"),
        ({"source_file_name": None}, "Expected `str`, got `null`"),
    ],
)
def test_a_row_that_does_not_fit_is_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(tmp_path, row("0#Echo", "a", 0), row("0#Echo", "b", 4, **change))
    assert message in str(caught.value)
    assert [finding.line for finding in caught.value.findings] == [2]


def test_doubled_rows_and_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="has '0#Echo/a/4' more than once"):
        read(tmp_path, row("0#Echo", "a", 0), row("0#Echo", "a", 4))
    with pytest.raises(RecordError, match="has '1#Dice' more than once"):
        read(tmp_path, row("0#Echo", "a", 0), tasks=[dict(task) for task in (*TASKS, TASKS[1])])
    with pytest.raises(RecordError, match="cannot be read"):
        simulbench.read(tmp_path / "none", tmp_path / "none", "")
    for text in ("", "not json\n", "[" * 100_000 + "\n"):
        (tmp_path / "bad").write_text(text, encoding="utf-8")
        with pytest.raises(RecordError, match="is not a file of SimulBench's"):
            simulbench.read(tmp_path / "bad", tmp_path / "bad", "")
