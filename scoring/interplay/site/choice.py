"""Which items get pages: in each part of a track in turn, what a system failed worst first, systems taking turns."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from interplay.site.scored import AnyTrack, Entry

PAGES = 32
"""Pages of a track, unless more or fewer are asked for."""


class Pick(NamedTuple):
    """An item to be shown, and the place among the entries of its track of the system that it was picked for."""

    item_id: str
    entry: int


def picked(track: AnyTrack, entries: Sequence[Entry], most: int | None) -> list[Pick]:
    """Return at most *most* picks, all for ``None``, from *entries* of one track.

    Players that know nothing have no turn where there are others. Outside games an item is picked once, since its page
    shows all systems; a match has a page of its own.
    """
    playing = [place for place, entry in enumerate(entries) if not entry.blind] or list(range(len(entries)))
    turns = [(place, _worst_first(track, entries[place])) for place in playing]
    seen: set[object] = set()
    found: list[Pick] = []
    while turns and (most is None or len(found) < most):
        left = []
        for place, order in turns:
            pick = next((p for p in _picks(order, place) if _key(track, p) not in seen), None)
            if pick is None or len(found) == most:
                continue
            seen.add(_key(track, pick))
            found.append(pick)
            left.append((place, order))
        turns = left
    return found


def _picks(order: Iterator[str], place: int) -> Iterator[Pick]:
    return (Pick(item_id, place) for item_id in order)


def _key(track: AnyTrack, pick: Pick) -> object:
    return pick if track.name == "games" else pick.item_id


def _worst_first(track: AnyTrack, entry: Entry) -> Iterator[str]:
    """Yield the items of a system, one of each part of the track in turn, the worst of a part first."""
    parts: dict[tuple[str, ...], list[tuple[float, str]]] = {}
    for item_id, item in entry.items.items():
        value = entry.quality(item_id)
        if item.counts["missing"] < entry.report.trials:
            part = tuple(item.where.get(key, "") for key in track.shown_by)
            parts.setdefault(part, []).append((math.inf if value is None else value, item_id))
    queues = [iter(sorted(parts[part])) for part in sorted(parts, key=_by_number)]
    while queues:
        left = []
        for queue in queues:
            found = next(queue, None)
            if found is not None:
                yield found[1]
                left.append(queue)
        queues = left


def _by_number(part: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{int(name):09}" if name.isdecimal() and len(name) < 10 else name for name in part)
