"""A register machine with a tiny language."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.machine.registers import Machine
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues, which are written by hand."""
    yield from enact(Path(__file__).parent / "registers.toml", Machine)
