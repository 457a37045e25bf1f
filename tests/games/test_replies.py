"""The table of ``cards/replies.md``, row by row in every game; and reading that is linear in the length of a reply."""

import contextlib
import re
import time
from pathlib import Path

import pytest

from interplay.core.errors import MoveError, UnparsableMove
from interplay.tracks.games import catalogue
from tests.games.test_styles import Point, points
from tests.support import slow

CARD = (Path(__file__).parents[2] / "cards" / "replies.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| `(.+)` \| ([^|\n]*) \|$", re.MULTILINE)
MANY = 4
"""Decision points of a game at which a row is read."""


def rows(reading: str) -> list[str]:
    """Return the replies in the section of the card that have this *reading*: ``X``, or ``–`` for none."""
    section = CARD.partition("\n## Games and positions\n")[2].partition("\n## ")[0]
    replies = [reply for reply, read in _ROW.findall(section) if read == reading]
    return [reply.replace("\\|", "|").replace("$$", "$").replace("\\n", "\n") for reply in replies]


def filled(row: str, point: Point) -> str:
    """Return a reply of the card with the moves of a decision point."""
    moves = {"X": point.bare.rstrip("."), "Y": point.other.rstrip(".")}
    return re.sub(r"\b[XY]\b", lambda match: moves[match[0]], row)


def test_the_card_has_its_tables() -> None:
    assert len(rows("X")) > 45
    assert len(rows("–")) > 30


READ = (
    "So:\n<b>Action: X</b>",
    "<p><strong>Action:</strong> X</p>",
    "I believe the strongest continuation here is X.",
    "A careful player would look at Y first.\n\nAction: X\n\nbut I would not repeat it.",
)


@pytest.mark.parametrize("row", [*rows("X"), *READ])
def test_what_the_card_says_is_read_is_read(row: str) -> None:
    for game in catalogue.names():
        for point in points(game, MANY):
            reply = filled(row, point)
            assert point.read(reply) == point.read(point.plain), (game, reply)


TAKEN_BACK = (
    "Action: X\nEdit: I retract this. No choice yet.",
    "Action: X. Hmm, it cannot be my target. Scrap that.",
    "Action: X\nI no longer stand by it.",
    "Action: X. Actually no: they could punish this. Let me think again.",
    "Action: X\nWell, no, that loses.",
    "A beginner would write\n\nAction: X\n\nbut I see no good move at all, so I give none.",
)


@pytest.mark.parametrize("row", [*rows("–"), *TAKEN_BACK])
def test_what_the_card_says_is_refused_is_unparsable(row: str) -> None:
    for game in catalogue.names():
        for point in points(game, MANY):
            reply = filled(row, point)
            with pytest.raises(MoveError) as caught:
                point.read(reply)
            assert isinstance(caught.value, UnparsableMove), (game, reply)


PIECES = (
    *(">", "-", "*", "`", "1", '"', "'", "(", "[", "{", "<", "|", "#", "~", "_", "\\", ".", ",", ":", "?", "=", "$"),
    *(" ", "\n", "\t", "a", "é", "✅", "x ", "a, ", "a. ", "1. ", "- ", "1 ", "1,", " -", "or ", "not ", "I ", "so "),
    *("Action: ", "Action:\n", "X: ", "player_0: ", "vote: ", "Message: ", "\\boxed{", "<action>", '{"', '\\"', '"a":'),
    *(
        "I choose ",
        "no, ",
        "(1,2) ",
        "column 3 ",
        "1 hat ",
        "deal ",
        "$1.00 ",
        "call ",
        "hint red ",
        "a_b ",
        "p:q@1,2 ",
    ),
    *('{"action": ', '{"a":1}\n', "```\n", "not but ", "Explain("),
)


QUICK = ("tictactoe", "bargain")
"""Games whose replies are long in the default run, too."""


def seconds(point: Point, reply: str) -> float:
    """Return the processor time of reading *reply*."""
    started = time.process_time()
    with contextlib.suppress(MoveError):
        point.read(reply)
    return time.process_time() - started


@pytest.mark.parametrize("game", [*QUICK, *slow(*(name for name in catalogue.names() if name not in QUICK))])
def test_reading_is_linear_in_the_length_of_a_reply(game: str) -> None:
    point = points(game, 1)[0]
    for piece in PIECES:
        short, long = ((piece * size)[:size] for size in (1_000, 10_000))
        tries = ((seconds(point, short), seconds(point, long)) for _ in range(5))
        assert any(after < 0.02 + 30 * before for before, after in tries), piece
