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

from interplay.core.records import Record
from interplay.tracks.simulation.records import Check, Strategy
from interplay_builders.tracks.simulation.sessions import Exchange, Session, TaskHead, edited, fence, wrapped


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
    """A wrong reply: a text, or what the simulator says after a slip of memory, then edited and dressed.

    ``text`` is the reply itself; ``stale`` takes the true reply of the turn before. The four slips, which go
    together, change what the simulator is told: ``history`` replaces commands (``["2.1", "..."]`` is the first one of
    turn 2, ``["2", ""]`` all of turn 2; an empty text drops them), ``forget`` drops whole turns, ``first`` are
    commands obeyed in silence before this turn, ``do`` are this turn's commands instead of its own. Then ``edit``
    replaces texts that stand exactly once, ``bare`` takes the fence away, ``fence`` puts one around; ``before`` and
    ``after`` are prose.
    """

    text: str | None = None
    stale: bool = False
    history: tuple[tuple[str, str], ...] = ()
    forget: tuple[int, ...] = ()
    first: tuple[str, ...] = ()
    do: tuple[str, ...] | None = None
    edit: tuple[tuple[str, str], ...] = ()
    bare: bool = False
    fence: str | None = None
    before: str = ""
    after: str = ""

    @property
    def slips(self) -> bool:
        """Whether the simulator is told something else than the user said."""
        return bool(self.history or self.forget or self.first or self.do is not None)


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


class Written(TaskHead, frozen=True):
    """A task and its dialogues."""

    session: tuple[Dialogue, ...]


def enact(path: Path, start: Callable[[], Simulator]) -> Iterator[Session]:
    """Yield the sessions of the task in *path*, with the replies of a fresh simulator for each."""
    written = msgspec.toml.decode(path.read_text(encoding="utf-8"), type=Written)
    task = written.spec()
    for number, dialogue in enumerate(written.session, 1):
        try:
            exchanges = tuple(_exchanges(dialogue, start))
        except ValueError as error:
            raise ValueError(f"{path.name}, session {number}: {error}") from error
        yield Session(task, exchanges, dialogue.challenging, dialogue.tags)


def _exchanges(dialogue: Dialogue, start: Callable[[], Simulator]) -> Iterator[Exchange]:
    simulator, previous = start(), ""
    for number, turn in enumerate(dialogue.turn, 1):
        try:
            answer = simulator.answer(turn.commands)
            scene = _Scene(dialogue.turn[:number], start, answer.text, previous)
            yield Exchange(
                request=turn.request.strip("\n"),
                reply=answer.text,
                strategy=turn.strategy,
                checks=answer.checks if turn.planted else (),
                planted=tuple(scene.reply(fault) for fault in turn.planted),
                wrong=None if turn.wrong is None else scene.reply(turn.wrong),
            )
        except ValueError as error:
            raise ValueError(f"turn {number}: {error}") from error
        previous = answer.text


@dataclass(frozen=True, slots=True)
class _Scene:
    """Where a wrong reply is given: the turns so far, the true reply and the one before it."""

    turns: tuple[Turn, ...]
    start: Callable[[], Simulator]
    truth: str
    previous: str

    def reply(self, fault: Fault) -> str:
        """Return the wrong reply; raise ``ValueError`` where an edit finds nothing or the reply comes out true."""
        text = edited(self._said(fault), fault.edit)
        if fault.bare:
            text = "\n".join(line for line in text.splitlines() if not line.startswith("```"))
        if fault.fence is not None:
            text = fence(text, fault.fence)
        text = wrapped(text, fault.before, fault.after)
        if text == self.truth:
            raise ValueError(f"{fault} gives the true reply")
        return text

    def _said(self, fault: Fault) -> str:
        if fault.text is not None:
            return fault.text.strip("\n")
        if fault.slips:
            return self._after(fault)
        return self.previous if fault.stale else self.truth

    def _after(self, fault: Fault) -> str:
        """Return what the simulator says when it was told something else."""
        *past, last = self._told(fault)
        simulator = self.start()
        for commands in (*past, fault.first):
            if commands:
                simulator.answer(commands)
        return simulator.answer(last).text

    def _told(self, fault: Fault) -> list[tuple[str, ...]]:
        """Return the commands of each turn as a slip of memory has them."""
        changed, told = dict(fault.history), []
        for number, turn in enumerate(self.turns, 1):
            own = fault.do if fault.do is not None and number == len(self.turns) else turn.commands
            commands = (changed.pop(str(number)),) if str(number) in changed else own
            commands = tuple(changed.pop(f"{number}.{n}", command) for n, command in enumerate(commands, 1))
            told.append(() if number in fault.forget else tuple(filter(None, commands)))
        if changed:
            raise ValueError(f"no command at {', '.join(changed)}")
        return told
