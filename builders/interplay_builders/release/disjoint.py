"""Compare training items with those of a dataset: equal is what a seed turns, mirrors or renames."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from interplay.adapters.training import SELF, match
from interplay.core import canonical
from interplay.core.release import Release
from interplay.tracks import catalogue
from interplay.tracks.games import catalogue as games
from interplay.tracks.games.records import Item
from interplay.tracks.positions.records import Position
from interplay_builders.tracks.positions.identity import identity_of


def matches(seeds: int) -> Iterator[Item]:
    """Yield the training matches of the first *seeds*, of the games in which anything is drawn."""
    rows = (match(game, seed, opponent=SELF) for game in games.names() for seed in range(seeds))
    yield from (row for row in rows if any(row.setup.identity[1:]))


def items(release: Release) -> Iterator[Any]:
    """Yield the items of all tracks of a dataset."""
    return (item for track in release.manifest.tracks for item in catalogue.load(track.name).items(release))


def parts(training: Iterable[Any], evaluation: Iterable[Any]) -> Iterator[tuple[str, int, int, tuple[str, ...]]]:
    """Yield the name of each track and game, its items, the different ones, and the ids of those in *evaluation*."""
    known, grouped = {_identity(row) for row in evaluation}, defaultdict[str, list[Any]](list)
    for row in training:
        grouped[f"{catalogue.item_of(row)[0].name} {getattr(row, 'game', '')}".strip()].append(row)
    for name, rows in sorted(grouped.items()):
        shared = tuple(row.item_id for row in rows if _identity(row) in known)
        yield name, len(rows), len({_identity(row) for row in rows}), shared


def _identity(row: Any) -> Hashable:
    return identity_of(row) if isinstance(row, Position) else canonical.visible(row)
