"""Family ``language``: a filter that names the languages of short texts."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.desks import tongues
from interplay_builders.tracks.simulation.desks.assembling import assembled
from interplay_builders.tracks.simulation.sessions import Session


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    yield from assembled("language-desk", tongues.Texts, tongues.engine)
