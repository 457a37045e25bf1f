"""Desks that answer one kind of request in a set form: a wine waiter, a proofreader, a note-taker, an audio guide."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.families._written import sessions_of, texts
from interplay_builders.tracks.simulation.sessions import Session

FAMILY = "desks"


def sessions(seed: str) -> Iterator[Session]:  # noqa: ARG001  every text is written; nothing is drawn
    """Yield the sessions of all tasks of the family."""
    for path, text in texts(FAMILY):
        yield from sessions_of(path, text)
