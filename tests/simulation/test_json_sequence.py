"""The check of a sequence of plain lines and JSON values."""

import json
import time

import pytest

from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks import Result
from interplay.tracks.simulation.records import Check

EXPECTED = ("201 Created", '{"id": 5, "tags": ["a", "b"]}', "204 No Content", "200 OK", "[]")
ACCEPTED = (
    '201 Created\n{"id": 5, "tags": ["a", "b"]}\n204 No Content\n200 OK\n[]',
    '201  Created \r\n{"tags":["a","b"],"id":5.0}\r\n\r\n204 No Content\r\n200 OK\r\n[ ]\r\n',
    '```\n201 Created\n{\n  "id": 5,\n  "tags": [\n    "a",\n    "b"\n  ]\n}\n204 No Content\n200 OK\n[]\n```',
    '\n201 Created\n\n{"id": 5, "tags": ["a", "b"]}\n\n204 No Content\n\n200 OK\n\n[]\n\n',
)
REJECTED = (
    "",
    "201 Created",
    '{"id": 5, "tags": ["a", "b"]}\n201 Created\n204 No Content\n200 OK\n[]',
    '201 Created\n{"id": 5, "tags": ["b", "a"]}\n204 No Content\n200 OK\n[]',
    '201 created\n{"id": 5, "tags": ["a", "b"]}\n204 No Content\n200 OK\n[]',
    '201 Created\n{"id": 5, "tags": ["a", "b"]}\n204 No Content\n{}\n200 OK\n[]',
    '201 Created\n{"id": 5, "tags": ["a", "b"]}\n204 No Content\n200 OK\n[]\nAnything else?',
    'Here:\n201 Created\n{"id": 5, "tags": ["a", "b"]}\n204 No Content\n200 OK\n[]',
    '201 Created\n{"id": 5, "tags": ["a", "b"], "ok": NaN}\n204 No Content\n200 OK\n[]',
    '201 Created\n{"id": 5, "tags": ["a", "b"]\n204 No Content\n200 OK\n[]',
    "201 Created\n{'id': 5, 'tags': ['a', 'b']}\n204 No Content\n200 OK\n[]",
)
HOSTILE = (
    "201 Created\n" + "[" * 19_000,
    "201 Created\n" + '{"a":' * 3_900,
    '201 Created\n{"id": ' + "9" * 19_000 + "}",
    '201 Created\n{"id": 1e999, "tags": "\\ud800"}',
    "\x00" * 20_000,
    "\u202e" * 20_000,
    "\ud800" * 10_000,
    "{}" * 10_000,
    "[]\n" * 6_000,
    "\n" * 20_000,
    "\r" * 20_000,
    "```\n" * 5_000,
    "201 Created\n" + '"' * 19_000,
)


def run(reply: str, expected: tuple[str, ...] = EXPECTED, *, case: bool = True) -> Result:
    params = json.dumps({"expected": expected, "case": case})
    return checks.run(Check(kind="json_sequence", role="content", params=params), reply)


@pytest.mark.parametrize("reply", ACCEPTED)
def test_accepted(reply: str) -> None:
    assert run(reply).verdict == "pass"


@pytest.mark.parametrize("reply", REJECTED)
def test_rejected_with_a_reason(reply: str) -> None:
    result = run(reply)
    assert result.verdict == "fail"
    assert "found" in result.reason
    assert "expected" in result.reason


def test_case_of_plain_lines_can_be_let_go() -> None:
    assert run("OK play\n{}", ("ok PLAY", "{}"), case=False).verdict == "pass"
    assert run("OK play\n{}", ("ok PLAY", "{}")).verdict == "fail"


@pytest.mark.parametrize("reply", HOSTILE, ids=lambda reply: repr(reply[:16]))
def test_hostile_replies_fail_quickly(reply: str) -> None:
    started = time.process_time()
    result = run(reply, EXPECTED * 8)
    assert result.verdict == "fail"
    assert len(result.reason) <= 300
    assert time.process_time() - started < 0.05
