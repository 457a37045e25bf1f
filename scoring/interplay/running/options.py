"""How a run is made, and which items it is about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interplay.core.errors import UnknownName
from interplay.core.release import Release
from interplay.core.text import nearest
from interplay.tracks.base import Track


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a run is made. ``limit`` counts items; ``max_calls`` counts requests that are really sent.

    ``where`` keeps only items whose keys have these values, such as ``("game", "bid")``; where no splits are named and
    the main ones have no such items, those of all splits. ``items`` are the ids of the only items, such as a sample.
    """

    splits: tuple[str, ...] = ()
    limit: int | None = None
    trials: int = 1
    concurrency: int = 8
    max_calls: int | None = None
    record_errors: bool = False
    where: tuple[tuple[str, str], ...] = ()
    items: frozenset[str] | None = None

    def __post_init__(self) -> None:
        """Refuse numbers with which a run would end without having done anything."""
        for name in ("limit", "trials", "concurrency"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} is {value}, expected at least 1")


@dataclass(frozen=True, slots=True)
class Selection:
    """What a run is about: its items in the release's order, the splits that it claims, the place of every item."""

    items: tuple[Any, ...]
    splits: tuple[str, ...]
    places: Mapping[str, int]


def select(track: Track[Any, Any], release: Release, options: RunOptions) -> Selection:
    """Return what a run with these options is about, from one reading of the track's items.

    Raises ``UnknownName`` for a split that the release does not have, or where no item fits.
    """
    known = release.track(track.name).splits
    for split in options.splits:
        if split not in known:
            hint = nearest(split, known)
            raise UnknownName(f"unknown split {split!r}{hint}; {track.name} has {', '.join(known)}")
    splits = tuple(split for split in known if split in (options.splits or track.main_splits(known)))
    every = tuple(track.items(release))
    fitting = [item for item in every if set(options.where) <= set(track.where(item).items())]
    items = [item for item in fitting if track.where(item)["split"] in splits]
    if not items and not options.splits:
        items = fitting
    if not items:
        asked = " and ".join(f"{key} {value!r}" for key, value in options.where)
        raise UnknownName(f"{track.name} has no items with {asked}")
    if options.items is not None:
        items = [item for item in items if track.item_id(item) in options.items]
    chosen = tuple(items[: options.limit])
    if options.where:
        held = {track.where(item)["split"] for item in chosen}
        splits = tuple(split for split in known if split in held)
    return Selection(chosen, splits, {track.item_id(item): place for place, item in enumerate(every)})
