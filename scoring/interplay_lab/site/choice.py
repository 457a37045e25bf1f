"""Which items get pages: in each part of a track in turn, what a system failed worst first, systems taking turns."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from interplay_lab.site.scored import AnyTrack, Entry

PAGES = 20
"""Pages of a track, unless more or fewer are asked for."""


Part = tuple[str, ...]
"""The values of the keys that a track's tables have a line for."""


class Pick(NamedTuple):
    """An item to be shown, and the place among the entries of its track of the system that it was picked for."""

    item_id: str
    entry: int


def picked(track: AnyTrack, entries: Sequence[Entry], most: int | None) -> list[Pick]:
    """Return at most *most* picks, all for ``None``, from *entries* of one track.

    Systems take turns; each gets its worst item of the part of the track that has the fewest picks so far. Players that
    know nothing have no turn where there are others. Outside games an item is picked once, since its page shows all
    systems; a match has a page of its own.
    """
    playing = [place for place, entry in enumerate(entries) if not entry.blind] or list(range(len(entries)))
    turns = {place: _worst_first(track, entries[place]) for place in playing}
    counts: Counter[Part] = Counter()
    seen: set[object] = set()
    found: list[Pick] = []
    while any(turns.values()):
        for place, parts in turns.items():
            if most is not None and len(found) >= most:
                return found
            pick = None
            while pick is None and parts:
                part = min(parts, key=lambda one: (counts[one], _by_number(one)))
                pick = _next(track, parts[part], place, seen)
                if not parts[part]:
                    del parts[part]
            if pick is not None:
                counts[part] += 1
                found.append(pick)
    return found


def _next(track: AnyTrack, queue: list[str], place: int, seen: set[object]) -> Pick | None:
    """Return the first item of *queue* that has no page, and take it out with those before it."""
    while queue:
        pick = Pick(queue.pop(), place)
        key = pick if track.name == "games" else pick.item_id
        if key not in seen:
            seen.add(key)
            return pick
    return None


def _worst_first(track: AnyTrack, entry: Entry) -> dict[Part, list[str]]:
    """Return the items of a system by part of the track, the worst of each part last, where it is taken from."""
    parts: dict[Part, list[tuple[float, str]]] = {}
    for item_id, item in entry.items.items():
        value = entry.quality(item_id)
        if item.counts["missing"] < entry.report.trials:
            part = tuple(item.where.get(key, "") for key in track.table_by)
            parts.setdefault(part, []).append((math.inf if value is None else value, item_id))
    return {part: [item_id for _, item_id in sorted(own, reverse=True)] for part, own in parts.items()}


def _by_number(part: Part) -> Part:
    return tuple(f"{int(name):09}" if name.isdecimal() and len(name) < 10 else name for name in part)
