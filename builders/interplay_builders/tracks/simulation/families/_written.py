"""Dialogues written by hand, replies included, one TOML file a task.

A task has ``checks`` and ``planted`` that hold for all its replies; an exchange adds its own. ``lines`` are lines that
a true reply must contain word for word (in backticks or not), which is how a state (an inventory, a budget, a score)
is checked. A wrong reply is a ``Slip``: a text of its own, or a change of the true reply or of its dress.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from interplay.core.records import Record
from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.records import Check, Role, Strategy
from interplay_builders.tracks.simulation.sessions import (
    WRITTEN,
    Exchange,
    Session,
    TaskHead,
    content,
    edited,
    fence,
    form,
    wrapped,
)

FOLDER = Path(__file__).parent.parent / "written"


class Demand(Record, frozen=True):
    """A check: its kind, its role, and the parameters of the kind."""

    kind: str
    params: dict[str, Any] = {}
    role: Role = "format"


class Slip(Record, frozen=True):
    """A wrong reply, made in this order from the true one.

    ``text`` is the reply itself; ``stale`` takes the true reply of the exchange before. ``edit`` replaces texts that
    stand exactly once; ``fence`` puts a block around, ``before`` and ``after`` add prose.
    """

    text: str | None = None
    stale: bool = False
    edit: tuple[tuple[str, str], ...] = ()
    fence: str | None = None
    before: str = ""
    after: str = ""


class Turn(Record, frozen=True):
    """One request and the reply to it."""

    request: str
    reply: str
    strategy: Strategy = "next"
    lines: tuple[str, ...] = ()
    checks: tuple[Demand, ...] = ()
    planted: tuple[Slip, ...] = ()
    wrong: Slip | None = None


class Dialogue(Record, frozen=True):
    """The exchanges of one session; ``challenging`` is counted from 0, ``tags`` name the fault there."""

    exchange: tuple[Turn, ...]
    challenging: int | None = None
    tags: tuple[str, ...] = ()


class Text(TaskHead, frozen=True):
    """A task and its dialogues."""

    session: tuple[Dialogue, ...]
    checks: tuple[Demand, ...] = ()
    planted: tuple[Slip, ...] = ()


def texts(family: str) -> Iterator[tuple[Path, Text]]:
    """Yield the tasks of a family, in the order of their file names."""
    for path in sorted(FOLDER.glob("*.toml")):
        text = msgspec.toml.decode(path.read_text(encoding="utf-8"), type=Text)
        if text.family == family:
            yield path, text


def sessions_of(path: Path, text: Text) -> Iterator[Session]:
    """Yield the sessions of one task; raise ``ValueError`` with the place of what cannot be read."""
    task = text.spec(WRITTEN)
    for number, dialogue in enumerate(text.session, 1):
        try:
            exchanges = tuple(_exchanges(text, dialogue))
        except ValueError as error:
            raise ValueError(f"{path.name}, session {number}: {error}") from error
        yield Session(task, exchanges, dialogue.challenging, dialogue.tags)


def _exchanges(text: Text, dialogue: Dialogue) -> Iterator[Exchange]:
    previous = ""
    for number, turn in enumerate(dialogue.exchange, 1):
        reply = turn.reply.strip()
        try:
            yield Exchange(
                request=turn.request.strip(),
                reply=reply,
                strategy=turn.strategy,
                checks=(
                    *(_line(line) for line in turn.lines),
                    *(_check(demand) for demand in (*turn.checks, *text.checks)),
                ),
                planted=tuple(_said(slip, reply, previous) for slip in (*turn.planted, *text.planted)),
                wrong=None if turn.wrong is None else _said(turn.wrong, reply, previous),
            )
        except ValueError as error:
            raise ValueError(f"exchange {number}: {error}") from error
        previous = reply


def _line(line: str) -> Check:
    words = r"[ \t]+".join(re.escape(word) for word in line.split()).replace(r",[ \t]+", r",[ \t]*")
    return content(
        "pattern", PatternParams(pattern=rf"(?m)^[ \t]*`?{words}`?[ \t]*$", means=f"the line {line!r}", whole=False)
    )


def _check(demand: Demand) -> Check:
    params = msgspec.convert(demand.params, type=checks.load(demand.kind).params)
    return content(demand.kind, params) if demand.role == "content" else form(demand.kind, params)


def _said(slip: Slip, truth: str, previous: str) -> str:
    said = previous if slip.stale else truth if slip.text is None else slip.text.strip()
    said = edited(said, slip.edit)
    if slip.fence is not None:
        said = fence(said, slip.fence)
    return wrapped(said, slip.before, slip.after)
