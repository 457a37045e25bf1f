"""Family ``chemistry``: a machine that balances equations, and a beaker on a bench."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.desks import balancing, beaker
from interplay_builders.tracks.simulation.desks.assembling import assembled
from interplay_builders.tracks.simulation.sessions import Session


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    yield from assembled("equation-balancer", balancing.Reaction, balancing.engine)
    yield from assembled("solution-bench", beaker.Commands, beaker.engine)
