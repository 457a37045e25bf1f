"""Dialogues in TOML, played by an engine that gives the true replies; wrong replies are described, not written out."""

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
    """A true reply, and the checks that decide whether another reply is as good."""

    text: str
    checks: tuple[Check, ...]


class Engine(Protocol):
    """The simulated system, with its state."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey the commands of one request in order; raise ``ValueError`` for one that is not known."""


class Slip(Record, frozen=True):
    """A wrong reply: ``text`` as it is, or what the engine says after a slip, then edited and dressed.

    ``forget`` are turns (from 1) that are not obeyed, ``first`` are commands obeyed in silence before this request,
    ``do`` replaces the commands of this request. Each pair of ``edit`` replaces a text that stands exactly once.
    ``bare`` takes the fence away, ``fenced`` puts one around.
    """

    text: str | None = None
    forget: tuple[int, ...] = ()
    first: tuple[str, ...] = ()
    do: tuple[str, ...] | None = None
    edit: tuple[tuple[str, str], ...] = ()
    bare: bool = False
    fenced: bool = False
    before: str = ""
    after: str = ""


class Turn(Record, frozen=True):
    """A request, and the same in the commands of the engine (``do``; its lines where there is none).

    A turn without ``planted`` ends no script and has no checks.
    """

    request: str
    do: tuple[str, ...] | None = None
    strategy: Strategy = "next"
    wrong: Slip | None = None
    planted: tuple[Slip, ...] = ()

    @property
    def commands(self) -> tuple[str, ...]:
        """The request as the engine takes it."""
        return tuple(line for line in self.request.splitlines() if line.strip()) if self.do is None else self.do


class Scene(Record, frozen=True):
    """The turns of a dialogue; the first one with a ``wrong`` reply, if any, is the challenging one."""

    turn: tuple[Turn, ...]
    tags: tuple[str, ...] = ()


class Play(Record, frozen=True):
    """A task and its dialogues."""

    task_id: str
    name: str
    kind: TaskKind
    family: str
    brief: str
    request_type: str
    session: tuple[Scene, ...]


def play(path: Path, start: Callable[[], Engine]) -> Iterator[Session]:
    """Yield the sessions in *path*, each with the replies of a new engine; raise ``ValueError`` with the place."""
    script = msgspec.toml.decode(path.read_text(encoding="utf-8"), type=Play)
    task = TaskSpec(script.task_id, script.name, script.kind, script.family, script.brief.strip(), script.request_type)
    for number, scene in enumerate(script.session, 1):
        try:
            exchanges = tuple(_exchange(scene.turn[: place + 1], start) for place in range(len(scene.turn)))
        except ValueError as error:
            raise ValueError(f"{path.name}, session {number}: {error}") from error
        challenging = next((place for place, turn in enumerate(scene.turn) if turn.wrong is not None), None)
        yield Session(task, exchanges, challenging, scene.tags)


def _exchange(turns: Sequence[Turn], start: Callable[[], Engine]) -> Exchange:
    turn, truth = turns[-1], _after(turns, start, Slip())
    return Exchange(
        request=turn.request.strip("\n"),
        reply=truth.text,
        strategy=turn.strategy,
        checks=truth.checks if turn.planted else (),
        planted=tuple(_slipped(turns, start, slip) for slip in turn.planted),
        wrong=None if turn.wrong is None else _slipped(turns, start, turn.wrong),
    )


def _after(turns: Sequence[Turn], start: Callable[[], Engine], slip: Slip) -> Answer:
    engine = start()
    for number, turn in enumerate(turns[:-1], 1):
        if number not in slip.forget:
            engine.answer(turn.commands)
    if slip.first:
        engine.answer(slip.first)
    return engine.answer(turns[-1].commands if slip.do is None else slip.do)


def _slipped(turns: Sequence[Turn], start: Callable[[], Engine], slip: Slip) -> str:
    text = _after(turns, start, slip).text if slip.text is None else slip.text.strip("\n")
    for old, new in slip.edit:
        if text.count(old) != 1:
            raise ValueError(f"turn {len(turns)}: {old!r} stands {text.count(old)} times in {text!r}, expected once")
        text = text.replace(old, new)
    if slip.bare:
        text = "\n".join(line for line in text.splitlines() if not line.startswith("```"))
    return wrapped(fence(text) if slip.fenced else text, slip.before, slip.after)
