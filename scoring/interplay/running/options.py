"""How a run is made, and which items it is about."""

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


def selected_items(track: Track[Any, Any], release: Release, options: RunOptions) -> list[Any]:
    """Return the items of the run, in the release's order."""
    fitting = [item for item in track.items(release) if set(options.where) <= set(track.where(item).items())]
    wanted = selected_splits(track, release, options)
    items = [item for item in fitting if track.where(item)["split"] in wanted]
    if not items and not options.splits:
        items = fitting
    if not items:
        asked = " and ".join(f"{key} {value!r}" for key, value in options.where)
        raise UnknownName(f"{track.name} has no items with {asked}")
    if options.items is not None:
        items = [item for item in items if track.item_id(item) in options.items]
    return items if options.limit is None else items[: options.limit]


def selected_splits(track: Track[Any, Any], release: Release, options: RunOptions) -> tuple[str, ...]:
    """Return the splits of the run, in the release's order; raise ``UnknownName`` for one that it does not have."""
    known = release.track(track.name).splits
    for split in options.splits:
        if split not in known:
            hint = nearest(split, known)
            raise UnknownName(f"unknown split {split!r}{hint}; {track.name} has {', '.join(known)}")
    return tuple(split for split in known if split in (options.splits or track.main_splits(known)))
