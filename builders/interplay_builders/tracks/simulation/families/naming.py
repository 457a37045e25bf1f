"""Family ``naming``: a scout for domain names, and a scribe for commit messages."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.desks import commits, names
from interplay_builders.tracks.simulation.desks.assembling import assembled
from interplay_builders.tracks.simulation.sessions import Session


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    yield from assembled("domain-scout", names.Wish, names.engine)
    yield from assembled("commit-scribe", commits.ChangeText, commits.engine)
