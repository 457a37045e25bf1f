"""Sessions and scripts of seven families whose replies are computed, for their tests."""

from collections.abc import Iterator
from functools import cache

from interplay.tracks.simulation.records import Script
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.sessions import Session

FAMILIES = ("chemistry", "language", "markup", "naming", "password", "physics", "regex")


@cache
def sessions() -> tuple[Session, ...]:
    return tuple(session for family in FAMILIES for session in enacting.sessions(family))


@cache
def scripts() -> tuple[Script, ...]:
    """Return the scripts of these families."""
    found: list[Script] = []
    for number, session in enumerate(sessions()):
        found += compose.scripts_of(session, number, "canary")
    return tuple(found)


def replies(task_id: str) -> Iterator[tuple[str, str]]:
    """Yield every request of a task with its true reply."""
    for session in sessions():
        if session.task.task_id == task_id:
            yield from ((exchange.request.strip(), exchange.reply) for exchange in session.exchanges)
