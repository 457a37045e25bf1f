"""What a family of hard scripts is."""

from collections.abc import Callable
from dataclasses import dataclass

from interplay.core.errors import InterplayError
from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Probe
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec


class ProgramMissing(InterplayError):  # noqa: N818  the name says what happened
    """The real program behind a family is not installed here: draws leave the family out, and no release is frozen."""


@dataclass(frozen=True, slots=True)
class Family:
    """A generator of dialogues: ``FAMILY`` of a module of ``families``, whose file's name is the family's.

    ``session`` makes a dialogue from a stream of random numbers and a level. Its last exchange is the script that is
    graded; everything before is history, true except for the reply at ``challenging``. The ``task`` of its sessions is
    the same for all seeds and levels: what varies is in the requests. ``levels`` are the difficulties in rising order:
    the first is one that a strong model nearly always passes, the last one that it rarely passes. What rows call a
    level is its number among them, from 1.
    """

    session: Callable[[Stream, int], Session]
    levels: tuple[int, ...] = (1, 2, 3, 4)


DRAWN = 8
"""Secrets that a game draws: the one of the reference, and others."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A guessing game as a family of hosts draws it; see ``Host`` for what is not said here.

    ``setup`` goes on where the task's brief ends. ``others`` are secrets of the rules that may not be the one shown.
    """

    setup: str
    probes: tuple[Probe, ...]
    asked: int
    demand: str
    reference: str
    others: tuple[str, ...]
    marked: int
    answers: tuple[str, ...]
    marked_answer: tuple[str, ...] = ()
    size: int = 0
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HostFamily:
    """A generator of guessing games: ``HOST`` of a module of ``hosts``, whose file's name is the family's."""

    task: TaskSpec
    draft: Callable[[Stream, int], Draft]
    levels: tuple[int, ...] = (1, 2, 3, 4)
