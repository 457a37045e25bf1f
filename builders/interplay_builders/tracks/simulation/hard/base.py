"""What a family of hard scripts is."""

from collections.abc import Callable
from dataclasses import dataclass

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.sessions import Session


@dataclass(frozen=True, slots=True)
class Family:
    """A generator of dialogues. A module of ``families`` with an attribute ``FAMILY`` is one; its file name is its id.

    ``session`` makes a dialogue from a stream of random numbers and a level. Its last exchange is the graded script;
    everything before is history, true except for the reply at ``challenging``. The ``task`` of its sessions is the same
    for all seeds and levels: what varies is in the requests. ``levels`` are the difficulties in rising order (four by
    default): the first is one that a strong model nearly always passes, the last one that it rarely passes.
    """

    session: Callable[[Stream, int], Session]
    levels: tuple[int, ...]
