"""Family ``markup``: pictures in SVG, diagrams in DOT."""

from collections.abc import Iterator

from interplay_builders.tracks.simulation.desks import diagrams, pictures
from interplay_builders.tracks.simulation.desks.assembling import assembled
from interplay_builders.tracks.simulation.sessions import Session


def sessions(seed: str) -> Iterator[Session]:
    """Yield the dialogues; they are written by hand, so the seed changes nothing."""
    del seed
    yield from assembled("svg-drawing-board", pictures.Steps, pictures.boards)
    yield from assembled("svg-icon-url", pictures.Steps, pictures.icons)
    yield from assembled("service-map", diagrams.Steps, diagrams.kept)
    yield from assembled("graph-sketcher", diagrams.Steps, diagrams.sketched)
