"""The positions track of a release: what each game's module here yields."""

import importlib
import pkgutil
from collections.abc import Iterator

from interplay.core.findings import Finding
from interplay.core.records import Header
from interplay.tracks.positions.records import Position, Prediction
from interplay_builders.tracks import positions as package
from interplay_builders.tracks.base import DataFile, TrackFiles

NOT_GAMES = frozenset({"build", "compose"})


def build(seed: str, canary: str) -> TrackFiles:
    """Return all positions of the release, by game."""
    files = (DataFile("positions/llmarena.jsonl", "positions", Position, tuple(_positions(seed, canary))),)
    return TrackFiles("positions", ("llmarena",), files, (Header, Prediction))


def check() -> tuple[Finding, ...]:
    """Return nothing: what positions must satisfy is tested on the built ones."""
    return ()


def _positions(seed: str, canary: str) -> Iterator[Position]:
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        if found.name not in NOT_GAMES and not found.name.startswith("_"):
            yield from importlib.import_module(f"{package.__name__}.{found.name}").positions(seed, canary)
