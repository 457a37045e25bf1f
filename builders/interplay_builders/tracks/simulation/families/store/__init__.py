"""Stores with a state: databases, to-do lists and reducers."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.store.cart import CartStore
from interplay_builders.tracks.simulation.families.store.documents import DocumentStore
from interplay_builders.tracks.simulation.families.store.plan import Plan
from interplay_builders.tracks.simulation.families.store.player import Player
from interplay_builders.tracks.simulation.families.store.reminders import Reminders
from interplay_builders.tracks.simulation.families.store.shelf import Shelf
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of all stores, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "documents.toml", DocumentStore)
    yield from enact(here / "shelf.toml", Shelf)
    yield from enact(here / "reminders.toml", Reminders)
    yield from enact(here / "plan.toml", Plan)
    yield from enact(here / "cart.toml", CartStore)
    yield from enact(here / "player.toml", Player)
