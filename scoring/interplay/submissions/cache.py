"""The items of a release, read once for all submissions that are opened against it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from interplay.core.jsonl import Reader
from interplay.core.release import Release
from interplay.core.text import noop
from interplay.tracks.base import Grade, Track


class Graders:
    """The graders of a track's items, each made when it is first needed; *trusted* ones verify no opponent's move."""

    def __init__(self, track: Track[Any, Any], *, trusted: bool) -> None:
        self._make = track.trusting_grader if trusted else track.grader
        self._by_id: dict[str, Callable[[Any], Grade]] = {}

    def of(self, item_id: str, item: Any) -> Callable[[Any], Grade]:
        """Return the function that grades predictions of the item."""
        if item_id not in self._by_id:
            self._by_id[item_id] = self._make(item)
        return self._by_id[item_id]


class ItemCache:
    """The items and graders of the tracks of *release*, each created when it is first needed.

    Share one among all submissions to a release. Its size depends on the release, not on the graded predictions.
    *on_prediction* is called for each prediction of these that is read.
    """

    def __init__(self, release: Release, on_prediction: Callable[[], object] = noop) -> None:
        self.release, self.on_prediction = release, on_prediction
        self.opened: dict[Path, Reader[Any]] = {}
        """Readers of the submissions opened with this cache; each knows its digest once the file is read."""
        self._items: dict[str, tuple[Any, ...]] = {}
        self._graders: dict[tuple[str, bool], Graders] = {}

    def items(self, track: Track[Any, Any]) -> tuple[Any, ...]:
        """Return the items of all splits of *track*, in the release's order."""
        if track.name not in self._items:
            self._items[track.name] = tuple(track.items(self.release))
        return self._items[track.name]

    def graders(self, track: Track[Any, Any], *, trusted: bool = False) -> Graders:
        """Return the graders of *track*, shared by all submissions; *trusted* graders are cached separately."""
        return self._graders.setdefault((track.name, trusted), Graders(track, trusted=trusted))
