"""The items of a release, read once for all submissions that are opened against it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from interplay.core.jsonl import Reader
from interplay.core.release import Release
from interplay.tracks.base import Grade, Track


class Graders:
    """What grades predictions of each item of a track, made by *make* when an item is first met."""

    def __init__(self, make: Callable[[Any], Callable[[Any], Grade]]) -> None:
        self._make = make
        self._by_id: dict[str, Callable[[Any], Grade]] = {}

    def of(self, item_id: str, item: Any) -> Callable[[Any], Grade]:
        """Return the function that grades predictions of the item."""
        if item_id not in self._by_id:
            self._by_id[item_id] = self._make(item)
        return self._by_id[item_id]


def graders_of(track: Track[Any, Any], *, trusted: bool) -> Graders:
    """Return new graders of *track*; *trusted* ones take the moves of opponents as they are written."""
    return Graders(track.trusting_grader if trusted else track.grader)


class ItemPool:
    """The items and graders of the tracks of *release*, each made when it is first needed and kept.

    Several submissions to the same tracks share one. It grows with the release, never with the predictions graded.
    """

    def __init__(self, release: Release) -> None:
        self.release = release
        self.opened: dict[Path, Reader[Any]] = {}
        """The files that were opened against it, whose digests are known once they are read."""
        self._items: dict[str, tuple[Any, ...]] = {}
        self._graders: dict[tuple[str, bool], Graders] = {}

    def items(self, track: Track[Any, Any]) -> tuple[Any, ...]:
        """Return the items of all splits of *track*, in the release's order."""
        if track.name not in self._items:
            self._items[track.name] = tuple(track.items(self.release))
        return self._items[track.name]

    def graders(self, track: Track[Any, Any], *, trusted: bool = False) -> Graders:
        """Return the graders of *track*, which all submissions share; *trusted* ones are kept apart."""
        key = track.name, trusted
        if key not in self._graders:
            self._graders[key] = graders_of(track, trusted=trusted)
        return self._graders[key]
