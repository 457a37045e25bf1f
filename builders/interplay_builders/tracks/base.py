"""The interface of a track's builder. Builders are discovered: each is a package here with a module ``build``."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from interplay.core.discovery import Catalogue
from interplay.core.errors import RecordError
from interplay.core.records import Finding, Record

T = TypeVar("T")


def read_toml(path: Path, kind: type[T]) -> T:
    """Return what a TOML file holds; raise ``RecordError`` where the file does not fit."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RecordError(f"{path}: {error}") from None


def is_due(since: tuple[int, ...]) -> bool:
    """Return whether the release that ``release.toml`` names is *since*, or a later one."""
    release = tomllib.loads((Path(__file__).parents[1] / "release.toml").read_text(encoding="utf-8"))["release"]
    return tuple(map(int, release.split("."))) >= since


@dataclass(frozen=True, slots=True)
class DataFile:
    """A JSONL file of the dataset: its path, the configuration that loads it, and its rows of one record type.

    Without ``splits`` the file belongs to all splits of the track.
    """

    path: str
    config: str
    type: type[Record]
    rows: tuple[Record, ...]
    splits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackFiles:
    """The files of a track in a release. ``accepted`` are the record types of the track's submissions.

    ``superseded`` maps the ids of items of earlier releases to the ids of the corrected items. ``missing`` is what this
    machine cannot make; a release has no such track.
    """

    name: str
    splits: tuple[str, ...]
    files: tuple[DataFile, ...]
    accepted: tuple[type[Record], ...]
    superseded: Mapping[str, str] = field(default_factory=dict)
    missing: tuple["LeftOut", ...] = ()


class LeftOut(Record, frozen=True):
    """Items of a track that a draw with another seed lacks: their common name, their number, and the reason.

    ``reason`` also names an alternative.
    """

    track: str
    name: str
    items: int
    reason: str


@dataclass(frozen=True, slots=True)
class Renewed:
    """A track drawn with another seed: models see nothing that a released row shows.

    A row replaces the released one with the same id: it differs only in what was drawn.
    """

    files: TrackFiles
    left_out: tuple[LeftOut, ...] = ()


class Builder(Protocol):
    """A module that makes one track."""

    def build(self, seed: str, canary: str) -> TrackFiles:
        """Return the track's files, the same for the same *seed*; raise ``RecordError`` if they are invalid."""
        ...

    def check(self) -> tuple[Finding, ...]:
        """Return findings on the track's sources."""
        ...


BUILDERS: Catalogue[Builder] = Catalogue("interplay_builders.tracks", "", "track", module="build")

Renewer = Callable[[str, str, TrackFiles], Renewed]
"""Takes a seed, the canary and the released track; returns the track as that seed draws it."""
RENEWERS: Catalogue[Renewer] = Catalogue("interplay_builders.tracks", "renewed", "track", module="renew")
"""Tracks with their own way of drawing new items: a module ``renew`` beside ``build``."""


def builders() -> Iterator[Builder]:
    """Yield the builder of each track, by name."""
    for name in BUILDERS.names():
        yield BUILDERS.load(name)
