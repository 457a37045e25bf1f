"""Cipher machines and cipher offices with classical methods."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.cipher.caesar import Dial
from interplay_builders.tracks.simulation.families.cipher.columns import Station
from interplay_builders.tracks.simulation.families.cipher.drums import Drums
from interplay_builders.tracks.simulation.families.cipher.playfair import Square
from interplay_builders.tracks.simulation.families.cipher.rails import Rails
from interplay_builders.tracks.simulation.families.cipher.vigenere import Office
from interplay_builders.tracks.simulation.sessions import Session

_ENGINES = (
    ("caesar", Dial),
    ("columns", Station),
    ("drums", Drums),
    ("playfair", Square),
    ("rails", Rails),
    ("vigenere", Office),
)


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues, which are written by hand and do not depend on the seed."""
    for name, engine in _ENGINES:
        yield from enact(Path(__file__).with_name(f"{name}.toml"), engine)
