"""What a family of hard scripts is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from interplay.core.errors import InterplayError
from interplay.core.randomness import Stream
from interplay.core.records import Message
from interplay.tracks.simulation.records import Host, Probe
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


def game(task: TaskSpec, setup: str, probes: tuple[Probe, ...], **rules: Any) -> Host:
    """Return a game that goes on with *setup* where the task's brief ends; its id is the task's."""
    opening = Message(role="user", content=f"{task.brief}\n\n{setup}\n\n{probes[0].text}")
    names: dict[str, Any] = {"item_id": task.task_id, "task_id": task.task_id, "task": task.name, "family": task.family}
    return Host(canary="", split="hosts", level=0, messages=(opening,), probes=probes, **names, **rules)


@dataclass(frozen=True, slots=True)
class HostFamily:
    """A generator of guessing games: ``HOST`` of a module of ``hosts``, whose file's name is the family's.

    ``draw`` returns a game, and secrets of its rules that need not be the one that its reference shows.
    """

    task: TaskSpec
    draw: Callable[[Stream, int], tuple[Host, list[str]]]
    levels: tuple[int, ...] = (1, 2, 3, 4)
