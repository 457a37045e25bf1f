"""The positions track of a release: what each game's module here yields."""

from collections.abc import Callable, Iterator, Sequence
from typing import get_args

from interplay.core.discovery import Catalogue
from interplay.core.records import Finding, Header
from interplay.tracks.positions.records import Position, Prediction, Split
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.positions import _deep, arctic_scavengers, holdem
from interplay_builders.tracks.positions.blind import with_blind

GAMES: Catalogue[Callable[[str, str], Iterator[Position]]] = Catalogue(
    "interplay_builders.tracks.positions",
    "positions",
    "game",
    shared=frozenset({"blind", "build", "compose", "identity", "renew"}),
)
FIRST = {"arctic_scavengers": arctic_scavengers.FIRST, "holdem": holdem.FIRST}
REPLACED = {f"{game}/{n:04d}": f"{game}/{n + first:04d}" for game, first in FIRST.items() for n in range(first)}
"""Ids of positions that release 0.3.0 replaced by others: notes 0091 and 0102."""


def build(seed: str, canary: str) -> TrackFiles:
    """Return all positions of the release, by game."""
    files = (DataFile("positions/positions.jsonl.gz", "positions", Position, tuple(positions(seed, canary))),)
    return TrackFiles("positions", get_args(Split), files, (Header, Prediction), REPLACED)


def check() -> tuple[Finding, ...]:
    """Return nothing: what positions must satisfy is tested on the built ones."""
    return ()


def positions(seed: str, canary: str, games: Sequence[str] = ()) -> Iterator[Position]:
    """Yield the positions of *games*, by default of all."""
    for game in games or GAMES.names():
        rows = tuple(GAMES.load(game)(seed, canary))
        first = 1 + max(int(row.item_id.rpartition("/")[2]) for row in rows)
        yield from with_blind((*rows, *_deep.positions(game, seed, canary, first)))
