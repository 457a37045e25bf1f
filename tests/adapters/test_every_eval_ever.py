"""Results in the schema of Every Eval Ever: what is in them, that they add up, and that no name becomes a path."""

import hashlib
import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import interplay
from interplay.adapters.every_eval_ever import FORMS, write
from interplay.core.records import System
from interplay.core.release import Release
from interplay.core.reports import Report
from tests.support import Cli, slow

Json = dict[str, Any]
Records = Callable[..., tuple[Json, list[Json], Report]]
UUID4 = r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
MINE = ("--model-id", "acme/model-1.5")


def bound(value: float | str) -> float:
    return {"Infinity": math.inf, "-Infinity": -math.inf}.get(str(value), 0.0) or float(value)


def uniform(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def records(cli: Cli, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Records:
    """Return what is written for a submission: record, lines and report; a name means a sample by that track's bot."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")

    def written(path: Path | str, *options: object) -> tuple[Json, list[Json], Report]:
        if isinstance(path, str):
            track, bot = path.split("/")
            path = release.root / f"baselines/bot-{bot}/{track}.jsonl.gz"
            if track != "horizon":  # a sample is too small for an H50
                path, model = tmp_path / f"{track}.jsonl", f"bot:{bot}"
                options_of_run = ("--track", track, "--model", model, "--sample", 4, "--name", "my bot", "-o", path)
                assert cli("run", *options_of_run).status == 0
        ran = cli("score", path, "--every-eval-ever", tmp_path / "out", *(options or MINE))
        assert ran.status == 0, ran.err
        (main,) = (tmp_path / "out").rglob("*.json")
        record = json.loads(main.read_text(encoding="utf-8"))
        place = record["detailed_evaluation_results"]["file_path"]
        assert place == main.relative_to(tmp_path / "out").as_posix().replace(".json", "_samples.jsonl")
        data = (tmp_path / "out" / place).read_bytes()
        assert record["detailed_evaluation_results"]["checksum"] == hashlib.sha256(data).hexdigest()
        lines = [json.loads(line) for line in data.decode().splitlines()]
        assert record["detailed_evaluation_results"]["total_rows"] == len(lines) > 0
        return record, lines, interplay.score(path, release)

    return written


TRACKS = (
    "company/random",
    "positions/random",
    *slow("simulation/template", "scorekeeping/random", "games/random", "horizon/faulty-100"),
)


@pytest.mark.parametrize("name", TRACKS)
def test_a_record_and_its_lines_agree_with_each_other_and_with_the_report(name: str, records: Records) -> None:
    record, lines, report = records(name)
    track = interplay.load_track(report.track)
    assert (record["model_info"]["id"], record["model_info"]["developer"]) == ("acme/model-1.5", "acme")
    assert record["model_info"]["additional_details"].keys() >= {"deployment_type", "model_availability"}
    assert record["retrieved_timestamp"] == "1700000000"
    assert re.fullmatch(rf"interplay\.{report.track}/acme/model-1\.5/{UUID4}", record["evaluation_id"])
    assert record["eval_library"]["additional_details"]["submission_sha256"] == report.submission_sha256
    first, *parts = record["evaluation_results"]
    assert first["score_details"]["score"] == report.headline.value
    assert first["score_details"]["uncertainty"]["num_samples"] == report.headline.n
    for result in parts:
        where = result["source_data"]["additional_details"]
        assert tuple(sorted(where)) == tuple(sorted(track.table_by))
        assert result["score_details"]["score"] == report.metric(report.headline_name, **where).value
    for result in record["evaluation_results"]:
        metric = result["metric_config"]
        assert bound(metric["min_score"]) <= result["score_details"]["score"] <= bound(metric["max_score"])
        assert (metric["lower_is_better"], metric["score_type"]) == (False, "continuous")
    results = {result["evaluation_result_id"]: result["evaluation_name"] for result in record["evaluation_results"]}
    assert len(results) == 1 + len(parts)
    metric = lines[0]["metadata"]["metric"]
    assert metric == ("passed" if report.track == "horizon" else report.headline_name)
    values = {item.item_id: item.values[metric] for item in report.per_item}
    for line in lines:
        assert (line["schema_version"], line["evaluation_id"]) == (
            FORMS["record"]["schema_version"],
            record["evaluation_id"],
        )
        assert results[line["evaluation_result_id"]] == line["evaluation_name"]
        assert line["model_id"] == "acme/model-1.5"
        assert line["evaluation"]["score"] == pytest.approx(values[line["sample_id"]])
        assert all(isinstance(value, str) for value in line["metadata"].values())
        assert ("output" in line) is (line["interaction_type"] == "single_turn") is ("messages" not in line)
        digest = json.dumps(line["input"], sort_keys=True, separators=(",", ":"))
        assert line["sample_hash"] == hashlib.sha256(digest.encode()).hexdigest()
    overall = [line["sample_id"] for line in lines if line["evaluation_name"] == first["evaluation_name"]]
    assert sorted(overall) == sorted(item_id for item_id, value in values.items() if value is not None)
    assert len(lines) == len(overall) * (2 if parts else 1)


def test_the_mean_of_the_lines_is_the_score(records: Records, release: Release) -> None:
    path = release.root / "baselines/bot-random/company.jsonl.gz"
    record, lines, report = records(path)
    for result in record["evaluation_results"]:
        own = [line for line in lines if line["evaluation_result_id"] == result["evaluation_result_id"]]
        scores = [line["evaluation"]["score"] for line in own]
        assert sum(scores) / len(scores) == pytest.approx(result["score_details"]["score"])
        assert [line["evaluation"]["is_correct"] for line in own] == [score == 100 for score in scores]
    interval = record["evaluation_results"][0]["score_details"]["uncertainty"].get("confidence_interval")
    assert (interval is None) is (report.headline.low is None)


@pytest.mark.slow
def test_a_transcript_has_every_reply_as_it_was_sent_and_every_message_once(records: Records) -> None:
    _, lines, report = records("scorekeeping/random")
    _, predictions = interplay.read_submission(Path(report.warnings[0].file))
    track, items = interplay.load_track("scorekeeping"), {i.item_id: i for i in interplay.load_items("scorekeeping")}
    sent = {p.item_id: list(track.replies(items[p.item_id], p)) for p in predictions}
    for line in lines:
        replies = [message["content"] for message in line["messages"] if message["role"] == "assistant"]
        assert replies == sent[line["sample_id"]]
        assert [message["turn_idx"] for message in line["messages"]] == [*range(len(line["messages"]))]
        assert line["evaluation"]["num_turns"] == len(replies)


def replied(path: Path, cli: Cli, **changes: Any) -> Path:
    """Write a submission of four items of company whose header and replies have *changes*."""
    assert cli("run", "--track", "company", "--model", "bot:random", "--sample", 4, "-o", path).status == 0
    header, *rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    header["system"] |= {"provider": "somebody"} | changes.pop("system", {})
    lines = [json.dumps(row) for row in (header, *(row | changes for row in rows))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_settings_with_a_field_have_it_and_others_are_text(records: Records, cli: Cli, tmp_path: Path) -> None:
    params = {"temperature": 0.5, "top_p": "all", "max_tokens": 0, "top_k": True, "seed": 3}
    record, *_ = records(
        replied(tmp_path / "mine.jsonl", cli, system={"name": "acme/mine", "params": params}), "--items"
    )
    assert record["model_info"]["id"] == record["model_info"]["name"] == "acme/mine"
    config = record["evaluation_results"][0]["generation_config"]
    assert config["generation_args"] == {"temperature": 0.5}
    assert config["additional_details"] == {"top_p": '"all"', "max_tokens": "0", "top_k": "true", "seed": "3"}


@pytest.mark.parametrize("counted", [{"prompt_tokens": 7, "completion_tokens": 2}, {"completion_tokens": 2}, {}])
def test_tokens_are_whole_or_left_out(counted: Json, records: Records, cli: Cli, tmp_path: Path) -> None:
    _, lines, _ = records(replied(tmp_path / "mine.jsonl", cli, usage={"calls": 1} | counted))
    whole = {"input_tokens": 7, "output_tokens": 2, "total_tokens": 9}
    assert all(line.get("token_usage") == (whole if len(counted) == 2 else None) for line in lines)


def test_replies_cannot_end_a_line_and_reasoning_is_kept_apart(records: Records, cli: Cli, tmp_path: Path) -> None:
    text = '<think>\u2028"}\n</think>no\u2029\x85\x1b[2J\u202e'
    _, lines, _ = records(replied(tmp_path / "mine.jsonl", cli, response=text, reasoning="\u2028why"))
    assert all(line["output"] == {"raw": [text], "reasoning_trace": ["\u2028why"]} for line in lines)
    (answer,) = lines[0]["answer_attribution"]
    assert answer["extracted_value"].startswith("no") and answer["source"] == "output.raw"
    assert all(path.read_bytes().isascii() for path in (tmp_path / "out").rglob("*.json*"))


def test_items_without_a_reply_have_an_error_and_no_answer(records: Records, cli: Cli, tmp_path: Path) -> None:
    path = replied(tmp_path / "mine.jsonl", cli, response=None, error="timeout")
    _, lines, _ = records(path)
    assert {line["error"] for line in lines} == {"timeout"}
    assert all(line["output"]["raw"] == line["answer_attribution"] == [] for line in lines)


HOSTILE = (
    "../../pwned", "..", "/etc/passwd", "a/b/c", "acme/..", "acme/.", "acme/con", "NUL/x", "lpt1.txt/x", "acme/x.",
    "data/x", "acme\\x/y", "acme/a\x1b[2Jb", "acme/\u202ex", "acme/" + "x" * 180, "no-developer", "datasets/acme/x",
)  # fmt: skip


def test_no_name_becomes_another_path(release: Release, tmp_path: Path) -> None:
    path = release.root / "baselines/bot-random/company.jsonl.gz"
    report = interplay.score(path, release)
    for name in HOSTILE:
        theirs = replace(report, system=System(name=name))
        for given in (None, name):
            paths, (reason,) = write(path, theirs, release, tmp_path, given)
            assert not paths
            assert "--model-id DEVELOPER/NAME" in reason
    assert not list(tmp_path.iterdir())


def test_a_name_that_is_left_out_is_printed_without_control_characters(cli: Cli, tmp_path: Path) -> None:
    path = replied(tmp_path / "mine.jsonl", cli, system={"name": "acme/a\x1b[2Jb\u202e"})
    ran = cli("score", path, "--every-eval-ever", tmp_path / "out")
    assert ran.status == 0, ran.err
    assert "no record for acme/a?[2Jb? on company" in uniform(ran.err)
    assert not {"\x1b", "\u202e"} & {*ran.err}
    assert not (tmp_path / "out").exists()


def test_a_model_is_named_once_and_for_records(cli: Cli, release: Release, tmp_path: Path) -> None:
    bots = [release.root / f"baselines/bot-{name}/company.jsonl.gz" for name in ("random", "oracle")]
    ran = cli("score", bots[0], *MINE)
    assert (ran.status, "--every-eval-ever DIR" in ran.err) == (2, True)
    ran = cli("score", *bots, "--every-eval-ever", tmp_path / "out", *MINE)
    assert (ran.status, "of several systems" in uniform(ran.err)) == (2, True)
    assert not (tmp_path / "out").exists()


def test_the_same_submission_gives_the_same_files(records: Records, cli: Cli, tmp_path: Path) -> None:
    path = replied(tmp_path / "mine.jsonl", cli)
    once = records(path)
    (name,) = (file.stem for file in (tmp_path / "out").rglob("*.json"))
    assert re.fullmatch(UUID4, name)
    data = {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}
    assert records(path)[:2] == once[:2]
    assert data == {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}


@pytest.mark.slow
def test_values_that_are_not_numbers_are_left_out_with_the_reason(
    records: Records, cli: Cli, release: Release, tmp_path: Path
) -> None:
    exact, faulty = (release.root / f"baselines/bot-{name}/horizon.jsonl.gz" for name in ("exact", "faulty-100"))
    ran = cli("score", exact, "--every-eval-ever", tmp_path / "none")
    assert "no result for bot-exact on horizon: half of the items succeed above all tested" in uniform(ran.err)
    assert not (tmp_path / "none").exists()
    record, lines, report = records(faulty, "--full")
    assert record["model_info"]["id"] == "interplay/bot-faulty-100"
    first = record["evaluation_results"][0]
    assert first["score_details"]["score"] == report.headline.value
    assert (first["metric_config"]["min_score"], first["metric_config"]["max_score"]) == ("-Infinity", "Infinity")
    assert first["score_details"]["uncertainty"]["confidence_interval"]["confidence_level"] == 0.9
    assert {line["evaluation"]["score"] for line in lines} == {0.0, 1.0}
    assert {line["metadata"]["metric"] for line in lines} == {"passed"}


def test_a_modified_dataset_has_no_record(cli: Cli, dataset_copy: Path, tmp_path: Path) -> None:
    (dataset_copy / "more.txt").write_text("changed", encoding="utf-8")
    path = dataset_copy / "baselines/bot-oracle/scorekeeping.jsonl.gz"
    ran = cli("score", path, "--dataset", dataset_copy, "--allow-modified", "--every-eval-ever", tmp_path / "out")
    assert ran.status == 0, ran.err
    assert "no record for bot-oracle on scorekeeping: its dataset was modified" in uniform(ran.err)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", TRACKS)
def test_the_project_s_own_package_finds_nothing_wrong(name: str, records: Records, tmp_path: Path) -> None:
    validation = pytest.importorskip("every_eval_ever.validator.validation_core")
    records(name)
    out = tmp_path / "out"
    files = {path.relative_to(out).as_posix(): path for path in out.rglob("*.json*")}
    for place, path in files.items():
        checked = validation.validate_file(
            path, repo_path=place, available_files=frozenset(files), run_semantic_checks=True,
            read_repo_file=lambda other: files[other].read_text(encoding="utf-8"),
        )  # fmt: skip
        assert (checked.errors, checked.warnings) == ([], [])
