"""How dialogues in TOML are enacted, how faults become wrong replies, and what is refused."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay_builders.tracks.simulation.dialogues import engines
from interplay_builders.tracks.simulation.dialogues.enacting import FAMILIES, enact
from interplay_builders.tracks.simulation.dialogues.engines import Answer, EngineClass
from interplay_builders.tracks.simulation.sessions import COMPUTED, WRITTEN, Session, form

HEAD = """
task_id = "adder"
name = "Adder"
kind = "stateful"
family = "toy"
brief = " Add up. "
request_type = "Numbers"
"""
SESSION = """
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
    { wrong = true },
]
"""
ENGINE = 'engine = "adding.Adder"\n'
COMPUTED_TASK = HEAD + ENGINE + SESSION + TURNS
WRITTEN_TASK = (
    HEAD
    + 'checks = [{ kind = "bare" }]\nplanted = [{ fence = "" }]\n'
    + SESSION
    + """
[[session.turn]]
request = '''

one
two
'''
reply = "1\\n2\\n"
[[session.turn]]
request = "three"
reply = "3 cups"
lines = ["3 cups"]
wrong = { stale = true }
planted = [{ wrong = true }, { edit = [["3", "4"], ["cups", "mugs"]] }]
"""
)


class Adder:
    """Adds what it is told."""

    def __init__(self) -> None:
        self._total = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return the total so far."""
        self._total += sum(int(command) for command in commands)
        return Answer(str(self._total), (form("bare", BareParams()),))


class Sum(Record, frozen=True):
    terms: tuple[int, ...]


class Start(Record, frozen=True):
    total: int


class Reckoner:
    """Adds what records hold to a start; replies are sent in brackets."""

    def __init__(self, setup: Start) -> None:
        self._total = setup.total

    def answer(self, asked: Sum) -> Answer:
        """Return the total so far."""
        self._total += sum(asked.terms)
        return Answer(f"{self._total} and no more", (), encode=lambda text: f"<{text}>")


def played(folder: Path, text: str, engine: EngineClass | None = None) -> list[Session]:
    path = folder / "adder.toml"
    path.write_text(text, encoding="utf-8")
    return list(enact(path, engine))


AFTERWARDS = ("12", "5", "2\n\nDone.", "Total\n\n```text\n9\n```", "7")


def test_replies_are_the_engines_and_faults_are_described(tmp_path: Path) -> None:
    (session,) = played(tmp_path, COMPUTED_TASK, Adder)
    first, second = session.exchanges
    assert (session.task.brief, session.challenging, session.tags) == ("Add up.", 1, ("off_by_one",))
    assert session.task.provenance == COMPUTED
    assert (first.reply, first.checks, first.wrong) == ("2", (), None)
    assert (second.reply, second.wrong, len(second.checks)) == ("9", "7", 1)
    assert second.planted == ("5", "10", "nine", "So:\n\n8", "```\n9\n```", *AFTERWARDS)


def test_replies_stand_in_a_file_without_an_engine(tmp_path: Path) -> None:
    (session,) = played(tmp_path, WRITTEN_TASK)
    first, second = session.exchanges
    assert session.task.provenance == WRITTEN
    assert (first.request, first.reply, first.planted) == ("\none\ntwo", "1\n2", ("```\n1\n2\n```",))
    assert [check.kind for check in first.checks] == ["bare"]
    assert [check.kind for check in second.checks] == ["labelled", "bare"]
    assert (second.reply, second.wrong) == ("3 cups", "1\n2")
    assert second.planted == ("1\n2", "4 mugs", "```\n3 cups\n```")


def test_an_engine_may_have_a_setup_a_record_of_its_own_and_a_code(tmp_path: Path) -> None:
    turn = '[[session]]\n[[session.turn]]\nrequest = "add"\ndo.terms = [1, 2]\n'
    faults = 'planted = [{ do = { terms = [4] } }, { edit = [["13", "14"]], before = "So:" }, { text = "13" }]\n'
    setup = "[setup]\ntotal = 10\n"
    (session,) = played(tmp_path, HEAD + ENGINE + setup + turn + faults, Reckoner)
    (exchange,) = session.exchanges
    assert exchange.reply == "<13 and no more>"
    assert exchange.planted == ("<14 and no more>", "So:\n\n<14 and no more>", "13")
    for old, new, message in (
        ("do.terms", "do.term", r"adder.toml, session 1: turn 1: .*unknown field `term`"),
        ("total = 10", "sum = 10", r"adder.toml: .*unknown field `sum`"),
        (setup, "", r"adder.toml: .*missing required field `total`"),
    ):
        with pytest.raises(RecordError, match=message):
            played(tmp_path, (HEAD + ENGINE + setup + turn + faults).replace(old, new), Reckoner)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"9", "8"', '"7", "8"', r"adder.toml, session 1: turn 2: '7' stands 0 times in '9'"),
        ('do = ["3", "4"]', 'do = ["three"]', r"adder.toml, session 1: turn 2: invalid literal"),
        ('do = ["3", "4"]', 'do = { a = "3" }', r"adder.toml, session 1: turn 2: Expected `array`, got `object`"),
        ('do = ["3", "4"]', 'do = ["9"]\nreply = "9"', r"adder.toml, session 1: turn 2: found a reply, expected none"),
        ('text = "nine"', 'text = "9"', r"adder.toml, session 1: turn 2: Fault.* gives the true reply"),
        ('text = "nine"', "forget = [3]", r"adder.toml, session 1: turn 2: Fault.* gives the true reply"),
        ('"2.2", ""', '"2.3", ""', r"adder.toml, session 1: turn 2: no command at 2.3"),
        (
            "wrong = { forget = [1] }",
            "wrong = { wrong = true }",
            r"adder.toml, session 1: turn 2: found wrong = true, expected it in planted",
        ),
        ('text = "nine"', 'text = "9", stale = true', r"adder.toml: expected one of text, stale, wrong, and a slip"),
        ("planted", "plantet", r"adder.toml: .*unknown field `plantet`"),
        ("stale", "stail", r"adder.toml: .*unknown field `stail`"),
        ("[[session.turn]]", "[[session.turns]]", r"adder.toml: .*unknown field `turns`"),
        (ENGINE, f"{ENGINE}setup.total = 1\n", r"adder.toml: found setup, expected none for this engine"),
        ("challenging = 1", "challenging = ", r"adder.toml: Invalid value"),
        ("challenging = 1", "challenging = 0", r"adder.toml: found challenging = 0, expected a turn with a wrong"),
        ("challenging = 1", "challenging = 2", r"adder.toml: found challenging = 2, expected .*session\[0\]"),
        ('"2"', '"2"\nplanted = [{ stale = true }]', r"adder.toml, session 1: turn 1: found stale = true in the first"),
        ('["off_by_one"]', '["off_by_two"]', r"adder.toml: Invalid enum value 'off_by_two'"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        played(tmp_path, COMPUTED_TASK.replace(old, new), Adder)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"cups", "mugs"', '"pots", "mugs"', r"adder.toml, session 1: turn 2: 'pots' stands 0 times in '4 cups'"),
        ('reply = "3 cups"', "", r"adder.toml, session 1: turn 2: expected a reply and no do"),
        ('reply = "3 cups"', 'reply = "3 cups"\ndo = ["3"]', r"adder.toml, session 1: turn 2: expected a reply and no"),
        ('{ edit = [["3", "4"]', '{ forget = [1] }, { edit = [["3", "4"]', r"session 1: turn 2: Fault.* names none"),
        ('kind = "bare" }', 'kind = "bare", params = { lines = 1 } }', r"session 1: turn 1: .*unknown field `lines`"),
        ('kind = "bare" }', 'kind = "bear" }', r"adder.toml, session 1: turn 1: .*bear"),
        ('family = "toy"', 'family = "toy"\nsetup.total = 1', r"adder.toml: found setup, expected none without"),
    ],
)
def test_a_mistake_in_a_written_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        played(tmp_path, WRITTEN_TASK.replace(old, new))


@pytest.mark.parametrize("name", ["adding.Adder", "adding", "os.path", "..ledger.bank.Bank", "bank.bank", "Bank"])
def test_an_engine_that_the_folder_does_not_hold_is_refused(tmp_path: Path, name: str) -> None:
    text = COMPUTED_TASK.replace("adding.Adder", name)
    with pytest.raises(RecordError, match=r"adder.toml: found the engine '.*', expected module.Class in the folder"):
        played(tmp_path, text)


def test_engines_of_other_folders_and_helpers_are_refused() -> None:
    path = FAMILIES / "ledger" / "bank.toml"
    assert len(list(enact(path))) == 3
    for name in ("cart.CartStore", "bank.Fraction", "bank.Missing"):
        with pytest.raises(
            RecordError, match=rf"found the engine '{name}', expected module.Class in the folder 'ledger'"
        ):
            engines.named(path.parent, name)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"missing\.toml"):
        list(enact(tmp_path / "missing.toml"))
