"""The records of a family: tasks, and dialogues in which every reply is true."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from interplay.tracks.simulation.checks.base import Params
from interplay.tracks.simulation.records import Check, Complaint, DecidedBy, Kind, Role, Strategy

LICENCE = "CC-BY-4.0"
WRITTEN = "written for Interplay"
COMPUTED = "written for Interplay; replies computed by a reference simulator"

Tag = Literal[
    "off_by_one", "forgotten_write", "stale_state", "prose_around", "invented", "rounding", "rotation", "format"
]
"""The ways in which simulators go wrong; the tags of a challenged session name the one that was planted."""


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """A system to simulate. ``brief`` ends before the first request, which is part of each dialogue.

    ``task_id`` is a slug such as ``linux-terminal``. ``provenance`` says where texts and truths come from, ``edition``
    counts from 1.
    """

    task_id: str
    name: str
    kind: Kind
    family: str
    brief: str
    request_type: str
    provenance: str = COMPUTED
    edition: int = 1

    @property
    def item_id(self) -> str:
        """What the ids of the task and its scripts begin with: corrected editions have new ones."""
        return self.task_id if self.edition == 1 else f"{self.task_id}.{self.edition}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn: the user's request, and the reply that a perfect simulator gives.

    ``checks`` decide whether another reply is as good; ``planted`` (at least three where there are content checks) are
    replies of weak models that must all fail. ``wrong`` is the reply of a simulator that fails here.
    """

    request: str
    reply: str
    strategy: Strategy = "next"
    checks: tuple[Check, ...] = ()
    planted: tuple[str, ...] = ()
    wrong: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A dialogue of one to four turns on a task, or many in a hard one.

    Without ``challenging`` its last turn is a ``last_only`` script. With it that turn (counted from 0, its exchange has
    ``wrong``) is a ``first_challenging`` script, and each later one a ``subsequent_challenging`` script whose history
    contains the wrong reply. All other replies in it are the true ones, after what the user has asked for. The last
    request makes the ``complaint``, where there is one.
    """

    task: TaskSpec
    exchanges: tuple[Exchange, ...]
    challenging: int | None = None
    tags: tuple[Tag, ...] = ()
    decided_by: DecidedBy = "program"
    complaint: Complaint | None = None


def content(kind: str, params: Params) -> Check:
    """Return a content check."""
    return checked(kind, "content", params)


def form(kind: str, params: Params) -> Check:
    """Return a format check."""
    return checked(kind, "format", params)


def checked(kind: str, role: Role, params: Params) -> Check:
    """Return a check of this kind and role."""
    plain = msgspec.to_builtins(params)
    return Check(kind=kind, role=role, params=json.dumps(plain, ensure_ascii=False, sort_keys=True))


def fence(text: str, language: str = "") -> str:
    """Return *text* in a fenced block."""
    return f"```{language}\n{text}\n```"


def slug(text: str) -> str:
    """Return *text* in lower case with hyphens."""
    return "-".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def wrapped(reply: str, before: str = "Sure! Here is the result:", after: str = "") -> str:
    """Return *reply* with prose around it, as chatty models send it."""
    return "\n\n".join(part for part in (before, reply, after) if part)


def edited(text: str, edits: Iterable[tuple[str, str]]) -> str:
    """Return *text* with the first of each pair replaced by the second; raise ``ValueError`` unless it stands once."""
    for old, new in edits:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in {text!r}, expected once")
        text = text.replace(old, new)
    return text


def strategies(exchanges: Sequence[Exchange]) -> tuple[Strategy, ...]:
    """Return the strategy of each request; the first request has none."""
    return tuple("first" if number == 0 else e.strategy for number, e in enumerate(exchanges))
