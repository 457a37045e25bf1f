"""Every family: what its sessions hold, and that each of its scripts passes all gates."""

from functools import cache

import pytest

from interplay.tracks.simulation.records import Script
from interplay_builders.tracks.simulation import build, compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import read
from interplay_builders.tracks.simulation.gates import gates

TASKS = 143


@cache
def scripts() -> tuple[Script, ...]:
    """Return the scripts of all families, as a release cuts them."""
    rows = build.standard("canary").files[0].rows
    return tuple(row for row in rows if isinstance(row, Script))


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
@pytest.mark.slow
def test_script_passes_every_gate(script: Script) -> None:
    assert list(gates.problems(script)) == []


def test_script_ids_are_unique() -> None:
    ids = [script.item_id for script in scripts()]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_sessions_depend_on_nothing() -> None:
    assert list(enacting.sessions()) == list(enacting.sessions())


def test_no_two_files_are_of_one_task() -> None:
    files = enacting.files()
    assert len({read(path).task_id for path in files}) == len(files) == TASKS


@pytest.mark.slow
def test_challenged_sessions_say_what_went_wrong() -> None:
    for session in enacting.sessions():
        if session.challenging is not None:
            assert session.exchanges[session.challenging].wrong is not None, session.task.task_id
            assert session.tags, session.task.task_id


@pytest.mark.slow
def test_tasks_are_the_same_in_all_their_sessions() -> None:
    for session in enacting.sessions():
        assert compose.task_of(session.task, "c").item_id == session.task.item_id
