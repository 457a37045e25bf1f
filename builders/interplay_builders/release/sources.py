"""The sources of a dataset directory: the identity of the release, and the tracks from their builders."""

import dataclasses
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from interplay.core import canonical
from interplay.core.errors import DatasetError
from interplay.core.records import Record, TrackEntry
from interplay.core.release import files_digest
from interplay.core.text import noop
from interplay_builders.release import fresh
from interplay_builders.release.sealing import Sealed
from interplay_builders.tracks.base import Builder, LeftOut, TrackFiles, builders

TITLE = "Interplay: a verifiable benchmark of language models in interaction"
AUTHORS = "The Interplay maintainers"
RELEASE = Path(__file__).parents[1] / "release.toml"
WORK: Final = {"company": 80, "games": 6, "horizon": 120, "positions": 60, "scorekeeping": 40, "simulation": 600}
"""How long tracks take to draw, about, in seconds of a processor."""


class Identity(Record, frozen=True):
    """Name, version, seed and date of a release. ``notes`` say where an import or a draw came from."""

    name: str
    release: str
    seed: str
    canary: str
    date: str
    notes: tuple[str, ...] = ()
    sealed: Sealed | None = None

    @property
    def commitment(self) -> str | None:
        """Return the hash of the sealed seed; ``None`` without one, or if it was sealed for another release."""
        return self.sealed.sha256 if self.sealed is not None and self.sealed.release == self.release else None


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that determines a dataset directory, apart from its baselines."""

    identity: Identity
    tracks: tuple[TrackFiles, ...]
    left_out: tuple[LeftOut, ...] = ()


def identity() -> Identity:
    """Return the identity of the release in ``release.toml``."""
    return msgspec.convert(tomllib.loads(RELEASE.read_text(encoding="utf-8")), Identity)


def sources(
    seed: str | None = None,
    rescale: Callable[[TrackFiles], TrackFiles] = lambda track: track,
    on_progress: Callable[[int, int], None] = noop,
) -> Sources:
    """Return the sources of the release, or with *seed* those of a fresh draw, whose version is a hash of its content.

    A fresh draw shares no item with the release; its notes list the items that cannot be drawn. *rescale* computes
    the scales of a drawn track; by default the draw has those of the release. *on_progress* is called with
    the percentage that is drawn, and with 100.
    """
    frozen, chosen = identity(), _counted(on_progress)
    if seed is None:
        return Sources(frozen, _whole(tuple(b.build(frozen.seed, frozen.canary) for b in chosen)))
    drawn = [fresh.renewed(b.build, seed, frozen.seed, frozen.canary) for b in chosen]
    tracks = tuple(rescale(track.files) for track in drawn if track.files.files)
    left_out = tuple(what for track in drawn for what in track.left_out)
    note = (
        f"A fresh draw with the seed {seed!r}, which shares no item with release {frozen.release}; it is not a release."
    )
    result = unversioned(tracks, seed, note, *fresh.lines(left_out))
    return dataclasses.replace(result, left_out=left_out)


def _whole(tracks: tuple[TrackFiles, ...]) -> tuple[TrackFiles, ...]:
    """Return *tracks*; raise ``DatasetError`` where this machine cannot make a part of them."""
    if missing := [entry for track in tracks for entry in track.missing]:
        names = "; ".join(f"{entry.track} {entry.name}: {entry.reason}" for entry in missing)
        raise DatasetError(f"a release needs everything, and here cannot be made {names}")
    return tracks


def _counted(on_progress: Callable[[int, int], None]) -> Iterator[Builder]:
    """Yield the builders; report before each, and in the end, the shares of the work that are done, in percent."""
    chosen = [(made_by, WORK.get(getattr(made_by, "__name__", "").split(".")[-2:][0], 1)) for made_by in builders()]
    done, work = 0, sum(share for _, share in chosen)
    for builder, share in chosen:
        on_progress(100 * done // work, 100)
        yield builder
        done += share
    on_progress(100, 100)


def unversioned(tracks: tuple[TrackFiles, ...], seed: str, *notes: str) -> Sources:
    """Return sources whose version is a hash of their content, so that loaders do not confuse two draws."""
    frozen = identity()
    digest = canonical.sha256("".join(track_entry(t).sha256 for t in tracks).encode())
    release = f"0.0.{int(digest[:7], 16)}"
    named = Identity(name=frozen.name, release=release, seed=seed, canary=frozen.canary, date=frozen.date, notes=notes)
    return Sources(named, tracks)


def track_entry(track: TrackFiles) -> TrackEntry:
    """Return the manifest's entry of a track, with the digest of all its files."""
    digest = files_digest((f.path, canonical.sha256(canonical.encode_lines(f.rows))) for f in track.files)
    return TrackEntry(name=track.name, splits=track.splits, sha256=digest)
