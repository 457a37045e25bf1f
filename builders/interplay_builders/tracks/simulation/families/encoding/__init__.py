"""Encoders, escaping, check digits and packing."""

from collections.abc import Iterator
from pathlib import Path

from interplay_builders.tracks.simulation.families._enacted import enact
from interplay_builders.tracks.simulation.families.encoding.bench import Bench
from interplay_builders.tracks.simulation.families.encoding.checkdigits import Counter
from interplay_builders.tracks.simulation.families.encoding.escapes import Hatch
from interplay_builders.tracks.simulation.families.encoding.packer import Packer
from interplay_builders.tracks.simulation.families.encoding.telegraph import Desk
from interplay_builders.tracks.simulation.sessions import Session

_ENGINES = (
    ("bench", Bench),
    ("checkdigits", Counter),
    ("escapes", Hatch),
    ("packer", Packer),
    ("telegraph", Desk),
)


def sessions(_seed: str) -> Iterator[Session]:
    """Yield the dialogues, which are written by hand and do not depend on the seed."""
    for name, engine in _ENGINES:
        yield from enact(Path(__file__).with_name(f"{name}.toml"), engine)
