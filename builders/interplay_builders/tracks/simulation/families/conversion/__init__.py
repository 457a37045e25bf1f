"""Number bases, Roman numerals and units."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.conversion.panel import Panel
from interplay_builders.tracks.simulation.families.conversion.roman import Registrar
from interplay_builders.tracks.simulation.families.conversion.units import Converter
from interplay_builders.tracks.simulation.sessions import Session

_ENGINES = (("panel", Panel), ("roman", Registrar), ("units", Converter))


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues, which are written by hand and do not depend on the seed."""
    for name, engine in _ENGINES:
        yield from enact(Path(__file__).with_name(f"{name}.toml"), engine)
