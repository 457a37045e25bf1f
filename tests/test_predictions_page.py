"""What docs/predictions.md shows is accepted as it says."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import interplay
from interplay.cli.main import interplay as commands
from interplay.core.records import Header
from interplay.core.release import Release
from interplay.submissions.replies import COLUMNS, collect
from interplay.tracks import catalogue
from tests.test_readme import FENCE, check_command


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "docs" / "predictions.md").read_text(encoding="utf-8")


def test_lines_of_replies_are_accepted(text: str, release: Release) -> None:
    replies = text.partition("## Full submissions")[0]
    samples = dict(re.findall(r"^\| (\w+) \| `(\{.*\})` \|$", replies, re.MULTILINE))
    assert list(samples) == ["positions", "company", "simulation", "horizon"]
    blocks = [block for language, block in FENCE.findall(replies) if language == "jsonl"]
    for track, line in [*samples.items(), ("positions", blocks[0]), ("company", blocks[1])]:
        made = collect([(1, json.loads(line))], release, track, name="mine", source="page")
        assert (len(made.predictions), made.notes) == (1, [])
    shown = {
        name for row in re.findall(r"^\| (`.*?) \|", replies, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    }
    assert shown | {"prompt_tokens", "completion_tokens", "record"} == set(COLUMNS)


def test_lines_of_full_submissions_are_records(text: str) -> None:
    full = text.partition("## Full submissions")[2]
    ((_, header),) = FENCE.findall(full)
    assert msgspec.json.decode(header.replace("…", "0" * 64), type=Header).track == "positions"
    rows = re.findall(r"^\| ([a-z, ]+) \| `(\{.*\})` \|$", full, re.MULTILINE)
    assert sorted(name for names, _ in rows for name in names.split(", ")) == sorted(catalogue.names())
    for names, line in rows:
        for name in names.split(", "):
            msgspec.json.decode(line, type=catalogue.load(name).prediction)


def test_programs_run_and_commands_exist(
    text: str, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Model:
        @staticmethod
        def chat(messages: list[dict[str, str]]) -> str:
            json.dumps(messages)
            return "ANSWER: no"

    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path)
    load, chosen = datasets.load_dataset, {"interplay/interplay": str(release.root)}
    monkeypatch.setattr(datasets, "load_dataset", lambda name, config, split: load(chosen[name], config, split=split))
    monkeypatch.chdir(tmp_path)
    first, second = [block for language, block in FENCE.findall(text) if language == "python"]
    names: dict[str, object] = {"my_model": Model, "interplay": interplay}
    exec(compile(first, "predictions.md", "exec"), names)
    assert interplay.score("replies.jsonl", track="company").counts["played"] == 192
    exec(compile(second, "predictions.md", "exec"), names)
    assert interplay.validate("mine.jsonl").ok
    for command in re.findall(r"(?:^|`)interplay ([a-z][^`\n]*)", text, re.MULTILINE):
        check_command(CliRunner(), commands, command)
