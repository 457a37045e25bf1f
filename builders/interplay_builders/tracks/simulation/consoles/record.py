"""Ask the engines for all replies and write them down.

``python -m interplay_builders.simulation.consoles.record`` remakes ``replies.json``; it needs unshare (util-linux),
bash 5 with GNU tools, SQLite 3.40 or later and Node.js 20 or later. Building a release only reads the file.
"""

import json
from functools import cache
from pathlib import Path

import msgspec

from interplay.core.errors import RecordError
from interplay_builders.tracks.simulation.consoles.engines import engine
from interplay_builders.tracks.simulation.consoles.texts import HERE, TaskText, tasks

RECORDED = HERE / "replies.json"
Replies = tuple[tuple[str, ...], ...]
"""The replies of a task: a row a dialogue, a text a turn."""


def computed(task: TaskText) -> Replies:
    """Return the replies of a task's engine, which starts anew for each dialogue."""
    player = engine(task.setup.engine)
    return tuple(player.replies(task.setup, [turn.typed for turn in s.turns]) for s in task.sessions)


def recorded(task_id: str, path: Path = RECORDED) -> Replies:
    """Return the replies of a task that were written down; raise ``RecordError`` where there are none."""
    found = _file(path).get(task_id)
    if found is None:
        raise RecordError(f"{path}: found no replies of {task_id!r}, expected them; record them anew")
    return found


@cache
def _file(path: Path) -> dict[str, Replies]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Replies])
    except (OSError, msgspec.MsgspecError) as error:
        raise RecordError(f"{path}: {error}") from None


def main() -> None:
    """Write the replies of all tasks."""
    replies = {task.task_id: computed(task) for task in tasks()}
    RECORDED.write_text(json.dumps(replies, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
