"""Scores of shipped baselines, kept with the package, to read the scores of an evaluation by."""

from typing import Final

import msgspec

from interplay.core.records import Record
from interplay.core.release import Release
from interplay.tracks import catalogue

FILE: Final = "references"
"""The table in a track's folder, as ``interplay-build page references`` prints it."""
UNINFORMED, BEST = "uninformed", "best bot"
"""Roles of shipped bots; the role of a recorded model is its name without its last part."""
MARK: Final = "*"


class Reference(Record, frozen=True):
    """The headline of a shipped submission, on the items of a size, or where it lacks some on all that it has.

    ``about`` says with which scores it can be read: those of the same scoring version and items.
    """

    size: str
    role: str
    system: str
    about: str
    is_whole: bool
    score: str

    @property
    def text(self) -> str:
        """The score, with a mark where it is about other items."""
        return self.score + MARK * self.is_whole


def is_above(value: float | None, low: float | None, h50: str | None, uninformed: str = "") -> bool:
    """Return whether the lower bound of a score, or *h50*, is above 0 and above the *uninformed* baseline."""
    if h50 is not None:
        return "<" not in h50
    bound = value if low is None else low
    return bound is not None and bound > max(0.0, float(uninformed or 0.0))


def about(release: Release, track: str) -> str:
    """Return the items and the scoring version that references are about."""
    return f"{track}/{catalogue.load(track).scoring_version} {release.track(track).sha256[:16]}"


def references(release: Release, track: str, size: str) -> tuple[Reference, ...]:
    """Return the references of a track on the items of *size*; none where the release has other items."""
    key = "" if release.modified else about(release, track)
    rows = (msgspec.convert(row, Reference, strict=False) for row in catalogue.table(track, FILE))
    return tuple(row for row in rows if row.size == size and row.about == key)
