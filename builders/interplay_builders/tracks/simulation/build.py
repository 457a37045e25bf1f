"""The simulation track of a release."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from interplay.core.records import Finding, Header
from interplay.tracks.simulation.records import Prediction, Script, Task
from interplay_builders.tracks.base import DataFile, TrackFiles
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.sessions import Session


def build(seed: str, canary: str) -> TrackFiles:  # noqa: ARG001  dialogues are written; nothing is drawn
    """Return all tasks and scripts of the release, in the order of the tasks' ids."""
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
        DataFile("simulation/scripts.jsonl.gz", "simulation", Script, scripts),
        DataFile("simulation/tasks.jsonl.gz", "simulation_tasks", Task, tasks),
    )
    return TrackFiles("simulation", (compose.SPLIT,), parts, (Header, Prediction), superseded)


def check() -> tuple[Finding, ...]:
    """Return what the gates find in the scripts and tasks: see ``gates``."""
    scripts, tasks = (file.rows for file in build("check", "canary").files)
    return tuple(
        gates.findings(
            [script for script in scripts if isinstance(script, Script)],
            [task for task in tasks if isinstance(task, Task)],
        )
    )
