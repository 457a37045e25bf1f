"""Replies written by hand to the scripts as the builders make them: those that must fail, and those that must pass.

A line of the two files is a script's id, a reply, what is wanted and why; ``closed.jsonl`` is about what stands beside
a right answer, and about free text.
"""

import json
from pathlib import Path

import pytest

from interplay.tracks.simulation.scores import grade
from tests.simulation.whole import scripts

FILES = tuple(Path(__file__).with_name(name) for name in ("adversarial.jsonl", "closed.jsonl"))
CASES = tuple(json.loads(line) for file in FILES for line in file.read_text(encoding="utf-8").splitlines())
JUDGES: tuple[tuple[str, str], ...] = (
    ("refund-desk-clauses.3/2/3", "substance: sentence about something else"),
    ("refund-desk-clauses.3/1/1", "substance: insults the customer, gives no reason"),
    ("toy-cluster.2/2/3", "contradiction: says that scaling to 9 worked"),
    ("mars-colony.4/1/1", "form: advice beyond the form, below"),
    ("kanji-quiz-machine.3/1/2", "substance: memo about another kanji, false"),
    ("kanji-quiz-machine.3/1/2", "substance: gives the right answer of the new question away"),
)
"""What the checks of these scripts do not see."""


def _marked(case: dict[str, str]) -> object:
    seen = (case["item"], case["why"]) not in JUDGES
    marks = () if seen else (pytest.mark.xfail(reason="only a judge sees it", strict=True),)
    return pytest.param(case, id=f"{case['item']}: {case['why']}", marks=marks)


@pytest.mark.parametrize("case", [_marked(case) for case in CASES])
def test_a_fair_person_agrees(case: dict[str, str]) -> None:
    found = grade(scripts()[case["item"]], case["reply"])
    failed = [(r.kind, r.result.reason) for r in found.results if r.result.verdict == "fail"]
    assert found.strict is (case["want"] == "pass"), failed


def test_no_case_stands_twice() -> None:
    assert len({(case["item"], case["reply"]) for case in CASES}) == len(CASES)
    assert {case["want"] for case in CASES} == {"pass", "fail"}
