"""Submissions of every track's bots, made anew with each dataset; those of models come from ``interplay run``."""

from collections.abc import Iterator

from interplay import tracks, writing
from interplay.exchange import drive
from interplay.models.bots import BotModel
from interplay.release import Release

FOLDER = "baselines"
BOT_PREFIX = "bot-"
SLOW = frozenset({"strong"})
"""Bots that search for minutes. Their submissions come from ``interplay run`` and are kept, as those of models are."""


def bot_submissions(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield (path in the dataset, bytes) of each bot's submission, as ``interplay run`` would write it."""
    for entry in release.manifest.tracks:
        track = tracks.load(entry.name)
        splits = track.main_splits(entry.splits)
        items = [item for item in track.items(release) if track.where(item)["split"] in splits]
        for name, bot in track.bots.items():
            if name in SLOW:
                continue
            system = BotModel(name, bot).system
            header = writing.header_for(release, track.name, system, splits=splits)
            lines = writing.lines(header, (drive(track.episode(item, 0), bot) for item in items))
            yield f"{FOLDER}/{system.name}/{track.name}.jsonl", b"".join(lines)


def is_made(path: str) -> bool:
    """Return whether the file *path* of a dataset is a submission that is made with the dataset."""
    kept = any(path.startswith(f"{FOLDER}/{BOT_PREFIX}{name}/") for name in SLOW)
    return path.startswith(f"{FOLDER}/{BOT_PREFIX}") and not kept
