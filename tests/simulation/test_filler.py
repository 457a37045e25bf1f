"""How much nonsense a check takes is counted right, and the card says it."""

import json
from pathlib import Path

import pytest

from interplay.tracks.simulation.records import Check, Role, Script
from interplay_builders.tracks.simulation.gates import filler
from tests.simulation import made_up
from tests.simulation.whole import scripts, slug

BLAH_MOST = {"encyclopaedia-stub-writer", "job-centre-letters", "lighthouse-audio-guide"}
"""Tasks in which half of a reply's words, or more, may be one word that means nothing."""


def _made(pattern: str, role: Role = "content") -> Script:
    params = json.dumps({"pattern": pattern, "means": "it"})
    check = Check(kind="pattern", role=role, params=params)
    return made_up.changed(made_up.scripts(1)[0], reference="Sum of it: 8 in all", checks=(check,))


def test_words_that_a_check_holds_on_to_stay() -> None:
    half = _made(r"\w+ \w+ it: 8 in \w+")
    assert filler.share(half, filler.constant) == 3 / 5
    assert filler.share(_made("Sum of it: 8 in all"), filler.many) == 0.0
    assert filler.accepting([half, _made(r"\w+ of it: 8 in all"), _made(".*", "format")], filler.constant) == (half,)


def test_numbers_alone_hold_no_word() -> None:
    assert filler.share(made_up.changed(_made(r"\d+"), reference="42"), filler.constant) == 0.0


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_filler_passes_in_few_tasks(step: int) -> None:
    found = filler.accepting([*scripts().values()][::step], filler.constant)
    assert {slug(script) for script in found} <= BLAH_MOST
    assert len(found) <= 40


@pytest.mark.slow
def test_the_card_says_how_many(root: Path) -> None:
    card = " ".join((root / "cards" / "simulation.md").read_text(encoding="utf-8").split())
    checkable = sum(any(check.role == "content" for check in script.checks) for script in scripts().values())
    one, many = (filler.accepting(scripts().values(), words) for words in (filler.constant, filler.many))
    tasks = [len({script.task_id for script in found}) for found in (one, many)]
    assert f"In {len(one)} of the {checkable} scripts with content checks ({tasks[0]} tasks)" in card
    assert f"it is {len(many)} scripts ({tasks[1]} tasks)" in card
