"""The dialogues of the desks as written by people: one TOML file a task, in which each turn says what it asks for.

What it asks for (``asks``) has a type of its own for each desk; the desk's engine computes the reply from it.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from interplay.core.errors import RecordError
from interplay.core.records import Record
from interplay.tracks.simulation.records import Strategy
from interplay_builders.tracks.simulation.sessions import TaskHead

DIALOGUES = Path(__file__).parent / "dialogues"
A = TypeVar("A")


class Slip(Record, frozen=True):
    """A wrong reply: the true text with each *old*, which is in it, turned into *new*; or *raw*, as it stands."""

    old: str = ""
    new: str = ""
    raw: str = ""


class Turn(Record, Generic[A], frozen=True):
    """One request, what it asks for, and wrong replies; a plain string is a text that gets the dress of the task."""

    request: str
    asks: A
    strategy: Strategy = "next"
    planted: tuple[str | Slip, ...] = ()
    wrong: str | Slip | None = None


class SessionText(Record, Generic[A], frozen=True):
    """The turns of a dialogue; see ``Session`` for ``challenging`` and ``tags``."""

    turns: Annotated[tuple[Turn[A], ...], Meta(min_length=1, max_length=4)]
    challenging: int | None = None
    tags: tuple[str, ...] = ()


class TaskText(TaskHead, Generic[A], frozen=True):
    """A task and its dialogues.

    ``dress``: one fenced ``block``, ``bare`` text, or a ``data_url`` in base64. ``chatter`` are
    pairs of phrases that weak models put before and after a reply.
    """

    dress: Literal["block", "bare", "data_url"]
    chatter: Annotated[tuple[tuple[str, str], ...], Meta(min_length=1)]
    sessions: tuple[SessionText[A], ...]


def read(task_id: str, asks: type[A]) -> TaskText[A]:
    """Return a task; raise ``RecordError`` where its file does not fit."""
    path = DIALOGUES / f"{task_id}.toml"
    whole: Any = TaskText[asks]  # type: ignore[valid-type]
    try:
        text: TaskText[A] = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), whole)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RecordError(f"{path}: {error}") from None
    return text
