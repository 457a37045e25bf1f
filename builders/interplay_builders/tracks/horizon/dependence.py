"""Measure which operations of a session the report depends on, and how operations depend on each other.

Both are measured by leaving out an operation and running the rest, so they are valid for every engine. An operation
counts if the report differs without it. A later operation depends on an earlier one if its effect (what it does, where,
how much) differs without it. A sum of fixed amounts depends on each addition, but no addition depends on another one.
A chain is a sequence of operations that each depend on the previous one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from interplay.core.errors import RecordError
from interplay_builders.tracks.horizon.base import Command, Effect, Engine, Scripted
from interplay_builders.tracks.horizon.sessions import FAMILIES, Session, draw

COUNTED = 90
"""The least share of operations that count, in percent."""
CHAINED = 50
"""The least length of the longest chain, in percent of the operations; not for scripted sessions."""
CHECKED = 128
"""The highest level at which every drawn session is checked; above, variation is small (decision 0060)."""
MOST_ATTEMPTS = 100


def fitting(family: str, level: int, seed: str, number: int) -> Session:
    """Return the first attempt at a session in which enough operations count and the chain is long enough.

    Raises ``RecordError`` if none of ``MOST_ATTEMPTS`` is.
    """
    for attempt in range(MOST_ATTEMPTS):
        session = draw(family, level, seed, number, attempt)
        if level > CHECKED or is_fit(session):
            return session
    raise RecordError(f"{family}: found no fit session of {level} operations in {MOST_ATTEMPTS} attempts, expected one")


def is_fit(session: Session) -> bool:
    """Return whether enough operations of a session count, and its longest chain is long enough."""
    level, result = len(session.operations), measured(session)
    return 100 * result.counted >= COUNTED * level and 100 * result.chain >= least_chain(session.family) * level


def least_chain(family: str) -> int:
    """Return the least length of the longest chain, in percent of the operations."""
    return 0 if isinstance(FAMILIES.load(family), Scripted) else CHAINED


@dataclass(frozen=True, slots=True)
class Measured:
    """How many operations of a session count, and the length of its longest chain."""

    counted: int
    chain: int


def measured(session: Session) -> Measured:
    """Return the dependence of a session; time and memory grow with the square of the level."""
    operations = session.operations
    effects, report = _rest(session.start.copy(), operations)
    depth = np.ones(len(operations), dtype=np.int64)
    changes = 0
    for index, engine in _before(session, None):
        without, other = _rest(engine, operations[index + 1 :])
        later = np.array([a != b for a, b in zip(without, effects[index + 1 :], strict=True)], dtype=bool)
        tail = depth[index + 1 :]
        tail[later] = np.maximum(tail[later], depth[index] + 1)
        changes += other != report
    return Measured(changes, int(depth.max(initial=0)))


def counted(session: Session, places: Iterable[int]) -> list[bool]:
    """Return for each operation at *places* whether the report changes without it."""
    operations = session.operations
    report = _rest(session.start.copy(), operations)[1]
    return [_rest(engine, operations[index + 1 :])[1] != report for index, engine in _before(session, places)]


def _before(session: Session, places: Iterable[int] | None) -> Iterator[tuple[int, Engine]]:
    """Yield the index of each operation and an engine in the state before it."""
    operations = session.operations
    wanted = set(range(len(operations)) if places is None else places)
    engine = session.start.copy()
    for index, command in enumerate(operations):
        if index in wanted:
            yield index, engine.copy()
        engine.obey(command)


def _rest(engine: Engine, operations: Sequence[Command]) -> tuple[list[Effect], tuple[str, ...]]:
    effects = [engine.obey(command) for command in operations]
    return effects, engine.values()
