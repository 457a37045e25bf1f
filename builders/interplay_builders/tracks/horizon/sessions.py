"""Draw a session: a sequence of operations that all do something, with questions between them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interplay.core.discovery import Catalogue
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay_builders.tracks.horizon.base import REFUSED, Command, Engine, Family, Scripted
from interplay_builders.tracks.horizon.texts import Speaker, texts_of

FAMILIES: Catalogue[Family[Any] | Scripted[Any]] = Catalogue(
    "interplay_builders.tracks.horizon.families", "FAMILY", "family"
)
MOST_TRIES = 1_000
REFUSALS = 10
"""The highest share of refused operations, in percent; short sessions may have one more."""
QUESTIONS = 6
"""Questions for each hundred operations, on average."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of a session: what it means and how it is put. Questions are no operations."""

    command: Command
    text: str
    question: bool


@dataclass(frozen=True, slots=True)
class Session:
    """A drawn session: the engine before anything was said, which is never changed, and all lines."""

    family: str
    name: str
    start: Engine
    lines: tuple[Spoken, ...]

    @property
    def operations(self) -> tuple[Command, ...]:
        """Return the orders, as many as the level says."""
        return tuple(line.command for line in self.lines if not line.question)


def draw(family: str, level: int, seed: str, number: int, attempt: int = 0) -> Session:
    """Return a session of *level* operations.

    Args:
        family: The name of a module in ``families``.
        level: Operations, at least 1.
        seed: The seed of a release or a fresh draw.
        number: Counts the sessions of a family and level, from 0.
        attempt: Which of the sessions that this number can have, from 0: ``fitting`` chooses one.

    Raises:
        UnknownName: There is no such family.
        RecordError: Its texts are unfit, or no order that does something was found in a state.
    """
    kind, name = FAMILIES.load(family), f"{family}/{level}/{number}"
    scope = f"{name}/{attempt}"
    orders, asked = Stream("horizon", seed, f"{scope}/orders"), Stream("horizon", seed, f"{scope}/questions")
    speaker = Speaker(texts_of(family), Stream("horizon", seed, f"{scope}/words"))
    if isinstance(kind, Scripted):
        start, script = kind.script(orders, level)
        steps = _steps(start, script)
    else:
        start = kind.start(Stream("horizon", seed, f"{scope}/start"))
        steps = _ordered(kind, start, orders, level)
    lines = []
    for command, engine in steps:
        lines.append(Spoken(command, speaker.phrase(command), question=False))
        if asked.below(100) < QUESTIONS:
            question = kind.question(engine, asked)
            lines.append(Spoken(question, speaker.phrase(question), question=True))
    return Session(family, name, start, tuple(lines))


def _steps(start: Engine, script: tuple[Command, ...]) -> Iterator[tuple[Command, Engine]]:
    """Yield each order of a script, and the engine after it."""
    engine = start.copy()
    for command in script:
        engine.obey(command)
        yield command, engine


def _ordered(kind: Family[Any], start: Engine, stream: Stream, level: int) -> Iterator[tuple[Command, Engine]]:
    """Yield *level* orders, and the engine after each."""
    engine, refused = start.copy(), 0
    for done in range(level):
        command, engine, was_refused = _next(kind, engine, stream, spare=refused <= REFUSALS * done // 100)
        refused += was_refused
        yield command, engine


def _next(kind: Family[Any], engine: Engine, stream: Stream, *, spare: bool) -> tuple[Command, Engine, bool]:
    """Return an order that does something, the engine after it, and whether it was refused, if one is to *spare*."""
    for _ in range(MOST_TRIES):
        command, after = kind.order(engine, stream), engine.copy()
        effect = after.obey(command)
        was_refused = effect[:1] == (REFUSED,)
        if effect and (spare or not was_refused):
            return command, after, was_refused
    raise RecordError(f"{kind.name}: found no order that does something in {MOST_TRIES:,} tries, expected one")
