"""Batches: requests as files, answers in any order, hostile files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interplay.core.errors import OutputError
from interplay.core.release import Release
from interplay.judging import judge as base
from interplay.judging.questions import questions
from interplay.systems.spec import SystemSpec
from interplay_lab.judging import batch
from interplay_lab.judging.asking import calls
from tests.judging import small
from tests.running_help import Cli

Row = dict[str, Any]
PROMPTS = len(small.SCRIPTS)


def answered(request: Row, text: str | None = None) -> Row:
    """Return what a batch service answers to a request."""
    said = text or f"Rating: [[{small.rating_of(request['body']['messages'])}]]"
    body = {
        "id": "x",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": said}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 2},
    }
    response = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "batch_1", "custom_id": request["custom_id"], "response": response, "error": None}


@pytest.fixture
def words(tiny_root: Path, bad: Path, tmp_path: Path) -> Callable[..., list[str]]:
    def arguments(*more: object) -> list[str]:
        verb = {"--requests": ("batch", "export"), "--answers": ("batch", "import")}.get(str(more[0]), ("judge",))
        fixed = [*verb, bad, "--judge", "scoring", "--model", "openai:m", "--dataset", tiny_root]
        return [*map(str, fixed), "-o", str(tmp_path / "out.jsonl"), *map(str, more)]

    return arguments


Words = Callable[..., list[str]]


@pytest.fixture
def requests(interplay_cli: Cli, words: Words, tmp_path: Path) -> list[Row]:
    """Export without a key or a server; return the requests."""
    assert interplay_cli(*words("--requests", tmp_path / "batch")) == 0
    assert f"wrote 12 requests to 1 file in {tmp_path / 'batch'}" in interplay_cli.out
    return small.rows(tmp_path / "batch" / "requests-0001.jsonl")


def test_requests_are_in_the_form_of_batch_services(requests: list[Row]) -> None:
    assert len({row["custom_id"] for row in requests}) == PROMPTS
    for row in requests:
        assert set(row) == {"custom_id", "method", "url", "body"}
        assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
        assert set(row["body"]) == {"model", "messages", "temperature", "max_completion_tokens"}
        assert len(row["custom_id"]) == 64


def test_answers_are_read_in_any_order_from_several_files(
    interplay_cli: Cli, words: Words, requests: list[Row], tmp_path: Path
) -> None:
    one = small.write_rows(tmp_path / "1.jsonl", [answered(row) for row in requests[7:]][::-1])
    other = small.write_rows(tmp_path / "2.jsonl", [answered(row) for row in requests[:7]])
    assert interplay_cli(*words("--answers", one, "--answers", other)) == 0
    assert "12 judgments, 0 unscored; 0 calls, 132 prompt and 24 completion tokens" in interplay_cli.out
    for row in small.rows(tmp_path / "out.jsonl")[1:]:
        assert row["reply"] == f"Rating: [[{row['verdict']}]]"
    assert interplay_cli(*words("--dry-run")) == 0
    assert "0 requests to send, 12 cached replies" in interplay_cli.out


def test_errors_are_counted_and_the_rest_is_kept(
    interplay_cli: Cli, words: Words, requests: list[Row], tmp_path: Path
) -> None:
    answers = [answered(row) for row in requests[3:]]
    answers.append({"custom_id": requests[0]["custom_id"], "response": None, "error": {"code": "batch_expired"}})
    answers.append({"custom_id": requests[1]["custom_id"], "response": {"status_code": 500, "body": {"error": "no"}}})
    answers.append({"custom_id": requests[2]["custom_id"], "response": {"status_code": 200, "body": {"choices": []}}})
    path = small.write_rows(tmp_path / "a.jsonl", answers)
    assert interplay_cli(*words("--answers", path)) == 1
    assert "3 requests failed" in interplay_cli.err
    assert "batch_expired" in interplay_cli.err
    assert "answered with status 500" in interplay_cli.err
    assert "sent no chat completion: no choices" in interplay_cli.err
    again = small.write_rows(tmp_path / "b.jsonl", [answered(row) for row in requests[:3]])
    assert interplay_cli(*words("--answers", again)) == 0
    assert "9 cached replies" in interplay_cli.out


def test_answers_that_are_missing_are_failures(
    interplay_cli: Cli, words: Words, requests: list[Row], tmp_path: Path
) -> None:
    path = small.write_rows(tmp_path / "a.jsonl", [answered(row) for row in requests[1:]])
    assert interplay_cli(*words("--answers", path, "--record-errors")) == 0
    lost = [row for row in small.rows(tmp_path / "out.jsonl")[1:] if "reply" not in row]
    assert [row["unscored"] for row in lost] == ["no reply: no answer in the imported files"]


def test_answers_without_a_verdict_are_unscored(
    interplay_cli: Cli, words: Words, requests: list[Row], tmp_path: Path
) -> None:
    path = small.write_rows(tmp_path / "a.jsonl", [answered(row, "Well.") for row in requests])
    assert interplay_cli(*words("--answers", path)) == 0
    assert "12 judgments, 12 unscored" in interplay_cli.out


def hostile(requests: list[Row]) -> dict[str, tuple[bytes, str]]:
    sound = json.dumps(answered(requests[0])).encode() + b"\n"
    foreign = json.dumps(answered({**requests[0], "custom_id": "../../etc/passwd"})).encode() + b"\n"
    return {
        "unknown": (foreign, "found '../../etc/passwd', which is not a request of this call; use the submissions"),
        "twice": (sound + sound, "found a second answer to"),
        "no id": (b'{"response": null}\n', "custom_id"),
        "no object": (b"[1, 2]\n", "expected"),
        "no JSON": (b"\x00\x01\x02\n", "expected one JSON object"),
        "cut": (sound[:-20], "the line has no end"),
        "nested": (b'{"custom_id": "x", "error": ' + b"[" * 100_000 + b"\n", "nested too deep"),
        "key twice": (b'{"custom_id": "x", "custom_id": "y"}\n', "twice"),
        "no UTF-8": (b'{"custom_id": "\xff"}\n', "expected text in UTF-8"),
        "status in words": (b'{"custom_id": "x", "response": {"status_code": "ok"}}\n', "status_code"),
        "number as id": (b'{"custom_id": 7}\n', "custom_id"),
        "many": (foreign * 200, "at least 100 problems; reading stopped"),
    }


def test_hostile_files_are_findings_and_nothing_of_them_is_used(
    interplay_cli: Cli, words: Words, requests: list[Row], tmp_path: Path
) -> None:
    path = tmp_path / "hostile.jsonl"
    for name, (data, message) in hostile(requests).items():
        path.write_bytes(data)
        assert interplay_cli(*words("--answers", path)) == 1, name
        assert message in interplay_cli.err, name
        assert str(path) in interplay_cli.err, name
        assert "Traceback" not in interplay_cli.err
    assert interplay_cli(*words("--dry-run")) == 0
    assert "12 requests to send, 0 cached replies" in interplay_cli.out
    assert interplay_cli(*words("--answers", tmp_path / "none.jsonl")) == 1
    assert "does not exist" in interplay_cli.err


def test_files_are_split_by_requests_and_by_bytes(tiny: Release, bad: Path, tmp_path: Path) -> None:
    judge = base.load("scoring")
    call = calls.prepare(judge, "text", SystemSpec(model="openai:m", base_url="http://x/v1"), tiny, [bad])

    def exported(name: str, **most: int) -> list[list[bytes]]:
        asked = questions(call.panel, call.subjects)
        found = batch.export(asked, tmp_path / name, SystemSpec(model="openai:m"), **most)
        assert found.requests == PROMPTS
        return [path.read_bytes().splitlines(keepends=True) for path in found.files]

    whole = exported("whole")
    assert (batch.MOST_REQUESTS, batch.MOST_BYTES) == (50_000, 200_000_000)
    by_count = exported("count", most_requests=5)
    assert [len(file) for file in by_count] == [5, 5, 2]
    most = max(map(len, whole[0])) * 3
    by_size = exported("size", most_bytes=most)
    assert all(sum(map(len, file)) <= most for file in by_size)
    assert sum(by_size, []) == sum(by_count, []) == whole[0]  # noqa: RUF017
    with pytest.raises(OutputError, match="a batch file holds 10"):
        exported("small", most_bytes=10)
    with pytest.raises(OutputError, match="already has requests"):
        exported("whole")
    assert sorted(p.name for p in (tmp_path / "count").iterdir()) == [f"requests-000{n}.jsonl" for n in (1, 2, 3)]


def test_what_is_kept_is_not_exported_again(
    interplay_cli: Cli, words: Words, requests: list[Row], tmp_path: Path
) -> None:
    path = small.write_rows(tmp_path / "a.jsonl", [answered(row) for row in requests[:4]])
    assert interplay_cli(*words("--answers", path)) == 1
    assert interplay_cli(*words("--requests", tmp_path / "rest", "--json")) == 0
    assert json.loads(interplay_cli.out)["requests"] == PROMPTS - 4


@pytest.mark.parametrize(
    ("model", "taken"),
    [
        *((name, True) for name in ("m", "m-2024-08-06", "m-0613", "provider/m", None)),
        *((name, False) for name in ("m-mini", "other", "m-2024-08-06-mini", "\x1b[2J", 7)),
    ],
)
def test_answers_of_another_model_are_refused(
    interplay_cli: Cli, words: Words, requests: list[Row], tmp_path: Path, model: object, taken: bool
) -> None:
    answers = [answered(row) for row in requests]
    for row in answers if model is not None else ():
        row["response"]["body"]["model"] = model
    path = small.write_rows(tmp_path / "a.jsonl", answers)
    assert interplay_cli(*words("--answers", path)) == (0 if taken else 1)
    if not taken:
        assert f"$.response.body.model: found {model!r}, expected 'm'" in interplay_cli.err
        assert not (tmp_path / "out.jsonl").exists()
