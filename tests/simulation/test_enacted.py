"""How dialogues in TOML are enacted, and how faults become wrong replies."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from interplay.tracks.simulation.checks.bare import BareParams
from interplay_builders.tracks.simulation.families._enacted import Answer, enact
from interplay_builders.tracks.simulation.sessions import Session, form

HEAD = """
task_id = "adder"
name = "Adder"
kind = "stateful"
family = "toy"
brief = " Add up. "
request_type = "Numbers"
[[session]]
challenging = 1
tags = ["off_by_one"]
"""
TURNS = """
[[session.turn]]
request = "2"
[[session.turn]]
request = "please add 3 and 4"
do = ["3", "4"]
wrong = { forget = [1] }
planted = [
    { do = ["3"] },
    { first = ["1"] },
    { text = "nine" },
    { edit = [["9", "8"]], before = "So:" },
    { fence = "" },
    { history = [["1", "5"]] },
    { history = [["2.2", ""]] },
    { stale = true, after = "Done." },
    { fence = "text", bare = true, before = "Total" },
]
"""


class Adder:
    """Adds what it is told."""

    def __init__(self) -> None:
        self._total = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return the total so far."""
        self._total += sum(int(command) for command in commands)
        return Answer(str(self._total), (form("bare", BareParams()),))


def played(folder: Path, text: str) -> list[Session]:
    path = folder / "adder.toml"
    path.write_text(text, encoding="utf-8")
    return list(enact(path, Adder))


AFTERWARDS = ("12", "5", "2\n\nDone.", "Total\n\n```text\n9\n```")


def test_replies_are_the_simulators_and_faults_are_described(tmp_path: Path) -> None:
    (session,) = played(tmp_path, HEAD + TURNS)
    first, second = session.exchanges
    assert (session.task.brief, session.challenging, session.tags) == ("Add up.", 1, ("off_by_one",))
    assert (first.reply, first.checks, first.wrong) == ("2", (), None)
    assert (second.reply, second.wrong, len(second.checks)) == ("9", "7", 1)
    assert second.planted == ("5", "10", "nine", "So:\n\n8", "```\n9\n```", *AFTERWARDS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"9", "8"', '"7", "8"', r"adder.toml, session 1: turn 2: '7' stands 0 times in '9'"),
        ('do = ["3", "4"]', 'do = ["three"]', r"adder.toml, session 1: turn 2: invalid literal"),
        ('text = "nine"', 'text = "9"', r"adder.toml, session 1: turn 2: Fault.* gives the true reply"),
        ('"2.2", ""', '"2.3", ""', r"adder.toml, session 1: turn 2: no command at 2.3"),
        ("planted", "plantet", r"unknown field `plantet`"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        played(tmp_path, HEAD + TURNS.replace(old, new))
