"""Everything that a system was sent, as JSONL, for inspection."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from interplay.core import canonical
from interplay.core.driver import Ask, Done, Reply, advance, begin
from interplay.core.release import Release
from interplay.submissions.reading import open_submission
from interplay.tracks.base import Track


def save(path: Path, track: Track[Any, Any], release: Release, output: Path) -> None:
    """Write to *path* one line for each request behind the submission *output*, in the order of its predictions.

    A request that was repeated after a failure is there once; of a dialogue that broke off, the first one is there.
    """
    submission = open_submission(output, release)
    predictions = (prediction for _, prediction in submission.records())
    rows = (
        {"item_id": item_id, "trial": trial, "step": step, "messages": ask.messages}
        for item_id, trial, step, ask in requests(track, submission.items.values(), predictions)
    )
    canonical.write_atomically(path, (canonical.encode(row) + b"\n" for row in rows))


def requests(
    track: Track[Any, Any], items: Iterable[Any], predictions: Iterable[Any]
) -> Iterator[tuple[str, int, int, Ask]]:
    """Yield (item id, trial, step, ask) for everything that was sent to produce *predictions*.

    The driver is a pure function of item and replies, so what a system saw follows from what it answered.
    """
    by_id = {track.item_id(item): item for item in items}
    for prediction in predictions:
        item_id, trial = track.identity(prediction)
        steps = track.episode(by_id[item_id], trial)
        replies = track.replies(by_id[item_id], prediction)
        ask = begin(steps)
        step = 0
        while not isinstance(ask, Done):
            yield item_id, trial, step, ask
            text = next(replies, None)
            if text is None:  # the match or dialogue broke off here
                break
            ask = advance(steps, Reply(text))
            step += 1
