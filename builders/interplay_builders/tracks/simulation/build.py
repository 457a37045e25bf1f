"""The simulation track of a release."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from interplay.core.records import Finding, Header
from interplay.tracks.simulation.records import Host, Prediction, Script, Task
from interplay_builders.tracks.base import DataFile, LeftOut, TrackFiles, is_due
from interplay_builders.tracks.simulation import compose, transitions
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.hard import compose as hard
from interplay_builders.tracks.simulation.sessions import Session


def build(seed: str, canary: str) -> TrackFiles:
    """Return all tasks and scripts of the release: those of the splits hard and hosts are drawn, the others written."""
    return with_transitions(together(standard(canary), hard_files(_hard(seed, canary))), seed, canary)


def with_transitions(track: TrackFiles, seed: str, canary: str, taken: Collection[hard.Messages] = ()) -> TrackFiles:
    """Return the track with the transitions of games of *seed*, none of them *taken*, from the release that has them.

    They are a configuration of their own, so that the one of scripts holds what it did.
    """
    if not is_due(transitions.SINCE):
        return track
    rows = transitions.rows(seed, canary, taken)
    file = DataFile("simulation/transitions.jsonl.gz", transitions.SPLIT, Script, rows, (transitions.SPLIT,))
    return replace(track, splits=(*track.splits, transitions.SPLIT), files=(*track.files, file))


def together(written: TrackFiles, drawn: TrackFiles) -> TrackFiles:
    """Return the track that holds both splits."""
    return replace(
        written, splits=(*drawn.splits, *written.splits), files=(*written.files, *drawn.files), missing=drawn.missing
    )


_hard = cache(hard.rows)


def hard_files(rows: hard.Rows) -> TrackFiles:
    """Return the track that holds nothing but the splits hard and hosts."""
    both = (*(hard.SPLIT,) * bool(rows.scripts), *(hard.HOST_SPLIT,) * bool(rows.hosts))
    parts = (
        DataFile("simulation/hard.jsonl.gz", "simulation", Script, rows.scripts, (hard.SPLIT,)),
        DataFile("simulation/hosts.jsonl.gz", "simulation_hosts", Host, rows.hosts, (hard.HOST_SPLIT,)),
        DataFile("simulation/hard_tasks.jsonl.gz", "simulation_tasks", Task, rows.tasks, both),
    )
    missing = (
        LeftOut(track="simulation", name=name, items=hard.EACH, reason=reason) for name, reason in rows.missing.items()
    )
    files = tuple(part for part in parts if part.rows)
    return TrackFiles("simulation", both, files, (Header, Prediction), missing=tuple(missing))


def standard(canary: str) -> TrackFiles:
    """Return the scripts that are written, in the order of the tasks' ids."""
    dialogues = _sessions()
    tasks = {session.task.task_id: compose.task_of(session.task, canary) for session in dialogues}
    scripts = tuple(compose.scripts(dialogues, canary))
    return files(scripts, tuple(tasks.values()), compose.superseded(dialogues, canary))


@cache
def _sessions() -> tuple[Session, ...]:
    return tuple(sorted(enacting.sessions(), key=lambda session: session.task.task_id))


def files(
    scripts: tuple[Script, ...], tasks: tuple[Task, ...], superseded: Mapping[str, str] = MappingProxyType({})
) -> TrackFiles:
    """Return the track that holds these scripts and tasks; *superseded* as in ``TrackFiles``."""
    parts = (
        DataFile("simulation/scripts.jsonl.gz", "simulation", Script, scripts, (compose.SPLIT,)),
        DataFile("simulation/tasks.jsonl.gz", "simulation_tasks", Task, tasks, (compose.SPLIT,)),
    )
    return TrackFiles("simulation", (compose.SPLIT,), parts, (Header, Prediction), superseded)


def check() -> tuple[Finding, ...]:
    """Return what the gates find in what is written; hard scripts pass them whenever they are drawn."""
    scripts, tasks = (file.rows for file in standard("canary").files)
    return tuple(
        gates.findings(
            [script for script in scripts if isinstance(script, Script)],
            [task for task in tasks if isinstance(task, Task)],
        )
    )
