"""Everything that a system was sent, as JSONL, for inspection."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from interplay.core import canonical
from interplay.core.driver import RIVAL, Ask, Done, Reply, Steps, advance, begin
from interplay.core.records import Header
from interplay.core.release import Release
from interplay.running.journal import journal_path, replies_in
from interplay.running.options import RunSpec, select
from interplay.submissions.reading import open_submission, read_header
from interplay.systems.completion import prompted
from interplay.systems.pictures import observed
from interplay.tracks.base import Track


def save(path: Path, track: Track[Any, Any], release: Release, output: Path, spec: RunSpec) -> None:
    """Write to *path* one line for each request behind the submission *output*, in the order of its predictions.

    A request that was repeated after a failure is there once; of a dialogue that broke off, the first one is there.
    Where the run is not finished, the requests behind the replies in its journal follow.
    """
    canonical.write_atomically(path, _lines(track, release, output, spec))


def _lines(track: Track[Any, Any], release: Release, output: Path, spec: RunSpec) -> Iterator[bytes]:
    if output.exists():
        submission = open_submission(output, release)
        predictions = (prediction for _, prediction in submission.records())
        yield from _encoded(requests(track, submission.items.values(), predictions), submission.header)
    if (journal := journal_path(output)).exists():
        by_id = {track.item_id(item): item for item in select(track, release, spec).items}
        for item_id, trial, texts in replies_in(journal):
            asks = _asks(track.episode(by_id[item_id], trial), iter(texts)) if item_id in by_id else ()
            yield from _encoded(((item_id, trial, *ask) for ask in asks), read_header(journal))


def _encoded(rows: Iterable[tuple[str, int, int, Ask]], header: Header) -> Iterator[bytes]:
    for item_id, trial, step, ask in rows:
        system = header.rival if ask.player == RIVAL and header.rival else header.system
        sent = observed(ask, system.params.get("observation"))
        messages = prompted(sent.messages, system.params.get("system_prompt"))
        yield canonical.encode({"item_id": item_id, "trial": trial, "step": step, "messages": messages}) + b"\n"


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
        for step, ask in _asks(steps, track.replies(by_id[item_id], prediction)):
            yield item_id, trial, step, ask


def _asks(steps: Steps[Any], replies: Iterator[str]) -> Iterator[tuple[int, Ask]]:
    """Yield what a driver asks while there are replies, and what it asks next, where it broke off."""
    ask, step = begin(steps), 0
    while not isinstance(ask, Done):
        yield step, ask
        text = next(replies, None)
        if text is None:
            break
        ask = advance(steps, Reply(text))
        step += 1
