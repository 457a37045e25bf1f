"""The positions track of a release: what each game's module here yields."""

from collections.abc import Callable, Iterator

from interplay.core.discovery import Catalogue
from interplay.core.findings import Finding
from interplay.core.records import Header
from interplay.tracks.positions.records import Position, Prediction
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.positions.blind import with_blind

GAMES: Catalogue[Callable[[str, str], Iterator[Position]]] = Catalogue(
    "interplay_builders.tracks.positions",
    "positions",
    "game",
    shared=frozenset({"blind", "build", "compose", "holdem_labels"}),
)


def build(seed: str, canary: str) -> TrackFiles:
    """Return all positions of the release, by game."""
    files = (DataFile("positions/llmarena.jsonl.gz", "positions", Position, tuple(_positions(seed, canary))),)
    return TrackFiles("positions", ("llmarena",), files, (Header, Prediction))


def check() -> tuple[Finding, ...]:
    """Return nothing: what positions must satisfy is tested on the built ones."""
    return ()


def _positions(seed: str, canary: str) -> Iterator[Position]:
    for game in GAMES.names():
        yield from with_blind(tuple(GAMES.load(game)(seed, canary)))
