"""Submissions of every track's bots, made anew with each dataset; those of models come from ``interplay run``."""

from collections.abc import Callable, Iterator
from typing import Any

from interplay import tracks, writing
from interplay.exchange import Ask, Reply
from interplay.models.bots import BotModel
from interplay.release import Release
from interplay.types import Record

FOLDER = "baselines"
BOT_PREFIX = "bot-"


def bot_submissions(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield (path in the dataset, bytes) of each bot's submission, as ``interplay run`` would write it."""
    for entry in release.manifest.tracks:
        track = tracks.load(entry.name)
        splits = track.main_splits(entry.splits)
        items = [item for item in track.items(release) if track.where(item)["split"] in splits]
        for name, bot in track.bots.items():
            system = BotModel(name, bot).system
            header = writing.header_for(release, track.name, system, splits=splits)
            lines = writing.lines(header, (_play(track, item, bot) for item in items))
            yield f"{FOLDER}/{system.name}/{track.name}.jsonl", b"".join(lines)


def is_made(path: str) -> bool:
    """Return whether the file *path* of a dataset is a bot's submission."""
    return path.startswith(f"{FOLDER}/{BOT_PREFIX}")


def _play(track: tracks.Track[Any, Any], item: Any, bot: Callable[[Ask], str]) -> Record:
    steps = track.episode(item, 0)
    ask = next(steps)
    while True:
        try:
            ask = steps.send(Reply(bot(ask)))
        except StopIteration as stop:
            prediction: Record = stop.value
            return prediction
