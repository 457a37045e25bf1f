"""The files of dialogues: one TOML file a task, in the folder of its family."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from interplay.core.records import Record
from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay.tracks.simulation.checks.prose import ProseParams, unknown
from interplay.tracks.simulation.records import Check, DecidedBy, Kind, Role, Strategy
from interplay_builders.tracks.base import read_toml
from interplay_builders.tracks.simulation.dialogues.faults import Asked, Fault
from interplay_builders.tracks.simulation.sessions import COMPUTED, WRITTEN, Tag, TaskSpec, checked, content, form

Style = Literal["typos", "log", "lower case", "url", "half sentences", "emoji", "second language"]
"""Features of untidy writing: in "log", something is pasted; the last is a writer's second language."""


class Demand(Record, frozen=True):
    """A check: its kind, its role, and the parameters of the kind."""

    kind: str
    params: dict[str, Any] = {}
    role: Role = "format"

    def check(self, *, is_written: bool) -> Check:
        """Return the check; raise ``ValueError`` where the parameters do not fit its kind.

        In tasks whose replies are written by hand it means nothing how many blanks stand between two words.
        """
        blanks = {"blanks": "collapsed"} if is_written and self.kind in {"pattern", "line_set"} else {}
        params = msgspec.convert(blanks | self.params, type=checks.load(self.kind))
        return checked(self.kind, self.role, params)


class Turn(Record, frozen=True):
    """One request and the reply to it, which the file's engine computes or the file contains.

    ``request`` loses the line breaks at its end; the one of a first turn begins with an empty line where it is to start
    below the brief, not behind it. ``do`` is the same request in the language of the engine, the request's own lines
    where it is left out. ``lines`` are lines that a true reply must contain word for word, and none like them (see the
    check ``labelled``), which is how a state (an inventory, a budget, a score) is checked. ``says`` are groups of
    words; the running text has to name one of each group (see the check ``prose``). ``wrong`` is the reply of a
    simulator that fails here.
    """

    request: str
    reply: str | None = None
    do: Asked | None = None
    strategy: Strategy = "next"
    lines: tuple[str, ...] = ()
    says: tuple[tuple[str, ...], ...] = ()
    checks: tuple[Demand, ...] = ()
    planted: tuple[Fault, ...] = ()
    wrong: Fault | None = None

    @property
    def asked(self) -> Asked:
        """The request in the language of the engine."""
        return tuple(self.request.strip().split("\n")) if self.do is None else self.do


class Dialogue(Record, frozen=True):
    """The turns of one session; ``challenging`` is counted from 0, ``tags`` name the fault there.

    ``decided_by`` is the file's where it is left out.
    """

    turn: Annotated[tuple[Turn, ...], Meta(min_length=1, max_length=4)]
    challenging: int | None = None
    tags: tuple[Tag, ...] = ()
    decided_by: DecidedBy | None = None

    def __post_init__(self) -> None:
        """Refuse a challenging turn that is not there, or has no wrong reply."""
        if self.challenging is None:
            return
        if not 0 <= self.challenging < len(self.turn) or self.turn[self.challenging].wrong is None:
            raise ValueError(f"found challenging = {self.challenging}, expected a turn with a wrong reply")


class Text(Record, frozen=True):
    """A task and its dialogues.

    ``engine`` is ``module.Class`` in the folder of the file, and ``setup`` the state in which it starts; without an
    engine every turn has its ``reply``. ``prose`` is a regular expression whose first group is the running text of a
    reply, which then must be English (unless ``english`` is false; ``known`` are words that any reply here may use and
    no list has) and not filler. ``checks`` and ``planted`` hold for all turns; a turn adds its own before them.
    """

    task_id: str
    name: str
    kind: Kind
    family: str
    request_type: str
    brief: str
    session: tuple[Dialogue, ...]
    engine: str | None = None
    setup: dict[str, Any] | None = None
    prose: str = ""
    english: bool = True
    known: tuple[str, ...] = ()
    checks: tuple[Demand, ...] = ()
    planted: tuple[Fault, ...] = ()
    edition: Annotated[int, Meta(ge=1)] = 1
    decided_by: DecidedBy = "program"
    country: Annotated[str, Meta(pattern="^([A-Z]{2})?$")] = ""
    style: tuple[Style, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def task(self) -> TaskSpec:
        """The task, its brief without the blank lines around it."""
        return TaskSpec(
            task_id=self.task_id,
            name=self.name,
            kind=self.kind,
            family=self.family,
            brief=self.brief.strip(),
            request_type=self.request_type,
            provenance=WRITTEN if self.engine is None else COMPUTED,
            edition=self.edition,
        )


def read(path: Path) -> Text:
    """Return the task in a file; raise ``RecordError`` where the file does not fit."""
    return read_toml(path, Text)


def line_checks(lines: Sequence[str]) -> tuple[Check, ...]:
    """Return the check that these lines stand in the reply and none that contradicts them; nothing for no lines."""
    return (content("labelled", LabelledParams(expected=tuple(lines))),) if lines else ()


def prose_checks(text: "Text", says: tuple[tuple[str, ...], ...], source: str) -> tuple[Check, ...]:
    """Return the check of the running text, nothing where a task has none; raise ``ValueError`` for words without.

    That it names what it has to is content; that it is English and no filler, alone, is form. Strange words that the
    user has *told* may be used.
    """
    if says and not text.prose:
        raise ValueError("found says, expected none where the file names no prose")
    if not text.prose:
        return ()
    known = tuple(sorted(unknown(source) | {word.casefold() for word in text.known})) if text.english else ()
    make = content if says else form
    return (make("prose", ProseParams(part=text.prose, says=says, known=known, english=text.english)),)
