"""Vehicles: a rover on a grid and an ocean glider."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.rover.glider import Glider
from interplay_builders.tracks.simulation.families.rover.vehicle import Rover
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of both vehicles, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "rover.toml", Rover)
    yield from enact(here / "glider.toml", Glider)
