"""Family ``physics``: a desk for problems, and a ramp on which an experiment is changed step by step."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.desks import problems, ramp
from interplay_builders.tracks.simulation.desks.assembling import assembled
from interplay_builders.tracks.simulation.sessions import Session


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    yield from assembled("physics-desk", problems.Problem, problems.engine)
    yield from assembled("ramp-experiment", ramp.Change, ramp.engine)
