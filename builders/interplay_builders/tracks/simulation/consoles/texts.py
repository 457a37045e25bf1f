"""The dialogues of the console tasks as written by people: one TOML file a task, replies left to the engines."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.records import Strategy
from interplay_builders.tracks.simulation.sessions import TaskHead

HERE = Path(__file__).parent
EngineName = Literal["bash", "sqlite", "python", "node"]


class Slip(Record, frozen=True):
    """A wrong reply: the true text with *old*, which is in it, turned into *new*; or *raw*, a reply as it stands."""

    old: str = ""
    new: str = ""
    raw: str = ""


class Turn(Record, frozen=True):
    """One request. A wrong reply that is a plain string is a text, which gets the dress of the task."""

    request: str
    strategy: Strategy = "next"
    planted: tuple[str | Slip, ...] = ()
    wrong: str | Slip | None = None

    @property
    def typed(self) -> str:
        """What the user types, without the line breaks that the file puts around it."""
        return self.request.strip()


class SessionText(Record, frozen=True):
    """The turns of a dialogue; see ``Session`` for ``challenging`` and ``tags``."""

    turns: Annotated[tuple[Turn, ...], Meta(min_length=1, max_length=4)]
    challenging: int | None = None
    tags: tuple[str, ...] = ()


class Setup(Record, frozen=True):
    """The state in which an engine starts. ``style`` is the engine's way to print.

    ``files`` (path to text), ``folders`` and ``start`` are a shell's, below its user's home; ``sql`` is a database's.
    """

    engine: EngineName
    style: str
    user: str = "user"
    start: str = ""
    folders: tuple[str, ...] = ()
    files: dict[str, str] = {}
    sql: str = ""


class TaskText(TaskHead, frozen=True):
    """A task, its engine and its dialogues.

    ``dress``: the form that the brief demands, one fenced ``block`` or ``bare`` text. ``chatter`` are pairs of phrases
    that weak models put before and after a reply.
    """

    setup: Setup
    dress: Literal["block", "bare"]
    chatter: Annotated[tuple[tuple[str, str], ...], Meta(min_length=1)]
    sessions: tuple[SessionText, ...]


@cache
def tasks(folder: Path = HERE / "dialogues") -> tuple[TaskText, ...]:
    """Return every task, sorted by name of its file; raise ``RecordError`` where a file does not fit."""
    return tuple(_read(path) for path in sorted(folder.glob("*.toml")))


def _read(path: Path) -> TaskText:
    try:
        text = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), TaskText)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RecordError(f"{path}: {error}") from None
    return text
