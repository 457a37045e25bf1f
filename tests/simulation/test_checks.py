"""Every kind of check: what passes, what fails, and that no reply breaks one."""

import time

import msgspec
import pytest

from interplay.core import schema
from interplay.core.errors import UnknownName
from interplay.core.release import Release
from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks.base import Params
from interplay.tracks.simulation.track import TRACK
from tests.simulation.check_tables import Row, cases, made

TABLE: tuple[Row, ...] = (
    (
        "text",
        {"accepted": ["/home/ana\nnotes.txt"]},
        (
            "/home/ana\nnotes.txt",
            "```\n/home/ana\nnotes.txt\n```",
            "```bash\n/home/ana  \nnotes.txt\n\n```\n",
            "\r\n/home/ana\r\nnotes.txt\r\n",
            " /home/ana\nnotes.txt",
            "Output:\n~~~\n/home/ana\nnotes.txt\n~~~",
        ),
        (
            "",
            "/home/ana",
            "/home/Ana\nnotes.txt",
            "notes.txt\n/home/ana",
            "```\n /home/ana\nnotes.txt\n```",
            "```\n\n```",
        ),
    ),
    (
        "text",
        {"accepted": ["KHOOR ZRUOG", "KHOORZRUOG"], "case": False, "blanks": "collapsed"},
        ("khoor  zruog", "KHOOR\nZRUOG", "Khoorzruog", "```text\nKHOOR ZRUOG\n```"),
        ("KHOOR ZRUOH", "KHOOR ZRUOG!", "The text is KHOOR ZRUOG"),
    ),
    (
        "line_set",
        {"expected": ["milk", "eggs"], "ordered": False},
        ("eggs\nmilk", "```\nmilk\n\neggs\n```", "  milk\neggs  "),
        ("milk", "milk\neggs\nbread", "milk\nmilk", "Milk\neggs", ""),
    ),
    ("line_set", {"expected": ["a", "b"]}, ("a\nb", "a\n\nb"), ("b\na", "a\nb\nb")),
    (
        "number",
        {"value": 1234.5, "tolerance": 0.05, "units": ["kg", "kilograms"]},
        ("1234.5 kg", "1,234.5 kilograms", "**1234.46 kg**", "```\n1234.5kg\n```", "Mass: 1234.5\u00a0kg"),
        ("1234.5", "1234.5 g", "1234.5 kgs", "1235 kg", "about a ton", "1234.5 kg or 1240 kg", "-1234.5 kg"),
    ),
    (
        "number",
        {"value": -3, "where": "last"},
        ("2 - 5 = -3", "\u22123", "x1 = 4, x2 = -3.0"),
        ("3", "-3, not 4", "1e999", "NaN", "\u0663"),
    ),
    (
        "json_value",
        {"expected": '{"a":[1,2.5],"b":null,"c":true}'},
        ('{"c":true,"b":null,"a":[1.0,2.5]}', '```json\n{ "a": [1, 2.5], "b": null, "c": true }\n```'),
        (
            '{"a":[2.5,1],"b":null,"c":true}',
            '{"a":[1,2.5],"b":null,"c":1}',
            '{"a":[1,2.5],"c":true}',
            '{"a":[1,2.5],"b":null,"c":true,"d":0}',
            "{'a': [1, 2.5]}",
            "{" * 20_000,
            "[" * 20_000,
            "1" * 20_000,
            "null",
        ),
    ),
    (
        "rows",
        {"header": ["name", "total"], "rows": [["Ada", "12.50"], ["Bo", "3"]]},
        (
            "| name | total |\n|------|------:|\n| Ada | 12.50 |\n| Bo | 3 |",
            "```\n name | total\n------+-------\n Ada  | 12.5\n Bo   | 3.00\n(2 rows)\n```",
            "+------+-------+\n| Name | Total |\n+------+-------+\n| ada  | 12.50 |\n| Bo   | 3     |\n+------+------+",
            "│ name │ total │\n├──────┼───────┤\n│ Ada │ 12.50 │\n│ Bo │ 3 │",
        ),
        (
            "| name | total |\n| Bo | 3 |\n| Ada | 12.50 |",
            "| Ada | 12.50 |\n| Bo | 3 |",
            "| name | total |\n| Ada | 12.51 |\n| Bo | 3 |",
            "| name | total |\n| Ada | 12.50 |",
            "name,total\nAda,12.50\nBo,3",
            "",
        ),
    ),
    (
        "rows",
        {"rows": [["a", "1"], ["b", "2"]], "ordered": False, "separator": ","},
        ("b,2\na,1", "a, 1\nb , 2"),
        ("a,1\na,1", "a;1\nb;2"),
    ),
    (
        "grid",
        {"rows": ["X.O", "...", "O.X"], "symbols": "XO.", "aliases": ["_."]},
        (
            "X . O\n. . .\nO . X",
            "```\n  a b c\n3 X . O\n2 . . .\n1 O . X\n```",
            "|X|_|O|\n+-+-+-+\n|_|_|_|\n+-+-+-+\n|O|_|X|",
        ),
        ("X . O\n. X .\nO . X", "X . O\n. . .", "", "XO\n\nOX"),
    ),
    (
        "fenced",
        {},
        ("```\nx\n```", "```python\nx\n```\n", "\n~~~\nx\n~~~", "````\n```\n````", "```\n```"),
        ("x", "Here:\n```\nx\n```", "```\nx\n```\nDone.", "```\nx\n```\n```\ny\n```", "```\nx", ""),
    ),
    (
        "fenced",
        {"talk": True},
        ("```\nx\n```", "```python\nx\n```", "Here:\n```\nx\n```\nDone.", "~~~\nx\n~~~"),
        ("x", "```\nx\n```\nor\n```\ny\n```", "```\nx", "```or it may be y\nx\n```", ""),
    ),
    ("bare", {"may_fence": True}, ("x", "```\nx\n```", "```text\nx\n```"), ("```text or else y\nx\n```", "")),
    ("fenced", {"languages": ["json"]}, ("```json\n{}\n```",), ("```\n{}\n```", "```js\n{}\n```")),
    (
        "bare",
        {"most_lines": 2, "most_words": 4, "forbidden": ["as an AI"]},
        ("one two\nthree four", "\none\n"),
        ("one two three four five", "a\nb\nc", "```\na\n```", "   ", "As  an\nai"),
    ),
    (
        "pattern",
        {"pattern": r"(feat|fix)(\([a-z]+\))?: [^\n]{1,50}", "means": "a commit subject"},
        ("fix: a bug", "```\nfeat(ui): more\n```"),
        ("Fix: a bug", "fix: a bug\n\nlonger", "", "chore: x"),
    ),
    (
        "pattern",
        {"pattern": r"\?", "means": "no question", "whole": False, "absent": True},
        ("Done.",),
        ("Shall I go on?",),
    ),
)
HOSTILE = {
    "NUL": "\x00" * 20_000,
    "bidi": "\u202e" * 20_000,
    "surrogates": "\ud800" * 10_000,
    "braces": "{" * 20_000,
    "brackets": "[" * 20_000,
    "fences": "```\n" * 5_000,
    "ticks": "`" * 20_000,
    "bars": "|" * 20_000,
    "digits": "9" * 20_000,
    "lines": "\n" * 20_000,
    "commas": "1," * 10_000,
    "signs": "-+" * 10_000,
    "blanks": " " * 19_999 + "x",
    "entities": "&lol9;" * 3_000,
}


CASES = cases(TABLE)


@pytest.mark.parametrize(("kind", "params", "reply", "passes"), CASES)
def test_accepted_and_rejected_variants(kind: str, params: dict[str, object], reply: str, *, passes: bool) -> None:
    result = checks.run(made(kind, params), reply)
    assert (result.verdict == "pass") is passes, result.reason
    if not passes:
        assert result.reason.startswith(("found", "line", "row", "$")), result.reason


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_replies_are_graded_quickly_and_raise_nothing(name: str) -> None:
    started = time.process_time()
    for kind, params, _, _ in TABLE:
        result = checks.run(made(kind, params), HOSTILE[name])
        assert len(result.reason) <= 300
    assert time.process_time() - started < 0.05 * len(TABLE)


def test_a_reply_beyond_the_limit_fails_unread() -> None:
    result = checks.run(made("fenced", {}), "x" * 10_000_000)
    assert result.reason == "found 10,000,000 characters, expected at most 20,000"


def test_unknown_kinds_and_parameters_are_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean 'text'"):
        checks.run(made("texts", {}), "x")
    with pytest.raises(msgspec.ValidationError):
        checks.params_of(made("text", {"accepted": ["x"], "regex": True}))


@pytest.mark.parametrize("name", checks.names())
def test_every_kind_has_a_schema_and_a_docstring(name: str) -> None:
    kind = checks.load(name)
    assert schema.schema_of((kind,), name)["title"]
    assert kind.__doc__ and kind.problem is not Params.problem


def test_a_table_with_too_few_rows_is_told_the_first_wrong_one() -> None:
    check = made("rows", {"rows": [["a", "1"], ["b", "2"], ["c", "3"]]})
    assert checks.run(check, "a | 1\nc | 3").reason == (
        "found 2 rows, expected 3; row 2: found 'c | 3', expected 'b | 2'"
    )
    assert checks.run(check, "a | 1\nb | 2").reason == (
        "found 2 rows, expected 3; row 3: found no row, expected 'c | 3'"
    )
    assert checks.run(check, "a | 1\nb | 2\nc | 3\nd | 4").reason.endswith("row 4: found 'd | 4', expected no row")


@pytest.mark.parametrize("kind", checks.names())
def test_each_kind_says_in_words_what_it_demands(kind: str, release: Release) -> None:
    found = {check for script in TRACK.items(release) for check in script.checks if check.kind == kind}
    rules = {checks.rule(check) for check in found}
    assert rules
    assert all(0 < len(rule) < 300 and "`" not in rule for rule in rules)
