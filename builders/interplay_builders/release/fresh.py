"""Draw new items for a track, none of them in the release, and list the items that cannot be drawn."""

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from interplay.core.canonical import visible
from interplay_builders.tracks.base import RENEWERS, LeftOut, Renewed, TrackFiles

ATTEMPTS = 3
"""How often a track is drawn while some of its rows are those of the release."""
NAMED = 6
"""The most names in one line; ``left_out.json`` has all names."""
REASON = "drawing again gave what the release has"


def renewed(build: Callable[[str, str], TrackFiles], seed: str, released: str, canary: str) -> Renewed:
    """Return a builder's track drawn with *seed*, by the track's own ``renew`` if it has one.

    No row is one of the rows drawn with *released*, the seed of the release.
    """
    former = build(released, canary)
    if former.name in RENEWERS.names():
        return RENEWERS.load(former.name)(seed, canary, former)
    taken = {visible(row) for file in former.files for row in file.rows}
    for attempt in range(ATTEMPTS):
        drawn = build(f"{seed}/{attempt}" if attempt else seed, canary)
        again = [row for file in drawn.files for row in file.rows if visible(row) in taken]
        if not again:
            return Renewed(drawn)
    return _without(drawn, taken)


def lines(left_out: Sequence[LeftOut]) -> Iterator[str]:
    """Yield a line for each track and reason: how many items are left out, their names, and the alternative."""
    groups: dict[tuple[str, str], list[LeftOut]] = defaultdict(list)
    for entry in left_out:
        groups[entry.track, entry.reason].append(entry)
    for (track, reason), group in groups.items():
        named = ", ".join(f"{entry.name} {entry.items:,}" for entry in group)
        if len(group) > NAMED:
            named = f"{len(group)} names in left_out.json"
        yield f"left out {sum(entry.items for entry in group):,} items of {track} ({named}): {reason}"


def _without(drawn: TrackFiles, taken: set[bytes]) -> Renewed:
    """Return the track without the rows that are *taken*."""
    kept = [dataclasses.replace(f, rows=tuple(row for row in f.rows if visible(row) not in taken)) for f in drawn.files]
    lost = [(old.config, len(old.rows) - len(new.rows)) for old, new in zip(drawn.files, kept, strict=True)]
    files = tuple(file for file in kept if file.rows)
    left_out = tuple(LeftOut(track=drawn.name, name=name, items=n, reason=REASON) for name, n in lost if n)
    return Renewed(dataclasses.replace(drawn, files=files), left_out)
