"""Samples of items: seeded, the same on every machine, and spread over the parts of a track."""

from collections.abc import Sequence
from typing import Any, TypeVar

from interplay.core.randomness import Stream
from interplay.tracks.base import Task

T = TypeVar("T")
_FINEST = 2**53


def sample(track: Task[Any, Any], items: Sequence[T], size: int, seed: int, spread: Sequence[str] = ()) -> list[T]:
    """Return *size* of *items* in their order; all of them when there are no more.

    Each part of the track's (split, game or script type), or that the keys *spread* make, is put into a random order
    of its own and laid out evenly from a random start; the sample is what comes first. So every part has about its
    share, every item about the same chance, and a larger sample of the same seed holds the smaller ones. Raises
    ``ValueError`` for a size below 1.
    """
    if size < 1:
        raise ValueError(f"sample is {size}, expected at least 1")
    parts: dict[str, list[T]] = {}
    for item in sorted(items, key=track.item_id):
        where = track.where(item)
        parts.setdefault("/".join(where[key] for key in spread or track.spread_by), []).append(item)
    places: list[tuple[float, str]] = []
    for part, group in parts.items():
        start = Stream(track.name, seed, f"sample start/{part}").below(_FINEST) / _FINEST
        order = Stream(track.name, seed, f"sample order/{part}").shuffled(group)
        places += [((rank + start) / len(group), track.item_id(item)) for rank, item in enumerate(order)]
    chosen = {item_id for _, item_id in sorted(places)[:size]}
    return [item for item in items if track.item_id(item) in chosen]
