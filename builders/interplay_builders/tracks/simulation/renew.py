"""A draw has no items of the simulation track: its requests are written by hand, not drawn."""

import dataclasses
from collections import Counter

from interplay.tracks.simulation.records import Script
from interplay_builders.tracks.base import LeftOut, Renewed, TrackFiles

REASON = (
    "the sessions are written by hand; use `interplay-build draw simulation`, in which models write, or the "
    "track horizon, whose sessions are drawn for the same kinds of simulators"
)


def renewed(seed: str, canary: str, released: TrackFiles) -> Renewed:  # noqa: ARG001  nothing is drawn
    """Return a track without files, and the tasks of all scripts that it therefore lacks."""
    rows = (row for file in released.files for row in file.rows)
    tasks = Counter(row.task_id for row in rows if isinstance(row, Script))
    left_out = (LeftOut(track=released.name, name=task, items=n, reason=REASON) for task, n in sorted(tasks.items()))
    return Renewed(dataclasses.replace(released, files=(), superseded={}), tuple(left_out))
