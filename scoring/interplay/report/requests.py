"""Everything that a system was sent, as JSONL, for inspection."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from interplay import codec, running
from interplay.release import Release
from interplay.submission import open_submission
from interplay.tracks import Track


def save(path: Path, track: Track[Any, Any], release: Release, output: Path) -> None:
    """Write to *path* one line for each request behind the submission *output*, in the order of its predictions.

    A request that was repeated after a failure is there once; of a dialogue that broke off, the first one is there.
    """
    codec.write_atomically(path, _lines(track, release, output))


def _lines(track: Track[Any, Any], release: Release, output: Path) -> Iterator[bytes]:
    submission = open_submission(output, release)
    items = list(submission.items.values())
    for _, prediction in submission.records():
        for item_id, trial, step, ask in running.requests(track, items, [prediction]):
            row = {"item_id": item_id, "trial": trial, "step": step, "messages": ask.messages}
            yield codec.canonical(row) + b"\n"
