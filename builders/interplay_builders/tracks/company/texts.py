"""The texts of the track: ``company.toml``, which all dialogues share, and one file a setting."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from interplay.core.records import Record
from interplay_builders.tracks.base import read_toml

HERE = Path(__file__).parent
SETTINGS, LONG, HARD = HERE / "settings", HERE / "long", HERE / "hard" / "settings"
Wordings = Annotated[tuple[str, ...], Meta(min_length=3)]
NAMES = (
    *("Ada", "Boris", "Carla", "Dan", "Eva", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karin", "Leo", "Mona", "Nils"),
    *("Olga", "Paul", "Quentin", "Rita", "Simon", "Tara", "Ulla", "Victor", "Wanda", "Xenia", "Yusuf", "Zoe"),
)
"""First names, none of them a word and no two with the same first letter."""


class Topic(Record, frozen=True):
    """A thing to know: its name, and what is said of it. With ``{n}`` in both there are as many as are needed.

    Values are given, or else are numbers.
    """

    label: str
    clause: str
    values: tuple[str, ...] = ()


class Setting(Record, frozen=True):
    """Who the answerer is, in which room people meet, and what there is to know. ``things`` are its topics together."""

    opening: str
    room: str
    topics: tuple[Topic, ...]
    things: str = ""


class Voice(Record, frozen=True):
    """Wordings of each event in one way of telling; ``learn`` is a change of what had no value before."""

    change: Wordings
    learn: Wordings
    tell_one: Wordings
    tell_all: Wordings
    correct: Wordings
    pass_one: Wordings
    pass_all: Wordings
    latest_one: Wordings
    latest_all: Wordings
    leave: Wordings
    join: Wordings


class Report(Record, frozen=True):
    """What is asked at the end of a long dialogue, and the lines of the answer for each person or pair."""

    question: str
    lines: Annotated[tuple[str, ...], Meta(min_length=1)]


class Questions(Record, frozen=True):
    """Wordings of each kind of probe, and of the report of a long dialogue."""

    first: Wordings
    stale: Wordings
    second: Wordings
    recall: Wordings
    report_first: Report
    report_second: Report


class Closing(Record, frozen=True):
    """What is asked of the form of a reply."""

    yes_no: str
    names: str
    numbers: str


class Texts(Record, frozen=True):
    """What all dialogues share."""

    known: str
    unknown: str
    places: str
    outside: str
    happens: str
    diary: str
    rules: tuple[str, ...]
    rule_of_thinking: str
    closing: Closing
    questions: Questions
    voices: dict[str, Voice]


class HardTexts(Record, frozen=True):
    """What the dialogues of the split ``hard`` share beyond ``Texts``; ``voices`` have its own kinds of events."""

    closing: str
    rules: tuple[str, ...]
    rules_of_thinking: tuple[str, ...]
    questions: dict[str, Wordings]
    voices: dict[str, dict[str, Wordings]]


def texts() -> Texts:
    """Return what all dialogues share."""
    return read_toml(HERE / "company.toml", Texts)


def hard_texts() -> HardTexts:
    """Return what the dialogues of the split ``hard`` share beyond that."""
    return read_toml(HERE / "hard" / "hard.toml", HardTexts)


def settings(folder: Path = SETTINGS) -> dict[str, Setting]:
    """Return name -> setting of those in *folder*, sorted: ``SETTINGS`` of short dialogues, ``LONG`` of long ones."""
    return {path.stem: read_toml(path, Setting) for path in sorted(folder.glob("*.toml"))}
