"""A calendar clerk and a desk for appointments in several time zones."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.calendar.clerk import Clerk
from interplay_builders.tracks.simulation.families.calendar.zones import Desk
from interplay_builders.tracks.simulation.sessions import Session

_ENGINES = (("clerk", Clerk), ("zones", Desk))


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues, which are written by hand and do not depend on the seed."""
    for name, engine in _ENGINES:
        yield from enact(Path(__file__).with_name(f"{name}.toml"), engine)
