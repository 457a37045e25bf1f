"""The check that reads ciphertext, bits and digits through their dress."""

import json
import time

import pytest

from interplay.tracks.simulation import checks
from interplay.tracks.simulation.records import Check

CIPHER: dict[str, object] = {"expected": "KHOOR ZRUOG"}
BITS: dict[str, object] = {"expected": "1101 0010", "alphabet": "01"}
EXACT: dict[str, object] = {"expected": "aGk+", "alphabet": "aGkK+", "case": True}
ACCEPTED = (
    (CIPHER, "KHOOR ZRUOG"),
    (CIPHER, "khoorzruog\n"),
    (CIPHER, "**KHOOR**\r\n**ZRUOG**"),
    (CIPHER, "```text\nKHO ORZ RUO G\n```"),
    (CIPHER, "`KHOOR ZRUOG`"),
    (BITS, "11010010"),
    (BITS, "Bits: 1101-0010."),
    (EXACT, "aGk+"),
)
REJECTED = (
    (CIPHER, "KHOOR ZRUOH"),
    (CIPHER, "KHOOR ZRUO"),
    (CIPHER, "KHOORZRUOGG"),
    (CIPHER, "The text is KHOOR ZRUOG"),
    (CIPHER, "\u212aHOOR ZRUOG"),
    (CIPHER, ""),
    (BITS, "11010010 (8 bits, 10 more to come)"),
    (BITS, "1101001\uff10"),
    (EXACT, "agk+"),
    (EXACT, "AGK+"),
)
HOSTILE = ("\x00", "\u202e", "\ud800", "{", "```\n", "K", "0", "\n", "\u0130", "\ufb03", "&lol9;")


def made(params: dict[str, object]) -> Check:
    return Check(kind="symbols", role="content", params=json.dumps(params))


@pytest.mark.parametrize(("params", "reply"), ACCEPTED)
def test_right_symbols_in_any_dress_pass(params: dict[str, object], reply: str) -> None:
    result = checks.run(made(params), reply)
    assert result.verdict == "pass", result.reason


@pytest.mark.parametrize(("params", "reply"), REJECTED)
def test_other_symbols_fail_with_a_reason(params: dict[str, object], reply: str) -> None:
    result = checks.run(made(params), reply)
    assert result.verdict == "fail"
    assert result.reason.startswith("found ")
    assert "expected" in result.reason


def test_the_reason_names_the_first_difference() -> None:
    assert checks.run(made(CIPHER), "KHOOR ARUOG").reason == "found 'A' as symbol 6, expected 'Z'"
    assert checks.run(made(BITS), "110").reason == "found 3 symbols, '110', expected 8, '11010010'"


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_replies_are_graded_quickly_and_raise_nothing(unit: str) -> None:
    reply = (unit * 20_000)[:20_000]
    started = time.process_time()
    results = [checks.run(made(params), reply) for params in (CIPHER, BITS, EXACT)]
    assert time.process_time() - started < 0.15
    assert all(result.verdict == "fail" and len(result.reason) <= 300 for result in results)
