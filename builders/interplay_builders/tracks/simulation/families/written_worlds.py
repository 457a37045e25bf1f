"""Worlds that a system narrates or keeps the books of: adventures, colonies, boards, races, a debate, a notebook."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.families._written import sessions_of, texts
from interplay_builders.tracks.simulation.sessions import Session

FAMILY = "worlds"


def sessions(seed: str) -> Iterator[Session]:  # noqa: ARG001  every text is written; nothing is drawn
    """Yield the sessions of all tasks of the family."""
    for path, text in texts(FAMILY):
        yield from sessions_of(path, text)
