"""Each row of ``cards/replies.md`` is read as the card says, and no reader takes more than linear time."""

import re
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from interplay.core.driver import Reply
from interplay.judging import judge
from interplay.judging.verdicts import read
from interplay.tracks.company.answers import names, yes_no
from interplay.tracks.horizon.records import Line
from interplay.tracks.horizon.reports import report_in
from interplay.tracks.scorekeeping.answers import gives, plain
from interplay.tracks.scorekeeping.records import Rules
from interplay.tracks.scorekeeping.rules import answer_body, probe_label
from tests.scorekeeping.examples import TAGS
from tests.support import slow

CARD = Path(__file__).parent.parent / "cards" / "replies.md"
RULES = Rules(tag="plain", answers="asked")
PEOPLE = ("Ada", "Boris", "Carla", "Dan", "Eva")
CHORES = ("paint the fence", "feed the cat")
LINES = (
    Line(label="Bar", kind="number"),
    Line(label="Open", kind="words", allowed=CHORES),
    Line(label="Refused", kind="number"),
)
REPORT = {"Bar": "Bar: 110.51", "Open": "Open: paint the fence, feed the cat", "Refused": "Refused: 1"}


def company(reply: str, expected: str) -> str:
    if expected in {"yes", "no"} or not any(name in reply for name in PEOPLE):
        label = yes_no(reply)
        if label is not None:
            return "yes" if label else "no"
    named = names(reply, PEOPLE)
    return "–" if named is None else ", ".join(sorted(named)) or "nobody"


def scorekeeping(reply: str, expected: str) -> str:
    if "filled" not in expected:
        label = probe_label(reply, TAGS, RULES)
        return "–" if label is None else "yes" if label else "no"
    body = answer_body(reply, TAGS, RULES)
    return "filled" if body is not None and gives(plain(body), "toronto", ["rome"]) else "not filled"


def horizon(reply: str, expected: str) -> str:
    where, _, text = reply.partition(": ")
    label = re.sub(r"\W.*", "", reply.strip('*"'), flags=re.DOTALL)
    lines = "\n".join(
        (REPORT | ({label: reply} if label in REPORT and where not in {"above", "below"} else {})).values()
    )
    around = {"above": f"{text}\n\n{lines}", "below": f"{lines}\n\n{text}"}.get(where, lines)
    values = report_in(around, LINES).values
    return "right" if values == (Decimal("110.51"), CHORES, Decimal(1)) else "wrong"


def judges(reply: str, expected: str) -> str:
    name = "pairwise" if re.search(r"\[\[(?:Reply )?[A-C]\]\]", reply) else "scoring"
    verdict = read(judge.load(name).file.verdict, "text", Reply(reply)).verdict
    return "–" if verdict is None else str(verdict)


READERS: dict[str, Callable[[str, str], str]] = {
    "Company": company,
    "Scorekeeping": scorekeeping,
    "Horizon": horizon,
    "Judges": judges,
}


def rows() -> list[tuple[str, str, str]]:
    """Return section, reply and reading of each row; a place before the reply, as in *above:*, goes with it."""
    table = []
    for section in CARD.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        for place, reply, reading in re.findall(r"^\| (above: |below: |)`(.*)` \| (.*) \|$", text, re.MULTILINE):
            table.append((title, place + reply.replace("\\n", "\n"), reading))
    return [row for row in table if row[0] in READERS]


def test_every_track_has_rows_that_are_read_and_rows_that_are_not() -> None:
    for title in READERS:
        readings = {reading in {"–", "wrong", "not filled"} for section, _, reading in rows() if section == title}
        assert readings == {True, False}, title


@pytest.mark.parametrize(("section", "reply", "reading"), rows())
def test_the_card_says_how_a_reply_is_read(section: str, reply: str, reading: str) -> None:
    assert READERS[section](reply, reading) == reading


PIECES = (
    *(" ", "\n", "\t", "a", "A", "7", "é", "中", "\u200b", "\U0001f600", "_", "*", "`", "#", ">", "|", "-", "–", "."),
    *(
        ",",
        ";",
        ":",
        "?",
        "!",
        "(",
        ")",
        "[",
        "]",
        "[[",
        "{",
        "}",
        '"',
        "'",
        "“",
        "’",
        "/",
        "\\",
        "=",
        "+",
        "~",
        "$",
        "%",
    ),
    *(
        "<",
        "<think>",
        "```",
        "not ",
        "yes ",
        "no, ",
        "or ",
        "and ",
        "Ada, ",
        "Ada ",
        "Answer: ",
        "Answer: yes\n",
        "if ",
    ),
    *("Bar: ", "Bar: 1\n", "Open:\n", "Open: paint the fence, ", "1,000", "ASIDE: ", "ANSWER: ", "toronto ", "rome/"),
    *("Rating: [[7]] ", "[[7]]\n", '{"rating": ', '{"answer": [', "> ", "1. ", "this ", "made "),
    *(
        "1-",
        "1:",
        "1 + ",
        "1 = ",
        "(a",
        "a)",
        "x\n",
        "\n\n ",
        "Open: 1:1:",
        "knows ",
        "Ada knows, ",
        "[[7]] or ",
        "yes;",
        "'a",
    ),
)


def seconds(reader: Callable[[str, str], str], text: str) -> float:
    start = time.process_time()
    reader(text, "filled" if "ANSWER" in text else "")
    return time.process_time() - start


@pytest.mark.parametrize("section", READERS)
@pytest.mark.parametrize("piece", [*PIECES[:3], *slow(*PIECES[3:])])
def test_readers_take_time_in_proportion_to_a_reply(section: str, piece: str) -> None:
    """Quadratic time would take a hundred times as long for ten times the characters."""
    front = {"Scorekeeping": "ANSWER: x", "Horizon": "Open: x"}.get(section, "x")
    smallest, small, large = (f"{front}{piece * (size // len(piece))}é = 5 x" for size in (1_000, 10_000, 100_000))
    reader = READERS[section]
    reader(smallest, "")
    for _ in range(5):
        limit = 40 * max(seconds(reader, small), 0.002)
        if seconds(reader, large) < limit:
            return
    pytest.fail(f"{piece!r} takes more than linear time")
