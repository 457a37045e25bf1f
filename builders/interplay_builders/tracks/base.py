"""What a track's builder hands over, and how the builders are found: a package here with a module ``build``."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from interplay.core.discovery import Catalogue
from interplay.core.findings import Finding
from interplay.core.records import Record


@dataclass(frozen=True, slots=True)
class DataFile:
    """A JSONL file to be: its path in the dataset, the configuration that loads it, its rows, and whose they are.

    Without ``splits`` all splits of the track need the file.
    """

    path: str
    config: str
    type: type[Record]
    rows: tuple[Record, ...]
    splits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackFiles:
    """All that a track adds to a release. ``accepted`` are the record types that the track's submissions hold.

    ``superseded`` are the ids of items of earlier releases that were corrected, with those of the corrected ones.
    """

    name: str
    splits: tuple[str, ...]
    files: tuple[DataFile, ...]
    accepted: tuple[type[Record], ...]
    superseded: Mapping[str, str] = field(default_factory=dict)


class LeftOut(Record, frozen=True):
    """How many *items* of a track a draw with another seed lacks, what they are called together, and why.

    ``reason`` also says what to use instead.
    """

    track: str
    name: str
    items: int
    reason: str


@dataclass(frozen=True, slots=True)
class Renewed:
    """A track drawn with another seed: no row shows a model what a released one shows, and ids are templates.

    A row is the sibling of the released one with the same id: it differs in what was drawn and in nothing else.
    """

    files: TrackFiles
    left_out: tuple[LeftOut, ...] = ()


class Builder(Protocol):
    """A module that makes one track."""

    def build(self, seed: str, canary: str) -> TrackFiles:
        """Return the track's files, the same for the same *seed*; raise ``RecordError`` when they are unfit."""
        ...

    def check(self) -> tuple[Finding, ...]:
        """Return what is wrong with the track's sources."""
        ...


BUILDERS: Catalogue[Builder] = Catalogue("interplay_builders.tracks", "", "track", module="build")

Renewer = Callable[[str, str, TrackFiles], Renewed]
"""Takes a seed, the canary and the released track; returns the track as that seed draws it."""
RENEWERS: Catalogue[Renewer] = Catalogue("interplay_builders.tracks", "renewed", "track", module="renew")
"""The tracks that are not renewed by building them with another seed alone: a module ``renew`` beside ``build``."""


def builders() -> Iterator[Builder]:
    """Yield the builder of each track, by name."""
    for name in BUILDERS.names():
        yield BUILDERS.load(name)
