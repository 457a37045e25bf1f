"""Dialogues written by hand and enacted by a reference simulator, which gives the true replies and their checks.

A task is one TOML file. A turn has the user's ``request`` and, in ``do``, the same request in the formal language of
the simulator (the request's own lines where it is left out). Wrong replies are described, not written out: a fault is
a change of the history, of the true reply, or of its dress.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec

from interplay.simulation.records import Check, Strategy
from interplay.simulation.records import Kind as TaskKind
from interplay.types import Record
from interplay_builders.simulation.sessions import Exchange, Session, TaskSpec, fence, wrapped


@dataclass(frozen=True, slots=True)
class Answer:
    """A true reply, and the checks that decide whether another reply says the same."""

    text: str
    checks: tuple[Check, ...]


class Simulator(Protocol):
    """A system with its state."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey the commands of one request and return the reply; raise ``ValueError`` for a command not known."""


class Fault(Record, frozen=True):
    """A wrong reply, made in this order from the true one.

    ``text`` is the reply itself; ``stale`` takes the true reply of the turn before. ``history`` replaces commands
    (``["2.1", "..."]`` is the first one of turn 2, ``["2", ""]`` all of turn 2; an empty text drops them), as if the
    user had asked for something else. ``edit`` replaces texts that stand exactly once in the reply
    (a backslash and an n are a line break). ``bare`` takes the
    fence away, ``fence`` puts one around; ``before`` and ``after`` are prose.
    """

    text: str | None = None
    stale: bool = False
    history: tuple[tuple[str, str], ...] = ()
    edit: tuple[tuple[str, str], ...] = ()
    bare: bool = False
    fence: str | None = None
    before: str = ""
    after: str = ""


class Turn(Record, frozen=True):
    """One request. Turns without ``planted`` end no script and carry no checks."""

    request: str
    do: tuple[str, ...] | None = None
    strategy: Strategy = "next"
    wrong: Fault | None = None
    planted: tuple[Fault, ...] = ()

    @property
    def commands(self) -> tuple[str, ...]:
        """The request in the language of the simulator."""
        return tuple(line for line in self.request.splitlines() if line.strip()) if self.do is None else self.do


class Dialogue(Record, frozen=True):
    """The turns of one session; ``challenging`` is counted from 0."""

    turn: tuple[Turn, ...]
    challenging: int | None = None
    tags: tuple[str, ...] = ()


class Written(Record, frozen=True):
    """A task and its dialogues."""

    task_id: str
    name: str
    kind: TaskKind
    family: str
    brief: str
    request_type: str
    session: tuple[Dialogue, ...]


def enact(path: Path, start: Callable[[], Simulator]) -> Iterator[Session]:
    """Yield the sessions of the task in *path*, with the replies of a fresh simulator for each."""
    written = msgspec.toml.decode(path.read_text(encoding="utf-8"), type=Written)
    task = TaskSpec(
        task_id=written.task_id,
        name=written.name,
        kind=written.kind,
        family=written.family,
        brief=written.brief.strip(),
        request_type=written.request_type,
    )
    for number, dialogue in enumerate(written.session, 1):
        try:
            exchanges = tuple(_exchanges(dialogue, start))
        except ValueError as error:
            raise ValueError(f"{path.name}, session {number}: {error}") from error
        yield Session(task, exchanges, dialogue.challenging, dialogue.tags)


def _exchanges(dialogue: Dialogue, start: Callable[[], Simulator]) -> Iterator[Exchange]:
    simulator, previous = start(), ""
    for place, turn in enumerate(dialogue.turn):
        answer = simulator.answer(turn.commands)
        scene = _Scene(dialogue.turn[: place + 1], start, answer.text, previous)
        yield Exchange(
            request=turn.request.strip("\n"),
            reply=answer.text,
            strategy=turn.strategy,
            checks=answer.checks if turn.planted else (),
            planted=tuple(scene.reply(fault) for fault in turn.planted),
            wrong=None if turn.wrong is None else scene.reply(turn.wrong),
        )
        previous = answer.text


@dataclass(frozen=True, slots=True)
class _Scene:
    """Where a wrong reply is given: the turns so far, the true reply and the one before it."""

    turns: tuple[Turn, ...]
    start: Callable[[], Simulator]
    truth: str
    previous: str

    def reply(self, fault: Fault) -> str:
        text = self._said(fault)
        for old, new in (tuple(part.replace("\\n", "\n") for part in pair) for pair in fault.edit):
            if text.count(old) != 1:
                raise ValueError(f"turn {len(self.turns)}: {old!r} stands {text.count(old)} times in {text!r}")
            text = text.replace(old, new)
        if fault.bare:
            text = "\n".join(line for line in text.splitlines() if not line.startswith("```"))
        if fault.fence is not None:
            text = fence(text, fault.fence)
        return wrapped(text, fault.before, fault.after)

    def _said(self, fault: Fault) -> str:
        if fault.text is not None:
            return fault.text.strip("\n")
        if fault.history:
            text = self._other(fault.history)
            if text == self.truth:
                raise ValueError(f"turn {len(self.turns)}: {fault.history} gives the true reply")
            return text
        return self.previous if fault.stale else self.truth

    def _other(self, history: tuple[tuple[str, str], ...]) -> str:
        """Return what the simulator says after another history."""
        changed = dict(history)
        simulator, said = self.start(), ""
        for number, turn in enumerate(self.turns, 1):
            commands = [changed.pop(str(number))] if str(number) in changed else list(turn.commands)
            commands = [changed.pop(f"{number}.{n}", command) for n, command in enumerate(commands, 1)]
            said = simulator.answer([command for command in commands if command]).text
        if changed:
            raise ValueError(f"turn {len(self.turns)}: no command at {', '.join(changed)}")
        return said
