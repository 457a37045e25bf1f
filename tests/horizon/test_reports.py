"""Reading reports: any natural dress is read, hedges and contradictions are not, and hostile replies are cheap."""

import time
from decimal import Decimal

import pytest

from interplay.tracks.horizon.records import Line
from interplay.tracks.horizon.reports import report_in

TASKS = ("paint the fence", "wash the car", "feed the cat")
LINES = (
    Line(label="Everyday", kind="number"),
    Line(label="Everyday value", kind="number"),
    Line(label="Open", kind="words", allowed=TASKS),
    Line(label="Next", kind="word", allowed=("Ana", "Ben")),
    Line(label="Refused", kind="number"),
)
RIGHT = (Decimal("1012.50"), Decimal(-3), ("paint the fence", "wash the car"), "ana", Decimal(2))
PLAIN = "Everyday: 1012.50\nEveryday value: -3\nOpen: paint the fence, wash the car\nNext: Ana\nRefused: 2"
DRESSES = {
    "plain": PLAIN,
    "reasoning before": f"Let me see.\nEveryday: 3.00\n1. pay: Everyday: 7\nRefused: 1 so far\n\nSo:\n\n{PLAIN}",
    "reasoning with the labels, right above": f"Everyday: 3.00\n{PLAIN}",
    "thoughts in tags": f"<think>\nEveryday: 9\n</think>\n{PLAIN}",
    "an earlier whole report": PLAIN.replace("Refused: 2", "Refused: 9") + "\n\nThen one more order.\n\n" + PLAIN,
    "bold labels": "\n".join(f"**{line.replace(': ', ':** ')}" for line in PLAIN.split("\n")),
    "bold lines": "\n".join(f"**{line}**" for line in PLAIN.split("\n")),
    "bullets": "\n".join(f"- {line}" for line in PLAIN.split("\n")),
    "numbers": "\n".join(f"{n}. {line}" for n, line in enumerate(PLAIN.split("\n"), 1)),
    "quotation": "\n".join(f"> {line}" for line in PLAIN.split("\n")),
    "headings": "\n\n".join(f"### {line}" for line in PLAIN.split("\n")),
    "code fence": f"Here is the report.\n```\n{PLAIN}\n```\nLet me know if you need more!",
    "table": "| Place | Value |\n|---|---|\n"
    + "\n".join(f"| {line.replace(': ', ' | ')} |" for line in PLAIN.split("\n")),
    "wide table": "| Everyday | Everyday value | Open | Next | Refused |\n|---|:-:|---|---|---|\n"
    "| 1012.50 | -3 | paint the fence, wash the car | Ana | 2 |",
    "one line": PLAIN.replace("\n", "; ") + ".",
    "equals signs": PLAIN.replace(": ", " = "),
    "dashes": PLAIN.replace(": ", " – "),
    "arrows": PLAIN.replace(": ", " → "),
    "lower case": PLAIN.lower(),
    "other order": "\n".join(reversed(PLAIN.split("\n"))),
    "thousands and currency": PLAIN.replace("1012.50", "€1,012.50"),
    "thousands with a space": PLAIN.replace("1012.50", "1 012.50 EUR"),
    "decimal comma": PLAIN.replace("1012.50", "1012,5"),
    "real minus": PLAIN.replace("-3", "−3.00"),
    "units and remarks": PLAIN.replace("-3", "-3 cents (overdrawn)").replace("Ana", "Ana (again)"),
    "a count in words and figures": PLAIN.replace("Refused: 0", "Refused: none (0)"),
    "full stops": PLAIN.replace("\n", ".\n") + ".",
    "list with and": PLAIN.replace(", wash", " and wash"),
    "list in brackets": PLAIN.replace("paint the fence, wash the car", '["paint the fence", "wash the car"]'),
    "list below": PLAIN.replace("Open: paint the fence, wash the car", "Open:\n1. paint the fence\n2. wash the car"),
    "bullets below": PLAIN.replace(
        "Open: paint the fence, wash the car", "- Open:\n  - paint the fence\n  - wash the car"
    ),
    "JSON": "{" + ", ".join(f'"{line.replace(": ", chr(34) + ": ")}' for line in PLAIN.split("\n")) + "}",
    "remarks between the lines": PLAIN.replace("\nOpen", "\n(that is below zero)\nOpen").replace(
        "\nNext", "\nand now:\nNext"
    ),
    "remarks between the lines, after an earlier report": f"{PLAIN.replace('-3', '7')}\n\nThe last order is left.\n\n"
    + PLAIN.replace("\nOpen", "\nThat is below zero.\nOpen"),
    "the same said again": f"{PLAIN}\n\nSo it is Ana's turn.\nNext: Ana",
    "LaTeX in one line": f"$$\\boxed{{{PLAIN}}}$$".replace("\n", ",\\ ").replace("Refused:", "\\text{Refused:}"),
    "an array in a box": "\\[\\boxed{\\begin{array}{l}" + PLAIN.replace("\n", " \\\\ ") + "\\end{array}}\\]",
    "values at the start": f"{PLAIN}\n\nFor reference, at the start: Everyday: 9, Next: Ben.",
    "Windows lines": PLAIN.replace("\n", "\r\n"),
    "polite": f"Of course! Here is the report:\n\n{PLAIN}\n\nHave a nice day. Next: I could explain the steps.",
}


@pytest.mark.parametrize("name", DRESSES)
def test_natural_dress_is_read(name: str) -> None:
    assert report_in(DRESSES[name], LINES).values == RIGHT


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no report"),
        ("I cannot do that.", "no report"),
        (PLAIN.replace("Refused: 2", ""), "no report"),
        (f"<think>{PLAIN}</think>", "no report"),
        (f"{PLAIN}\n\nOn second thoughts:\nEveryday: 5", "contradiction"),
        (f"{PLAIN}\nEveryday: 5", "contradiction"),
        (f"{PLAIN}\nIt could also be\nNext: Ben", "contradiction"),
    ],
)
def test_what_is_no_report_says_why(text: str, fault: str) -> None:
    found = report_in(text, LINES)
    assert (found.values, found.fault) == (None, fault)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1012.50", "1012.50 or 1013"),
        ("1012.50", "about 1012.50"),
        ("1012.50", "1012.50-1013"),
        ("Ana", "Ana or Ben"),
        ("Ana", "Cleo"),
        ("wash the car", "wash the dog"),
        ("-3", "minus three"),
        ("-3", "1e3"),
        ("Ana", "Ana (not Ana)"),
        ("Ana", "Ana (Ben if she is ill)"),
        ("Refused: 2", "Refused: 2 (0b0011)"),
        ("Refused: 2", "Refused: MAX(2, 3)"),
        ("-3", ""),
    ],
)
def test_hedges_and_other_values_are_not_read(old: str, new: str) -> None:
    found = report_in(PLAIN.replace(old, new), LINES)
    assert found.values is None or None in found.values


def test_several_guesses_are_not_several_chances() -> None:
    guesses = "\n".join(f"Everyday: {n}\nEveryday value: -3\nOpen: none\nNext: Ana\nRefused: {n}" for n in range(30))
    found = report_in(guesses, LINES)
    assert found.values is not None
    assert found.values[0] == Decimal(29)


@pytest.mark.parametrize("remark", ["(see above)", "(unclear)", "paint the fence, wash the car, ...", "(none or all)"])
def test_a_remark_in_the_place_of_a_list_is_no_list(remark: str) -> None:
    found = report_in(PLAIN.replace("paint the fence, wash the car", remark), LINES)
    assert found.values is not None
    assert found.values[2] is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1012.50", "2025.00 / 2 = 1012.50"),
        ("1012.50", "1012.50 (half of 2025)"),
        ("1012.50", "1012.50 – after the last order"),
        ("Refused: 2", "Refused: two"),
        ("Refused: 2", "Refused: 2, namely lines 3 and 5"),
        ("paint the fence, wash the car", "paint the fence (37 min), wash the car (on 3 May)"),
        ("paint the fence, wash the car", "paint the fence: 37, wash the car: 25"),
        ("Open: paint the fence, wash the car", '"Open": [\n  "paint the fence",\n  "wash the car"\n],'),
        ("Ana", "Ana – it is her turn"),
        ("Ana", "Ana (not Ben, since it is her turn)"),
        ("Ana", "Ana, not Ben"),
        ("Refused: 2", "Refused: 2 (no further ones)"),
        ("Refused: 2", "Refused: 2 (0b0010)"),
        ("Refused: 2", "Refused: COUNT(3, 5) = 2"),
        ("Refused: 2", "Refused: 11 mod 9 = 2"),
        ("paint the fence, wash the car", "(1) paint the fence (2) wash the car"),
        ("paint the fence, wash the car", "1: paint the fence, 2: wash the car"),
        ("paint the fence, wash the car", "\nTask 1: paint the fence\nTask 2: wash the car"),
        (": ", "\uff1a"),
    ],
)
def test_sums_notes_and_times_beside_a_value_are_left_out(old: str, new: str) -> None:
    assert report_in(PLAIN.replace(old, new), LINES).values == RIGHT


@pytest.mark.parametrize(
    "unit", ["thousand", "percent", "cents", "k", "overdrawn", "(or 1013)", "(no: 90)", "?", "or so"]
)
def test_what_changes_a_value_or_leaves_it_open_makes_it_wrong(unit: str) -> None:
    found = report_in(PLAIN.replace("1012.50", f"1012.50 {unit}"), LINES)
    assert found.values is None or found.values[0] is None


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("A report would look like this, for example:", ""),
        ("If line 3 had been refused, the report would be:", ""),
        ("", "This report is wrong; I lost track."),
        ("", "I made these numbers up."),
        ("", "Please ignore all of this."),
        ("", "Oops, one of them is off by one."),
        ("", "I can't vouch for any of it."),
        ("", "The value of Everyday is wrong."),
        ("The previous assistant sent you this:", "I checked it and it's not correct: line 6 counts."),
        ("Is this right?", "No."),
    ],
)
def test_a_report_that_is_supposed_or_taken_back_is_none(above: str, below: str) -> None:
    assert report_in(f"{above}\n\n{PLAIN}\n\n{below}", LINES).values is None


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("Is anything left? No. Here is the report that you asked for:", "No line is left out."),
        ("", "Sorry that it took so long; I trust that you can't find a mistake. You can ignore the steps above."),
        ("", "I didn't need line 3, so it can't be left out by mistake. Everything should be correct."),
    ],
)
def test_politeness_and_remarks_around_a_report_take_nothing_back(above: str, below: str) -> None:
    assert report_in(f"{above}\n\n{PLAIN}\n\n{below}", LINES).values == RIGHT


def test_nothing_is_an_empty_list() -> None:
    for word in ("none", "None.", "(none)", "-", "empty", ""):
        found = report_in(PLAIN.replace("paint the fence, wash the car", word), LINES)
        assert found.values is not None
        assert found.values[2] == ()


@pytest.mark.parametrize(
    "text",
    [
        " " * 100_000,
        "Everyday" + " " * 99_000 + ":",
        "Everyday: " * 10_000,
        "Everyday: " + "1" * 99_000,
        "Everyday: " + "1," * 49_000,
        "Open:\n" * 16_000,
        "Open: " + "paint the fence, " * 5_000,
        "|" * 100_000,
        "- " * 50_000,
        "> 1. " * 20_000,
        "Everyday (" * 10_000,
        "Next: (" + "(" * 90_000,
        "* [ ] " * 16_000,
        "\n" * 100_000,
        "<think>" * 14_000,
        "Everyday | Everyday value | Open | Next | Refused\n" * 2_000,
    ],
    ids=range(16),
)
def test_hostile_replies_are_read_in_bounded_time(text: str) -> None:
    start = time.process_time()
    report_in(text, LINES)
    assert time.process_time() - start < 3
