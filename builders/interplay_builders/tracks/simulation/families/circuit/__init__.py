"""Quantum circuits: a register that prints its state, and a bench that measures."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.circuit.machines import Bench, Register
from interplay_builders.tracks.simulation.sessions import Session


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues of both simulators, which are written by hand."""
    here = Path(__file__).parent
    yield from enact(here / "register.toml", Register)
    yield from enact(here / "bench.toml", Bench)
