"""Draw the splits ``hard``, ``hosts`` and ``transitions`` of the simulation track anew, all but ``standard``."""

import dataclasses
from collections import Counter

from interplay.tracks.simulation.records import Host, Script
from interplay_builders.tracks.base import LeftOut, Renewed, TrackFiles
from interplay_builders.tracks.simulation import build, transitions
from interplay_builders.tracks.simulation.hard import compose as hard

DRAWN = frozenset({hard.SPLIT, hard.HOST_SPLIT, transitions.SPLIT})
REASON = (
    "the sessions are written by hand; use the split hard, or `interplay-build draw simulation`, in which models write"
)


def renewed(seed: str, canary: str, released: TrackFiles) -> Renewed:
    """Return the hard items of *seed*, none with the messages of a released one, and what is left out by name."""
    items = [row for file in released.files for row in file.rows if isinstance(row, Script | Host)]
    taken = {item.messages for item in items if item.split in DRAWN}
    drawn = build.with_transitions(build.hard_files(hard.rows(seed, canary, taken)), seed, canary, taken)
    tasks = Counter(item.task_id for item in items if item.split not in DRAWN)
    left_out = (LeftOut(track=released.name, name=task, items=n, reason=REASON) for task, n in sorted(tasks.items()))
    return Renewed(dataclasses.replace(drawn, missing=()), (*left_out, *drawn.missing))
