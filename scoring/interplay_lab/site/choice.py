"""Choose the items that get pages: systems take turns, each with its worst item of a group with few pages."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from interplay_lab.site.scored import AnyTrack, Entry

PAGES = 20
"""The default number of pages of items for each track."""


Part = tuple[str, ...]
"""The values of a group's keys in a track's tables."""


class Pick(NamedTuple):
    """An item that gets a page, and the index of the entry that it was picked for."""

    item_id: str
    entry: int


def picked(track: AnyTrack, entries: Sequence[Entry], most: int | None) -> list[Pick]:
    """Return at most *most* picks, all for ``None``, from *entries* of one track.

    Systems take turns; each gets its worst item of the group that has the fewest picks so far. Uninformed baselines
    have no turn if there are other systems. Outside games an item is picked once, since its page shows all systems.
    """
    playing = [index for index, entry in enumerate(entries) if not entry.blind] or list(range(len(entries)))
    turns = {index: _worst_first(track, entries[index]) for index in playing}
    counts: Counter[Part] = Counter()
    picks: dict[object, Pick] = {}
    while any(turns.values()):
        for index, parts in turns.items():
            if most is not None and len(picks) >= most:
                return [*picks.values()]
            is_new = False
            while parts and not is_new:
                part = min(parts, key=lambda name: (counts[name], _by_number(name)))
                pick = Pick(parts[part].pop(), index)
                key: object = pick if track.name == "games" else pick.item_id
                is_new = key not in picks
                if is_new:
                    picks[key] = pick
                    counts[part] += 1
                if not parts[part]:
                    del parts[part]
    return [*picks.values()]


def _worst_first(track: AnyTrack, entry: Entry) -> dict[Part, list[str]]:
    """Return the items of a system by group, the worst of each group last, since items are taken from the end."""
    parts: dict[Part, list[tuple[float, str]]] = {}
    for item_id, item in entry.items.items():
        value = entry.quality(item_id)
        if item.counts["missing"] < entry.report.trials:
            part = tuple(item.where.get(key, "") for key in track.table_by)
            parts.setdefault(part, []).append((math.inf if value is None else value, item_id))
    return {part: [item_id for _, item_id in sorted(queue, reverse=True)] for part, queue in parts.items()}


def _by_number(part: Part) -> Part:
    return tuple(f"{int(name):09}" if name.isdecimal() and len(name) < 10 else name for name in part)
