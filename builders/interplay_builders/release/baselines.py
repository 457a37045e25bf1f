"""Submissions of the bots of every track, computed with each dataset; models' come from ``interplay run``."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import structs

from interplay.core import canonical, jsonl
from interplay.core.driver import drive
from interplay.core.records import Header
from interplay.core.release import Release
from interplay.submissions import writing
from interplay.submissions.reading import read_header
from interplay.systems.base import BotModel
from interplay.tracks import catalogue

FOLDER = "baselines"
BOT_PREFIX = "bot-"
SLOW = frozenset({"strong"})
"""Bots that search for minutes. Their submissions come from ``interplay run`` and are kept, like those of models."""


def bot_submissions(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield (path in the dataset, bytes) of each bot's submission, as ``interplay run`` would write it."""
    for entry in release.manifest.tracks:
        track = catalogue.load(entry.name)
        splits = track.main_splits(entry.splits)
        items = [item for item in track.items(release) if track.where(item)["split"] in splits]
        for name, bot in track.bots.items():
            if name in SLOW:
                continue
            system = BotModel(name, bot).system
            header = writing.header_for(release, track.name, system, splits=splits)
            lines = writing.lines(header, (drive(track.episode(item, 0), bot) for item in items))
            yield f"{FOLDER}/{system.name}/{track.name}.jsonl.gz", b"".join(lines)


def renewed(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield (path in the dataset, bytes) of each kept submission on items that did not change, named after *release*.

    Only the header's release and manifest differ; replies stay unchanged.
    """
    for name, path, header in kept(release):
        if has_its_items(release, header):
            named = release.manifest.release
            new = structs.replace(header, release=named, manifest_sha256=release.manifest_sha256)
            with jsonl.open_source(path) as source:
                _, *rest = iter(source.readline, b"")
            yield name, canonical.encode(new) + b"\n" + b"".join(rest)


def kept(release: Release) -> Iterator[tuple[str, Path, Header]]:
    """Yield (path in the dataset, path, header) of each submission that is kept and names another release."""
    tracks = {entry.name for entry in release.manifest.tracks}
    for path in sorted((release.root / FOLDER).rglob("*.jsonl.gz")):
        name = path.relative_to(release.root).as_posix()
        if not is_made(name):
            header = read_header(path)
            if header.track in tracks and header.manifest_sha256 != release.manifest_sha256:
                yield name, path, header


def has_its_items(release: Release, header: Header) -> bool:
    """Return whether the items of the header's splits have the same bytes in *release*."""
    splits = header.splits or release.track(header.track).splits
    return header.track_sha256 == release.digest(header.track, splits)


def is_made(path: str) -> bool:
    """Return whether the file *path* of a dataset is a submission that is computed with the dataset."""
    parts = path.split("/")
    is_bot = len(parts) == 3 and parts[0] == FOLDER and parts[1].startswith(BOT_PREFIX)
    return (
        is_bot
        and parts[1].removeprefix(BOT_PREFIX) not in SLOW
        and parts[2].removesuffix(".jsonl.gz") in catalogue.names()
    )
