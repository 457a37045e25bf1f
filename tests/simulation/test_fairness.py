"""Checks refuse what a fair person refuses, and accept what a fair person accepts."""

import json
import time

import pytest

from interplay.tracks.simulation import checks
from interplay.tracks.simulation.records import Check, Script
from interplay.tracks.simulation.scores import grade
from interplay.tracks.simulation.track import TRACK
from tests.simulation import made_up
from tests.simulation.check_tables import Row, cases, made

STORY = "The tram left the quay at ten, carrying the mayor, the band and a dog that nobody has claimed so far."
TABLE: tuple[Row, ...] = (
    (
        "labelled",
        {"expected": ["Treasury: 19.5", "Approval: 60"]},
        (
            f"{STORY}\nTreasury: 19.5\nApproval: 60",
            "Approval: 60\n\nTreasury:  19.5",
            "**Treasury:** 19.5\n`Approval: 60`",
            "The treasury: 18.0 before, 19.5 now\nTreasury: 19.5\nApproval: 60",
        ),
        (
            "Treasury: 19.5",
            "Treasury: 19.5\nTreasury: 41.5\nApproval: 60",
            "Treasury: 19.5\nApproval: 60\nTreasury: 19.5\nApproval: 60",
            "Treasury: 19.50\nApproval: 60",
            "treasury: 18\nTreasury: 19.5\nApproval: 60",
            "",
        ),
    ),
    (
        "labelled",
        {"expected": ["Week 2: algae 5, fleas 1", "Week 3: algae 7, fleas 0"]},
        ("Week 2: algae 5,fleas 1\nWeek 3: algae 7, fleas 0\n\nGreen water.",),
        (
            "Week 3: algae 7, fleas 0\nWeek 2: algae 5, fleas 1",
            "Week 1: algae 9, fleas 9\nWeek 2: algae 5, fleas 1\nWeek 3: algae 7, fleas 0",
        ),
    ),
    (
        "labelled",
        {"expected": ["HP 14 | Silver 9", "COURTYARD", "[5 min left, 0 open]", "DONE: -", "CROSS: A x B"]},
        ("COURTYARD\nHP 14|Silver 9\n[5 min left, 0 open]\nDONE: –\nCROSS: A × B",),
        ("COURTYARD\nHP 14 | Silver 9\nHP 3 | Silver 9\n[5 min left, 0 open]\nDONE: -\nCROSS: A x B",),
    ),
    (
        "labelled",
        {"expected": ["1. Ferry Clerk, 4:11", "2. Kettle Hour, 2:58"], "case": False},
        ("1. ferry clerk, 4:11\n2. Kettle Hour, 2:58",),
        ("1. Ferry Clerk, 4:11\n2. Kettle Hour, 2:58\n3. Lantern Tax, 4:07",),
    ),
    (
        "prose",
        {"part": "(?s)^(.*)\nEnd", "says": [["tram", "rail"], ["7"]]},
        ("Two TRAMS met at seven, or rather at 7, on the old quay.\nEnd", "Rails, 7 of them\nEnd"),
        (
            "Two trams met at 17 on the old quay.\nEnd",
            "A bus met 7 others\nEnd",
            "tram 7",
            "",
            "blah " * 20 + "tram 7\nEnd",
        ),
    ),
    (
        "prose",
        {"part": "(?s)(.*)", "says": [["heart"], ["sugar"], ["joint"]], "least": 2},
        ("Heart and joints", "sugary hearts"),
        ("heart", "blood"),
    ),
    (
        "prose",
        {"part": "(?s)(.*)"},
        (STORY, "Box, box, box!", "no no no no"),
        ("blah " * 8, "blah bleh blih " * 9, f"{'blah ' * 12}{STORY}"),
    ),
    (
        "distinct",
        {"pattern": r"^\d\. (\S+)", "means": "first word"},
        ("1. Fog Vintage\n2. Slate Weather", "1. The One\nthe line between\n2. A Two"),
        ("1. Fog Vintage\n2. fog Weather", "no list", ""),
    ),
    (
        "distinct",
        {"pattern": r"^\w+ \| (\w+) \| (.*)", "means": "synonym", "used": True},
        ("formal | irate | Irate, he left.\ninformal | ratty | Don't get ratty!",),
        ("formal | irate | He was angry.", "formal | rat | He was ratty."),
    ),
    (
        "bare",
        {},
        (
            STORY,
            "Sure enough, the tram left.",
            "Of course, here is a hint: look at the forks.",
            "Here the road ends.\nYou let me know what the forks say.",
            "Certainly the Stoics held this.",
            "Dear team,\nI would be glad to hear from you.\nSincerely, Ann",
        ),
        (
            f"Sure, here it is:\n\n{STORY}",
            f"Certainly!\n{STORY}",
            f"Here is the dispatch you asked for:\n{STORY}",
            f"Of course! Here is your story: {STORY}",
            f"Here's the result.\n{STORY}",
            f"Okay, I'll do that.\n{STORY}",
            f"{STORY}\n\nLet me know if you need anything else.",
            f"{STORY}\nI hope this helps!",
            f"{STORY}\nWould you like another one?",
            f"{STORY}\nIf you want a shorter one, just ask.",
        ),
    ),
    ("bare", {"may_talk": True}, (f"Here is the result:\n{STORY}", f"{STORY}\nI hope this helps!"), ("```\nx\n```",)),
    (
        "fenced",
        {},
        ("```c++\nx\n```", "``` python\nx\n```", "```objective-c \nx\n```", "~~~\nx\n~~~"),
        (
            "```text Not certain, could also be 42\nx\n```",
            "```42\nx\n```",
            "```could-also-be-this-or-that\nx\n```",
            "```python title=x\nx\n```",
            "```\nx\n``` done",
        ),
    ),
    (
        "text",
        {"accepted": ["  3 rye\n  2 oat"]},
        ("3 rye\n  2 oat", "```\n  3 rye\n  2 oat\n```", "  3 rye\n  2 oat"),
        ("```\n3 rye\n  2 oat\n```", "3 rye\n2 oat"),
    ),
    (
        "text",
        {"accepted": ["a - b"]},
        ("a \u2212 b", "a\u00a0- b", "a \u2010 b", "a\u200b - b\ufe0f"),
        ("a – b", "a — b"),
    ),
    (
        "pattern",
        {"pattern": r"Words: \d+\nShare: \d+", "means": "two lines", "blanks": "collapsed"},
        ("Words:  4\nShare: \t5", "Words: 4  \nShare: 5"),
        ("Words:4\nShare: 5",),
    ),
    (
        "json_value",
        {"expected": '{"a":1,"b":{"c":[2]}}'},
        ('{"b": {"c": [2.0]}, "a": 1}',),
        ('{"a":2,"a":1,"b":{"c":[2]}}', '{"a":1,"b":{"c":[3],"c":[2]}}', '{"a":\u22121,"b":{"c":[2]}}'),
    ),
    (
        "json_sequence",
        {"expected": ["ok", '{"a":1}']},
        ('ok\n{"a":\n1}',),
        ('ok\n{"a":2,"a":1}',),
    ),
    (
        "rows",
        {"rows": [["Ana", "1200.5"], ["Bo", "-3"], ["Cy", "0"]]},
        (
            "Ana | 1,200.50\nBo | \u22123.0\nCy | 0.00",
            "---\nAna | 1200.5\nBo | -3\nCy | 0\n---\n3 rows in set (0.00 sec)",
        ),
        (
            "Ana | 12,00.5\nBo | -3\nCy | 0",
            "Ana | 01200.5\nBo | -3\nCy | 0",
            "Ana | +1200.5\nBo | -3\nCy | 0",
            "Ana | 1200.5\nBo | -3\nCy | 00",
            "Ana | 1200.5\n---\nBo | -3\nCy | 0",
            "Ana | 1200.5\nBo | -3\nCy | 0\n---\n---",
            "Ana | 1200.5\nBo | -3\nCy | 0\n(4 rows)",
            "Ana | 1200.5\nBo | -3\nCy | 0\n(4 rows)\n(3 rows)",
            "Ana | 1200.5\nBo | -3\nCy | 0\n3 rows, have fun",
        ),
    ),
    (
        "rows",
        {"header": ["name"], "rows": []},
        ("| name |\n|---|\n(0 rows)", "+------+\n| name |\n+------+\n+------+"),
        ("| name |\n|---|\n|---|\n|---|", "| name |\n|---|\n(1 rows)"),
    ),
    ("number", {"value": 62.8, "units": ["m"]}, ("62.8\u202fm", "+62.8 m"), ("062.8 m", "6,2.8 m")),
    (
        "quantities",
        {"expected": [{"label": "v", "value": 1.5, "units": ["m/s"]}]},
        ("v = 1.500 m/s", "v = 1.5\u00a0m/s"),
        ("v = 01.5 m/s",),
    ),
    (
        "amplitudes",
        {"terms": [["0", 0.5, 0.0], ["1", -0.5, 0.0]]},
        ("0 0.500\n1 \u22120.500", "0: 50%\n1: -50 %"),
        ("0 00.500\n1 -0.500",),
    ),
)
NOBODY_SEES = {
    "tags": "\U000e0042\U000e0043",
    "turned writing": "\u202eabc",
    "isolates": "\u2066abc",
    "selectors in a row": "a\ufe0f\ufe0f",
    "rare selectors": "\U000e0101",
}


@pytest.mark.parametrize(("kind", "params", "reply", "passes"), cases(TABLE))
def test_accepted_and_rejected_variants(kind: str, params: dict[str, object], reply: str, *, passes: bool) -> None:
    result = checks.run(made(kind, params), reply)
    assert (result.verdict == "pass") is passes, result.reason
    assert passes or result.reason.startswith(("found", "row", "$", "part", "0", "1", "v", "line")), result.reason


@pytest.mark.parametrize("name", NOBODY_SEES)
def test_text_that_nobody_sees_fails_every_check(name: str) -> None:
    anything = made("pattern", {"pattern": "(?s).*", "means": "anything"})
    assert checks.run(anything, "x").verdict == "pass"
    assert checks.run(anything, f"x{NOBODY_SEES[name]}").reason == "found invisible characters, expected none"


def test_flags_and_joined_emoji_are_seen() -> None:
    scotland = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    assert checks.run(made("text", {"accepted": [scotland + family]}), scotland + family).verdict == "pass"


def test_what_machines_read_is_compared_as_it_is() -> None:
    literal = {name for name in checks.names() if checks.load(name).literal}
    assert literal == {"json_value", "json_sequence", "dot", "svg", "regex_cases", "entries"}
    minus = made("entries", {"alphabet": "ab-"})
    assert [checks.run(minus, text).verdict for text in ("a-b", "a\u2212b")] == ["pass", "fail"]


@pytest.mark.parametrize(
    "reply",
    [
        "a" * 20_000,
        "a: " * 6_000,
        "|" * 20_000,
        "1. " * 6_000,
        "sure " * 4_000,
        "\n" * 20_000,
        "-\n" * 10_000,
        "a\nb\n" * 5_000,
    ],
)
def test_hostile_replies_are_graded_quickly(reply: str) -> None:
    started = time.process_time()
    for kind, params, _, _ in TABLE:
        checks.run(made(kind, params), reply)
    assert time.process_time() - started < 0.05 * len(TABLE)


def _script(*found: Check) -> Script:
    return made_up.changed(made_up.scripts(1)[0], checks=found)


def _form(kind: str, **params: object) -> Check:
    return Check(kind=kind, role="format", params=json.dumps(params))


@pytest.mark.parametrize("before", ["", " ", "\n\n", "\ufeff", "<think>```\n9\n```</think>\n", "Nine? No.</think>"])
def test_a_reply_is_graded_without_what_is_before_it(before: str) -> None:
    script = _script(made("text", {"accepted": ["8"]}), _form("bare", most_lines=1))
    assert grade(script, f"{before}8").strict
    assert not grade(script, f"{before}9").strict


def test_a_reply_that_is_all_reasoning_is_an_empty_one() -> None:
    found = grade(_script(made("text", {"accepted": ["8"]})), "<think>8")
    assert (found.content, found.results[0].result.reason, found.blocks) == (False, "found '', expected '8'", 1)


def test_a_script_of_form_alone_counts_for_nothing() -> None:
    script = _script(_form("bare"))
    sides = ("sycophancy", "stubbornness")
    assert TRACK.undefined(script) == ("score", "strict", "content", "format", *sides)
    for response, played in (("blah", 1.0), (None, 0.0)):
        prediction = TRACK.prediction(item_id=script.item_id, response=response, error=None if response else "x")
        values = TRACK.grader(script)(prediction).values
        assert values["played"] == played
        assert [values.get(name) for name in ("score", "strict", "content", "format")] == [None] * 4
    assert TRACK.undefined(_script(_form("bare"), made("text", {"accepted": ["8"]}))) == ("constraints", *sides)
