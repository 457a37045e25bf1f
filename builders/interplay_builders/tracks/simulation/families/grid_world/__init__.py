"""Navigators: a network of roads that changes, and a town map whose closures hold for one request."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.grid_world.routes import Network, Town
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of both navigators, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "roads.toml", Network)
    yield from enact(here / "cells.toml", Town)
