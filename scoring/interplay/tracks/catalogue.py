"""Find tracks by the names of their folders."""

from typing import Any

from interplay.core.discovery import Catalogue
from interplay.tracks.base import Track

TRACKS: Catalogue[Track[Any, Any]] = Catalogue("interplay.tracks", "TRACK", "track", module="track")


def names() -> tuple[str, ...]:
    """Return the name of every track, sorted."""
    return TRACKS.names()


def load(name: str) -> Track[Any, Any]:
    """Return the track called *name*; raise ``UnknownName`` with the nearest name."""
    return TRACKS.load(name)
